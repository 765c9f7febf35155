"""The Markdown extension under any host of Python-Markdown, beside other extensions."""

from markdown import Markdown
import pytest

ADMONITIONS = "pymdownx.blocks.admonition"
ASKING = "/// question | 1\nWhat?\n///\n\n/// hint | 1\nThink.\n///\n\n/// answer | 1\nThat.\n///\n"
TELLING = "/// hint | Mind\nThis.\n///\n"


@pytest.mark.parametrize("extensions", [["tallybook", ADMONITIONS], [ADMONITIONS, "tallybook"]])
def test_a_hint_is_ours_on_pages_that_ask_and_an_admonition_on_others(extensions):
    markdown = Markdown(extensions=extensions)
    for _ in range(2):
        assert '<details class="tally-hint"' in markdown.reset().convert(ASKING)
        assert '<div class="admonition hint"' in markdown.reset().convert(TELLING)


def test_without_admonitions_a_hint_alone_is_text():
    assert "/// hint" in Markdown(extensions=["tallybook"]).convert(TELLING)


def test_formulas_are_set_and_tables_scroll():
    markdown = Markdown(
        extensions=["tables", "pymdownx.arithmatex", "tallybook"],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    page = markdown.convert("| a |\n|--|\n| $x^2$ |\n")
    assert '<div class="tally-table">' in page
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in page
