"""The gate proves itself: every guarded number of the book is changed, and each change is told."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tallybook.book import Book, book_files, check_book
from tallybook.checked import Checked
from tallybook.options import Options, Project, find_project
from tallybook.report import GUARDED
from tallybook.trust.mutate import nudges, survivors
from tallybook.trust.rereading import reread
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
    assert len(tallying) > 5
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
    assert [line.partition("a.md:")[2] for line in told(book, one)] == [
        "7:3: 100 -> 102 (equation): nothing",
        "7:7: 24 -> 26 (equation): nothing",
    ]


def test_a_nudge_that_is_told_elsewhere_survives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, one = checked(tmp_path, "约为0.849<!--= n -->。\n\n得到[-1, 1]<!--= y -->。\n")
    text = one.chapter.source.text.replace("0.849", "0.851").replace("[-1, 1]<", "[1, 1]<")
    monkeypatch.setattr(
        "tallybook.trust.mutate.reread", lambda book, one, texts: reread(book, one, [text for _ in texts])
    )
    first = told(book, one)[0].partition("a.md:")[2]
    message = "the text says 1 as element 1, the code computes -1"
    assert first == f"7:3: 0.849 -> 0.851 (bound): line 9: {message}"


def test_numbers_are_nudged_at_once_where_they_know_nothing_of_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeat that is changed as what it repeats would still be one."""
    tried: list[str] = []

    def spy(book: Book, one: Checked, texts: Iterable[str]) -> Iterator[Checked]:
        tried.extend(texts := list(texts))
        return reread(book, one, texts)

    monkeypatch.setattr("tallybook.trust.mutate.reread", spy)
    book, one = checked(tmp_path, "约0.849<!--= n -->。\n\n约0.85<!--= n -->。\n\n是0.849。\n")
    assert told(book, one) == []
    assert [text.removeprefix(CELL).split("\n\n") for text in tried] == [
        ["约0.851<!--= n -->。", "约0.87<!--= n -->。", "是0.849。\n"],
        ["约0.849<!--= n -->。", "约0.85<!--= n -->。", "是0.851。\n"],
    ]


def test_a_name_that_only_a_nudge_asks_for_is_known(tmp_path: Path) -> None:
    """`half(6)` is no `half(4)`: the session is asked again, and its cells run once more for all nudges."""
    cell = "```python exec\ncalls = open('calls.txt', 'a')\nprint('.', file=calls)\ncalls.close()\n\n"
    write(
        tmp_path,
        {"a.md": f"{cell}def half(x):\n    return x / 2\n```\n\nhalf(4)=2，half(10)=5，half(0.5)=0.25。\n"},
    )
    book = check_book(Project(tmp_path, Options()), [tmp_path / "a.md"], cached=False)
    assert told(book, book.checked[0]) == []
    assert (tmp_path / "calls.txt").read_text() == ".\n.\n"


def test_the_book_has_numbers_of_each_guarded_account() -> None:
    book = check_book(BOOK, book_files(BOOK))
    assert {number.account for one in book.checked for number in one.numbers} >= GUARDED
