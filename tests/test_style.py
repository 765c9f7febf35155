"""Small slips of typesetting: signs that cannot be pasted, typed blanks, links that follow their readers."""

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.checked import judge_chapter, read_chapter
from tallybook.findings import FindingKind
from tallybook.job import Run
from tallybook.options import Options
from tallybook.source import Source
from tallybook.sources import Register
from tallybook.style import judge_style

WIDE = str.maketrans("[]0123456789,+-", "［］０１２３４５６７８９，＋－")


def slips(text: str) -> list[tuple[str, str]]:
    """What is told of a text: the place and the mend."""
    chapter, _ = read_chapter(Source("a.md", text), Options())
    return [(chapter.source.slice(finding.span), finding.mends[0]) for finding in judge_style(chapter)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("一行［1，0，2，－1］。", [("［1，0，2，－1］", "write [1, 0, 2, -1]")]),
        ("一行[1, −2]。", [("[1, −2]", "write [1, -2]")]),
        ("两行[［1， 2］，［3， 4］]。", [("［1， 2］", "write [1, 2]"), ("［3， 4］", "write [3, 4]")]),
        ("第［９］条，－０．５度。", [("［９］", "write [9]"), ("－０．５", "write -0.5")]),
        ("[1, -1]、（3，4）、［注］、[推导]、2020－2021年，[@he2015 表1]。", []),
        ("约 3步", [(" ", "leave it out")]),
        ("γ\t乘  x", [("\t", "leave it out"), ("  ", "leave it out")]),
        ("公式 $x$ 与`code` 与 ，a b， 乙 丙", []),
        ("<https://a.org/?utm_id=1>", [("utm_id=1", "leave it out")]),
        ("[甲](https://a.org/?a=1&gclid=x#utm_a=1)", [("gclid=x", "leave it out")]),
        ("utm_source=1，https://a.org/utm_source=1", []),
    ],
)
def test_what_is_told(text: str, told: list[tuple[str, str]]) -> None:
    assert slips(text) == told


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=5))
def test_what_is_to_be_written_is_not_told_again(numbers: list[int]) -> None:
    told = slips(f"一行{str(numbers).translate(WIDE)}。")
    assert [mend for _, mend in told] == [f"write {numbers}"]
    assert slips(f"一行{numbers}。") == []


@pytest.mark.parametrize("style", [False, True])
def test_it_is_told_where_a_book_asks_for_it(style: bool) -> None:
    options = Options(style=style)
    chapter, plan = read_chapter(Source("a.md", "约 3步"), options)
    checked = judge_chapter(chapter, plan, Run(()), Register("sources.yml", {}), options)
    told = [(finding.kind, finding.severity) for finding in checked.report.findings]
    assert told == [(FindingKind.STYLE, "warning")] * style


@pytest.mark.parametrize("sign", ["[", "［", "1", "－", "汉 ", "汉", " ", "https://", "?utm_", "[1，"])
def test_a_long_run_of_one_sign_is_read(sign: str) -> None:
    slips(f"汉{sign * 100_000}")
