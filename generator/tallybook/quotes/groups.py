"""One quantity out of tokens: a numeral, a closed form, a shape, a range or a group."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tallybook.numerals import Numeral, approximate, closed, with_sign
from tallybook.quotes.closed import evaluate
from tallybook.quotes.elements import Element, Form, Gap, Name, Quantity
from tallybook.quotes.tokens import DEEPEST, Token
from tallybook.source import Span

_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class _Part:
    form: Form
    elements: tuple[Element, ...]
    factors: tuple[int, ...] = ()


def read_quantity(text: str, tokens: Sequence[Token], *, sums: bool = False) -> Quantity | None:
    """The quantity that takes up all tokens; None if they are none. With `sums`, `3 − 2` is a closed form."""
    tokens = _unbraced(tokens)
    if not tokens:
        return None
    parts = [_part(text, piece, sums) for piece in _split(tokens, "arrow")]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    elements = tuple(element for part in known for element in part.elements)
    if sum(isinstance(element, Gap) for element in elements) > 1:
        return None
    if not any(isinstance(element, Numeral) for element in elements):
        return None
    span = Span(tokens[0].span.start, tokens[-1].span.end)
    if len(known) == 1:
        return Quantity(span, known[0].form, elements, known[0].factors)
    form: Form = "group" if any(part.form == "group" for part in known) else "shape"
    return Quantity(span, form, elements, tuple(n for part in known for n in part.factors or (1,)))


def approximated(quantity: Quantity) -> Quantity:
    """The quantity behind 约 or ≈: its integers have an interval."""
    elements = tuple(
        approximate(element) if isinstance(element, Numeral) else element for element in quantity.elements
    )
    return replace(quantity, elements=elements)


def moved(quantity: Quantity, by: int) -> Quantity:
    """The quantity with all its spans moved: it was read from a stretch that begins at `by`."""

    def shift(span: Span) -> Span:
        return Span(span.start + by, span.end + by)

    elements = tuple(replace(element, span=shift(element.span)) for element in quantity.elements)
    return replace(quantity, span=shift(quantity.span), elements=elements)


def matching(tokens: Sequence[Token]) -> dict[int, int]:
    """For each opening bracket that is closed by its own kind, the index of its closing one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(at)
        elif token.kind == "close" and opened:
            begin = opened.pop()
            if _PAIRS[tokens[begin].text] == token.text:
                found[begin] = at
    return found


