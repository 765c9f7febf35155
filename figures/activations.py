"""Three activations in one scale: ReLU cuts what is negative, SiLU and GELU let a little of it through."""

from collections.abc import Sequence
from typing import Any

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet

MARGIN = 8
CENTRE, UNIT, RISE = WIDTH / 2, 36, 27  # where 0 stands, and how far 1 is: to the right, and upwards
TITLE, PANEL, FOOT = 24, 152, 30  # heights
PLACES = 6
Curve = tuple[Sequence[float], Sequence[float]]  # along the whole line, and at the points


def draw(
    line: Sequence[float],
    points: Sequence[float],
    *,
    relu: Curve,
    silu: Curve,
    gelu: Curve,
) -> Figure:
    """Each activation in a panel of its own, with its values at `points`; ReLU dashed behind the others.

    `line` holds the places where the curves are drawn, from left to right.
    """
    panels = (
        ("ReLU：负的一概变成零", relu, "o"),
        ("SiLU：乘上自己的sigmoid", silu, "s"),
        ("GELU：乘上自己的Φ", gelu, "^"),
    )
    with style.context(STYLE):
        figure, axes = sheet((TITLE + PANEL) * len(panels) + 4)
        for index, ((title, (along, marks), marker), colour) in enumerate(zip(panels, SERIES, strict=False)):
            top = (TITLE + PANEL) * index
            axes.text(MARGIN, top + TITLE - 4, title, size=14, color=colour)
            ground = top + TITLE + PANEL - FOOT
            _ground(axes, ground, points)
            if index:
                _curve(axes, ground, line, relu[0], MUTED, ls=(0, (2, 3)), lw=1.5)
            _curve(axes, ground, line, along, colour)
            _marks(axes, ground, points, marks, colour, marker)
    return figure


def _ground(axes: Axes, ground: float, points: Sequence[float]) -> None:
    """The line where the activation gives 0, and where the points stand on it."""
    axes.plot([MARGIN, WIDTH - MARGIN], [ground] * 2, color=MUTED, lw=1, zorder=1)
    axes.plot([CENTRE] * 2, [ground - 3.2 * RISE, ground + 6], color=RULE, lw=2, zorder=0)
    for point in points:
        axes.plot([_across(point)] * 2, [ground + 2, ground + 12], color=RULE, zorder=0)
        axes.text(_across(point), ground + 26, number(point), ha="center", color=MUTED)


def _curve(
    axes: Axes, ground: float, line: Sequence[float], values: Sequence[float], colour: str, **look: Any
) -> None:
    across, up = [_across(place) for place in line], [ground - RISE * value for value in values]
    axes.plot(across, up, color=colour, zorder=2, **look)


def _marks(
    axes: Axes,
    ground: float,
    points: Sequence[float],
    values: Sequence[float],
    colour: str,
    marker: str,
) -> None:
    """The marked points with their values: above the line left of 0, beside the curve right of it."""
    for point, value in zip(points, values, strict=True):
        across, up = _across(point), ground - RISE * value
        axes.plot([across], [up], marker, color=colour, ms=8, mec=PAPER, mew=1.5, zorder=4)
        if point < 0:
            axes.text(across, ground - 11, number(value, PLACES), ha="center", color=INK)
        elif point < max(points):
            axes.text(across + 12, up, number(value, PLACES), va="center", color=INK)
        else:
            axes.text(across - 12, up - 2, number(value, PLACES), ha="right", va="center", color=INK)


def _across(place: float) -> float:
    return CENTRE + UNIT * place
