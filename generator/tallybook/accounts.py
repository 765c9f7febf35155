"""How each number of a chapter is answered for: what no binding or equation takes, and what is left."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
import re

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind, Severity
from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.quotes import Name, Quantity, find_quantities
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span
from tallybook.structural import Structural, find_structural

_SIGNIFICANT = 3


class Answered:
    """The stretches of a source that something answers for already."""

    def __init__(self, spans: Iterable[Span]) -> None:
        merged: list[Span] = []
        for span in sorted(spans, key=lambda span: span.start):
            if merged and span.start < merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        self.spans = merged
        self.starts = [span.start for span in merged]

    def holds(self, span: Span) -> bool:
        at = bisect_right(self.starts, span.start) - 1
        return at >= 0 and span.start < self.spans[at].end


@dataclass(frozen=True, slots=True)
class Found:
    """A number in the text that nothing answers for yet, as it was read from its passage."""

    span: Span
    text: str
    values: tuple[str, ...]
    places: tuple[Span, ...]
    pattern: str


class Spellings:
    """The spellings of the verified numbers of a chapter, with the first number that has each."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self.first: dict[tuple[str, ...], Number] = {}
        self.near: dict[Hashable, dict[str, Number]] = {}
        for number in sorted(numbers, key=lambda number: number.span.start):
            singles = [(value,) for value in number.values if _significant(value) >= _SIGNIFICANT]
            group = [number.values] if number.literal and len(number.values) > 1 else []
            for values in (*group, *singles):
                self.first.setdefault(values, number)
                if number.verdict == "tally":
                    for mask, value in _masks(values):
                        near = self.near.setdefault(mask, {})
                        if len(near) < 2:
                            near.setdefault(value, number)

    def rival(self, values: tuple[str, ...]) -> Number | None:
        """A verified number whose spelling is one digit or one sign away: a slip would look like it."""
        for mask, value in _masks(values):
            for other, number in self.near.get(mask, {}).items():
                if other != value:
                    return number
        return None


def _significant(value: str) -> int:
    digits = re.split("[eE]", value)[0]
    figures = re.sub(r"[^0-9.]", "", digits).lstrip("0.")
    return len(figures.replace(".", "") if "." in digits else figures.rstrip("0"))


def _masks(values: tuple[str, ...]) -> Iterator[tuple[Hashable, str]]:
    """The spelling with one digit or one sign left open, and what the open element is; by sums of hashes,
    since a spelling may be long."""
    hashes = [hash(element) for element in enumerate(values)]
    total = sum(hashes)
    for at, value in enumerate(values):
        others = len(values), at, total - hashes[at]
        yield (*others, value.removeprefix("-")), value
        for place, character in enumerate(value):
            if character.isdigit():
                yield (*others, value[:place] + "_" + value[place + 1 :]), value


def account_for(
    chapter: Chapter,
    numbers: list[Number],
    unknown_names: set[int],
    unclear: list[tuple[Span, str]],
    severity: Severity | None,
) -> tuple[list[Number], list[Finding]]:
    """The numbers that are not answered for yet, each with its account; and a finding for each that
    stays unaccounted, of the given severity, none for None; those of one `unclear` equation share one.
    `unknown_names` are the items with names that the session does not know: their small whole numbers
    are constants of a formula."""
    answered = Answered(place for number in numbers for place in _stretches(number))
    verified = Spellings(
        number for number in numbers if number.account in _VERIFIED and number.verdict != "failure"
    )
    more = [_account(chapter.source, found, verified) for found in _find(chapter, answered, unknown_names)]
    left = [number for number in more if number.account is Account.UNACCOUNTED]
    return more, list(_tell(left, unclear, severity)) if severity is not None else []


def _stretches(number: Number) -> tuple[Span, ...]:
    """What a number answers for: of a table or a fence its elements, of an equation's side all of it."""
    return (number.span,) if number.account is Account.EQUATION or not number.places else number.places


_VERIFIED = frozenset({Account.BOUND, Account.OUTPUT, Account.EQUATION})


def _find(chapter: Chapter, answered: Answered, unknown_names: set[int]) -> Iterator[Found]:
    for index, passage in enumerate(chapter.items):
        if not isinstance(passage, Passage) or not _DIGIT.search(passage.text):
            continue
        quantities, marks = _read(replace(passage, pieces=(), block=0))
        constants = index in unknown_names
        for quantity in quantities:
            yield from _leftover(chapter.source, passage, quantity, answered, marks, constants)


