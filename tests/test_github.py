"""Findings as annotations on the lines of a pull request."""

from pathlib import Path

import pytest

from tallybook.findings import Finding, FindingKind
from tallybook.outlets.github import show
from tallybook.report import Report, chapter_report
from tallybook.source import Source, Span


def shown(source: Source, *findings: Finding) -> list[str]:
    return list(show(Report((chapter_report(source, (), findings, {}, 0),))))


def test_a_finding_is_one_line_with_its_place() -> None:
    source = Source("docs/a.md", "一\n约为0.857，\n")
    finding = Finding(
        FindingKind.DRIFT, Span(4, 9), "the text says 0.857", "y = 0.8485", ("write 0.849", "or look at y")
    )
    assert shown(source, finding) == [
        "::error file=docs/a.md,line=2,col=3,endLine=2,endColumn=8,title=drift::"
        "the text says 0.857%0Ay = 0.8485%0Awrite 0.849%0Aor look at y"
    ]


def test_a_warning_is_one() -> None:
    source = Source("a.md", "4096")
    finding = Finding(FindingKind.UNACCOUNTED, Span(0, 4), "nothing answers for 4096", severity="warning")
    assert shown(source, finding) == [
        "::warning file=a.md,line=1,col=1,endLine=1,endColumn=5,title=unaccounted::nothing answers for 4096"
    ]


@pytest.mark.parametrize(
    ("text", "in_message", "in_path"),
    [
        ("50%", "50%25", "50%25"),
        ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
        ("a:b,c", "a:b,c", "a%3Ab%2Cc"),
        ("::error::", "::error::", "%3A%3Aerror%3A%3A"),
    ],
)
def test_signs_that_mean_something_there_are_escaped(text: str, in_message: str, in_path: str) -> None:
    (line,) = shown(Source(text, "4"), Finding(FindingKind.UNACCOUNTED, Span(0, 1), text))
    place = f"file={in_path},line=1,col=1,endLine=1,endColumn=2"
    assert line == f"::error {place},title=unaccounted::{in_message}"


def test_chapters_follow_one_another() -> None:
    finding = Finding(FindingKind.NO_NUMBERS, Span(0, 0), "no number")
    reports = (
        chapter_report(Source(str(path), ""), (), [finding], {}, 0) for path in (Path("a.md"), Path("b.md"))
    )
    assert [line.split(",")[0] for line in show(Report(tuple(reports)))] == [
        "::error file=a.md",
        "::error file=b.md",
    ]
