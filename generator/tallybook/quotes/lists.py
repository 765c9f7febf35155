"""All quantities of a text, and the numbers in code and in output."""

from collections.abc import Sequence
import re

from tallybook.glyphs import NUMBER, SIGNS, is_operand
from tallybook.numerals import Numeral, scan, with_sign
from tallybook.quotes.elements import Name, Quantity, Refusal
from tallybook.quotes.groups import matching
from tallybook.quotes.prose import is_hedged
from tallybook.quotes.quantities import approximated, moved, read_quantity, read_shape
from tallybook.quotes.refusals import is_behind_operand
from tallybook.quotes.tex import tokenise_tex
from tallybook.quotes.tokens import DEEPEST, Token, commas_separate, tokenise
from tallybook.source import Span
from tallybook.writing import UNREAD, before_money

CODE = "the code there is no number and no group of numbers: write a literal such as `0.5` or `(3, 4)`"

_DIGIT = re.compile(r"[0-9０-９½⅓⅔¼¾⅕-⅞]")
_ASSIGNED = re.compile(r"\s*[A-Za-z_][\w.]*\s*={1,2}\s*")
_SCALAR = re.compile(r"(?<![A-Za-z_])(?:(?:np|numpy|torch)\.)?(?:float|int|uint)[0-9]*\(([^()]*)\)")
_ARRAY = re.compile(r"(?:[A-Za-z_]\w*\.)*(?:array|tensor|Size)\((.*?)(?:,\s*dtype=[\w.]+)?\)\s*", re.S)
_LISTED = re.compile(
    r"(?P<open>[\[(（［])|(?P<close>[\])］）])"
    rf"|[A-Za-z_][A-Za-z0-9_]*|{UNREAD.pattern}|{NUMBER}"
)


def read_code(text: str) -> Quantity | Refusal:
    """The quantity of inline code: a literal, a group, an array or scalar of NumPy, or `name = literal`."""
    plain = _SCALAR.sub(lambda m: " " * (m.start(1) - m.start()) + m[1] + " ", text)
    assigned = _ASSIGNED.match(plain)
    begin, end = (assigned.end() if assigned else 0), len(plain)
    array = _ARRAY.fullmatch(plain, begin)
    if array:
        begin, end = array.span(1)
    stretch = plain[begin:end]
    quantity = read_quantity(stretch, list(tokenise(stretch, code=True)))
    return moved(quantity, begin) if quantity else Refusal(Span(0, len(text)), CODE)


def read_list(text: str) -> tuple[Numeral, ...]:
    """Every number in free text such as an alt text or an output block, its sign included where it is glued.

    >>> [str(n.value) for n in read_list("[ 1. -2.5] np.float64(0.5)")]
    ['1', '-2.5', '0.5']
    """
    separating = commas_separate(text)
    inside: list[bool] = []
    found: list[Numeral] = []
    at = 0
    while match := _LISTED.search(text, at):
        at = match.end()
        if match["open"]:
            inside.append(separating.get(match.start(), True))
        elif match["close"]:
            del inside[-1:]
        else:
            numeral = _listed(text, match.start(), inside)
            if numeral:
                found.append(numeral)
                at = numeral.span.end
    return tuple(found)


def _listed(text: str, at: int, inside: list[bool]) -> Numeral | None:
    numeral = scan(text, at, inside=bool(inside and inside[-1]))
    if numeral and inside and text[numeral.span.end : numeral.span.end + 1] == ".":
        numeral = scan(text, at, code=True) or numeral  # NumPy's `2.`
    sign = before_money(text, at) - 1
    if numeral and sign >= 0 and text[sign] in SIGNS and not (sign and is_operand(text[sign - 1])):
        return with_sign(text, sign, numeral)
    return numeral


