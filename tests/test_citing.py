"""Citations, marks behind cited numbers and tags, as the Markdown extension makes links of them."""

from pathlib import Path
import re

from markdown import Markdown
import pytest

from tallybook.chapter import Binding
from tallybook.parsing import parse
from tallybook.press.bibliography import Bibliography, Citing
from tallybook.press.citing import instead_of, last_citations
from tallybook.press.phrases import CHINESE, ENGLISH, Phrases
from tallybook.source import Source
from tallybook.sources import Entry, Register

ENTRIES = (
    Entry("vaswani2017", "Ashish Vaswani, Noam Shazeer, Niki Parmar", "Attention", 2017, "https://a", "论文"),
    Entry("zhang2019", "Biao Zhang, Rico Sennrich", "RMSNorm", 2019, "https://b", adopted="公式"),
    Entry("code", "Meta Platforms", "model.py", 2023, "https://c", short="LLaMA的代码", checked="2026-11-30"),
)


def bibliography(phrases: Phrases = CHINESE, page: str = "sources.md") -> Bibliography:
    register = Register("sources.yml", {entry.key: entry for entry in ENTRIES})
    citing = {"code": [Citing("第1章", "01.md"), Citing("附录", "more/a.md")]}
    made = Bibliography(register, ("推导", "论文"), phrases, page, frozenset({"论文"}), citing)
    made.turn_to("more/b.md")
    return made


def html(text: str, sources: Bibliography | str | None = None, language: str = "zh") -> str:
    given = {"sources": bibliography() if sources is None else sources, "language": language}
    made = Markdown(extensions=["tallybook", "tables"], extension_configs={"tallybook": given})
    return made.convert(text)


def sign(key: str, said: str, first: bool = True) -> str:
    anchor = f' id="cite-{key}"' if first else ""
    link = f'<a aria-label="{said}" href="../sources.md#{key}"{anchor} title="{said}">†</a>'
    return f'<sup class="tally-cite" data-search-exclude="">{link}</sup>'


def test_a_citation_is_a_link_in_words() -> None:
    assert html("见[@vaswani2017 §3.1]和[@vaswani2017 *表* 2_3_]。") == (
        '<p>见<a class="tally-cited" href="../sources.md#vaswani2017" id="cite-vaswani2017">'
        'Vaswani等2017，§3.1</a>和<a class="tally-cited" href="../sources.md#vaswani2017">'
        "Vaswani等2017，*表* 2_3_</a>。</p>"
    )


@pytest.mark.parametrize(
    ("key", "chinese", "english"),
    [
        ("vaswani2017", "Vaswani等2017", "Vaswani et al. 2017"),
        ("zhang2019", "Zhang、Sennrich 2019", "Zhang and Sennrich 2019"),
        ("code", "LLaMA的代码", "LLaMA的代码"),
    ],
)
def test_what_a_source_is_called(key: str, chinese: str, english: str) -> None:
    entry = next(entry for entry in ENTRIES if entry.key == key)
    assert (bibliography().name(entry), bibliography(ENGLISH).name(entry)) == (chinese, english)
    assert bibliography(ENGLISH).label(entry, "§3") == f"{english}, §3"


@pytest.mark.parametrize(
    ("authors", "name"),
    [("Qwen团队", "Qwen团队2025"), ("An Yang, Bo Zheng 等", "Yang等2025"), ("An Yang et al.", "Yang等2025")],
)
def test_authors_that_are_not_all_named(authors: str, name: str) -> None:
    assert bibliography().name(Entry("k", authors, "t", 2025, "u")) == name


def test_no_link_stands_in_a_link_or_a_heading() -> None:
    page = html("# 见[@zhang2019 §4]，[论文]\n\n[读[@zhang2019 §4]，[论文]](https://d)\n\n`[@zhang2019 §4]`")
    assert page.count("<a ") == 1
    assert page.count("Zhang、Sennrich 2019，§4") == 2
    assert "<code>[@zhang2019 §4]</code>" in page


def test_a_citation_of_no_source_stays_as_it_is() -> None:
    assert html("[@nobody §1]") == "<p>[@nobody §1]</p>"


