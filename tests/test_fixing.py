"""What `fix` writes, and that it writes nothing else."""

from pathlib import Path

import pytest

from tallybook.book import check_book
from tallybook.fixing import fix_chapter
from tallybook.options import Options, Project
from tallybook.source import Source

CELL = "```python exec\n{}\n```\n\n"


def fixed(folder: Path, text: str, *, force: bool = False) -> str:
    """The chapter mended; its second mending must change nothing."""
    file = folder / "chapter.md"
    file.write_bytes(text.encode())
    project = Project(folder, Options())
    mended = fix_chapter(check_book(project, [file]).checked[0], force=force)
    file.write_bytes(Source("chapter.md", mended.text, text.startswith("\ufeff")).encode())
    again = fix_chapter(check_book(project, [file]).checked[0], force=force)
    assert not again.edits
    return file.read_bytes().decode()


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("y = 0.8485", "约为0.857<!--= y -->。", "约为0.849<!--= y -->。"),
        ("y = 0.8485", "约为**０．８５７**<!--= y -->。", "约为**０．８４９**<!--= y -->。"),
        ("y = 0.8485", "0.857<!--= y -->，再说一次0.857", "0.849<!--= y -->，再说一次0.849"),
        (
            "y = [0.4472, 1.3416]",
            "[0.44, 1.33]<!--= y -->和[0.44, 1.33]",
            "[0.45, 1.34]<!--= y -->和[0.45, 1.34]",
        ),
        ("e = 1.31e-5", "$1.2\\times 10^{-5}$<!--= e -->", "$1.3\\times 10^{-5}$<!--= e -->"),
        ("n = 39000", "3.8万<!--= n -->", "3.9万<!--= n -->"),
        ("s = (3, 5)", "3×4<!--= s -->", "3×5<!--= s -->"),
    ],
)
def test_digits_change_and_nothing_else(tmp_path: Path, code: str, before: str, after: str) -> None:
    assert fixed(tmp_path, CELL.format(code) + before) == CELL.format(code) + after


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    text = "\ufeff# 一\r\n\r\n```python exec\r\ny = 0.8485\r\n```\r\n\r\n约为0.857<!--= y -->。 \r\n尾"
    assert fixed(tmp_path, text) == text.replace("0.857", "0.849")


@pytest.mark.parametrize(
    ("code", "text"), [("y = -0.849", "0.849<!--= y -->"), ("y = 8.49", "0.85<!--= y -->")]
)
def test_a_sign_flip_and_a_large_change_want_force(tmp_path: Path, code: str, text: str) -> None:
    assert fixed(tmp_path, CELL.format(code) + text) == CELL.format(code) + text
    assert fixed(tmp_path, CELL.format(code) + text, force=True) != CELL.format(code) + text


def test_a_sign_stays_in_front_of_the_currency(tmp_path: Path) -> None:
    code = CELL.format("n = -4.5; m = 5.25")
    text = "It is €4.50<!--= n -->, not -$5.00<!--= m -->."
    assert fixed(tmp_path, code + text, force=True) == code + text.replace("-$5.00", "$5.25")


def test_a_table_is_mended_element_by_element(tmp_path: Path) -> None:
    text = (
        CELL.format("t = [[0.5, 0.25], [1.5, 2.25]]")
        + "| 步 | 值 | 方 |\n|--|--|--|\n| 1 | 0.5 | 0.4 |\n| 2 | 1.6 | 2.25 |\n<!--= t -->"
    )
    assert fixed(tmp_path, text) == text.replace("0.4 |", "0.3 |").replace("1.6", "1.5")


def test_an_empty_table_is_filled(tmp_path: Path) -> None:
    head = (
        CELL.format("t = [[0.5, 2], [1.5, -2.25]]")
        + "> | 步 | 值 | 方 |\r\n> |--|--|--|\r\n>\r\n> <!--= t -->\r\n"
    )
    rows = "> | 1 | 0.500000 | 2 |\r\n> | 2 | 1.500000 | -2.250000 |\r\n"
    assert fixed(tmp_path, head) == head.replace("> |--|--|--|\r\n", "> |--|--|--|\r\n" + rows)


def test_an_output_fence_is_mended_at_its_precision(tmp_path: Path) -> None:
    text = CELL.format("print('均值', 0.8944271909999159, '和', 2)") + "```output\n均值 0.895 和 2\n```\n"
    assert fixed(tmp_path, text) == text.replace("0.895", "0.894")


def test_a_console_cell_in_a_list_keeps_its_indent_and_line_ends(tmp_path: Path) -> None:
    text = "- 看：\r\n\r\n    ```pycon exec\r\n    >>> 1 / 3\r\n    0.34\r\n    >>> 2\r\n    2\r\n    ```\r\n"
    assert fixed(tmp_path, text) == text.replace("0.34", "0.33")
