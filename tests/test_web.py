"""The style that pages get: the colours of figures, readable in both schemes."""

from pathlib import Path
import re

import pytest

from tallybook import press
from tallybook.svg import INK

CSS = (Path(press.__file__).parent / "web" / "tallybook.css").read_text("utf-8")
RULES = re.findall(r"\{([^{}]*--fig-fg[^{}]*)\}", CSS)
PALETTES = [dict(re.findall(r"(--fig-\w+): ([^;]+);", rules)) for rules in RULES]
PAPERS = ("#ffffff", "#1e2129", "#1e2129")
SERIES = [variable for variable, _ in INK.values() if re.fullmatch(r"--fig-(fg|muted|\d)", variable)]


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_each_scheme_names_every_colour_that_figures_draw_with():
    assert [set(palette) for palette in PALETTES] == [{variable for variable, _ in INK.values()}] * 3


def test_the_light_colours_are_those_that_a_figure_has_by_itself():
    own = {variable: colour for variable, colour in INK.values() if variable != "--fig-paper"}
    assert own.items() <= PALETTES[0].items()


def test_the_dark_colours_are_the_same_for_every_theme():
    dark, system = ({**palette, "--fig-paper": ""} for palette in PALETTES[1:])
    assert dark == system


@pytest.mark.parametrize(("palette", "paper"), [*zip(PALETTES, PAPERS, strict=True)])
def test_letters_and_lines_stand_out_from_the_page(palette, paper):
    for variable in SERIES:
        light, dark = sorted((luminance(palette[variable]), luminance(paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, variable
