"""One row, two ways: LayerNorm moves its mean to 0 before it scales, RMSNorm only scales."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet, vector

MARGIN = 8
LINE = (124, WIDTH - 18)  # where the number line runs
TITLE, STATE, FOOT = 24, 68, 44  # heights


class State(NamedTuple):
    """The row at one moment: what was done last, its entries and their mean."""

    done: str
    row: Sequence[float]
    mean: float


def draw(
    row: Sequence[float],
    *,
    mean: float,
    centred: Sequence[float],
    std: float,
    layer: Sequence[float],
    layer_mean: float,
    mean_square: float,
    root: float,
    rms: Sequence[float],
    rms_mean: float,
) -> Figure:
    """Both ways of `row`, each state on a number line of its own, all lines in one scale."""
    start = State("原来的一行", row, mean)
    ways = {
        "LayerNorm：先减均值，再除标准差": [
            start,
            State(f"减去均值{number(mean)}", centred, layer_mean),
            State(f"除以标准差{number(std)}", layer, layer_mean),
        ],
        "RMSNorm：不减，只除均方根": [
            start,
            State(f"除以√{number(mean_square)}≈{number(root)}", rms, rms_mean),
        ],
    }
    scale = Scale([*row, *centred, *layer, *rms, 0.0])
    with style.context(STYLE):
        figure, axes = sheet(sum(TITLE + STATE * len(states) + FOOT for states in ways.values()) - 6)
        top = 0.0
        for (title, states), colour, marker in zip(ways.items(), SERIES, "os", strict=False):
            top = _way(axes, top, title, states, scale, colour, marker)
    return figure


class Scale:
    """Where a value stands on the number lines, in points from the left."""

    def __init__(self, values: Sequence[float]) -> None:
        self.least, self.most = min(values), max(values)
        self.ticks = range(int(self.least // 1), int(-(-self.most // 1)) + 1)

    def __call__(self, value: float) -> float:
        first, last = self.ticks[0], self.ticks[-1]
        return LINE[0] + (LINE[1] - LINE[0]) * (value - first) / (last - first)


def _way(
    axes: Axes, top: float, title: str, states: list[State], scale: Scale, colour: str, marker: str
) -> float:
    """One way from above to below; returns where it ends."""
    axes.text(MARGIN, top + TITLE, title, size=14, color=colour)
    lines = [top + TITLE + STATE * (index + 1) - 14 for index in range(len(states))]
    for tick in scale.ticks:
        axes.plot(
            [scale(tick)] * 2, [lines[0] - 28, lines[-1]], color=RULE, lw=2 if tick == 0 else 1, zorder=0
        )
        axes.text(scale(tick), lines[-1] + 34, number(tick), ha="center", color=MUTED)
    for (before, after), (upper, lower) in zip(pairwise(states), pairwise(lines), strict=True):
        for start, end in sorted(set(zip(before.row, after.row, strict=True))):
            axes.plot(
                [scale(start), scale(end)],
                [upper, lower - 30],
                color=colour,
                lw=1.2,
                ls=(0, (2, 3)),
                zorder=1,
            )
    for index, (state, line) in enumerate(zip(states, lines, strict=True)):
        _state(axes, line, state, scale, INK if index == 0 else colour, marker)
    return lines[-1] + 14 + FOOT


def _state(axes: Axes, line: float, state: State, scale: Scale, colour: str, marker: str) -> None:
    """A number line with the entries of a row on it, equal ones on top of each other."""
    axes.text(MARGIN, line - 20, state.done, va="center")
    axes.text(MARGIN, line - 8, _entries(state.row), va="top", linespacing=1.25, color=colour)
    axes.plot(LINE, [line] * 2, color=MUTED, lw=1, zorder=1)
    seen: list[float] = []
    for value in state.row:
        height = 11 * seen.count(value)
        axes.plot(
            [scale(value)], [line - 6 - height], marker, color=colour, ms=9, mec=PAPER, mew=1.5, zorder=4
        )
        seen.append(value)
    axes.plot([scale(state.mean)], [line + 6], "^", color=INK, ms=7, zorder=4)
    axes.text(scale(state.mean) - 8, line + 11, f"均值{number(state.mean)}", ha="right", va="center")


def _entries(row: Sequence[float]) -> str:
    """The row as a list, on two lines where one would run into the number line."""
    text = vector(row)
    half = len(row) // 2
    return text if len(text) < 18 else f"{vector(row[:half])[:-1]},\n{vector(row[half:])[1:]}"
