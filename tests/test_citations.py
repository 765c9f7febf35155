"""Citations in the text: where they stand, what they name, and sources that none names."""

from pathlib import Path

import pytest

from tallybook.book import Book, check_book
from tallybook.options import Options, Project
from tallybook.outlets import text
from tallybook.parsing import parse
from tallybook.source import Source

REGISTER = """\
vaswani2017: {authors: "Ashish Vaswani, Noam Shazeer, Niki Parmar", title: Attention, year: 2017, url: u}

# not cited
ba2016: {authors: Jimmy Lei Ba, title: Layer Normalization, year: 2016, url: u}
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "sources.yml").write_text(REGISTER, "utf-8")
    return tmp_path


def check(folder: Path, chapter: str, *, whole: bool = False) -> Book:
    file = folder / "docs" / "a.md"
    file.write_text(chapter, "utf-8")
    return check_book(Project(folder, Options()), [file], cached=False, whole=whole)


def told(folder: Path, chapter: str) -> list[str]:
    report = check(folder, chapter).report
    return [
        f"{one.kind}: {chapter[one.span.start : one.span.end]}: {one.message}; {'; '.join(one.mends)}"
        for one in report.chapters[0].findings
    ]


@pytest.mark.parametrize(
    ("written", "key", "place"),
    [
        ("见[@ba2016 §3，式(3)]。", "ba2016", "§3，式(3)"),
        ("[@ba2016\tTable 1 ]", "ba2016", "Table 1"),
        ("| [@ba2016 §3] | b |\n|---|---|\n", "ba2016", "§3"),
        ("> - [@ba2016 §3]", "ba2016", "§3"),
        ("# 标题[@ba2016 §3]", "ba2016", "§3"),
        ("[读[@ba2016 §3]](a.md)", "ba2016", "§3"),
        ("[@ba2016]", "ba2016", ""),
    ],
)
def test_a_citation_names_a_source_and_a_place(written: str, key: str, place: str) -> None:
    (citation,) = parse(Source("", written)).citations
    assert (citation.key, citation.place) == (key, place)
    assert written[citation.key_span.start : citation.key_span.end] == key
    assert written[citation.span.start : citation.span.end].startswith(f"[@{key}")


@pytest.mark.parametrize(
    "written",
    [
        "`[@ba2016 §3]`",
        "```\n[@ba2016 §3]\n```",
        "<!-- [@ba2016 §3] -->",
        "\\[@ba2016 §3]",
        "[@ba2016](https://example.org)",
        "Thanks to [@ba2016].\n\n[@ba2016]: https://example.org",
        "ba@2016 [1, 2]",
    ],
)
def test_what_is_no_citation(written: str) -> None:
    assert parse(Source("", written)).citations == ()


def test_the_numbers_of_a_citation_are_no_quotes(folder: Path) -> None:
    book = check(folder, "宽512<!--@ vaswani2017 §3.1 -->，见[@vaswani2017 §5.12，表10]。\n")
    assert [number.text for number in book.report.chapters[0].numbers] == ["512"]
    assert book.report.ok


def test_a_source_that_is_not_there_and_a_place_that_is_not_said(folder: Path) -> None:
    assert told(folder, "见[@vaswani207 §3]、[@no §1]、[@ba2016]和1<!--@ ba2106 §3 -->。\n") == [
        "unknown-source: vaswani207: there is no source vaswani207 in docs/sources.yml; "
        "did you mean vaswani2017?",
        "unknown-source: no: there is no source no in docs/sources.yml; add no to docs/sources.yml",
        "missing-place: [@ba2016]: this citation does not say where in ba2016 that stands; "
        "write the place behind the key: [@ba2016 §3.1]",
        "unknown-source: <!--@ ba2106 §3 -->: there is no source ba2106 in docs/sources.yml; "
        "did you mean ba2016?",
    ]


def test_without_a_register_a_citation_may_be_another_tool_s(folder: Path) -> None:
    (folder / "docs" / "sources.yml").unlink()
    assert told(folder, "See [@smith, p. 3].\n") == []


def test_a_source_that_no_chapter_cites_is_told_at_its_line(folder: Path) -> None:
    report = check(folder, "[@vaswani2017 §3]，1+1=2。\n", whole=True).report
    assert report.ok
    assert "\n".join(text.show(report)) == (
        "docs/sources.yml:4:1: unused-source (warning): no chapter cites ba2016\n"
        "  |\n"
        "4 | ba2016: {authors: Jimmy Lei Ba, title: Layer Normalization, year: 2016, url: u}\n"
        "  | ^^^^^^\n"
        "  = cite it, <!--@ ba2016 place --> or [@ba2016 place], or take it out\n"
        "0 drifts, 0 failures, 1 warning; 2 numbers in 2 chapters checked, 0 unaccounted."
    )


def test_unused_sources_are_told_of_a_whole_book_alone(folder: Path) -> None:
    assert told(folder, "1<!--@ ba2016 §3 -->。\n") == []
    cited = check(folder, "1<!--@ ba2016 §3 -->，[@vaswani2017 §1]。\n", whole=True)
    assert [chapter.source.path for chapter in cited.report.chapters] == ["docs/a.md"]