def _unbraced(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without TeX's braces round the whole: {0.5}."""
    if len(tokens) > 2 and tokens[0].text == "{" and matching(tokens).get(0) == len(tokens) - 1:
        return tokens[1:-1]
    return tokens


def _split(tokens: Sequence[Token], kind: str) -> list[Sequence[Token]]:
    """The stretches between tokens of a kind that stand outside all brackets."""
    pieces: list[Sequence[Token]] = []
    depth = begin = 0
    for at, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth == 0 and token.kind == kind:
            pieces.append(tokens[begin:at])
            begin = at + 1
    return [*pieces, tokens[begin:]]


def _part(text: str, tokens: Sequence[Token], sums: bool) -> _Part | None:
    numeral = read_numeral(text, tokens)
    if numeral:
        return _Part("numeral", (numeral,))
    factors = read_shape(tokens)
    if factors:
        return _Part("shape", factors, (len(factors),))
    elements = read_group(text, tokens)
    if elements:
        return _Part("group", elements)
    ends = [read_numeral(text, piece) for piece in _split(tokens, "range")]
    if len(ends) == 2 and ends[0] and ends[1] and _same_unit(ends[0], ends[1]):
        return _Part("range", (ends[0], ends[1]))
    form = read_closed(text, tokens, sums=sums)
    return _Part("numeral", (form,)) if form else None


def read_numeral(text: str, tokens: Sequence[Token]) -> Numeral | None:
    """A numeral, with or without a sign, that takes up all tokens."""
    if len(tokens) == 1 and tokens[0].kind == "numeral":
        return tokens[0].numeral
    if len(tokens) == 2 and tokens[0].kind == "sign" and tokens[1].numeral:
        return with_sign(text, tokens[0].span.start, tokens[1].numeral)
    return None


def read_shape(tokens: Sequence[Token]) -> tuple[Numeral, ...]:
    """The factors of `a×b×…`: two or more whole numbers without sign or unit; none if it is no shape."""
    if len(tokens) < 3 or len(tokens) % 2 == 0:
        return ()
    factors = [token.numeral for token in tokens[::2]]
    whole = all(numeral and numeral.text.isdigit() for numeral in factors)
    if not whole or any(token.kind != "times" or token.text == "·" for token in tokens[1::2]):
        return ()
    return tuple(numeral for numeral in factors if numeral)


def _same_unit(low: Numeral, high: Numeral) -> bool:
    """`10~20%` may mean 10 or 10%: both ends carry the unit, or none does."""
    return low.text[-1].isdigit() == high.text[-1].isdigit()


def read_closed(text: str, tokens: Sequence[Token], *, sums: bool) -> Numeral | None:
    """A closed form that takes up all tokens."""
    value = evaluate(tokens, sums=sums)
    if value is None:
        return None
    span = Span(tokens[0].span.start, tokens[-1].span.end)
    return closed(text[span.start : span.end], value, span)


def read_group(text: str, tokens: Sequence[Token], depth: int = 1) -> tuple[Element, ...]:
    """The elements of a bracketed group that takes up all tokens, ravelled; none if it is no group."""
    tokens = _untransposed(tokens)
    if len(tokens) < 3 or tokens[0].kind != "open" or tokens[0].text == "{" or depth > DEEPEST:
        return ()
    if matching(tokens).get(0) != len(tokens) - 1:
        return ()
    pieces = _split(tokens[1:-1], "separator")
    if not pieces[-1]:
        pieces.pop()  # (3,)
    found: list[Element] = []
    for piece in pieces:
        elements = _elements(text, piece, depth)
        if not elements:
            return ()
        found += elements
    return tuple(found)


def _untransposed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the sign of transposition behind a row: ravelled, a row and a column are the same."""
    if len(tokens) > 3 and tokens[-1].kind == "transposed":
        nested = sum(token.kind == "open" for token in tokens) > 1
        return tokens if nested else tokens[:-1]
    return tokens


def _elements(text: str, tokens: Sequence[Token], depth: int) -> Sequence[Element]:
    """What stands between two separators: one element, or NumPy's numbers parted by spaces."""
    tokens = _unbraced(tokens)
    if not tokens:
        return ()
    first = tokens[0]
    if len(tokens) == 1 and first.kind == "gap":
        return (Gap(first.span),)
    if len(tokens) == 1 and first.kind == "name":
        return (Name(first.text, first.span),)
    numeral = read_numeral(text, tokens)
    if numeral:
        return (numeral,)
    nested = read_group(text, tokens, depth + 1)
    if nested:
        return nested
    return _spaced(text, tokens, depth) or _closed_element(text, tokens)


def _closed_element(text: str, tokens: Sequence[Token]) -> Sequence[Element]:
    form = read_closed(text, tokens, sums=True)
    return (form,) if form else ()


def _spaced(text: str, tokens: Sequence[Token], depth: int) -> Sequence[Element]:
    """Elements parted by spaces alone: numbers whose sign is glued to them, gaps and groups."""
    found: list[Element] = []
    pairs = matching(tokens)
    at = 0
    while at < len(tokens):
        end = pairs.get(at, at + (tokens[at].kind == "sign")) + 1
        if at == 0 and end >= len(tokens):
            return ()
        piece = tokens[at:end]
        if found and tokens[at - 1].span.end == tokens[at].span.start:
            return ()
        glued = all(left.span.end == right.span.start for left, right in pairwise(piece))
        if piece[0].kind == "open":
            elements: Sequence[Element] = read_group(text, piece, depth + 1)
        elif piece[0].kind == "gap":
            elements = (Gap(piece[0].span),)
        else:
            numeral = read_numeral(text, piece) if glued else None
            elements = (numeral,) if numeral else ()
        if not elements:
            return ()
        found += elements
        at = end
    return found
