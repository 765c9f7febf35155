"""Nudge every guarded number of a chapter: the gate must tell each nudge, at its place, and nothing else."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate
import re
from typing import Literal

from tallybook.book import Book
from tallybook.chapter import Passage
from tallybook.checked import Checked
from tallybook.equations import Agree, Chain, Known, Side, judge
from tallybook.findings import Finding
from tallybook.fixing import Edit, apply_edits
from tallybook.numerals import CONTEXT, Numeral, admits, signed
from tallybook.plan import known_names
from tallybook.quotes import Quantity, quantity_before
from tallybook.report import GUARDED, Account, Number
from tallybook.source import Source, Span
from tallybook.spelling import respell
from tallybook.trust.rereading import reread
from tallybook.writing import MONEY

_MINUS = ("-", "−", "－")
_MONEY = re.compile(MONEY)
_LAST_DIGIT = re.compile(r"[0-9０-９](?=[^0-9０-９]*$)")


@dataclass(frozen=True, slots=True)
class Nudge:
    """One guarded number changed: `span` is what was written, `new` what stands there now, `kind` how it
    was changed."""

    number: Number
    span: Span
    old: str
    new: str
    kind: Literal["digits", "sign"]


Lot = list[Nudge]
"""Nudges that are tried at once, in order."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A nudge that the gate did not tell as it must, and what it told instead."""

    nudge: Nudge
    told: str


def nudges(checked: Checked) -> Iterator[Nudge]:
    """For every written element of every guarded number, the same number two last places up, and with
    its minus sign lost."""
    source = checked.chapter.source
    for number in checked.numbers:
        if number.account in GUARDED:
            for place in number.places or (number.span,):
                old = source.slice(place)
                if new := _nudged(old):
                    yield Nudge(number, place, old, new, "digits")
                if new := _unsigned(old):
                    yield Nudge(number, place, old, new, "sign")


def _unsigned(text: str) -> str | None:
    positive = text[1:] if text.startswith(_MINUS) else ""
    return positive if any(digit in positive for digit in "123456789１２３４５６７８９") else None


def _nudged(text: str) -> str | None:
    """The numeral two units of its last place up; a closed form with its last digit two up."""
    readings = signed(text, 0), signed(text, 0, tex=True), _in_characters(text)
    numeral = next((found for found in readings if found and found.text == text), None)
    if numeral is not None and numeral.value.is_finite():
        step = numeral.step or _unit(numeral)
        for by in (2, -2):
            new = respell(numeral, CONTEXT.add(numeral.value, by * step))
            if new is not None and new != text:
                return new
    match = _LAST_DIGIT.search(text)
    if match is None:
        return None
    code = ord("0") if match[0].isascii() else ord("０")
    digit = chr(code + (ord(match[0]) - code + 2) % 10)
    return text[: match.start()] + digit + text[match.end() :]


def _in_characters(text: str) -> Numeral | None:
    read = quantity_before(text, len(text))
    element = read.elements[0] if isinstance(read, Quantity) else None
    return element if isinstance(element, Numeral) else None


def _unit(numeral: Numeral) -> Decimal:
    """One unit in the last written place of a numeral that stands for itself."""
    exponent = numeral.value.as_tuple().exponent
    unit = Decimal(1).scaleb(exponent) if isinstance(exponent, int) and numeral.value else Decimal(1)
    while admits(numeral, CONTEXT.add(numeral.value, unit)):
        unit *= 10
    return unit


def survivors(book: Book, checked: Checked) -> list[Survivor]:
    """The nudges of a chapter that the gate does not tell as it must: by a finding whose span holds the
    number, and by none elsewhere but at repeats of what that finding takes in."""
    lots = list(_apart(checked, nudges(checked)))
    suspects = [nudge for lot, found in _tried(book, checked, lots) if found for nudge in lot]
    alone = [[nudge] for nudge in suspects]
    return [survivor for _, found in _tried(book, checked, alone) for survivor in found]


def _tried(book: Book, checked: Checked, lots: list[Lot]) -> Iterator[tuple[Lot, list[Survivor]]]:
    """Each lot of nudges with those of it that survive."""
    edits = [tuple(Edit(nudge.span, nudge.new) for nudge in lot) for lot in lots]
    texts = (apply_edits(checked.chapter.source.text, changed) for changed in edits)
    for lot, changed, again in zip(lots, edits, reread(book, checked, texts), strict=True):
        yield lot, list(_surviving(checked, lot, again, _Moves(changed)))


