"""Where CommonMark reads a chapter otherwise, a warning says so, and nowhere else: GitHub's renderer and
markdown-it are the judges."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import fragment_fromstring
from markdown_it import MarkdownIt
import pytest

from tallybook.chapter import Cell
from tallybook.findings import Finding, FindingKind
from tallybook.parsing import parse
from tallybook.readings import HIDDEN, LIST, LIST_ENDS, NO_CELL, STRONG, TABLE
from tallybook.source import Source
from tests.renderers import expanded, github, github_code, github_fences, markdown_it_fences, python_markdown

BOOK = sorted(Path(__file__).parent.parent.joinpath("docs").rglob("*.md"))
CELL = "```python exec\nx = 1\n```"


def warnings(text: str) -> list[tuple[int, int, str]]:
    """Line, column and message of each warning about renderers that differ."""
    source = Source("chapter.md", text)
    places = [(source.place(finding.span.start), finding) for finding in _differing(source)]
    return [(place.line, place.column, finding.message) for place, finding in places]


def _differing(source: Source) -> list[Finding]:
    return [finding for finding in parse(source).findings if finding.kind is FindingKind.READINGS_DIFFER]


def told(text: str) -> set[tuple[int, bool]]:
    """The lines where a warning tells of a cell, and whether it runs."""
    others = (HIDDEN, LIST_ENDS[0])
    found = [(line, message) for line, _, message in warnings(text) if message not in others]
    return {(line, message != NO_CELL) for line, message in found if "cell" in message or "fence" in message}


def differing(text: str) -> set[tuple[int, bool]]:
    """The lines of cells that one of the others does not show, or shows other code within, and of its cells
    that are none."""
    source = Source("chapter.md", text)
    cells = [item for item in parse(source).items if isinstance(item, Cell)]
    ours = {source.place(cell.span.start).line: _ends_cut(cell.code) for cell in cells}
    ends = {source.place(cell.span.start).line: source.place(cell.span.end).line for cell in cells}
    found = set()
    for theirs in (markdown_it_fences(expanded(text)), github_fences(expanded(text))):
        shown = {fence.line: _ends_cut(fence.code) for fence in theirs if "exec" in fence.header}
        found |= {(line, True) for line, code in ours.items() if shown.get(line) != code}
    begun = [code.line for code in github_code(expanded(text))]
    found |= {(line, True) for line, end in ends.items() if any(line < at <= end for at in begun)}
    found |= {(line, False) for line in shown if line not in ours and line not in _told_otherwise(source)}
    return found


def _ends_cut(code: str) -> list[str]:
    return [line.rstrip(" ") for line in expanded(code).split("\n")]


def _told_otherwise(source: Source) -> set[int]:
    """Lines of fences that are no cells: what hides them or leaves them open is another finding."""
    findings = parse(source).findings
    kinds = (FindingKind.UNCLOSED_CELL,)
    other = [f for f in findings if f.kind in kinds or f.message == HIDDEN]
    return {source.place(finding.span.start).line for finding in other}


PREFIXES = ("", "", "", "    ", "  ", "   ", "     ", "\t", "> ", ">     ", "- ", "1. ", "    - ")
LINES = (
    *(
        "```python exec",
        "```python exec",
        "```",
        "```",
        "````",
        "~~~ py exec",
        "~~~",
        "```text",
        "x = 1",
        "  y",
    ),
    *("", "", "", "- item", "1. item", "text", "> quote", "<!-- a", "-->", "<!-- a -->", "<div>", "</div>"),
    *('!!! note "t"', "# h", "***", "```py exec alt=`x`", "<pre>", "</pre>", "x -->", "\tz"),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Lines that open, close and contain, with prefixes that change or stay."""
    stays = draw(st.sampled_from(PREFIXES))
    lines = []
    for _ in range(draw(st.integers(1, 12))):
        prefix = draw(st.one_of(st.just(stays), st.just(""), st.sampled_from(PREFIXES)))
        lines.append(prefix + draw(st.sampled_from(LINES)))
    return "\n".join(lines) + "\n"


@given(documents())
@settings(max_examples=400)
def test_a_warning_stands_where_a_renderer_shows_another_cell(text: str) -> None:
    assert told(text) == differing(text)


