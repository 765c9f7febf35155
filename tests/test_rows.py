"""Rows are cut as Python-Markdown's tables extension cuts them."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown import Markdown
import pytest

from tallybook.rows import has_pipe, may_be_table, read_rows

PARTS = ("|", "|", "`", "``", "\\", "a", " ", "\\|", "1")
DELIMITERS = ("--|--", "|--|--|", "|-|", "---", "|--|--", "|:-:|", "--|--|--", ":--|-:", "|--", "a|-")
rows = st.lists(st.sampled_from(PARTS), min_size=1, max_size=9).map("".join).map(str.strip).map("x".__add__)
bordered = rows.map(lambda row: row.replace("x", "|", 1))


def theirs(lines: list[str]) -> list[list[str]] | None:
    table = Markdown(extensions=["tables"]).parser.blockprocessors["table"]
    if not table.test(None, "\n".join(lines)):  # type: ignore[arg-type]
        return None
    kept = [lines[0], *lines[2:]]
    return [[cell.strip() for cell in table._split_row(row)][: len(table.separator)] for row in kept]  # type: ignore[attr-defined]


@given(
    st.one_of(rows, bordered), st.sampled_from(DELIMITERS), st.lists(st.one_of(rows, bordered), max_size=2)
)
@settings(max_examples=500)
def test_the_cells_are_those_of_python_markdown(head: str, delimiter: str, body: list[str]) -> None:
    lines = [head, delimiter, *body]
    assume(not any(line.endswith("\\\\|") for line in lines))  # there it cuts off the backslashes too
    read = read_rows(lines)
    ours = [
        [row[begin:end] for begin, end in cells]
        for row, cells in zip([head, *body], read or [], strict=False)
    ]
    assert (None if read is None else ours) == theirs(lines)


@pytest.mark.parametrize(
    ("head", "delimiter", "may"),
    [
        ("a | b", "--|--", True),
        ("a | b", " :-: | - ", True),
        ("a | b", "c | d", False),
        ("a", "---", False),
        ("a | b", "||", False),
    ],
)
def test_two_lines_may_begin_a_table(head: str, delimiter: str, may: bool) -> None:
    assert may_be_table(head, delimiter) is may


@pytest.mark.parametrize(("text", "has"), [("a|b", True), (r"a\|b", False), ("`a|b`", False), ("`a|b", True)])
def test_a_pipe_ends_a_cell(text: str, has: bool) -> None:
    assert has_pipe(text) is has