def test_without_a_page_of_sources_a_citation_is_text() -> None:
    text = "1<!--tally-cite zhang2019%20%C2%A74-->[@zhang2019 §4][论文]"
    page = html(text, bibliography(page=""))
    assert page == '<p>1Zhang、Sennrich 2019，§4<span class="tally-tag">[论文]</span></p>'


def test_a_tag_leads_to_what_it_means() -> None:
    assert html("[推导]、[论文]、[别的]") == (
        '<p><span class="tally-tag">[推导]</span>、'
        '<a class="tally-tag" href="../sources.md#论文">[论文]</a>、[别的]</p>'
    )


def rendered(chapter: str) -> str:
    """The Markdown of a chapter, its citations in their place and no other binding taken out."""
    read = parse(Source("a.md", chapter))
    shown = last_citations(read)
    for index in reversed(range(len(read.items))):
        item = read.items[index]
        if isinstance(item, Binding):
            span, said = instead_of(read.source, item) if index in shown else (item.span, "")
            chapter = chapter[: span.start] + said + chapter[span.end :]
    return chapter


def test_a_cited_number_is_followed_by_a_sign() -> None:
    page = html(rendered("宽512<!--@ vaswani2017 §3.1 -->，头8<!--@ vaswani2017 §3.2 -->(见)。"))
    first = sign("vaswani2017", "来源：Vaswani等2017，§3.1")
    other = sign("vaswani2017", "来源：Vaswani等2017，§3.2", first=False)
    assert page == f"<p>宽512{first}，头8{other}(见)。</p>"


def test_the_same_place_in_a_row_is_said_once_a_block() -> None:
    page = html(
        rendered("12<!--@ zhang2019 表2 -->层，8<!--@ zhang2019 表2 -->头。\n\n8<!--@ zhang2019 表2 -->。\n")
    )
    first = sign("zhang2019", "来源：Zhang、Sennrich 2019，表2")
    other = sign("zhang2019", "来源：Zhang、Sennrich 2019，表2", first=False)
    assert page == f"<p>12层，8{first}头。</p>\n<p>8{other}。</p>"


def test_no_sign_stands_in_a_heading_or_a_link() -> None:
    page = html(rendered("# 宽512<!--@ zhang2019 §4 -->\n\n[宽512<!--@ zhang2019 §4 -->](https://d)\n"))
    assert "†" not in page
    assert "tally-cite" not in page


def test_a_table_that_is_cited_has_a_line_below_it() -> None:
    table = "| a | b |\n|---|---|\n| x | 2 |\n{}<!--@ zhang2019 表1 -->\n"
    for blank in ("", "\n"):
        page = html(rendered(table.format(blank)))
        assert page.endswith(
            '<p><span></span><span class="tally-below">来源：<a class="tally-cited" '
            'href="../sources.md#zhang2019" id="cite-zhang2019">Zhang、Sennrich 2019，表1</a></span></p>'
        )
        assert page.count("</td>") == 2


def test_the_block_shows_every_source_by_its_authors() -> None:
    page = html("/// sources\n///\n")
    assert re.findall(r'<section class="tally-source" id="(\w+)">', page) == [
        "code",
        "vaswani2017",
        "zhang2019",
    ]
    assert 'Ashish Vaswani, Noam Shazeer, Niki Parmar。<a href="https://a">Attention</a>，2017。' in page
    assert '<a class="tally-tag" href="../sources.md#论文">[论文]</a>' in page
    assert "<dt>采用</dt>\n<dd>公式</dd>" in page
    assert "<dt>核对</dt>\n<dd>2026-11-30</dd>" in page
    assert page.count("尚未核对") == 2
    assert '<dd><a href="../01.md#cite-code">第1章</a>；<a href="a.md#cite-code">附录</a></dd>' in page


def test_under_another_host_the_register_is_read_from_its_path(tmp_path: Path) -> None:
    file = tmp_path / "sources.yml"
    file.write_text("bert: {authors: A. Devlin, title: BERT, year: 2018, url: u}", "utf-8")
    page = html("[@bert §3]\n\n/// sources\n///\n", str(file), "en")
    assert "<p>Devlin 2018, §3</p>" in page
    assert 'A. Devlin. <a href="u">BERT</a>, 2018. ' in page
