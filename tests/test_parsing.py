"""Chapters in tests/cases/reading, each with what is read in it beside it: items, then findings."""

from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
import json
import os
from pathlib import Path
import re

from hypothesis import given, settings
from hypothesis import strategies as st
import pytest

from tallybook.chapter import OPAQUE, Binding, Cell, Chapter, Item, OutputFence, Passage, Question
from tallybook.copying import UNSEEN
from tallybook.fences import TAB
from tallybook.findings import FindingKind
from tallybook.numerals import Numeral
from tallybook.parsing import parse
from tallybook.quotes import Element, Gap
from tallybook.source import Source, Span
from tests.renderers import visible_text

BOOK = sorted(Path(__file__).parent.parent.joinpath("docs").rglob("*.md"))
CASES = sorted(Path(__file__).with_name("cases").joinpath("reading").glob("*.md"))
ACCEPT = "TALLYBOOK_ACCEPT" in os.environ and "CI" not in os.environ
"""Write what is read now, to be looked at before it is committed."""


def dump(chapter: Chapter) -> Iterator[str]:
    """A line for each item, each quote and each finding, with its place."""
    source = chapter.source
    for item in chapter.items:
        yield from _item(source, item)
    for finding in sorted(chapter.findings, key=lambda one: (one.span.start, one.message)):
        place = source.place(finding.span.start)
        weight = "" if finding.severity == "error" else " (warning)"
        label = f" ({finding.label})" if finding.label else ""
        yield f"{place.line}:{place.column} {finding.kind}{weight}: {finding.message}{label}"
        for mend in finding.mends:
            yield f"    = {mend}"


def _item(source: Source, item: Item) -> Iterator[str]:
    if isinstance(item, Passage):
        marks = " heading" * item.heading + " ordinal" * item.ordinal
        text = item.text.replace(OPAQUE, "▢").replace(UNSEEN, "▪")
        span = item.span(0, len(item.text.rstrip("\n")))
        yield f"{_places(source, span)} {item.form}{marks} {_text(text)}"
    elif isinstance(item, Cell):
        given = {field.name: getattr(item.options, field.name) for field in fields(item.options)}
        options = [f"{name}={value!r}" for name, value in given.items() if value]
        yield " ".join([_places(source, item.span), "cell", item.language, *options])
        yield f"    {item.line} {_text(item.prefix)} {_text(item.code)}"
    elif isinstance(item, OutputFence):
        yield f"{_places(source, item.span)} output of {source.place(item.cell.span.start).line}"
        yield f"    {_places(source, item.body)} {_text(item.prefix)} {_text(item.text)}"
    elif isinstance(item, Question):
        yield f"{_places(source, item.span)} question at {item.places} places"
        for asked in item.expressions:
            yield f"    {_places(source, asked.span)} {_text(asked.name)} {_text(asked.expression)}"
    else:
        yield f"{_places(source, item.span)} {item.kind} {_text(item.content)}"
        for quote in item.quotes:
            elements = " ".join(_element(element) for element in quote.quantity.elements)
            yield f"    {_places(source, quote.span)} {quote.quantity.form} {_text(quote.text)}: {elements}"


def vars_of(cell: Cell) -> dict[str, object]:
    options = cell.options
    return {
        name: getattr(options, name) for name in ("hide", "fold", "quiet", "raises", "id", "alt", "passed")
    }


def _places(source: Source, span: Span) -> str:
    start, end = source.place(span.start), source.place(span.end)
    return f"{start.line}:{start.column}-{end.line}:{end.column}"


def _text(text: str) -> str:
    return json.dumps(text.replace("\r\n", "\n").replace("\r", "\n"), ensure_ascii=False)


def _element(element: Element) -> str:
    if isinstance(element, Gap):
        return "…"
    if not isinstance(element, Numeral):
        return element.text
    value = element.value.normalize() if element.value == element.value.to_integral_value() else element.value
    return f"{value:f}" if abs(value) < Decimal("1e12") else str(value)


def read(case: Path) -> list[str]:
    return list(dump(parse(Source.decode(case.name, case.read_bytes()))))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_what_is_read_stands_beside_the_chapter(case: Path) -> None:
    told = "\n".join(read(case)) + "\n"
    expected = case.with_suffix(".txt")
    if ACCEPT:
        expected.write_text(told, "utf-8")
    assert told == expected.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_line_ends_and_a_byte_order_mark_change_nothing(case: Path, line_end: str) -> None:
    raw = case.read_bytes().replace(b"\n", line_end.encode())
    source = Source.decode(case.name, b"\xef\xbb\xbf" + raw)
    assert source.encode() == b"\xef\xbb\xbf" + raw
    assert list(dump(parse(source))) == read(case)


