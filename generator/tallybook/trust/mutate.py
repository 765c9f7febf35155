"""Nudge every guarded number of a chapter: the gate must tell each nudge, at its place, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
import re

from tallybook.book import Book, Checked, recheck
from tallybook.chapter import Passage
from tallybook.equations import Agree, Chain, Known, Side, judge
from tallybook.findings import Finding
from tallybook.numerals import CONTEXT, Numeral, admits, signed
from tallybook.plan import known_names
from tallybook.report import GUARDED, Number
from tallybook.source import Span
from tallybook.spelling import respell

_MINUS = ("-", "−", "－")
_LAST_DIGIT = re.compile(r"[0-9０-９](?=[^0-9０-９]*$)")


@dataclass(frozen=True, slots=True)
class Nudge:
    """One guarded number changed: `span` is what was written, `new` what stands there now."""

    number: Number
    span: Span
    old: str
    new: str


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
                for new in filter(None, (_nudged(old), _unsigned(old))):
                    yield Nudge(number, place, old, new)


def _unsigned(text: str) -> str | None:
    positive = text[1:] if text.startswith(_MINUS) else ""
    return positive if any(digit in positive for digit in "123456789１２３４５６７８９") else None


def _nudged(text: str) -> str | None:
    """The numeral two units of its last place up; a closed form with its last digit two up."""
    numeral = next((found for found in (signed(text, 0), signed(text, 0, tex=True)) if found), None)
    if numeral is not None and numeral.text == text and numeral.value.is_finite():
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


def _unit(numeral: Numeral) -> Decimal:
    """One unit in the last written place of a numeral that stands for itself."""
    exponent = numeral.value.as_tuple().exponent
    unit = Decimal(1).scaleb(exponent) if isinstance(exponent, int) and numeral.value else Decimal(1)
    while admits(numeral, CONTEXT.add(numeral.value, unit)):
        unit *= 10
    return unit


def survivors(book: Book, checked: Checked) -> Iterator[Survivor]:
    """The nudges of a chapter that the gate does not tell as it must: by a finding whose span holds the
    number, and by none elsewhere but at repeats of what that finding takes in."""
    source = checked.chapter.source
    for nudge in nudges(checked):
        text = source.text[: nudge.span.start] + nudge.new + source.text[nudge.span.end :]
        moved = Span(nudge.span.start, nudge.span.start + len(nudge.new))
        shift = len(nudge.new) - (nudge.span.end - nudge.span.start)
        before = {_key(finding, shift, nudge.span.start) for finding in checked.report.findings}
        again = recheck(book, checked, text)
        found = [finding for finding in again.report.findings if _key(finding) not in before]
        here = [finding.span for finding in found if finding.span.holds(moved)]
        repeats = {
            number.span.start + shift * (number.span.start > nudge.span.start)
            for number in checked.numbers
            if (of := number.of) and any(of.start < span.end - shift and span.start < of.end for span in here)
        }
        elsewhere = [f for f in found if f.span not in here and f.span.start not in repeats]
        if elsewhere or (not here and not _states_the_same(checked, nudge.span, again, moved)):
            lines = (f"line {source.place(finding.span.start).line}: {finding.message}" for finding in found)
            yield Survivor(nudge, "; ".join(lines) or "nothing")


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


def _key(finding: Finding, shift: int = 0, behind: int = 0) -> tuple[str, str, int]:
    """What tells a finding from others; its place as it is once the text behind a nudge has shifted."""
    start = finding.span.start
    return finding.kind, finding.message, start + shift * (start > behind)
