"""Blocks in which nothing is found are read as pymdownx.blocks renders them."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown import Markdown

from tallybook.nesting import judge_nesting
from tallybook.parsing import parse
from tallybook.parts import Part, find_parts
from tallybook.source import Source

_LINES = st.lists(st.sampled_from(["/// details | t", "//// details | t", "///", "////", "/////", "a", ""]))


def _outline(parts: tuple[Part, ...]) -> str:
    return "".join(f"({_outline(part.parts)})" for part in parts)


def _rendered(text: str) -> str:
    html = Markdown(extensions=["pymdownx.blocks.details"]).convert(text)
    assert "///" not in html, html
    return "".join("(" if tag == "<details>" else ")" for tag in re.findall("</?details>", html))


@given(_LINES)
@settings(max_examples=300)
@example(["/// details | t", "//// details | t", "a", "////", "///"])
@example(["/// details | t", "", "//// details | t", "", "////", "", "///"])
def test_what_is_found_sound_is_rendered_with_the_same_blocks(lines: list[str]) -> None:
    source = Source("a.md", "\n".join(lines))
    parts = find_parts(source)
    if any(list(parts.walk())) and not list(judge_nesting(parse(source))):
        assert _rendered(source.text) == _outline(parts.parts)


def test_a_very_long_line_is_read_in_linear_time() -> None:
    for text in ("/" * 10**6, "/// a | " + " " * 10**6 + "b", "/// player | b\n" + "///\n" * 10**4):
        assert len(list(judge_nesting(parse(Source("a.md", text))))) < 10**4
