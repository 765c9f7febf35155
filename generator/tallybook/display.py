"""What a cell shows: its last value as notebooks show it, and the figure that it leaves open."""

import sys
from typing import Any

from tallybook.job import Form, Output
from tallybook.svg import figure_svg, figure_texts, inline, titled

_METHODS: tuple[tuple[str, Form], ...] = (
    ("_repr_svg_", "svg"),
    ("_repr_markdown_", "markdown"),
    ("_repr_html_", "html"),
    ("_repr_latex_", "latex"),
)


class ManyFigures(Exception):
    """A cell shows more than one figure."""


def display(value: object, identity: str, alt: str | None) -> tuple[tuple[Output, ...], str]:
    """What a cell shows whose last value is `value`, and the characters that its figure's font has not.

    An artist of matplotlib is shown as its figure. Raises `ManyFigures`, and whatever a method of
    `value` raises.
    """
    figures = _open_figures()
    own = figure_of(value)
    if own is not None and all(own is not figure for figure in figures):
        figures.append(own)
    if len(figures) > 1:
        raise ManyFigures(f"the cell shows {len(figures)} figures: give each a cell of its own")
    outputs = [_shown(value, identity, alt)] if value is not None and own is None else []
    missing = ""
    for figure in figures:
        body, missing = figure_svg(figure, identity)
        outputs.append(Output("svg", titled(body, alt), figure_texts(figure)))
    return tuple(outputs), missing


def figure_of(value: object) -> Any:
    """The matplotlib figure that `value` is or belongs to; the first that a list of artists belongs to."""
    if isinstance(value, list | tuple) and value:
        return figure_of(value[0]) if not isinstance(value[0], list | tuple) else None
    names = [f"{kind.__module__}.{kind.__name__}" for kind in type(value).__mro__]
    if "matplotlib.figure.Figure" in names:
        return value
    return value.get_figure(root=True) if "matplotlib.artist.Artist" in names else None  # type: ignore[attr-defined]


def close_figures() -> None:
    """Close every figure that pyplot holds open."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


def _open_figures() -> list[Any]:
    pyplot = sys.modules.get("matplotlib.pyplot")
    return [pyplot.figure(number) for number in pyplot.get_fignums()] if pyplot else []


def _shown(value: object, identity: str, alt: str | None) -> Output:
    for name, form in _METHODS:
        method = getattr(value, name, None)
        if not callable(method) or isinstance(value, type):
            continue
        body = method()
        if isinstance(body, tuple):
            body = body[0]
        if isinstance(body, str):
            return Output(form, titled(inline(body, identity), alt) if form == "svg" else body)
    return Output("text", repr(value))
