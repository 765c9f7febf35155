"""The page of the register, and the ways between it and the chapters."""

from collections.abc import Callable
from pathlib import Path
import re

from playwright.sync_api import Page, expect
import pytest

from tests.sites import mkdocs, write

CONFIG = "site_name: A site\ntheme: {name: mkdocs, locale: en}\nplugins: [tallybook]\nstrict: true\n"
REGISTER = """\
bert: {authors: "A. Devlin, B. Chang, C. Lee", title: BERT, year: 2018, url: "https://a", grade: paper}
"""
CHAPTER = "# First *chapter*\n\nOf them 80%<!--@ bert §3.1 --> become a mask [paper], [@bert §3.1].\n"
OWN = "# My sources\n\n## What is a paper {#paper}\n\n/// sources\n///\n"


def build(folder: Path, files: dict[str, str], config: str = CONFIG) -> Callable[[str], str]:
    """Build a site; what its pages hold, by their paths."""
    options = {"tallybook.toml": 'tags = ["paper"]\n', "docs/sources.yml": REGISTER}
    write(folder, {"mkdocs.yml": config, "docs/index.md": "# Home\n", **options, **files})
    done = mkdocs(folder, "build", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    return lambda path: (folder / "site" / path / "index.html").read_text("utf-8")


def test_a_page_is_made_where_the_author_has_none(tmp_path: Path) -> None:
    page = build(tmp_path, {"docs/deep/a.md": CHAPTER})
    assert '<a href="../deep/a/#cite-bert">First chapter</a>' in page("sources")
    assert '<section class="tally-source" id="bert">' in page("sources")
    assert "<title>Sources - A site</title>" in page("sources")
    assert page("deep/a").count('href="../../sources/#bert"') == 2
    assert 'aria-label="Source: Devlin et al. 2018, §3.1"' in page("deep/a")
    assert ">Devlin et al. 2018, §3.1</a>" in page("deep/a")
    assert '<span class="tally-tag">[paper]</span>' in page("deep/a")


def test_a_page_of_the_author_s_own_is_the_one(tmp_path: Path) -> None:
    config = f"{CONFIG}nav: [index.md, a.md, more/read.md]\nmarkdown_extensions: [attr_list]\n"
    page = build(tmp_path, {"docs/a.md": CHAPTER, "docs/more/read.md": OWN}, config)
    assert 'href="../more/read/#bert"' in page("a")
    assert '<a class="tally-tag" href="../more/read/#paper">[paper]</a>' in page("a")
    assert '<a href="../../a/#cite-bert">First chapter</a>' in page("more/read")
    assert '<a class="tally-tag" href="#paper">[paper]</a>' in page("more/read")
    assert not (tmp_path / "site" / "sources").exists()


def test_a_nav_of_the_author_s_does_not_miss_the_page_that_is_made(tmp_path: Path) -> None:
    page = build(tmp_path, {"docs/a.md": CHAPTER}, f"{CONFIG}nav: [index.md, a.md]\n")
    assert 'href="../sources/#bert"' in page("a")
    assert 'id="bert"' in page("sources")


def test_where_the_name_is_taken_citations_are_text(tmp_path: Path) -> None:
    page = build(tmp_path, {"docs/a.md": CHAPTER, "docs/sources.md": "# Springs\n"})
    assert "[paper]</span>, Devlin et al. 2018, §3.1." in page("a")
    assert "tally-source" not in page("sources")


def test_a_book_without_a_register_has_no_such_page(tmp_path: Path) -> None:
    files = {"docs/a.md": "# A\n\n1+1=2 [@bert §1], [paper]\n", "docs/sources.yml": ""}
    page = build(tmp_path, files)
    assert "[@bert §1]" in page("a")
    assert not (tmp_path / "site" / "sources").exists()


@pytest.mark.browser
def test_a_citation_leads_to_its_source_and_the_source_back(address: str, page: Page) -> None:
    page.goto(f"{address}05-positions/")
    cited = page.get_by_role("link", name="来源：Su等2021，§3.2.2", exact=True).first
    cited.click()
    entry = page.locator("#su2021")
    expect(entry).to_be_in_viewport()
    expect(entry).to_contain_text("RoFormer")
    entry.get_by_role("link", name="第5章").click()
    expect(page.locator("#cite-su2021")).to_be_in_viewport()
    expect(page).to_have_url(f"{address}05-positions/#cite-su2021")


@pytest.mark.browser
def test_a_tag_leads_to_what_it_means(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{address}06-ffn/")
    page.get_by_role("link", name="[原论文]", exact=True).first.click()
    heading = page.get_by_role("heading", name="原论文")
    expect(heading).to_be_in_viewport()
    assert heading.get_attribute("id") == "原论文"


@pytest.mark.browser
def test_every_source_of_the_book_is_cited_graded_and_leads_back(address: str, page: Page) -> None:
    page.goto(f"{address}sources/")
    sources = page.locator(".tally-source")
    assert sources.count() > 20
    assert page.locator(".tally-source > p > .tally-tag[href]").count() == sources.count()
    assert page.locator(".tally-source dd a[href*='#cite-']").count() >= sources.count()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


@pytest.mark.browser
def test_print_shows_where_each_source_is_found(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{address}sources/")
    title = page.locator("#ba2016 > p > a").first
    expect(title).to_have_css("content", "none", pseudo="after")
    page.emulate_media(media="print")
    expect(title).to_have_css("content", re.compile("https://arxiv.org/abs/1607.06450"), pseudo="after")
    page.goto(f"{address}05-positions/")
    cited = page.locator(".tally-cite a").first
    expect(cited).to_have_css("content", re.compile("来源："), pseudo="after")
