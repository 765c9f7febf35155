"""A matplotlib figure as SVG that stands inside a page: the same bytes each time, coloured by the page."""

from collections.abc import Iterator
from io import StringIO
import re
import sys
from typing import Any
import warnings
from xml.etree import ElementTree
from xml.sax.saxutils import escape

INK = {
    "#010101": ("--fig-fg", "#25221e"),
    "#020202": ("--fig-muted", "#635c52"),
    "#030303": ("--fig-grid", "#d9d2c5"),
    "#fefefe": ("--fig-paper", "#ffffff"),
    "#0101f1": ("--fig-1", "#1f5fa8"),
    "#0101f2": ("--fig-2", "#a94a18"),
    "#0101f3": ("--fig-3", "#28734a"),
    "#0101f4": ("--fig-4", "#8a3f9e"),
    "#0101f5": ("--fig-5", "#a3324f"),
    "#0101f6": ("--fig-6", "#67661c"),
}
"""Sentinel colours: what a style file draws with, the CSS variable it becomes, the colour without one.

Foreground, muted, grid and paper, then six series. Every fallback but those of grid and paper has a
contrast of at least 4.5 to 1 on paper.
"""

_SVG = "{http://www.w3.org/2000/svg}"
_COLOURS = re.compile("|".join(INK), re.IGNORECASE)
_GLYPH = re.compile(r"Glyph (\d+) .*missing from")
_HEAD = re.compile(r"\A(<svg\b[^>]*>)(?:<title>[^<]*</title>)?")
_FOR_ALL = "*{stroke-linejoin: round; stroke-linecap: butt}"  # a page has more than our figure
ElementTree.register_namespace("", _SVG[1:-1])
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def figure_svg(figure: Any, identity: str) -> tuple[str, str]:
    """The figure as inline SVG, every id led by `identity`, and the characters that its font has not."""
    written = StringIO()
    fixed = {"svg.fonttype": "none", "svg.hashsalt": identity}
    with sys.modules["matplotlib"].rc_context(fixed), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    glyphs = [found for warning in caught if (found := _GLYPH.match(str(warning.message)))]
    missing = dict.fromkeys(chr(int(found[1])) for found in glyphs)
    return inline(written.getvalue(), identity), "".join(missing)


def inline(document: str, identity: str) -> str:
    """An SVG document as one line of a page: prolog and metadata cut, ids its own, fonts the page's."""
    root = ElementTree.fromstring(document)
    _cut(root)
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            element.set(name, _placed(name, value, identity))
        if not element.tag.startswith((f"{_SVG}text", f"{_SVG}tspan")):
            element.text = (element.text or "").strip()
            for child in element:
                child.tail = (child.tail or "").strip()
    root.attrib |= {"role": "img", "data-search-exclude": ""}
    root.tail = None
    return ElementTree.tostring(root, encoding="unicode")


def titled(svg: str, alt: str | None) -> str:
    """An inline SVG whose title, what a screen reader says for it, is `alt`."""
    title = f"<title>{escape(alt)}</title>" if alt else ""
    return _HEAD.sub(lambda head: head[1] + title, svg, count=1)


def _cut(root: ElementTree.Element) -> None:
    """Drop the metadata, and the style that matplotlib sets for all elements; the root hands it down."""
    for child in root.findall(f"{_SVG}metadata"):
        root.remove(child)
    for definitions in root.findall(f"{_SVG}defs"):
        for style in definitions.findall(f"{_SVG}style"):
            if style.text == _FOR_ALL:
                definitions.remove(style)
                root.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "butt"}
        if not len(definitions):
            root.remove(definitions)


def _placed(name: str, value: str, identity: str) -> str:
    """An attribute as it stands in the page."""
    if name == "id":
        return f"{identity}-{value}"
    if name.endswith("href"):
        return f"#{identity}-{value[1:]}" if value.startswith("#") else value
    if name == "style":
        parts = (part.strip() for part in value.split(";"))
        value = "; ".join(part for part in parts if part and not part.startswith("font-family:"))
    value = value.replace("url(#", f"url(#{identity}-")
    return _COLOURS.sub(lambda found: "var({}, {})".format(*INK[found[0].lower()]), value)


def figure_texts(figure: Any) -> tuple[str, ...]:
    """Every visible text of the figure but its tick labels."""
    apart = {id(label) for axes in figure.axes for label in _tick_labels(axes)}
    texts = figure.findobj(lambda artist: hasattr(artist, "get_text") and hasattr(artist, "get_fontsize"))
    told = (text.get_text() for text in texts if id(text) not in apart and text.get_visible())
    return tuple(text for text in told if text.strip())


def _tick_labels(axes: Any) -> Iterator[Any]:
    for each in (axes, *axes.child_axes):
        for name in ("xaxis", "yaxis", "zaxis"):
            if axis := getattr(each, name, None):
                yield axis.offsetText
                yield from axis.get_ticklabels(which="both")
