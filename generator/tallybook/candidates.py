"""What a binding may mean: the quantities that stand before a comment, and those of a table's body."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
import re

from tallybook.chapter import OPAQUE, Passage, Quote
from tallybook.glyphs import BLANK, EMPHASIS
from tallybook.leaves import Inline
from tallybook.numerals import Numeral
from tallybook.quotes import (
    Quantity,
    Refusal,
    approximated,
    find_quantities,
    is_hedged,
    quantity_before,
    read_code,
    read_formula,
    read_list,
)
from tallybook.source import Source, Span
from tallybook.structural import find_structural
from tallybook.writing import MONEY

NO_NUMBER_IN_ALT = (
    "the alt text there holds no number: put the comment right behind the number that it is about"
)
_MONEY = re.compile(MONEY)
NO_NUMBER_IN_MARK = "a tag or the mark of a footnote stands there: put the comment right behind the number"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A quantity with the passage that it was read from; `end` is where it ends in the block's prose."""

    end: int
    passage: Passage
    quantity: Quantity

    def quote(self, source: Source) -> Quote:
        quantity, passage = self.quantity, self.passage
        span = passage.span(quantity.span.start, quantity.span.end)
        places = tuple(passage.span(element.span.start, element.span.end) for element in quantity.elements)
        return Quote(span, source.slice(span), quantity, places)


def candidate_before(inline: Inline, at: int) -> Candidate | Refusal:
    """The quantity that stands directly before a place in a block's prose, or why none is read."""
    text, end = inline.prose.text, at
    while at and text[at - 1] in BLANK + EMPHASIS:
        at -= 1
    if not at or text[at - 1] != OPAQUE:
        read = quantity_before(text, end)
        return read if isinstance(read, Refusal) else Candidate(end, inline.prose, read)
    inner = inline.inner.get(at - 1)
    if inner is None:
        return Refusal(Span(at - 1, at), NO_NUMBER_IN_MARK)
    quantity = _read_inner(inner)
    if isinstance(quantity, Refusal):
        return quantity
    hedged = inner.form != "alt" and is_hedged(text, at - 1, end)
    return Candidate(at, inner, approximated(quantity) if hedged else quantity)


def _read_inner(inner: Passage) -> Quantity | Refusal:
    if inner.form == "math":
        return read_formula(inner.text)
    if inner.form == "code":
        return read_code(inner.text)
    numerals = read_list(inner.text)
    if not numerals:
        return Refusal(Span(0, len(inner.text)), NO_NUMBER_IN_ALT)
    return Quantity(Span(numerals[0].span.start, numerals[-1].span.end), "group", numerals)


class Candidates:
    """The quantities of a block that no binding took yet, in reading order."""

    def __init__(self, source: Source, inline: Inline) -> None:
        self.source = source
        self.ahead = sorted(_candidates(inline), key=lambda candidate: candidate.end, reverse=True)
        self.free: list[Quote] = []

    def advance(self, at: int) -> None:
        """Take in those that end before a place in the prose."""
        while self.ahead and self.ahead[-1].end <= at:
            self.free.append(self.ahead.pop().quote(self.source))

    def drop(self, start: int) -> None:
        """Leave out those that reach behind an offset of the source, where a quote begins."""
        while self.free and self.free[-1].span.end > start:
            self.free.pop()

    def take(self, count: int) -> tuple[Quote, ...]:
        """The last ones; none at all where there are fewer."""
        if len(self.free) < count:
            return ()
        taken = tuple(self.free[-count:])
        del self.free[-count:]
        return taken


def _candidates(inline: Inline) -> Iterator[Candidate]:
    prose = inline.prose
    for quantity in _unstructured(prose):
        yield Candidate(quantity.span.end, prose, quantity)
    for at, inner in inline.inner.items():
        read = read_formula(inner.text) if inner.form == "math" else None
        if isinstance(read, Quantity):
            yield Candidate(at + 1, inner, read)


def states_number(passage: Passage) -> bool:
    """Whether a passage holds a quantity that no pattern calls structural."""
    return next(_unstructured(passage), None) is not None


def _unstructured(passage: Passage) -> Iterator[Quantity]:
    marks = sorted(find_structural(passage), key=lambda mark: mark.start)
    starts = [mark.start for mark in marks]
    reach = list(accumulate((mark.end for mark in marks), max))
    for quantity in find_quantities(passage.text, tex=passage.form in ("math", "display")):
        before = bisect_right(starts, quantity.span.start)
        if not before or reach[before - 1] < quantity.span.end:
            yield quantity


def table_quote(source: Source, rows: tuple[tuple[Span, ...], ...]) -> Quote:
    """The cells of a table's body that hold one quantity and nothing else, row by row."""
    first = 1 if has_ordinals(source, rows) else 0
    elements: list[Numeral] = []
    places: list[Span] = []
    for cell in (cell for row in rows[1:] for cell in row[first:]):
        text = source.slice(cell)
        stripped = text.strip("*_ ")
        lead = cell.start + text.find(stripped)
        for element in _whole_quantity(stripped):
            elements.append(element)
            places.append(Span(lead + element.span.start, lead + element.span.end))
    span = Span(rows[0][0].start, max(cell.end for row in rows for cell in row))
    whole = Quantity(Span(0, span.end - span.start), "group", tuple(elements))
    return Quote(span, source.slice(span), whole, tuple(places))


def has_ordinals(source: Source, rows: tuple[tuple[Span, ...], ...]) -> bool:
    """Whether the first column of a table with several counts its rows: 1, 2, 3 …"""
    firsts = [source.slice(row[0]).strip("*_ .") for row in rows[1:] if len(row) > 1]
    return bool(firsts) and firsts == [str(number) for number in range(1, len(rows))]


def _whole_quantity(text: str) -> list[Numeral]:
    """The numerals of the one quantity that a table's cell holds and nothing else."""
    if text.startswith("$") and text.endswith("$") and len(text) > 2:
        read = read_formula(text[1:-1])
        if isinstance(read, Refusal) or set(text) & set("=≈"):
            return []
        return [_moved(element) for element in read.elements if isinstance(element, Numeral)]
    whole = quantity_before(text, len(text)) if text else None
    money = _MONEY.match(text)
    if not isinstance(whole, Quantity) or whole.span != Span(money.end() if money else 0, len(text)):
        return []
    return [element for element in whole.elements if isinstance(element, Numeral)]


def _moved(element: Numeral) -> Numeral:
    return replace(element, span=Span(element.span.start + 1, element.span.end + 1))