@lru_cache(maxsize=4096)
def _read(passage: Passage) -> tuple[tuple[Quantity, ...], tuple[Structural, ...]]:
    """The quantities of a passage, wherever it stands, and what the patterns take in it."""
    quantities = find_quantities(passage.text, tex=passage.form in ("math", "display"))
    return tuple(quantities), tuple(sorted(find_structural(passage), key=lambda mark: mark.start))


_DIGIT = re.compile(r"[0-9０-９∞½⅓⅔¼¾]")
_LOOK_BACK = 8


def _leftover(
    source: Source,
    passage: Passage,
    quantity: Quantity,
    answered: Answered,
    marks: tuple[Structural, ...],
    constants: bool,
) -> Iterator[Found]:
    """The whole quantity where nothing of it is answered for, else each element that is not."""
    elements = [element for element in quantity.elements if isinstance(element, Numeral | Name)]
    places = [passage.span(element.span.start, element.span.end) for element in elements]
    open_ones = [at for at, place in enumerate(places) if not answered.holds(place)]
    pattern = _pattern(quantity.span, marks, constants)
    if len(open_ones) == len(elements):
        span = passage.span(quantity.span.start, quantity.span.end)
        values = tuple(_value(element) for element in elements)
        yield Found(span, source.slice(span), values, tuple(places), pattern)
        return
    for at in open_ones:
        if isinstance(elements[at], Numeral):
            text = source.slice(places[at])
            yield Found(places[at], text, (_value(elements[at]),), (places[at],), pattern)


def _value(element: Numeral | Name) -> str:
    return in_ascii(element) if isinstance(element, Numeral) else element.text


def _pattern(span: Span, marks: tuple[Structural, ...], constants: bool) -> str:
    """The name of the pattern that takes a stretch of a passage; "" for none."""
    at = bisect_right(marks, span.start, key=lambda mark: mark.start)
    for mark in reversed(marks[max(0, at - _LOOK_BACK) : at]):
        if span.end <= mark.end and (constants or mark.pattern != "formula constant"):
            return mark.pattern
    return ""


def _account(source: Source, found: Found, verified: Spellings) -> Number:
    first = verified.first.get(found.values)
    rival = verified.rival(found.values) if first else None
    if first is None or rival is not None:
        account = Account.STRUCTURAL if found.pattern else Account.UNACCOUNTED
        why = found.pattern
        if first and rival and not why:
            line = f"{_said(rival.text)} at line {source.place(rival.span.start).line}"
            why = f"no repeat of line {source.place(first.span.start).line}: {line} is one digit or sign away"
        return Number(found.span, found.text, found.values, account, why=why, places=found.places)
    drifted = {first.values[index] for index in first.wrong}
    verdict: Verdict | None = "drift" if drifted & set(found.values) else first.verdict and "tally"
    why = f"line {source.place(first.span.start).line}"
    return Number(
        found.span,
        found.text,
        found.values,
        Account.REPEAT,
        None,
        None,
        verdict,
        why,
        found.places,
        of=first.span,
    )


def _tell(left: list[Number], unclear: list[tuple[Span, str]], severity: Severity) -> Iterator[Finding]:
    told: set[Span] = set()
    for number in left:
        span, reason = next(((s, r) for s, r in unclear if s.holds(number.span)), (number.span, ""))
        if not reason:
            yield _unaccounted(number, severity)
        elif span not in told:
            told.add(span)
            message = f"this equation is not clear, so nothing answers for its numbers: {reason}"
            mends = ("bind its numbers, or write it so that it can be read in one way only",)
            yield Finding(FindingKind.UNACCOUNTED, span, message, "", mends, severity=severity)


def _unaccounted(number: Number, severity: Severity) -> Finding:
    shown = _said(number.text)
    bound, others = f"bind it, {shown}<!--= expression -->", "cite it, <!--@ key place -->"
    mend = f"{bound}; {others}; or say why it is free, <!--~ reason -->"
    message = f"nothing answers for {shown}"
    return Finding(FindingKind.UNACCOUNTED, number.span, message, number.why, (mend,), severity=severity)


def _said(text: str) -> str:
    return " ".join(text.split())
