"""The style that pages get: one palette, readable in both schemes on the paper of any theme."""

from pathlib import Path
import re

import pytest

from tallybook import press
from tallybook.svg import INK

ROOT = Path(__file__).parent.parent
WEB = Path(press.__file__).parent / "web"
BOOK = ROOT / "docs" / "assets" / "book.css"
PAPER = re.compile(r"--md-default-bg-color: (#\w+);")
SERIES = [variable for variable, _ in INK.values() if re.fullmatch(r"--fig-(fg|muted|\d)", variable)]
LETTERS = ["--tally-ink", "--tally-muted", "--tally-accent", "--tally-good", "--tally-bad", *SERIES]


def declared(css: str) -> list[dict[str, str]]:
    """The variables of a style by the rules that declare colours: the light scheme, then the dark one."""
    rules = re.findall(r"\{([^{}]*--[\w-]+: #[^{}]*)\}", css)
    return [dict(re.findall(r"(--[\w-]+):\s*([^;]+);", rule)) for rule in rules]


LIGHT, DARK = declared((WEB / "tallybook.css").read_text("utf-8"))
PALETTES = {"light": LIGHT, "dark": {**LIGHT, **DARK}}
OWN = declared(BOOK.read_text("utf-8"))
PAPERS = {
    "light": ["#ffffff", OWN[0]["--md-default-bg-color"]],  # Material's, and our book's
    "dark": ["#1e2129", OWN[1]["--md-default-bg-color"]],
}
ON_PAPER = [(scheme, paper) for scheme, papers in PAPERS.items() for paper in papers]


def colour(palette: dict[str, str], variable: str) -> str:
    """What a variable comes to where it names another."""
    value = palette[variable]
    while match := re.fullmatch(r"var\((--[\w-]+)\)", value):
        value = palette[match[1]]
    return value


def channels(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def luminance(channels: list[float]) -> float:
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def soft(palette: dict[str, str], paper: str) -> list[float]:
    """The ground of boxes on a paper."""
    match = re.fullmatch(
        r"color-mix\(in srgb, (#\w{6}) (\d+)%, var\(--tally-paper\)\)", palette["--tally-soft"]
    )
    assert match
    share = int(match[2]) / 100
    return [
        share * tint + (1 - share) * c for tint, c in zip(channels(match[1]), channels(paper), strict=True)
    ]


def test_the_palette_names_every_colour_that_figures_draw_with():
    assert {variable for variable, _ in INK.values()} <= set(LIGHT)


def test_the_dark_scheme_has_colours_of_its_own():
    shared = {"--tally-paper", "--tally-soft"}
    assert {name for name, value in LIGHT.items() if not value.startswith("var(--tally")} - set(
        DARK
    ) == shared


def test_the_light_colours_are_those_that_a_figure_has_by_itself():
    own = {variable: value for variable, value in INK.values() if variable != "--fig-paper"}
    assert {variable: colour(LIGHT, variable) for variable in own} == own


@pytest.mark.parametrize(("scheme", "paper"), ON_PAPER)
def test_letters_and_shapes_stand_out_from_paper_and_boxes(scheme, paper):
    palette = PALETTES[scheme]
    for variable in LETTERS:
        ink = channels(colour(palette, variable))
        assert contrast(ink, channels(paper)) >= 4.5, variable
        assert contrast(ink, soft(palette, paper)) >= 4.5, variable


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_seal_stands_out_from_the_paper_of_the_book(scheme):
    seal, paper = (OWN[scheme == "dark"][name] for name in ("--book-seal", "--md-default-bg-color"))
    assert contrast(channels(seal), channels(paper)) >= 4.5


def test_every_colour_that_a_style_asks_for_is_in_the_palette():
    styles = [file.read_text("utf-8") for file in (*WEB.glob("*.css"), BOOK)]
    assert {name for style in styles for name in re.findall(r"var\((--(?:tally|fig)-\w+)", style)} <= set(
        LIGHT
    )


@pytest.mark.parametrize("chapter", sorted(ROOT.glob("docs/[0-9]*.md")), ids=lambda file: file.stem)
def test_a_chapter_has_the_number_of_its_file_in_its_title_and_in_the_contents(chapter):
    number = int(chapter.stem.partition("-")[0])
    assert f"\n# *第{number}章* " in chapter.read_text("utf-8")
    assert f"- 第{number}章 " in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert f"[第{number}章 " in (ROOT / "docs" / "index.md").read_text("utf-8")
