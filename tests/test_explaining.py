"""Where one number comes from, as `explain` tells it."""

from pathlib import Path

import pytest

from tallybook.book import check_book
from tallybook.checked import Checked
from tallybook.explaining import explain
from tallybook.options import Options, Project
from tests.sites import write

CHAPTER = """\
```python exec
x = [5, 3]
n = len(x)
unused = 7


def mean(row):
    return sum(row) / n
```

```python exec
m = mean(x)
m += 1
```

平均是5<!--= m -->，即5.00<!--= m * 1.0 -->，又是5.00。
有32<!--~ 举例 -->层，见图 1，1+1=2，有4096个。

| a | b |
|---|---|
| 5 | 3 |
<!--= x -->
"""


@pytest.fixture(name="checked")
def _checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checked:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.md": CHAPTER})
    return check_book(Project(tmp_path, Options()), [tmp_path / "a.md"], cached=False).checked[0]


def told(checked: Checked, line: int, column: int | None = None) -> str:
    return "\n".join(explain(checked, line, column))


def test_a_bound_number_with_the_assignments_that_it_came_through(checked: Checked) -> None:
    assert told(checked, 16, 4) == (
        "a.md:16:4: 5\n"
        "  account     bound, tally\n"
        "  expression  m\n"
        "  value       5.0\n"
        "  a.md:2  x = [5, 3]\n"
        "  a.md:3  n = len(x)\n"
        "  a.md:7  def mean(row):\n"
        "        return sum(row) / n\n"
        "  a.md:12  m = mean(x)\n"
        "  a.md:13  m += 1"
    )


def test_without_a_column_all_numbers_of_the_line(checked: Checked) -> None:
    assert [line for line in told(checked, 16).split("\n") if not line.startswith(" ")] == [
        "a.md:16:4: 5",
        "a.md:16:18: 5.00",
        "a.md:16:42: 5.00",
    ]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (2, "a.md:17:2: 32\n  account     free\n  because     举例"),
        (21, "a.md:17:21: 1\n  account     structural\n  because     figure or table"),
        (23, "a.md:17:23: 1+1\n  account     equation, tally"),
        (30, "a.md:17:30: 4096\n  account     unaccounted"),
    ],
)
def test_other_accounts_say_why(column: int, message: str, checked: Checked) -> None:
    assert told(checked, 17, column) == message


def test_a_repeat_names_the_line_that_it_repeats(checked: Checked) -> None:
    assert told(checked, 16, 42) == "a.md:16:42: 5.00\n  account     repeat, tally\n  because     line 16"


@pytest.mark.parametrize("line", [19, 20, 21])
def test_a_table_is_told_from_each_of_its_lines(line: int, checked: Checked) -> None:
    assert told(checked, line).split("\n") == [
        "a.md:19:3: a | b | |---|---| | 5 | 3",
        "  account     bound, tally",
        "  expression  x",
        "  value       5",
        "              3",
        "  a.md:2  x = [5, 3]",
    ]


@pytest.mark.parametrize(("column", "side"), [(1, "1+1"), (5, "3.0")])
def test_a_side_of_an_equation_that_drifts_says_what_the_sides_are(
    column: int, side: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.md": "1+1=3.0，2+2=4。\n"})
    book = check_book(Project(tmp_path, Options()), [tmp_path / "a.md"], cached=False)
    shown = told(book.checked[0], 1, column).split("\n")
    assert shown[0] == f"a.md:1:{column}: {side}"
    assert shown[2:] == [f"  because     {book.report.chapters[0].findings[0].message}"]
    assert shown[2].startswith("  because     the text says 1+1=3.0, but 1+1 is 2 and 3.0 stands for ")
    assert "because" not in told(book.checked[0], 1, 9)


def test_nothing_where_no_number_stands(checked: Checked) -> None:
    assert told(checked, 1) == told(checked, 16, 1) == told(checked, 99) == ""
