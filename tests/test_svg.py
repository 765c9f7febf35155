"""Figures become SVG that stands inside a page, the same bytes each time."""

import re
from typing import Any
from xml.etree import ElementTree

from matplotlib import rc_context
from matplotlib.figure import Figure
import pytest

from tallybook.svg import INK, figure_svg, figure_texts, inline, titled


def make_figure() -> Figure:
    with rc_context({"text.color": "#010101", "axes.edgecolor": "#020202"}):
        figure = Figure((3, 2), facecolor="#fefefe")
        axes = figure.subplots()
        axes.plot([0.5, 2], color="#0101F1", label="series", marker="o")
        axes.imshow([[1, 2]], extent=(0, 1, 0, 1))
        axes.set_title("title 0.25", weight="bold")
        axes.set_xlabel("width 4")
        axes.annotate("peak 2", (1, 2))
        axes.set_yticks([0.5, 2], labels=["low", "high"])
        axes.legend()
    return figure


@pytest.fixture(scope="module", name="drawn")
def _drawn() -> str:
    return figure_svg(make_figure(), "fan")[0]


def test_the_same_figure_gives_the_same_bytes(drawn: str):
    assert figure_svg(make_figure(), "fan") == (drawn, "")


def test_it_is_one_element_on_one_line(drawn: str):
    assert drawn.startswith("<svg ")
    assert "\n" not in drawn
    assert not {"<?xml", "<!DOCTYPE", "metadata", "<style", "font-family"} & set(
        re.findall(r"<?[?!\w-]+", drawn)
    )
    root = ElementTree.fromstring(drawn)
    for name, value in {"role": "img", "data-search-exclude": "", "stroke-linejoin": "round"}.items():
        assert root.attrib[name] == value


def test_every_id_and_reference_is_led_by_the_figure(drawn: str):
    ids = re.findall(r'\bid="([^"]*)"', drawn)
    references = re.findall(r'href="#([^"]*)"', drawn) + re.findall(r"url\(#([^)]*)\)", drawn)
    assert ids
    assert references
    assert all(name.startswith("fan-") for name in ids)
    assert set(references) <= set(ids)
    assert len(set(ids)) == len(ids)
    assert 'xlink:href="data:image/png;base64,' in drawn


def test_colours_of_the_table_become_the_page_s(drawn: str):
    for colour in ("#010101", "#020202", "#fefefe", "#0101f1"):
        variable, fallback = INK[colour]
        assert f"var({variable}, {fallback})" in drawn
    assert not re.search("|".join(INK), drawn, re.IGNORECASE)


def test_texts_are_texts_with_weight_and_size(drawn: str):
    assert re.search(
        r'<text style="font-weight: (?:bold|700); font-size: 12px; [^"]*"[^>]*>title 0.25</text>', drawn
    )


def test_texts_come_without_tick_labels():
    assert sorted(figure_texts(make_figure())) == ["peak 2", "series", "title 0.25", "width 4"]


def test_hidden_texts_and_those_of_insets():
    figure = Figure()
    axes: Any = figure.subplots(subplot_kw={"projection": "3d"})
    axes.text(0, 0, 0, "deep 3")
    axes.text(0, 0, 0, "hidden", visible=False)
    figure.suptitle("above")
    inset = figure.add_axes((0.5, 0.5, 0.2, 0.2)).inset_axes((0, 0, 1, 1))
    inset.set_title("inset 7")
    figure_svg(figure, "deep")
    assert sorted(figure_texts(figure)) == ["above", "deep 3", "inset 7"]


def test_glyphs_that_the_font_has_not_are_told():
    figure = Figure()
    figure.text(0, 0, "注意力 意")
    figure.text(0, 1, "fine")
    assert figure_svg(figure, "fan")[1] == "注意力"


def test_an_alt_text_becomes_the_title_and_can_be_changed(drawn: str):
    first = titled(drawn, "a < b & c")
    root = ElementTree.fromstring(first)
    assert (root[0].tag, root[0].text) == ("{http://www.w3.org/2000/svg}title", "a < b & c")
    assert titled(first, "other") == titled(drawn, "other")
    assert titled(first, None) == drawn


def test_a_foreign_svg_keeps_its_own_style():
    document = (
        '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style>\n'
        '<g id="a" class="a" style="fill:url(#b)">\n<text> two  words </text></g></svg>'
    )
    assert inline(document, "f") == (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" data-search-exclude="">'
        '<style>.a{fill:red}</style><g id="f-a" class="a" style="fill:url(#f-b)">'
        "<text> two  words </text></g></svg>"
    )


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "name", [name for name, _ in INK.values() if name not in ("--fig-grid", "--fig-paper")]
)
def test_fallback_colours_can_be_read_on_paper(name: str):
    colours: dict[str, Any] = dict(INK.values())
    assert (luminance(colours["--fig-paper"]) + 0.05) / (luminance(colours[name]) + 0.05) >= 4.5
