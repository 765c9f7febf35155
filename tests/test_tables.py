"""Tables that cells show."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest

from tallybook.tables import table


def test_numbers_stand_to_the_right_at_one_precision():
    shown = table(
        ["名称", "a|b", "n"], [["x|y", -0.0, 1], ["注意力", np.float64(2.5), np.int64(20)]], places=3
    )
    assert shown._repr_markdown_() == (
        "| 名称 | a\\|b | n |\n| :-- | --: | --: |\n| x\\|y | 0.000 | 1 |\n| 注意力 | 2.500 | 20 |\n"
    )
    assert repr(shown) == "名称      a|b   n\nx|y     0.000   1\n注意力  2.500  20"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (1 / 3, "0.333333"),
        (-1e-9, "0.000000"),
        (-1e-6, "-0.000001"),
        (Fraction(1, 3), "0.333333"),
        (Decimal("0.5"), "0.500000"),
        (1e20, "100000000000000000000.000000"),
        (float("nan"), "nan"),
        (float("-inf"), "-∞"),
        (7, "7"),
        (np.int32(-7), "-7"),
        ("√2/2", "√2/2"),
        (None, "None"),
        ("two\nlines", "two lines"),
    ],
)
def test_how_a_cell_is_written(cell: object, text: str):
    assert table(["a"], [[cell]])._repr_markdown_().split("\n")[2] == f"| {text} |"


def test_a_column_with_a_text_stands_to_the_left():
    assert ":-- |" in table(["a"], [[1], ["x"]])._repr_markdown_()


def test_rows_may_be_an_array():
    assert repr(table("ab", np.array([[0.5, 2], [1, 3]]), places=1)) == "  a    b\n0.5  2.0\n1.0  3.0"


def test_a_table_may_have_no_rows():
    assert table(["a"], [])._repr_markdown_() == "| a |\n| :-- |\n"


def test_a_row_of_another_length_is_told():
    with pytest.raises(ValueError, match=r"^row 2 has 1 cells, and there are 2 columns$"):
        table("ab", [[1, 2], [1]])


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 12))
def test_a_written_number_is_the_nearest(number: float, places: int):
    text = table(["a"], [[number]], places)._repr_markdown_().split("\n")[2].strip("| ")
    assert abs(Decimal(text) - Decimal(repr(number))) * 2 <= Decimal(1).scaleb(-places)
    assert not text.startswith("-") or float(text) < 0
