"""Nudge every guarded number of a chapter: the gate must tell each nudge, at its place, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
import re

from tallybook.book import Book, Checked, recheck
from tallybook.findings import Finding
from tallybook.numerals import CONTEXT, Numeral, admits, signed
from tallybook.report import GUARDED, Number
from tallybook.source import Span
from tallybook.spelling import respell

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
    """For every written element of every guarded number, the same number two last places up."""
    source = checked.chapter.source
    for number in checked.numbers:
        if number.account in GUARDED:
            for place in number.places or (number.span,):
                old = source.slice(place)
                new = _nudged(old)
                if new is not None:
                    yield Nudge(number, place, old, new)


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
    number, and by none elsewhere but at its repeats."""
    source = checked.chapter.source
    for nudge in nudges(checked):
        text = source.text[: nudge.span.start] + nudge.new + source.text[nudge.span.end :]
        moved = Span(nudge.span.start, nudge.span.start + len(nudge.new))
        shift = len(nudge.new) - (nudge.span.end - nudge.span.start)
        repeats = {n.span.start + shift * (n.span.start > nudge.span.start) for n in checked.numbers if n.of == nudge.number.span}
        before = {_key(finding, shift, nudge.span.start) for finding in checked.report.findings}
        found = [f for f in recheck(book, checked, text).report.findings if _key(f) not in before]
        elsewhere = [f for f in found if not f.span.holds(moved) and f.span.start not in repeats]
        if elsewhere or len(found) == len(elsewhere):
            lines = (f"line {source.place(finding.span.start).line}: {finding.message}" for finding in found)
            yield Survivor(nudge, "; ".join(lines) or "nothing")


def _key(finding: Finding, shift: int = 0, behind: int = 0) -> tuple[str, str, int]:
    """What tells a finding from others; its place as it is once the text behind a nudge has shifted."""
    start = finding.span.start
    return finding.kind, finding.message, start + shift * (start > behind)