SHAPES = {
    "a closer longer than its opener": (
        "```python exec\nx = 1\n````\ny = 2\n```\n",
        [(1, 1, "CommonMark ends this cell at line 3 already")],
    ),
    "a closer farther in": (
        '```python exec\ns = """\n  ```\n"""\n```\n',
        [(1, 1, "CommonMark ends this cell at line 3 already")],
    ),
    "a list item's first line": (
        "- ```python exec\n  x = 1\n  ```\n",
        [(1, 3, NO_CELL)],
    ),
    "an admonition": (
        f"!!! note\n\n    {CELL}\n".replace("\nx", "\n    x").replace("\n```", "\n    ```"),
        [(3, 5, "CommonMark reads this cell as indented code")],
    ),
    "five spaces in a paragraph": (
        "text\n     ```python exec\n     x = 1\n     ```\n",
        [(2, 6, "CommonMark reads this cell as text")],
    ),
    "an unclosed comment": (
        f"1<!--= a -->\n\n<!-- note\n\n{CELL}\n",
        [
            (3, 1, "CommonMark hides all that follows this <!--, for nothing closes it"),
            (5, 1, "CommonMark reads this cell as a part of the comment that begins at line 3"),
        ],
    ),
    "a comment": (f"<!--\n{CELL}\n-->\n", [(2, 1, HIDDEN)]),
    "a backtick in the header": (
        '```python exec alt="a `b`"\nx = 1\n```\n',
        [(1, 1, "CommonMark reads no fence where a backtick stands in its header")],
    ),
    "HTML without a blank line": (
        f"<div>\n{CELL}\n</div>\n",
        [(2, 1, "CommonMark reads this cell as a part of the HTML that begins at line 1")],
    ),
    "inside another fence": (
        f"  ````text\nx\n\n{CELL}\n",
        [(4, 1, "CommonMark reads this cell as a part of the fence that begins at line 1")],
    ),
    "a quotation that a line leaves": (
        "> ```python exec\n> x = 1\n  y = 2\n> ```\n",
        [(1, 3, "CommonMark ends this cell at line 2 already")],
    ),
    "code farther out than its fence": (
        "- a\n\n    - b\n\n        ```python exec\n        x = 1\n        ```\n",
        [],
    ),
    "a fence in a list, two spaces in": (
        "- a\n\n  ```python exec\n  x = 1\n  ```\n- b\n",
        [(3, 3, LIST_ENDS[0]), (6, 1, LIST[0])],
    ),
    "a fence in a list, three spaces in": (
        "1. a\n\n   ```python exec\n   x = 1\n   ```\n2. b\n",
        [(3, 4, LIST_ENDS[0]), (6, 1, LIST[0])],
    ),
    "a fence in a list, without a blank line": ("- a\n  ```python exec\n  x = 1\n  ```\n- b\n", []),
    "a fence in a list, four spaces in": ("- a\n\n    ```python exec\n    x = 1\n    ```\n\n- b\n", []),
    "tildes, a quotation, tabs": ("> ~~~ py exec\n> x = `1`\n> ~~~\n\n```py exec\nif x:\n\ty\n```\n", []),
    "a table that interrupts a paragraph": (
        "1<!--= a -->是\n| a | b |\n|---|---|\n| c | d |\n",
        [(2, 1, TABLE[0])],
    ),
    "a table behind a blank line": ("1<!--= a -->是\n\n| a | b |\n|---|---|\n| c | d |\n", []),
    "a list that interrupts a paragraph": ("有1<!--= a -->个：\n- a\n- b\n", [(2, 1, LIST[0])]),
    "a numbered list that interrupts a paragraph": (
        "> 有1<!--= a -->个：\n> 1. a\n> 2. b\n",
        [(2, 3, LIST[0])],
    ),
    "a line that begins with a number": ("有1<!--= a -->个，\n2. 个\n\n3. c\n4. d\n", []),
    "a list behind a fence": ("- a\n\n    ```py exec\n    ```\n- b\n", [(5, 1, LIST[0])]),
    "a numbered list behind a fence": ("1<!--= a -->\n\n```text\n```\n2. b\n3. c\n", [(5, 1, LIST[0])]),
    "a list behind a blank line": ("有1<!--= a -->个：\n\n- a\n- b\n    - c\n", []),
    "emphasis that ends in punctuation": ("**注意：**正文1<!--= a -->\n", [(1, 6, STRONG[0])]),
    "emphasis that begins with punctuation": ("正文**“注意”**，1<!--= a -->\n", [(1, 3, STRONG[0])]),
    "emphasis that ends in a binding": ("**共1<!--= a -->**，**注意**：正文\n", []),
    "money": (
        "价格$5到$10<!--= a -->之间\n",
        [(1, 3, "Python-Markdown makes a formula of this, other renderers do not")],
    ),
    "a binding that is code for others": (
        "!!! note\n\n    有1<!--= a -->个\n    和2<!--= b -->个\n\n    3<!--= c -->\n",
        [(3, 7, "CommonMark reads this line as code, so its readers see the binding")],
    ),
    "a book without cells and bindings": ("**注意：**正文\n\ntext\na | b\n--|--\n\n<!--\n", []),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_told_at_its_place(shape: str) -> None:
    text, expected = SHAPES[shape]
    assert sorted(warnings(text)) == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_the_renderers_differ_where_a_shape_says_so(shape: str) -> None:
    assert told(SHAPES[shape][0]) == differing(SHAPES[shape][0])


def test_a_list_ends_before_a_cell_that_is_not_far_in():
    """What LIST_ENDS warns of, and that four spaces mend it."""
    for shape, holds in (("two", False), ("three", False), ("four", True)):
        text, _ = SHAPES[f"a fence in a list, {shape} spaces in"]
        page, _ = python_markdown(text)
        assert (page.count("<li>") == 2) is holds
        assert github(text).count("<li>") == 2


SIGNS = ("字", "a", "1", "，", "。", "“", "（", "）", "≈", "-", "×", "𠀀", " ", "\u3000", "`x`", "<!-- -->")


@given(*(st.lists(st.sampled_from(SIGNS), max_size=2).map("".join) for _ in range(3)))
@settings(max_examples=400)
def test_emphasis_is_told_where_renderers_differ(before: str, inside: str, behind: str) -> None:
    text = f"1<!--= a -->\n\n字{before}**{inside or '字'}**{behind}字\n"
    shown = "**" in github(text) or "**" in MarkdownIt("commonmark").render(text)
    differ = shown and "**" not in python_markdown(text)[0]
    assert bool(warnings(text)) is differ


@pytest.mark.parametrize("chapter", BOOK, ids=lambda path: path.stem)
def test_the_book_reads_alike_everywhere(chapter: Path) -> None:
    text = chapter.read_text(encoding="utf-8")
    assert told(text) == differing(text)
    assert warnings(text) == []


@pytest.mark.parametrize("chapter", BOOK, ids=lambda path: path.stem)
def test_github_shows_no_binding_of_the_book(chapter: Path) -> None:
    page = fragment_fromstring(github(chapter.read_text(encoding="utf-8")), create_parent="div")
    for code in page.xpath("//pre | //code"):
        code.text = ""
        code[:] = []
    assert "<!--" not in page.text_content()