def assert_places_hold(chapter: Chapter) -> None:
    """What an item says stands in the source where it says."""
    source = chapter.source
    for item in chapter.items:
        if isinstance(item, Passage):
            for at, sign in enumerate(item.text):
                written = source.text[item.offset(at) : item.offset(at) + 1]
                assert sign in (written, OPAQUE, UNSEEN, "\n") or written == "&"
        elif isinstance(item, Cell):
            assert_code_holds(source, item)
        elif isinstance(item, OutputFence):
            assert item.span.holds(item.body)
        elif isinstance(item, Question):
            assert all(item.options.holds(asked.span) for asked in item.expressions)
        else:
            assert_binding_holds(source, item)
    for finding in chapter.findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(source.text)
        assert finding.message


def assert_code_holds(source: Source, cell: Cell) -> None:
    first, last = source.place(cell.span.start).line, source.place(cell.span.end).line
    assert cell.line == first + 1
    assert source.line_text(first).startswith(cell.prefix)
    width = len(cell.prefix.expandtabs(TAB))
    lines = [source.line_text(line).expandtabs(TAB) for line in range(cell.line, last)]
    assert cell.code == "".join(line[width:] * bool(line.strip(" ")) + "\n" for line in lines)


def assert_binding_holds(source: Source, binding: Binding) -> None:
    written = source.slice(binding.span)
    assert written.startswith("<!--")
    assert written.endswith("-->")
    assert binding.content in written.replace("\\|", "|")
    for quote in binding.quotes:
        assert quote.text == source.slice(quote.span)
        for element, place in zip(quote.quantity.elements, quote.places, strict=True):
            whole = source.slice(place)
            plain = not set("<\\&\r\n") & set(whole)
            assert not plain or isinstance(element, Gap) or element.text == whole


@pytest.mark.parametrize("chapter", [*CASES, *BOOK], ids=lambda path: path.stem)
def test_places_hold(chapter: Path) -> None:
    assert_places_hold(parse(Source.decode(chapter.name, chapter.read_bytes())))


