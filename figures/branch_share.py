"""How long each row is on the stream, and how long the change that each branch adds to it."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import number, sheet

MARGIN, START, FULL = 8, 74, 150  # from the left: the names, where the bars begin; the longest bar
TITLE, BAR, PITCH, GAP = 20, 14, 21, 16  # heights
STREAM, BRANCH = SERIES[1], SERIES[0]


class Bar(NamedTuple):
    """What is measured, its length, and for a change its share of the row that it is added to."""

    name: str
    length: float
    share: float | None = None


def draw(
    tokens: Sequence[str],
    *,
    x: Sequence[float],
    attention: Sequence[float],
    h: Sequence[float],
    feed_forward: Sequence[float],
    y: Sequence[float],
    shares: Sequence[Sequence[float]],
) -> Figure:
    """For each token the lengths of X, of attention's change, of H, of the network's change and of Y.

    `shares` holds for each token the two changes as parts of the row that they are added to.
    """
    longest = max(*x, *attention, *h, *feed_forward, *y)
    height = TITLE + 5 * PITCH + GAP
    with style.context(STYLE):
        figure, axes = sheet(height * len(tokens) - GAP + 8)
        for index, token in enumerate(tokens):
            bars = (
                Bar("X", x[index]),
                Bar("注意力", attention[index], shares[index][0]),
                Bar("H", h[index]),
                Bar("前馈", feed_forward[index], shares[index][1]),
                Bar("Y", y[index]),
            )
            _token(axes, height * index, token, bars, FULL / longest)
    return figure


def _token(axes: Axes, top: float, token: str, bars: Sequence[Bar], unit: float) -> None:
    """The bars of one row, all in one scale; the stream's are plain, the changes' are hatched."""
    axes.text(MARGIN, top + TITLE - 5, token, size=14)
    first, last = top + TITLE + 2, top + TITLE + len(bars) * PITCH
    axes.plot([START, START], [first, last], color=MUTED, lw=1, zorder=3)
    for index, bar in enumerate(bars):
        at = top + TITLE + PITCH * (index + 0.5)
        change = bar.share is not None
        axes.text(START - 8, at, bar.name, ha="right", va="center", color=INK)
        place, wide = (START, at - BAR / 2), bar.length * unit
        colour, shade, lines = (BRANCH, 0.14, "////") if change else (STREAM, 0.4, None)
        axes.add_patch(Rectangle(place, wide, BAR, fc=PAPER, ec="none", zorder=1))
        axes.add_patch(Rectangle(place, wide, BAR, fc=colour, ec="none", alpha=shade, zorder=1))
        axes.add_patch(Rectangle(place, wide, BAR, fill=False, ec=colour, lw=1.2, hatch=lines, zorder=2))
        axes.text(START + wide + 7, at, _label(bar, bars[index - 1].name), va="center")
    axes.plot([START, START + FULL], [last + 1, last + 1], color=RULE, lw=1, zorder=0)


def _label(bar: Bar, base: str) -> str:
    if bar.share is None:
        return number(bar.length, 3)
    return f"{number(bar.length, 3)}，{base}的{100 * bar.share:.1f}%"
