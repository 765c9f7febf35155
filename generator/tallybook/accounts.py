"""How each number of a chapter is answered for: what no binding or equation takes, and what is left."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
import re

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind, Severity
from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.quotes import Name, Quantity, find_quantities
from tallybook.repeats import Spellings, is_significant
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span
from tallybook.structural import Structural, find_structural


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
    """A number in the text that nothing answers for yet, as it was read from its passage; `mend` says where
    its binding is written."""

    span: Span
    text: str
    values: tuple[str, ...]
    places: tuple[Span, ...]
    pattern: str
    mend: str


def account_for(
    chapter: Chapter,
    numbers: list[Number],
    unknown_names: set[int],
    unclear: list[tuple[Span, str]],
    due: Mapping[str, int],
    severity: Severity | None,
) -> tuple[list[Number], list[Finding]]:
    """The numbers that are not answered for yet, each with its account; and a finding for each that
    stays unaccounted, of the given severity, none for None; those of one `unclear` equation share one.
    `unknown_names` are the items with names that the session does not know: their small whole numbers
    are constants of a formula. `due` are the spellings that drifting numbers should have, and their lines."""
    answered = Answered(place for number in numbers for place in _stretches(number))
    verified = Spellings(
        number for number in numbers if number.account in _VERIFIED and number.verdict != "failure"
    )
    founds = list(_find(chapter, answered, unknown_names))
    more = [_account(chapter.source, found, verified, due) for found in founds]
    left = [
        (number, found.mend)
        for number, found in zip(more, founds, strict=True)
        if number.account is Account.UNACCOUNTED
    ]
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
        text = source.slice(span)
        yield Found(span, text, values, tuple(places), pattern, _mend(source, passage, text, values))
        return
    for at in open_ones:
        if isinstance(elements[at], Numeral):
            text = source.slice(places[at])
            values = (_value(elements[at]),)
            mend = _mend(source, passage, text, values)
            yield Found(places[at], text, values, (places[at],), pattern, mend)


def _mend(source: Source, passage: Passage, text: str, values: tuple[str, ...]) -> str:
    """How its author can answer for a number of a passage: no comment may stand in a formula, nor in an
    image's words."""
    others = "cite it, <!--@ key place -->; or say why it is free, <!--~ reason -->"
    match passage.form:
        case "math":
            return f"bind it behind the closing $, <!--= expression -->; {others}"
        case "display":
            return f"bind it alone on the line below the formula, <!--= expression -->; {others}"
        case "alt" if source.text.startswith("![", passage.offset(0) - 2):
            return f"bind it right behind the image, <!--= expression -->; {others}"
        case "alt" if is_significant(values):
            return (
                "no comment can stand here: say the number in the text and bind it there, and this repeats it"
            )
        case "alt":
            short = f"no comment can stand here, and {_said(text)} is too short to repeat another"
            return f"{short}: write it in words, or with three digits"
    return f"bind it, {_said(text)}<!--= expression -->; {others}"


def _value(element: Numeral | Name) -> str:
    return in_ascii(element) if isinstance(element, Numeral) else element.text


def _pattern(span: Span, marks: tuple[Structural, ...], constants: bool) -> str:
    """The name of the pattern that takes a stretch of a passage; "" for none."""
    at = bisect_right(marks, span.start, key=lambda mark: mark.start)
    for mark in reversed(marks[max(0, at - _LOOK_BACK) : at]):
        if span.end <= mark.end and (constants or mark.pattern != "formula constant"):
            return mark.pattern
    return ""


def _account(source: Source, found: Found, verified: Spellings, due: Mapping[str, int]) -> Number:
    first = verified.first.get(found.values)
    rival = verified.rival(found.values) if first else None
    if first is None or rival is not None:
        account = Account.STRUCTURAL if found.pattern else Account.UNACCOUNTED
        why = found.pattern
        if first and rival and not why:
            line = f"{_said(rival.text)} at line {source.place(rival.span.start).line}"
            why = f"no repeat of line {source.place(first.span.start).line}: {line} is one digit or sign away"
        elif not why and is_significant(found.values) and _said(found.text) in due:
            why = f"line {due[_said(found.text)]} should say it: mend that one first, and this repeats it"
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


def _tell(
    left: list[tuple[Number, str]], unclear: list[tuple[Span, str]], severity: Severity
) -> Iterator[Finding]:
    told: set[Span] = set()
    for number, mend in left:
        span, reason = next(((s, r) for s, r in unclear if s.holds(number.span)), (number.span, ""))
        if not reason:
            message = f"nothing answers for {_said(number.text)}"
            yield Finding(
                FindingKind.UNACCOUNTED, number.span, message, number.why, (mend,), severity=severity
            )
        elif span not in told:
            told.add(span)
            message = f"this equation is not clear, so nothing answers for its numbers: {reason}"
            mends = ("bind its numbers, or write it so that it can be read in one way only",)
            yield Finding(FindingKind.UNACCOUNTED, span, message, "", mends, severity=severity)


def _said(text: str) -> str:
    return " ".join(text.split())
