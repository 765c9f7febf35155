"""The gate proves itself: every guarded number of the book is changed, and each change is told at its place."""

from pathlib import Path

import pytest

from tallybook.book import Book, Checked, book_files, check_book, recheck
from tallybook.options import Options, Project, find_project
from tallybook.report import GUARDED
from tallybook.trust.mutate import nudges, survivors
from tests.sites import write

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases" / "check"
BOOK = find_project(ROOT)
CELL = "```python exec\nx = [1, 3]\ny = [-1, 1]\nn = 0.8485\n```\n\n"


def told(book: Book, checked: Checked) -> list[str]:
    """A line for each nudge that was not told as it must be."""
    source = checked.chapter.source
    return [
        f"{source.path}:{place.line}:{place.column}: {one.nudge.old} -> {one.nudge.new} "
        f"({one.nudge.number.account}): {one.told}"
        for one in survivors(book, checked)
        if (place := source.place(one.nudge.span.start))
    ]


@pytest.mark.parametrize("chapter", book_files(BOOK), ids=lambda path: path.stem)
def test_no_number_of_the_book_can_be_changed_unnoticed(chapter: Path) -> None:
    book = check_book(BOOK, [chapter])
    assert "\n".join(told(book, book.checked[0])) == ""


def test_no_number_of_a_case_can_be_changed_unnoticed() -> None:
    book = check_book(Project(CASES, Options()), sorted(CASES.glob("*.md")), cached=False)
    tallying = [checked for checked in book.checked if checked.report.counted and not checked.report.findings]
    assert len(tallying) > 10
    assert [line for checked in tallying for line in told(book, checked)] == []


def checked(folder: Path, text: str) -> tuple[Book, Checked]:
    write(folder, {"a.md": CELL + text})
    book = check_book(Project(folder, Options(unaccounted="fail")), [folder / "a.md"], cached=False)
    return book, book.checked[0]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("约为0.849<!--= n -->。", {"0.849": "0.851"}),
        ("得到[-1, 1]<!--= y -->。", {"-1": "1", "1": "3"}),
        ("共两<!--= len(x) -->个。", {"两": "四"}),
        ("约84.9%<!--= n -->。", {"84.9%": "85.1%"}),
        ("约为8.49×10⁻¹<!--= n -->。", {"8.49×10⁻¹": "8.51×10⁻¹"}),
        ("得到１<!--= x[0] -->。", {"１": "３"}),
        ("98<!--~ 题目 -->，见图 1。", {}),
    ],
)
def test_how_a_number_is_changed(text: str, changes: dict[str, str], tmp_path: Path) -> None:
    _, one = checked(tmp_path, text)
    assert {nudge.old: nudge.new for nudge in nudges(one)} == changes


def test_a_lost_sign_is_a_change_too(tmp_path: Path) -> None:
    _, one = checked(tmp_path, "得到-0.15<!--= n - 1 -->。")
    assert [nudge.new for nudge in nudges(one)] == ["-0.13", "0.15"]


def test_a_place_where_any_number_would_do_is_no_survivor(tmp_path: Path) -> None:
    """0/4 and 0/6 state the same; a reader would not be misled."""
    book, one = checked(tmp_path, "均值(-3-1+1+3)/4=0。")
    assert told(book, one) == []


def test_a_number_that_too_coarse_an_equation_guards_survives(tmp_path: Path) -> None:
    book, one = checked(tmp_path, "约为100/24≈4。")
    (line,) = told(book, one)
    assert line.endswith("a.md:8:7: 24 -> 26 (equation): nothing")


def test_a_finding_elsewhere_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, one = checked(tmp_path, "约为0.849<!--= n -->。\n\n得到[-1, 1]<!--= y -->。\n")
    worse = recheck(book, one, one.chapter.source.text.replace("0.849", "0.851").replace("-1, 1]<", "1, 1]<"))
    monkeypatch.setattr("tallybook.trust.mutate.recheck", lambda *_: worse)
    lines = told(book, one)
    assert any("0.849 -> 0.851 (bound): line 10: the text says 1 as element 1" in line for line in lines)


def test_the_book_has_numbers_of_each_guarded_account() -> None:
    book = check_book(BOOK, book_files(BOOK))
    assert GUARDED <= {number.account for one in book.checked for number in one.numbers}
