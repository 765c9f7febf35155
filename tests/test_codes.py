"""Code spans are those that Python-Markdown finds."""

from html import unescape
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import markdown

from tallybook.codes import Codes


def ours(text: str) -> list[str]:
    codes = Codes(text)
    found = []
    for begin in codes.starts:
        inside, end = codes.at(begin) or (0, 0)
        found.append(text[begin + end - inside : inside])
    return found


# Its versions differ on what a run does that a longer one follows.
runs = st.tuples(st.sampled_from(("`", "``", "\\`", "\\\\`")), st.sampled_from(("a", " b", "字 ", "c\\")))


@given(st.lists(runs.map("".join), max_size=6).map("".join))
@settings(max_examples=500)
def test_the_spans_are_those_of_python_markdown(text: str) -> None:
    page = markdown(f"x{text}x")
    theirs = [unescape(code) for code in re.findall("<code>(.*?)</code>", page)]
    assert [code.strip() for code in ours(f"x{text}x")] == theirs


def test_a_stretch_may_cut_a_span():
    codes = Codes("$a `b$ c`")
    assert codes.at(3) == (8, 9)
    assert codes.at(4) is None
    assert codes.cut(0, 6)
    assert not codes.cut(0, 9)
    assert not codes.cut(3, 6)
