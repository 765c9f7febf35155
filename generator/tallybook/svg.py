"""A matplotlib figure as SVG that stands inside a page: the same bytes each time, coloured by the page."""

from collections.abc import Iterator
from io import StringIO
import re
import sys
from typing import Any
import warnings
from xml.etree import ElementTree

INK = {
    "#010101": ("--fig-fg", "#1d1d20"),
    "#020202": ("--fig-muted", "#5f6368"),
    "#030303": ("--fig-grid", "#d0d4da"),
    "#fefefe": ("--fig-paper", "#ffffff"),
    "#0101f1": ("--fig-1", "#1f5fa8"),
    "#0101f2": ("--fig-2", "#b3501a"),
    "#0101f3": ("--fig-3", "#2b7a4b"),
    "#0101f4": ("--fig-4", "#8a3f9e"),
    "#0101f5": ("--fig-5", "#a3324f"),
    "#0101f6": ("--fig-6", "#6b6a1e"),
}
"""Sentinel colours: what a style file draws with, the CSS variable it becomes, the colour without one.

Foreground, muted, grid and paper, then six series. Each fallback but grid and paper keeps a contrast of
at least 4.5 to 1 on white.
"""

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_COLOURS = re.compile("|".join(INK), re.IGNORECASE)
_REFERENCE = re.compile(r"url\(#")
_GLOBAL_STYLE = "*{stroke-linejoin: round; stroke-linecap: butt}"
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)


def figure_svg(figure: Any, identity: str, alt: str | None) -> tuple[str, tuple[str, ...]]:
    """The figure as inline SVG, every id led by `identity`, and the glyphs that its font has not."""
    written = StringIO()
    fixed = {"svg.fonttype": "none", "svg.hashsalt": identity}
    with sys.modules["matplotlib"].rc_context(fixed), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    missing = [str(warning.message) for warning in caught if str(warning.message).startswith("Glyph ")]
    return inline(written.getvalue(), identity, alt), tuple(dict.fromkeys(missing))


def inline(document: str, identity: str, alt: str | None) -> str:
    """An SVG document as an element of a page: prolog and metadata cut, ids its own, titled by `alt`."""
    root = ElementTree.fromstring(document)
    _cut(root)
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            element.set(name, _placed(name, value, identity))
        if "style" in element.attrib:
            element.set("style", _styled(element.attrib["style"]))
    root.attrib |= {"role": "img", "data-search-exclude": ""}
    if alt:
        title = ElementTree.Element(f"{{{_SVG}}}title")
        title.text = alt
        root.insert(0, title)
    return ElementTree.tostring(root, encoding="unicode")


def _cut(root: ElementTree.Element) -> None:
    """Drop metadata and matplotlib's style for every element; the root hands it down instead."""
    for child in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(child)
    for definitions in root.findall(f"{{{_SVG}}}defs"):
        for style in definitions.findall(f"{{{_SVG}}}style"):
            if style.text == _GLOBAL_STYLE:
                definitions.remove(style)
                root.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "butt"}
        if not len(definitions):
            root.remove(definitions)


def _placed(name: str, value: str, identity: str) -> str:
    if name == "id":
        return f"{identity}-{value}"
    if name.rpartition("}")[2] == "href":
        return f"#{identity}-{value[1:]}" if value.startswith("#") else value
    value = _REFERENCE.sub(f"url(#{identity}-", value)
    return _COLOURS.sub(lambda found: _ink(found[0]), value)


def _ink(colour: str) -> str:
    variable, fallback = INK[colour.lower()]
    return f"var({variable}, {fallback})"


def _styled(style: str) -> str:
    """A style without its font family: the page's own is inherited."""
    kept = (part.strip() for part in style.split(";"))
    return "; ".join(part for part in kept if part and not part.startswith("font-family:"))


def figure_texts(figure: Any) -> tuple[str, ...]:
    """Every visible text of the figure but its tick labels, in drawing order."""
    apart = {id(label) for axes in figure.axes for label in _tick_labels(axes)}
    texts = figure.findobj(lambda artist: hasattr(artist, "get_text") and hasattr(artist, "get_fontsize"))
    return tuple(
        text.get_text()
        for text in texts
        if id(text) not in apart and text.get_visible() and text.get_text().strip()
    )


def _tick_labels(axes: Any) -> Iterator[Any]:
    for each in (axes, *axes.child_axes):
        for name in ("xaxis", "yaxis", "zaxis"):
            if axis := getattr(each, name, None):
                yield axis.offsetText
                yield from (*axis.get_ticklabels(which="both"),)
