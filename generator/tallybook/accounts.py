"""How each number of a chapter is answered for: what no binding or equation takes, and what is left."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
        self.groups: dict[tuple[str, ...], Number] = {}
        self.singles: dict[str, Number] = {}
        self.masks: dict[str, set[str]] = {}
        for number in sorted(numbers, key=lambda number: number.span.start):
            if len(number.values) > 1:
                self.groups.setdefault(number.values, number)
            for value in number.values:
                if _significant(value) < _SIGNIFICANT:
                    continue
                self.singles.setdefault(value, number)
                if number.verdict == "tally":
                    for mask in _masks(value):
                        self.masks.setdefault(mask, set()).add(value)

    def find(self, values: tuple[str, ...]) -> Number | None:
        """The verified number that is spelled so, unless another verified spelling is one digit away."""
        if len(values) != 1:
            return self.groups.get(values)
        number = self.singles.get(values[0])
        if number is None or any(self.masks.get(mask, set()) - {values[0]} for mask in _masks(values[0])):
            return None
        return number


def _significant(value: str) -> int:
    digits = re.split("[eE]", value)[0]
    figures = re.sub(r"[^0-9.]", "", digits).lstrip("0.")
    return len(figures.replace(".", "") if "." in digits else figures.rstrip("0"))


def _masks(value: str) -> Iterator[str]:
    """The value with one digit left open, for each of its digits."""
    for at, character in enumerate(value):
        if character.isdigit():
            yield value[:at] + "_" + value[at + 1 :]


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
    verified = Spellings(number for number in numbers if number.account in _VERIFIED and number.verdict != "failure")
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
        marks = sorted(find_structural(passage), key=lambda mark: mark.start)
        constants = index in unknown_names
        for quantity in find_quantities(passage.text, tex=passage.form in ("math", "display")):
            yield from _leftover(chapter.source, passage, quantity, answered, marks, constants)


_DIGIT = re.compile(r"[0-9０-９∞½⅓⅔¼¾]")
_LOOK_BACK = 8


def _leftover(
    source: Source,
    passage: Passage,
    quantity: Quantity,
    answered: Answered,
    marks: list[Structural],
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


def _pattern(span: Span, marks: list[Structural], constants: bool) -> str:
    """The name of the pattern that takes a stretch of a passage; "" for none."""
    at = bisect_right(marks, span.start, key=lambda mark: mark.start)
    for mark in reversed(marks[max(0, at - _LOOK_BACK) : at]):
        if span.end <= mark.end and (constants or mark.pattern != "formula constant"):
            return mark.pattern
    return ""


def _account(source: Source, found: Found, verified: Spellings) -> Number:
    first = verified.find(found.values)
    if first is None:
        account = Account.STRUCTURAL if found.pattern else Account.UNACCOUNTED
        return Number(found.span, found.text, found.values, account, why=found.pattern, places=found.places)
    drifted = {first.values[index] for index in first.wrong}
    verdict: Verdict = "drift" if drifted & set(found.values) else "tally"
    why = f"line {source.place(first.span.start).line}"
    return Number(
        found.span, found.text, found.values, Account.REPEAT, None, None, verdict, why, found.places, of=first.span
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
    shown = " ".join(number.text.split())
    mends = (
        f"bind it, {shown}<!--= expression -->; cite it, <!--@ key place -->; or say why it is free, <!--~ reason -->",
    )
    return Finding(FindingKind.UNACCOUNTED, number.span, f"nothing answers for {shown}", "", mends, severity=severity)
