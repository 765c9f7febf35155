"""Chapters in tests/cases/check, each with the report that the terminal shows beside it."""

from dataclasses import replace
import os
from pathlib import Path

import pytest

from tallybook.book import check_book
from tallybook.options import Options, Project
from tallybook.outlets import text
from tallybook.report import Report

CASES = Path(__file__).with_name("cases") / "check"
ACCEPT = "TALLYBOOK_ACCEPT" in os.environ and "CI" not in os.environ
"""Write the reports as they are now, to be read before they are committed."""


def without_tracebacks(report: Report) -> Report:
    """Python's own words, which differ by version, are not pinned."""
    chapters = (
        replace(chapter, findings=tuple(replace(finding, traceback="") for finding in chapter.findings))
        for chapter in report.chapters
    )
    return Report(tuple(chapters))


@pytest.mark.parametrize("case", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_the_report_is_the_one_beside_the_chapter(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    book = check_book(Project(CASES, Options(style=case.stem.startswith("style"))), [case], cached=False)
    told = "\n".join(text.show(without_tracebacks(book.report))) + "\n"
    expected = case.with_suffix(".txt")
    if ACCEPT:
        expected.write_text(told, "utf-8")
    assert told == expected.read_text("utf-8")
