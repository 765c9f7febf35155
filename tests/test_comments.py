"""Comments of several lines: which hide all that stands in them, which are a part of their block."""

import pytest

from tallybook.comments import covers, find_comments
from tallybook.fences import find_fences
from tallybook.source import Source, Span
from tests.renderers import visible_text


def found(text: str, start: int = 0) -> tuple[list[str], list[str]]:
    source = Source("", text)
    hidden, within = find_comments(source, find_fences(source), start)
    return [source.slice(span) for span in hidden], [source.slice(span) for span in within]


@pytest.mark.parametrize(
    ("text", "hidden", "within"),
    [
        ("<!-- a -->\n", [], []),
        ("<!-- a\n\nb -->\n", ["<!-- a\n\nb -->"], []),
        ("   <!-- a\nb -->\n", ["<!-- a\nb -->"], []),
        ("    <!-- a\nb -->\n", [], ["<!-- a\nb -->"]),
        ("x <!-- a\nb --> y\n", [], ["<!-- a\nb -->"]),
        ("x <!-- a\r\nb --> y\r\n", [], ["<!-- a\r\nb -->"]),
        ("x <!-- a\r\n\r\nb --> y\r\n", [], []),
        ("> x <!-- a\n>\n> b --> y\n", [], []),
        ("x <!-- a\n\n<!-- b\nc -->\n", [], ["<!-- b\nc -->"]),
        ("x <!-- a <!-- b\nc -->\n", [], ["<!-- b\nc -->"]),
        ("<!-- a\n<!-- b\nc --> d -->\n", ["<!-- a\n<!-- b\nc -->"], []),
        ("<!-- a\n", [], []),
        ("<!-- a\n```\n-->\n```\nb -->\n", ["<!-- a\n```\n-->\n```\nb -->"], []),
        ("x <!-- a\n```\n```\n-->\n", [], []),
        ("```\n<!-- a\n```\nb -->\n", [], []),
    ],
)
def test_comments_are_found(text: str, hidden: list[str], within: list[str]) -> None:
    assert found(text) == (hidden, within)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<!-- 11\n\n12 --> 13\n", {"13"}),
        ("14 <!-- 15\n16 --> 17\n", {"14", "17"}),
        ("18 <!-- 19\n\n20 -->\n", {"18", "19", "20"}),
        ("21 <!-- 22\n\n<!-- 23\n\n24 -->\n", {"21", "22", "23", "24"}),
    ],
)
def test_python_markdown_hides_the_same(text: str, seen: set[str]) -> None:
    assert set(visible_text(text).split()) >= seen
    assert {number for number in map(str, range(11, 25)) if number in visible_text(text)} == seen


def test_what_stands_before_the_start_is_left_out():
    assert found("<!-- a\nb -->\n<!-- c\nd -->\n", start=13) == (["<!-- c\nd -->"], [])


def test_spans_cover_an_offset():
    spans = [Span(2, 4), Span(6, 7)]
    assert [at for at in range(9) if covers(spans, at)] == [2, 3, 6]