def _apart(checked: Checked, all_nudges: Iterable[Nudge]) -> Iterator[Lot]:
    """The nudges in lots that can be tried at once, since the gate looks at each by itself: elements of
    bound numbers; one element of each repeat, while nothing changes that it repeats; one numeral of each
    chain of equations and of each output."""
    chains = dict(_chains(checked))
    lots: dict[Hashable, Lot] = {}
    tried: Counter[Hashable] = Counter()
    for nudge in all_nudges:
        number = nudge.number
        together = chains.get(number.span, number.span)
        turn = nudge.kind if number.account is Account.BOUND else tried[together]
        tried[together] += 1
        lots.setdefault((number.account, turn), []).append(nudge)
    yield from (sorted(lot, key=lambda nudge: nudge.span.start) for lot in lots.values())


def _chains(checked: Checked) -> Iterator[tuple[Span, Hashable]]:
    """The sides of equations, each with what tells its chain from others."""
    for index, chains in checked.plan.chains.items():
        passage = checked.chapter.items[index]
        for at, chain in enumerate(chains):
            for side in chain.sides:
                if side is not None and isinstance(passage, Passage):
                    yield passage.span(side.span.start, side.span.end), (index, at)


def _surviving(checked: Checked, lot: Lot, again: Checked, moves: "_Moves") -> Iterator[Survivor]:
    source = again.chapter.source
    before = {_key(finding, moves.moved(finding.span)) for finding in checked.report.findings}
    found = [finding for finding in again.report.findings if _key(finding, finding.span) not in before]
    wrong = {number.span: {number.places[at] for at in number.wrong} for number in again.numbers}
    expected: set[Span] = set()
    for nudge in lot:
        moved, number = (_behind_money(source, moves.moved(span)) for span in (nudge.span, nudge.number.span))
        of_element = moved in wrong.get(number, ())
        here = [f.span for f in found if f.span.holds(moved) or (of_element and number.holds(f.span))]
        expected |= {*here, *_repeats(checked, moves, here)}
        if not here and not _states_the_same(checked, nudge.span, again, moved):
            yield Survivor(nudge, "nothing")
    for finding in found:
        if finding.span not in expected:
            yield Survivor(lot[0], f"line {source.place(finding.span.start).line}: {finding.message}")


def _behind_money(source: Source, span: Span) -> Span:
    """A stretch without the currency at its head, which is no part of a number that has lost its sign."""
    money = _MONEY.match(source.slice(span))
    return Span(span.start + (money.end() if money else 0), span.end)


def _repeats(checked: Checked, moves: "_Moves", told: list[Span]) -> Iterator[Span]:
    """Where the repeats of the numbers stand that findings take in."""
    for number in checked.numbers:
        if number.of is not None:
            of = moves.moved(number.of)
            if any(of.start < span.end and span.start < of.end for span in told):
                yield moves.moved(number.span)


def _states_the_same(checked: Checked, span: Span, again: Checked, moved: Span) -> bool:
    """Whether the side of an equation that holds a nudge comes to what it came to before: `0/4`, `0/6`."""
    old, new = _side(checked, span), _side(again, moved)
    if old is None or new is None:
        return False
    return all(
        isinstance(one, Agree) for one in judge(Chain((old[0], new[0]), ("=",)), old[1], lenient=False)
    )


def _side(checked: Checked, span: Span) -> tuple[Side, Known] | None:
    for index, chains in checked.plan.chains.items():
        passage = checked.chapter.items[index]
        for side in (side for chain in chains for side in chain.sides):
            if (
                side
                and isinstance(passage, Passage)
                and passage.span(side.span.start, side.span.end).holds(span)
            ):
                known = known_names(checked.plan, index, checked.run)
                return side, {name: value for name, value in known.items() if value is not None}
    return None


def _key(finding: Finding, span: Span) -> tuple[str, str, Span]:
    """What tells a finding from others."""
    return finding.kind, finding.message, span


class _Moves:
    """Where stretches of a text stand once edits, in order and apart, are made."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._ends = [edit.span.end for edit in edits]
        self._shifts = [0, *accumulate(len(edit.new) - (edit.span.end - edit.span.start) for edit in edits)]

    def moved(self, span: Span) -> Span:
        return Span(self._moved(span.start), self._moved(span.end))

    def _moved(self, offset: int) -> int:
        return offset + self._shifts[bisect_right(self._ends, offset)]
