"""What a check found: every number with its account, every finding, sorted and counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Literal

from tallybook.findings import Finding, FindingKind, Severity
from tallybook.source import Source, Span

Verdict = Literal["tally", "drift", "failure"]


class Account(StrEnum):
    """How a number is answered for: the first of these that fits."""

    BOUND = "bound"
    CITED = "cited"
    FREE = "free"
    OUTPUT = "output"
    EQUATION = "equation"
    REPEAT = "repeat"
    STRUCTURAL = "structural"
    UNACCOUNTED = "unaccounted"


GUARDED = frozenset({Account.BOUND, Account.OUTPUT, Account.EQUATION, Account.REPEAT})


@dataclass(frozen=True, slots=True)
class Number:
    """A quote that states a quantity, or one side of an equation, or a structural number.

    `values` are the numerals as written, in ASCII; `computed` what the code gives, as Python prints
    it; `wrong` are the elements that drift. `why` is a free number's reason, a cited one's source, a
    repeat's first place, or the name of the pattern that took a structural one; `of` is the number
    that a repeat repeats; `literal` says that it is one numeral or one group, no side to be worked out;
    `stored` are the files of data that a bound one came through.
    """

    span: Span
    text: str
    values: tuple[str, ...]
    account: Account
    expression: str | None = None
    computed: tuple[str, ...] | None = None
    verdict: Verdict | None = None
    why: str = ""
    places: tuple[Span, ...] = ()
    wrong: tuple[int, ...] = ()
    of: Span | None = None
    literal: bool = True
    stored: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChapterReport:
    """One chapter's numbers and findings, each sorted by place."""

    source: Source
    numbers: tuple[Number, ...]
    findings: tuple[Finding, ...]
    cells: int = 0

    @cached_property
    def counted(self) -> tuple[Number, ...]:
        """The numbers that state a quantity; structural ones stand beside them."""
        return tuple(number for number in self.numbers if number.account is not Account.STRUCTURAL)

    def adding(self, findings: Iterable[Finding]) -> "ChapterReport":
        """The report with more findings, in their places."""
        return replace(self, findings=_in_order((*self.findings, *findings)))

    @property
    def errors(self) -> int:
        return sum(finding.severity == "error" for finding in self.findings)


@dataclass(frozen=True)
class Report:
    """The findings and numbers of all chapters that one run checked."""

    chapters: tuple[ChapterReport, ...]

    @property
    def ok(self) -> bool:
        return not any(chapter.errors for chapter in self.chapters)

    @cached_property
    def accounts(self) -> Counter[Account]:
        return Counter(number.account for chapter in self.chapters for number in chapter.numbers)

    @cached_property
    def kinds(self) -> Counter[FindingKind]:
        return Counter(finding.kind for chapter in self.chapters for finding in chapter.findings)

    @cached_property
    def severities(self) -> Counter[Severity]:
        return Counter(finding.severity for chapter in self.chapters for finding in chapter.findings)

    @property
    def numbers(self) -> int:
        return sum(len(chapter.counted) for chapter in self.chapters)

    @property
    def drifts(self) -> int:
        return self.kinds[FindingKind.DRIFT] + self.kinds[FindingKind.OUTPUT_DIFFERS]

    @property
    def failures(self) -> int:
        """Errors that are no drift and no unaccounted number."""
        return self.severities["error"] - sum(
            finding.severity == "error" and finding.kind in _NO_FAILURE
            for chapter in self.chapters
            for finding in chapter.findings
        )

    @property
    def coverage(self) -> float:
        """The share of numbers that something answers for; 1 where there is none."""
        return 1 - self.accounts[Account.UNACCOUNTED] / self.numbers if self.numbers else 1.0


_NO_FAILURE = frozenset({FindingKind.DRIFT, FindingKind.OUTPUT_DIFFERS, FindingKind.UNACCOUNTED})


def chapter_report(
    source: Source,
    numbers: Iterable[Number],
    findings: Iterable[Finding],
    severity: dict[FindingKind, Severity],
    cells: int,
) -> ChapterReport:
    """Sort by place, drop what is said twice, and give each finding the severity that options ask for."""
    weighed = {
        replace(finding, severity=severity.get(finding.kind, finding.severity)): None for finding in findings
    }
    return ChapterReport(
        source,
        tuple(sorted(numbers, key=lambda number: (number.span.start, number.span.end))),
        _in_order(weighed),
        cells,
    )


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end, finding.kind)))
