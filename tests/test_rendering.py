"""Chapters in tests/cases/rendering, each with the Markdown that its page is made of beside it."""

from collections.abc import Mapping
import json
import os
from pathlib import Path
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from mkdocs.utils.meta import get_data
import pytest

from tallybook.book import check_book
from tallybook.checked import judge_chapter
from tallybook.job import Run
from tallybook.options import Options, Project
from tallybook.parsing import parse
from tallybook.plan import make_plan
from tallybook.press.audit import left_over, unfit_marks
from tallybook.press.fences import Fences
from tallybook.press.phrases import CHINESE
from tallybook.press.rendering import render_chapter
from tallybook.source import Source
from tallybook.sources import Register

CASES = Path(__file__).with_name("cases") / "rendering"
ACCEPT = "TALLYBOOK_ACCEPT" in os.environ and "CI" not in os.environ
"""Write what is rendered now, to be read before it is committed."""


def html(text: str, shown: Mapping[str, str]) -> str:
    """A rendered page's HTML."""
    fences = Fences(CHINESE, shown).custom
    extensions: dict[str, dict[str, Any]] = {
        "admonition": {},
        "attr_list": {},
        "footnotes": {},
        "md_in_html": {},
        "tables": {},
        "pymdownx.arithmatex": {"generic": True},
        "pymdownx.blocks.caption": {},
        "pymdownx.blocks.details": {},
        "pymdownx.superfences": {"relaxed_headers": True, "custom_fences": fences},
    }
    markdown = Markdown(extensions=list(extensions), extension_configs=extensions)
    return markdown.convert(get_data(text)[0])


@pytest.mark.parametrize("case", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_the_page_is_made_of_what_stands_beside_the_chapter(case):
    (checked,) = check_book(Project(CASES, Options()), [case], cached=False).checked
    proof = case.stem.startswith("proof")
    assert proof is not (checked.report.errors == 0), checked.report.findings
    rendered = render_chapter(checked, CHINESE, proof=proof)
    shown = "".join(f"\n=== {key}\n{body}\n" for key, body in rendered.shown.items())
    expected = case.with_suffix(".txt")
    if ACCEPT:
        expected.write_text(rendered.text + shown, "utf-8")
    assert rendered.text + shown == expected.read_text("utf-8")
    page = html(rendered.text, rendered.shown)
    assert list(unfit_marks(page, rendered, checked.chapter.source)) == []
    assert [left for left in left_over(page) if "<!--" in left] == []  # blocks are not made here


PIECES = (
    "**0.849**<!--= a -->",
    "*1+1=2*",
    "_0.5_<!--= a -->",
    "\\[1, 3\\]<!--= a -->",
    "[1, 3]<!--= a -->(见)",
    "[看3.5](a.md)<!--= a -->",
    "[3](a.md)/2=1.5",
    "![图7](a.png)<!--= a -->",
    "$x=[1, 3]$<!--= a -->",
    "`(3, 4)`<!--= a -->",
    "`` (3, 4) ``<!--~ a -->",
    "50&#37;<!--@ a b -->",
    "0.3<!--= a --> ",
    "又<!-- 别的 -->",
    "7<sub>2</sub>=49",
    "<b>8</b><!--= a -->",
    "三<!--= a -->个",
    "[1, 2]<!--= a -->+[0.3, -0.1]=[1.3, 1.9]",
    "词",
)
BETWEEN = ("，", "词", " ", "\n", "  \n", "(见)", "[^2]", "{见}", "_")
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(BETWEEN)), min_size=1, max_size=6).map(
    lambda pairs: "".join(piece + between for piece, between in pairs)
)
HOMES = (
    "{}",
    "# {}",
    "- {}\n- 又",
    "> {}",
    "!!! note\n    {}",
    "| a | b |\n|---|---|\n| {} | 1 |",
    "甲\n\n1. {}\n\n    - 乙",
    "[^1]\n\n[^1]: {}",
    "<div markdown>\n\n{}\n\n</div>",
)


def bare(page: str) -> str:
    """What a page says and how, without the marks, comments and blanks that no reader sees."""
    page = re.sub('(?s)<!--.*?-->|</?(?:data|span|wbr)[^>]*>|<div class="tally[^>]*>', "", page)
    return "".join(page.split())


@given(TEXTS, st.sampled_from(HOMES))
def test_marks_change_nothing_of_how_a_page_reads(text, home):
    source = Source("a.md", home.format(text))
    chapter = parse(source)
    plan = make_plan(chapter, "numbers")
    checked = judge_chapter(chapter, plan, Run(()), Register("", {}), Options(), execute=False)
    rendered = render_chapter(checked)
    page = html(rendered.text, {})
    assert bare(page) == bare(html(source.text, {}))
    assert list(unfit_marks(page, rendered, checked.chapter.source)) == []


def test_what_a_page_knows_of_its_numbers_may_stand_in_a_script():
    source = Source("a.md", "一半0.5<!--~ </script> a -->，7。\n")
    chapter = parse(source)
    plan = make_plan(chapter, "numbers")
    checked = judge_chapter(chapter, plan, Run(()), Register("", {}), Options(), execute=False)
    data = render_chapter(checked).data
    assert "<" not in data
    told = json.loads(data)["numbers"]["1"]
    assert (told["line"], told["account"], told["why"]) == (1, "free", "</script> a")


@pytest.mark.parametrize(
    ("text", "extension", "shown"),
    [
        ("乘积2*3*4=24。", "", "2*3*4"),
        ("大约0.3~0.5<!--~ 例 -->到0.6~0.8<!--~ 例 -->。", "pymdownx.tilde", "0.3~0.5"),
    ],
)
def test_a_number_that_the_page_shows_as_another_is_told(text, extension, shown):
    source = Source("a.md", text)
    chapter = parse(source)
    plan = make_plan(chapter, "numbers")
    checked = judge_chapter(chapter, plan, Run(()), Register("", {}), Options(), execute=False)
    rendered = render_chapter(checked)
    extensions = ["pymdownx.tilde"] if extension else []
    page = Markdown(extensions=extensions).convert(rendered.text)
    assert [finding.message.split(" ")[0] for finding in unfit_marks(page, rendered, source)][:1] == [
        shown
    ], page
