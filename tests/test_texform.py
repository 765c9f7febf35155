"""Written numbers as TeX."""

import pytest

from tallybook.press.texform import as_tex


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("0.4472", "0.4472"),
        ("**0.849**", "0.849"),
        ("－５０％", r"-50\%"),
        ("1.2×10⁻⁵", r"1.2\times 10^{-5}"),
        ("√2/2", r"\sqrt{2}/2"),
        ("√(1+0.5)", r"\sqrt{1+0.5}"),
        ("3×4→3×8", r"3\times 4\to 3\times 8"),
        ("[-∞, 1]", r"[-\infty , 1]"),
        ("$0.3$", "0.3"),
        (r"\frac{1+3}{2}", r"\frac{1+3}{2}"),
    ],
)
def test_a_number_in_tex(text: str, tex: str) -> None:
    assert as_tex(text) == tex
