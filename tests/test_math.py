"""Formulas on a page: MathML in its text, plain text in its titles, its contents and the search."""

from markdown import Markdown
import pytest

from tallybook.press.math import hold_formulas, preload, return_formulas, typeset

EXTENSIONS = {"toc": {}, "pymdownx.arithmatex": {"generic": True}, "tallybook": {}}


@pytest.fixture(name="markdown")
def _markdown() -> Markdown:
    return Markdown(extensions=list(EXTENSIONS), extension_configs=EXTENSIONS)


def test_a_formula_becomes_mathml() -> None:
    html = typeset('<p>若<span class="arithmatex">\\(x &lt; \\frac{1}{2}\\)</span></p>')
    assert html.startswith('<p>若<span class="tally-math"><math>')
    assert "<mfrac><mn>1</mn><mn>2</mn></mfrac>" in html


def test_a_display_formula_is_one_of_its_own() -> None:
    html = typeset('<div class="arithmatex">\\[\nx=1\n\\]</div>')
    assert html.startswith('<div class="tally-math"><math display="block">')


def test_bad_tex_stays() -> None:
    html = '<p><span class="arithmatex">\\(\\foo\\)</span></p>'
    assert typeset(html) == html


@pytest.mark.parametrize("behind", ["，", "</data>。", ")"])
def test_no_line_begins_with_the_mark_behind_a_formula(behind: str) -> None:
    assert typeset(f'<span class="arithmatex">\\(x\\)</span>{behind}').endswith(
        f"</math>\u2060</span>{behind}"
    )


def test_a_heading_gives_its_contents_plain_text_and_is_set_itself(markdown: Markdown) -> None:
    html = markdown.convert("# 除以 $\\sqrt{d_k}$\n\n## 若 $a<b$，$\\sigma^2$\n\n## 坏的 $\\foo$")
    (title,) = markdown.toc_tokens  # type: ignore[attr-defined]
    assert title["name"] == "除以 √d_k"
    assert [child["name"] for child in title["children"]] == ["若 a&lt;b，σ²", r"坏的 \(\foo\)"]
    assert "<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>" in html
    assert "<mi>a</mi><mo>&lt;</mo><mi>b</mi>" in html


def test_a_page_after_another_holds_no_formula_of_it(markdown: Markdown) -> None:
    markdown.convert("# $x$")
    assert "math" not in markdown.reset().convert("# Plain")


def test_a_search_reads_plain_text_and_the_page_is_the_same_again() -> None:
    own = "<p><math><mi>x</mi></math></p>"
    page = typeset('<p>若<span class="arithmatex">\\(a &lt; \\sqrt{b}\\)</span>，</p>') + own
    read, held = hold_formulas(page)
    assert read == f'<p>若<span class="tally-math"><span data-formula="0">a&lt;√b</span></span>，</p>{own}'
    assert return_formulas(read, held) == page


def test_only_a_page_with_formulas_asks_for_their_font() -> None:
    head = "<html><head><title>A</title></head>"
    assert preload(f"{head}<p>x</p>", "f.woff2") == f"{head}<p>x</p>"
    page = preload(head + typeset('<span class="arithmatex">\\(x\\)</span>'), "../f.woff2")
    assert '<link rel="preload" href="../f.woff2" as="font" type="font/woff2" crossorigin>\n</head>' in page