def find_quantities(text: str, *, tex: bool = False) -> list[Quantity]:
    """Every number that stands in `text`, in order and in linear time.

    A bracketed group of numbers is one quantity, a shape `3×4` is one, each other numeral is one. Digits of a
    name (`W1`) are none. Where 约 or ≈ stands before a quantity, its integers have an interval.
    """
    if not _DIGIT.search(text):
        return []
    tokens = list(tokenise_tex(text) if tex else tokenise(text))
    groups, shapes = _groups(tokens), _shapes(tokens)
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        if tokens[at].kind == "text":
            found += _in_words(tokens[at])
        quantity = (
            _group(text, tokens, at, groups) or _shape(tokens, at, shapes) or _numeral(text, tokens, at)
        )
        if quantity is None:
            at += 1
            continue
        signed = at > 0 and tokens[at - 1].span.start == quantity.span.start
        hedged = _is_approximate(tokens, at - signed) if tex else is_hedged(text, *_ends(quantity))
        found.append(approximated(quantity) if hedged else quantity)
        while at < len(tokens) and tokens[at].span.end <= quantity.span.end:
            at += 1
    return found


def _ends(quantity: Quantity) -> tuple[int, int]:
    return quantity.span.start, quantity.span.end


def _in_words(token: Token) -> list[Quantity]:
    r"""The numbers in the words of a formula: \text{共 3 层}."""
    begin = token.span.end - len(token.text) - 1
    return [moved(quantity, begin) for quantity in find_quantities(token.text)]


def _is_approximate(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].text == "≈"


def _group(text: str, tokens: Sequence[Token], at: int, groups: dict[int, int]) -> Quantity | None:
    if at not in groups:
        return None
    quantity = read_quantity(text, tokens[at : groups[at] + 1])
    return quantity if quantity and _is_listed_group(quantity, tokens[at]) else None


def _is_listed_group(quantity: Quantity, bracket: Token) -> bool:
    named = any(isinstance(element, Name) for element in quantity.elements)
    return quantity.form == "group" and len(quantity.elements) > 1 and not (named and bracket.text == "(")


def _shape(tokens: Sequence[Token], at: int, shapes: dict[int, int]) -> Quantity | None:
    if at not in shapes:
        return None
    factors = read_shape(tokens[at : shapes[at]])
    span = Span(tokens[at].span.start, tokens[shapes[at] - 1].span.end)
    return Quantity(span, "shape", factors, (len(factors),)) if factors else None


def _shapes(tokens: Sequence[Token]) -> dict[int, int]:
    """Where each chain of numerals and × ends, by where it begins."""
    found: dict[int, int] = {}
    at = 0
    while at < len(tokens):
        end = at + 1
        if tokens[at].kind == "numeral":
            while end + 1 < len(tokens) and tokens[end].kind == "times" and tokens[end + 1].kind == "numeral":
                end += 2
            found[at] = end
        at = end
    return found


def _numeral(text: str, tokens: Sequence[Token], at: int) -> Quantity | None:
    numeral = tokens[at].numeral
    if numeral is None or not numeral.value.is_finite():
        return None
    if at and tokens[at - 1].kind == "sign" and _is_sign(text, tokens[at - 1].span, numeral.span.start):
        numeral = with_sign(text, tokens[at - 1].span.start, numeral)
    return Quantity(numeral.span, "numeral", (numeral,))


def _is_sign(text: str, span: Span, begin: int) -> bool:
    """Whether + or - belongs to the numeral that begins at `begin`: glued to it, and no operand before."""
    return span.end == before_money(text, begin) and not is_behind_operand(text, span.start)


def _groups(tokens: Sequence[Token]) -> dict[int, int]:
    """The ends of the brackets that may be a group: nested no deeper than `DEEPEST`, and no call or index."""
    pairs = matching(tokens)
    heights: dict[int, int] = {}
    opened: list[int] = []
    found: dict[int, int] = {}
    for at in range(len(tokens)):
        if at in pairs:
            opened.append(at)
            heights[at] = 1
        elif opened and pairs[opened[-1]] == at:
            begin = opened.pop()
            if opened:
                heights[opened[-1]] = max(heights[opened[-1]], heights[begin] + 1)
            if heights[begin] <= DEEPEST and tokens[begin].text != "{" and not _is_call(tokens, begin):
                found[begin] = at
    return found


def _is_call(tokens: Sequence[Token], at: int) -> bool:
    if at == 0 or tokens[at - 1].span.end < tokens[at].span.start:
        return False
    before = tokens[at - 1]
    if before.kind in ("text", "other"):  # a function of TeX: \mathrm{softmax}, \max
        return before.text.isascii() and before.text[-1:].isalpha()
    return before.kind in ("name", "numeral", "close")
