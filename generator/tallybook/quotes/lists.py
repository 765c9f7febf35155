"""All quantities of a text, and the numbers in code and in output."""

from collections.abc import Sequence
import re

from tallybook.glyphs import is_operand
from tallybook.numerals import Numeral, scan, with_sign
from tallybook.quotes.elements import Name, Quantity, Refusal
from tallybook.quotes.formulas import tokenise_tex
from tallybook.quotes.groups import approximated, matching, moved, read_quantity, read_shape
from tallybook.quotes.prose import is_hedged
from tallybook.quotes.tokens import DEEPEST, Token, tokenise
from tallybook.source import Span

CODE = "the code before the comment is no number and no group of numbers: bind a literal such as `0.5` or `(3, 4)`"

_ASSIGNED = re.compile(r"\s*[A-Za-z_][\w.]*\s*=(?!=)\s*")
_SCALAR = re.compile(r"(?:(?:np|numpy|torch)\.)?(?:float|int|uint)[0-9]*\(([^()]*)\)")
_ARRAY = re.compile(
    r"((?:[A-Za-z_]\w*\.)*(?:array|asarray|tensor|Size)\()(.*?)((?:,\s*dtype=[\w.]+)?\)\s*)", re.S
)
_LISTED = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]*|[\[(（［]|[\])］）]|[0-9０-９]+(?:[.．][0-9０-９]+)*|[∞½⅓⅔¼¾⅕-⅞]"
)


def read_code(text: str) -> Quantity | Refusal:
    """The quantity of an inline code span: a literal, a group, NumPy's arrays and scalars, or `name = literal`."""
    plain = _SCALAR.sub(lambda m: " " * (m.start(1) - m.start()) + m[1] + " ", text)
    assigned = _ASSIGNED.match(plain)
    begin, end = (assigned.end() if assigned else 0), len(plain)
    array = _ARRAY.fullmatch(plain, begin)
    if array:
        begin, end = array.span(2)
    stretch = plain[begin:end]
    quantity = read_quantity(stretch, list(tokenise(stretch, code=True)))
    return moved(quantity, begin) if quantity else Refusal(Span(0, len(text)), CODE)


def read_list(text: str) -> tuple[Numeral, ...]:
    """Every number in free text such as an alt text or an output block, its sign included where it is glued.

    >>> [str(n.value) for n in read_list("[ 1. -2.5] np.float64(0.5)")]
    ['1', '-2.5', '0.5']
    """
    found: list[Numeral] = []
    depth = at = 0
    while match := _LISTED.search(text, at):
        at = match.end()
        if match[0] in "[(（［":
            depth += 1
        elif match[0] in "])］）":
            depth = max(depth - 1, 0)
        else:
            numeral = _listed(text, match.start(), inside=depth > 0)
            if numeral:
                found.append(numeral)
                at = numeral.span.end
    return tuple(found)


def _listed(text: str, at: int, *, inside: bool) -> Numeral | None:
    numeral = scan(text, at, inside=inside)
    if numeral and inside and text[numeral.span.end : numeral.span.end + 1] == ".":
        numeral = scan(text, at, code=True) or numeral
    if numeral and at and text[at - 1] in "-−－﹣+＋" and not (at > 1 and is_operand(text[at - 2])):
        return with_sign(text, at - 1, numeral)
    return numeral


def find_quantities(text: str, *, tex: bool = False) -> list[Quantity]:
    """Every number that stands in `text`, in order and in linear time.

    A bracketed group of numbers is one quantity, a shape `3×4` is one, each other numeral is one. Digits of a
    name (`W1`) are none. Where 约 or ≈ stands before a quantity, its integers have an interval.
    """
    tokens = list(tokenise_tex(text) if tex else tokenise(text))
    groups = _groups(tokens)
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        quantity, at = _found(text, tokens, at, groups)
        if quantity:
            hedged = is_hedged(text, quantity.span.start, quantity.span.end)
            found.append(approximated(quantity) if hedged else quantity)
    return found


def _found(
    text: str, tokens: Sequence[Token], at: int, groups: dict[int, int]
) -> tuple[Quantity | None, int]:
    """The quantity at a token, if any, and the token to go on with."""
    if at in groups:
        quantity = read_quantity(text, tokens[at : groups[at] + 1])
        if quantity and _is_listed_group(quantity, tokens[at]):
            return quantity, groups[at] + 1
    token = tokens[at]
    if token.numeral is None or not token.numeral.value.is_finite():
        return None, at + 1
    end = at + 1
    while end + 1 < len(tokens) and tokens[end].kind == "times" and tokens[end + 1].kind == "numeral":
        end += 2
    factors = read_shape(tokens[at:end])
    if factors:
        span = Span(token.span.start, tokens[end - 1].span.end)
        return Quantity(span, "shape", factors, (len(factors),)), end
    numeral = token.numeral
    if at and tokens[at - 1].kind == "sign" and tokens[at - 1].span.end == token.span.start:
        if not _has_operand(text, tokens[at - 1].span.start):
            numeral = with_sign(text, tokens[at - 1].span.start, numeral)
    return Quantity(numeral.span, "numeral", (numeral,)), at + 1


def _has_operand(text: str, at: int) -> bool:
    before = text[max(0, at - 8) : at].rstrip()
    return bool(before) and is_operand(before[-1])


def _is_listed_group(quantity: Quantity, bracket: Token) -> bool:
    named = any(isinstance(element, Name) for element in quantity.elements)
    return quantity.form == "group" and len(quantity.elements) > 1 and not (named and bracket.text == "(")


def _groups(tokens: Sequence[Token]) -> dict[int, int]:
    """Brackets that may be a group: nested no deeper than `DEEPEST`, and no call or index."""
    found: dict[int, int] = {}
    heights: dict[int, int] = {}
    opened: list[int] = []
    pairs = matching(tokens)
    closing = {end: begin for begin, end in pairs.items()}
    for at, token in enumerate(tokens):
        if at in pairs:
            opened.append(at)
            heights[at] = 1
        elif at in closing and opened and opened[-1] == closing[at]:
            begin = opened.pop()
            if opened:
                heights[opened[-1]] = max(heights[opened[-1]], heights[begin] + 1)
            if heights[begin] <= DEEPEST and not _is_call(tokens, begin):
                found[begin] = at
    return found


def _is_call(tokens: Sequence[Token], at: int) -> bool:
    if at == 0 or tokens[at].text == "{":
        return at > 0
    before = tokens[at - 1]
    return before.kind in ("name", "numeral", "close") and before.span.end == tokens[at].span.start