PIECES = (
    *(
        "[",
        "](u)",
        "][r]",
        "[r]: u\n",
        "[^1]",
        "[^1]: ",
        "![",
        "<!--",
        "-->",
        "<!--= a -->",
        "<!--~ b; c -->",
    ),
    *(
        "<!--= a; b -->",
        "`",
        "``",
        "$",
        "$$",
        "\\",
        "\\(",
        "\\)",
        "{",
        "}",
        "{.a}",
        "{{",
        "&",
        "&lt;",
        "|",
        "<b>",
    ),
    *("<br>", "<pre>", "</pre>", "<script>", "</script>", "--|--\n", "\n", "\n\n", "\r\n", "\r", "\t", " "),
    *(
        "    ",
        "- ",
        "> ",
        "# ",
        "1. ",
        ":   ",
        "*[a]: ",
        "**",
        "_",
        "***\n",
        "===\n",
        "```python exec\n",
        "```\n",
    ),
    *("```output\n", "~~~\n", "---\n", '!!! note "t"\n', "/// x | t\n", "///\n", '--8<-- "x"\n', "1", "0.5"),
    *("[1, 2]", "3×4", "字", "约", "三", "=", "\u3000", "\x0b", "\\begin{a}", "\\end{a}"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
@settings(max_examples=500)
def test_any_text_is_read_and_places_hold(text: str) -> None:
    assert_places_hold(parse(Source("chapter.md", text)))


NUMBERED = (
    *(
        "字#，",
        "**#**",
        "`#`",
        "$#$",
        "[#](u)",
        "![#](u)",
        "#<!--= a -->",
        "<b>#</b>",
        "\\*#",
        "<!-- # -->",
        "&lt;#",
    ),
    *(
        "a_#",
        "*#*",
        "[#][r]",
        "\\(#\\)",
        "<br>#",
        "{#}",
        "| # |",
        "(#)",
        '"#"',
        "``# ` ``",
        "$5到$#",
        "<#",
        "#>",
    ),
    *("!#", "#:", "[#]", "`#", "**#", "<!-- #", "# -->", "\\\\#", "- #", "> #", "_#_", "#{.a}", "#. "),
)
inlines = st.lists(st.sampled_from(NUMBERED), min_size=1, max_size=3).map("".join)
leaves = st.one_of(
    inlines.map(lambda text: [text]),
    st.lists(inlines, min_size=2, max_size=4),
    inlines.map(lambda text: [f"## {text}"]),
    inlines.map(lambda text: [f"字{text}", "===="]),
    inlines.map(lambda text: ["| # | b |", "|--|--|", f"| # | {text} |", "| # |"]),
    st.sampled_from(
        [["$$", "#", "$$"], ["$$#$$"], ["\\[", "#", "\\]"], ["x $$", "#", "$$"], ["para", "", "    #"]]
    ),
    st.sampled_from([["```", "#", "```"], ["<!-- # -->"], ["text <!-- #", "- # --> #"]]),
)


def indented(lines: list[str], prefix: str, first: str) -> list[str]:
    later = [prefix + line if line else prefix.rstrip() for line in lines[1:]]
    return [first + lines[0], *later]


def containers(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    blocks = st.lists(inner, min_size=1, max_size=3).map(joined)
    content = blocks.map(lambda lines: indented(lines, "    ", "    "))
    return st.one_of(
        inlines.flatmap(lambda text: content.map(lambda lines: [f"-   {text}", "", *lines])),
        inlines.flatmap(lambda text: content.map(lambda lines: [f"1.  {text}", "", *lines])),
        blocks.map(lambda lines: indented(lines, "> ", "> ")),
        content.map(lambda lines: ['!!! note "#"', "", *lines]),
        content.map(lambda lines: ["??? note", "", *lines]),
        content.map(lambda lines: ['=== "#"', "", *lines]),
    )


def joined(blocks: list[list[str]]) -> list[str]:
    return [line for block in blocks for line in ("", *block)][1:]


def numbered(lines: list[str]) -> str:
    """The lines with each # that stands for a number as a number of its own."""
    first, *others = "\n".join(lines).replace("## ", "\0").split("#")
    text = first + "".join(f"{number}{part}" for number, part in enumerate(others, 1001))
    return text.replace("\0", "## ") + "\n"


def read_text(text: str) -> str:
    return " ".join(item.text for item in parse(Source("", text)).items if isinstance(item, Passage))


def numbers(text: str) -> set[str]:
    return set(re.findall(r"1\d{3}", text))


@given(
    st.lists(st.recursive(leaves, containers, max_leaves=6), min_size=1, max_size=3).map(joined).map(numbered)
)
@settings(max_examples=300)
def test_no_number_that_readers_see_is_overlooked(text: str) -> None:
    assert numbers(visible_text(text)) - numbers(read_text(text)) == set()


@pytest.mark.parametrize("chapter", BOOK, ids=lambda path: path.stem)
def test_no_number_of_the_book_is_overlooked(chapter: Path) -> None:
    text = chapter.read_text(encoding="utf-8").partition("\n---\n")[2]
    text = re.sub(r"\[@[^\[\]\n]+\]", "", text)  # the numbers of a citation are its source's
    text = re.sub(r"(?m)^(///.*\n)(?:    .*\n)+", r"\1", text)  # options of a block that is not known there
    text = re.sub(r"(?m)^(/{3,} state \|) [^\s·]+", r"\1", text)  # ids
    seen, read = (set(re.findall(r"\d+(?:\.\d+)?", one)) for one in (visible_text(text), read_text(text)))
    assert seen or "/// sources" in text
    assert seen - read == set()


def test_a_snippet_with_a_number_is_an_error(tmp_path: Path) -> None:
    """The file is looked for in each folder; lines and a section may follow its name."""
    write = {"words.md": "# 第1章\n\n只有文字。\n", "number.md": "一共5个\n", "formula.md": "$x=0.5$\n"}
    write |= {"cell.md": "```python exec\nx\n```\n", "picture.png": "\udcff"}
    for name, content in write.items():
        (tmp_path / name).write_text(content, "utf-8", errors="surrogateescape")

    def told(line: str) -> list[tuple[str, str]]:
        findings = parse(Source("", line), folders=(tmp_path / "nowhere", tmp_path)).findings
        assert all(finding.kind is FindingKind.UNREAD for finding in findings)
        return [(finding.severity, finding.message) for finding in findings]

    elsewhere = "this line brings text from elsewhere, which is not read here"
    for name in ("words.md", "missing.md", "https://a.b/number.md", "picture.png"):
        assert told(f'--8<-- "{name}"\n') == [("warning", elsewhere)]
    for name in ("number.md", "number.md:1:3", "formula.md:part", "cell.md"):
        brought = f"this line brings in {name}, whose numbers are not checked"
        assert told(f'--8<-- "{name}"\n') == [("error", brought)]
    assert told("--8<--\nwords.md\nnumber.md\n--8<--\n") == [
        ("error", "this line brings in number.md, whose numbers are not checked")
    ]


def test_all_python_fences_run_where_the_option_says_so():
    text = '```python\na\n```\n\n```py exec="off"\nb\n```\n\n```text\nc\n```\n'
    assert parse(Source("", text)).items == ()
    (cell,) = parse(Source("", text), "all").items
    assert isinstance(cell, Cell)
    assert cell.code == "a\n"
