"""One quantity out of tokens: a numeral, a closed form, a shape, a range, a group or a chain of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tallybook.numerals import Numeral, approximate
from tallybook.quotes.elements import Element, Form, Gap, Quantity
from tallybook.quotes.groups import matching, read_closed, read_group, read_numeral, split, unbraced
from tallybook.quotes.tokens import Token
from tallybook.source import Span
from tallybook.writing import dissect_whole


@dataclass(frozen=True, slots=True)
class _Part:
    form: Form
    elements: tuple[Element, ...]
    factors: tuple[int, ...] = ()


def read_quantity(text: str, tokens: Sequence[Token], *, sums: bool = False) -> Quantity | None:
    """The quantity that takes up all tokens; None if they are none. With `sums`, `3 − 2` is a closed form."""
    tokens = unbraced(tokens)
    if not tokens:
        return None
    parts = [_part(text, piece, sums) for piece in split(tokens, "arrow")]
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


def _part(text: str, tokens: Sequence[Token], sums: bool) -> _Part | None:
    numeral = read_numeral(text, tokens)
    if numeral:
        return _Part("numeral", (numeral,))
    bracketed = matching(tokens).get(0) == len(tokens) - 1
    factors = read_shape(tokens[1:-1] if bracketed else tokens)
    if factors:
        return _Part("shape", factors, (len(factors),))
    elements = read_group(text, tokens)
    if elements:
        return _Part("group", elements)
    ends = [read_numeral(text, piece) for piece in split(tokens, "range")]
    if len(ends) == 2 and ends[0] and ends[1] and _same_unit(ends[0], ends[1]):
        return _Part("range", (ends[0], ends[1]))
    form = read_closed(text, tokens, sums=sums)
    return _Part("numeral", (form,)) if form else None


def read_shape(tokens: Sequence[Token]) -> tuple[Numeral, ...]:
    """The factors of `a×b×…`: two or more whole numbers without sign or unit; none if it is no shape."""
    if len(tokens) < 3 or len(tokens) % 2 == 0:
        return ()
    factors = [token.numeral for token in tokens[::2]]
    if not all(numeral and _is_whole(numeral) for numeral in factors):
        return ()
    if any(token.kind != "times" or token.text == "·" for token in tokens[1::2]):
        return ()
    return tuple(numeral for numeral in factors if numeral)


def _is_whole(numeral: Numeral) -> bool:
    parts = dissect_whole(numeral.text)
    return parts is not None and not (parts.point or parts.exponent or parts.unit)


def _same_unit(low: Numeral, high: Numeral) -> bool:
    """`10~20%` may mean 10 or 10%: both ends carry the unit, or none does."""
    return low.text[-1].isdigit() == high.text[-1].isdigit()


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
