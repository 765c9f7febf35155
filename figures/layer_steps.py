"""One pre-norm layer from X to Y as one flow from above to below, with one of its six steps standing out."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from figures import INK, MUTED, PAPER, SERIES, STYLE
from figures.sheet import sheet, vector

TOP, PITCH, BOX = 20, 36, 25  # the first middle, from one to the next, the height of a box
# From the left: the way round, the flow, the mark, the rows; a telephone shows these, 246 points wide.
ROUND, MIDDLE, MARK, VALUES, SEGMENTS = 12, 64, 116, 125, 260
NOW, ROUND_NOW = SERIES[0], SERIES[1]


class Node(NamedTuple):
    """A station of the flow: what it is called, the step that comes to it, and half its width."""

    name: str
    step: int
    half: float


NODES = (
    Node("X", 1, 20),
    Node("归一化", 2, 44),
    Node("Attention", 3, 44),
    Node("输出投影", 3, 44),
    Node("+", 4, 13),
    Node("R", 4, 20),
    Node("归一化", 5, 44),
    Node("FFN", 5, 44),
    Node("+", 6, 13),
    Node("Y", 6, 20),
)
PARTS = (("从上下文\n取信息", 1, 4), ("在本位置\n加工", 6, 8))  # from which station to which
ROUNDS = ((0, 4), (5, 8))  # the ways round, from a row to the sum that it goes into


def draw(
    step: int,
    *,
    x: Sequence[float],
    read_1: Sequence[float],
    change_1: Sequence[float],
    r: Sequence[float],
    read_2: Sequence[float],
    change_2: Sequence[float],
    y: Sequence[float],
) -> Figure:
    """The flow at `step`, 1 to 6, with the rows that are known by then.

    `read` is what a branch reads, `change` what it gives; each row is shown beside the station it leaves.
    """
    rows = {0: vector(x), 1: vector(read_1), 3: vector(change_1), 5: vector(r)}
    rows |= {6: vector(read_2), 7: vector(change_2), 9: vector(y)}
    rows |= {4: f"{rows[0]}+{rows[3]}", 8: f"{rows[5]}+{rows[7]}"}
    with style.context(STYLE):
        figure, axes = sheet(_middle(len(NODES) - 1) + TOP)
        for index in range(1, len(NODES)):
            _arrow(axes, index, step)
        for start, end in ROUNDS:
            _way_round(axes, start, end, step)
        for index, node in enumerate(NODES):
            _node(axes, index, node, step)
            if node.step <= step and index in rows:
                colour = NOW if node.step == step else MUTED
                axes.text(VALUES, _middle(index), rows[index], va="center", color=colour)
        for name, start, end in PARTS:
            ends = [_middle(start) - BOX / 2, _middle(end) + BOX / 2]
            axes.plot([SEGMENTS - 8] * 2, ends, color=MUTED, lw=1)
            axes.text(SEGMENTS, _middle((start + end) / 2), name, va="center", linespacing=1.4)
    return figure


def _node(axes: Axes, index: int, node: Node, step: int) -> None:
    """A station: filled, thick and pointed at where the step is; broken lines where it has not been yet."""
    at, now, ahead = _middle(index), node.step == step, node.step > step
    colour = NOW if now else MUTED
    corner = 4 if node.half == 44 else BOX / 2  # what is done has corners; what flows has none
    shape = f"round,pad=0,rounding_size={corner}"
    left, top, wide = MIDDLE - node.half, at - BOX / 2, 2 * node.half
    axes.add_patch(FancyBboxPatch((left, top), wide, BOX, shape, ec="none", fc=PAPER, lw=0, zorder=2))
    if now:
        axes.add_patch(
            FancyBboxPatch((left, top), wide, BOX, shape, ec="none", fc=colour, alpha=0.14, lw=0, zorder=3)
        )
        axes.plot([MARK], [at], "<", color=colour, ms=8, zorder=4)
    line = (0, (3, 2)) if ahead else "-"
    width = 2.2 if now else 1
    axes.add_patch(
        FancyBboxPatch((left, top), wide, BOX, shape, ec=colour, fill=False, lw=width, ls=line, zorder=4)
    )
    ink = MUTED if ahead else INK
    axes.text(MIDDLE, at, node.name, ha="center", va="center_baseline", color=ink, zorder=5)


def _arrow(axes: Axes, index: int, step: int) -> None:
    """From the station above into this one."""
    ends = (MIDDLE, _middle(index - 1) + BOX / 2 + 1), (MIDDLE, _middle(index) - BOX / 2 - 1)
    now = NODES[index].step == step
    _pointed(axes, *ends, NOW if now else MUTED, 1.8 if now else 1)


def _way_round(axes: Axes, start: int, end: int, step: int) -> None:
    """The way of a row round its branch, into the sum."""
    now = NODES[end].step == step
    colour, width = (ROUND_NOW, 2.2) if now else (MUTED, 1)
    upper, lower = _middle(start), _middle(end)
    axes.plot(
        [MIDDLE - NODES[start].half - 1, ROUND, ROUND],
        [upper, upper, lower],
        color=colour,
        lw=width,
        solid_joinstyle="round",
        zorder=1,
    )
    _pointed(axes, (ROUND, lower), (MIDDLE - NODES[end].half - 1, lower), colour, width)
    axes.text(ROUND + 6, lower - 10, "旁路", va="center", color=colour)


def _pointed(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str, width: float
) -> None:
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=arrow, zorder=1)


def _middle(index: float) -> float:
    return TOP + PITCH * index
