"""Tags that say what a statement rests on: which are told, and where one is missing."""

from pathlib import Path

import pytest

from tallybook.book import check_book
from tallybook.options import Options, Project
from tallybook.outlets import text
from tallybook.parsing import parse
from tallybook.source import Source
from tallybook.tags import find_tags

TAGS = ("推导", "原论文", "model card")
STEPS = """\
| 步骤 | 做什么 | 算出来 |
|---:|---|---|
| 1 | 相加 | 1+3=4 |
| 2 | 平均 | 4/2=2 |
"""


def findings(folder: Path, chapter: str, tags: tuple[str, ...] = TAGS) -> str:
    (folder / "a.md").write_text(chapter, "utf-8")
    book = check_book(Project(folder, Options(tags=tags)), [folder / "a.md"], cached=False)
    report = book.report.chapters[0]
    shown = (text.show_finding(report.source, finding) for finding in report.findings)
    return "\n".join(shown).replace(f"{report.source.path}:", "")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("算出来的[推导]，公式[原论文]", [("推导", ""), ("原论文", "")]),
        ("[model card]", [("model card", "")]),
        ("[原论丈]和[推理]", [("原论丈", "原论文"), ("推理", "推导")]),
        ("[论文]、[推导的]", [("论文", "原论文"), ("推导的", "推导")]),
        ("[推导](a.md)`[推导]`［推导］[1, 2][公式][导推]", []),
        ("```\n[推导]\n```", []),
        ("# 标题[推导]", [("推导", "")]),
    ],
)
def test_a_tag_is_a_word_in_brackets(written: str, found: list[tuple[str, str]]) -> None:
    chapter = parse(Source("", written))
    tags = list(find_tags(chapter, TAGS))
    assert [(tag.name, tag.near) for tag in tags] == found
    assert all(written[tag.span.start : tag.span.end] == f"[{tag.name}]" for tag in tags)


def test_a_book_without_tags_hears_nothing(tmp_path: Path) -> None:
    assert findings(tmp_path, f"# A\n\n1<!--~ x -->[推理]\n\n{STEPS}", ()) == ""


def test_a_chapter_that_binds_nothing_needs_no_tag(tmp_path: Path) -> None:
    assert findings(tmp_path, "# A\n\n1+1=2\n") == ""


def test_an_unknown_tag_is_told_with_the_one_that_is_near(tmp_path: Path) -> None:
    assert findings(tmp_path, "公式[原论丈]。\n") == (
        "1:3: missing-tag: there is no tag 原论丈\n"
        "  |\n"
        "1 | 公式[原论丈]。\n"
        "  |     ^^^^^^^^\n"
        "  = did you mean 原论文?"
    )


def test_a_chapter_that_binds_something_needs_a_tag(tmp_path: Path) -> None:
    assert findings(tmp_path, "# 一章\n\n宽4<!--~ 举例 -->。\n") == (
        "1:3: missing-tag: this chapter computes or binds something, and no tag says what that rests on\n"
        "  |\n"
        "1 | # 一章\n"
        "  |   ^^^^\n"
        "  = write one of [推导], [原论文], [model card]"
    )
    assert findings(tmp_path, "# 一章\n\n宽4<!--~ 举例 -->[推导]。\n") == ""


def test_a_table_that_calculates_needs_a_tag_in_its_section(tmp_path: Path) -> None:
    chapter = f"# 一章[推导]\n\n## 一节\n\n{STEPS}\n## 下一节\n\n[推导]\n"
    assert findings(tmp_path, chapter) == (
        "5:1: missing-tag: no tag in the section of this table says what its steps rest on\n"
        "  |\n"
        "5 | | 步骤 | 做什么 | 算出来 |\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^ 6 of its numbers are checked\n"
        "  = write one of [推导], [原论文], [model card] in its section"
    )
    assert findings(tmp_path, chapter.replace("## 下", "**依据**：[推导]。\n\n## 下")) == ""


@pytest.mark.parametrize(
    "table",
    [
        STEPS.replace("| 1 |", "| 一 |"),
        STEPS.replace("1+3=4", "相加").replace("4/2=2", "平均"),
        "| 特征 | 值 |\n|---:|---:|\n| 1 | 3 |\n| 2 | 5 |\n\n<!--= [3, 5] -->\n",
    ],
    ids=["no ordinals", "no number that is checked", "data: a quantity in each cell"],
)
def test_other_tables_need_none(table: str, tmp_path: Path) -> None:
    assert findings(tmp_path, f"# 一章[推导]\n\n## 一节\n\n{table}\n") == ""
