"""A pre-norm block from above to below: what flows, its shape, and the numbers of one row at each stop."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from figures import INK, MUTED, PAPER, SERIES, STYLE
from figures.sheet import number, sheet, vector

MIDDLE, ROUND, VALUES = 67, 8, 120  # from the left: the flow, the ways round it, the numbers
HALF, BOX, PITCH, TOP = 47, 26, 43, 34  # half a box's width, its height, to the next one, the first middle
STREAM, BRANCH = SERIES[1], SERIES[0]


class Stop(NamedTuple):
    """One stop of the flow, the tensor that leaves it, and whether it is the stream's or a branch's."""

    name: str
    tensor: str
    stream: bool


STOPS = (
    Stop("X", "x", True),
    Stop("归一化₁", "read_1", False),
    Stop("各头并排", "joined", False),
    Stop("输出投影", "change_1", False),
    Stop("+", "", True),
    Stop("H", "h", True),
    Stop("归一化₂", "read_2", False),
    Stop("变宽，弯", "hidden", False),
    Stop("收窄", "change_2", False),
    Stop("+", "", True),
    Stop("Y", "y", True),
)
ROUNDS = ((0, 4), (5, 9))  # from the row that goes round to the sum that it goes into


def draw(token: str, *, shapes: dict[str, Sequence[int]], rows: dict[str, Sequence[float]]) -> Figure:
    """The block with the shape of each tensor and the row of `token` in it; the keys are those of STOPS."""
    with style.context(STYLE):
        figure, axes = sheet(_middle(len(STOPS) - 1) + BOX)
        axes.text(VALUES, 11, f"{token}这一行的数", va="center", color=MUTED)
        for index in range(1, len(STOPS)):
            _down(axes, index)
        for start, end in ROUNDS:
            _round(axes, start, end)
        for index, stop in enumerate(STOPS):
            at = _middle(index)
            if not stop.tensor:
                _sum(axes, at)
                axes.text(VALUES, at, "逐项相加", va="center", color=MUTED)
                continue
            shape = "×".join(number(size) for size in shapes[stop.tensor])
            _box(axes, at, f"{stop.name}  {shape}", stop.stream)
            axes.text(VALUES, at, _entries(rows[stop.tensor]), va="center", linespacing=1.3)
    return figure


def _box(axes: Axes, at: float, text: str, stream: bool) -> None:
    """What flows has round ends and a thick edge; what a branch does has corners and a thin one."""
    corner, colour, edge = (BOX / 2, STREAM, 2.2) if stream else (3, BRANCH, 1.2)
    outline = f"round,pad=0,rounding_size={corner}"
    place = (MIDDLE - HALF, at - BOX / 2)
    axes.add_patch(FancyBboxPatch(place, 2 * HALF, BOX, outline, ec=colour, fc=PAPER, lw=edge, zorder=3))
    axes.text(MIDDLE, at, text, ha="center", va="center_baseline", color=INK, zorder=4)


def _sum(axes: Axes, at: float) -> None:
    axes.plot([MIDDLE], [at], "o", ms=20, mfc=PAPER, mec=STREAM, mew=2.2, zorder=3)
    for across, down in ((5, 0), (0, 5)):
        axes.plot([MIDDLE - across, MIDDLE + across], [at - down, at + down], color=INK, lw=1.6, zorder=4)


def _down(axes: Axes, index: int) -> None:
    """From the stop above into this one."""
    upper, lower = STOPS[index - 1], STOPS[index]
    stream = upper.stream and lower.stream
    start = _middle(index - 1) + (BOX / 2 if upper.tensor else 10)
    end = _middle(index) - (BOX / 2 if lower.tensor else 10)
    _pointed(axes, (MIDDLE, start), (MIDDLE, end), stream)


def _round(axes: Axes, start: int, end: int) -> None:
    """The way round a whole branch, its norm included."""
    upper, lower = _middle(start), _middle(end)
    axes.plot([MIDDLE - HALF, ROUND, ROUND], [upper, upper, lower], color=STREAM, lw=2.2, zorder=1)
    _pointed(axes, (ROUND, lower), (MIDDLE - 10, lower), True)
    axes.text(ROUND + 6, lower + 15, "旁路", va="center", color=STREAM)


def _pointed(axes: Axes, start: tuple[float, float], end: tuple[float, float], stream: bool) -> None:
    colour, width = (STREAM, 2.2) if stream else (BRANCH, 1.2)
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=arrow, zorder=1)


def _entries(row: Sequence[float]) -> str:
    """The row as a list, four entries on a line."""
    lines = [vector(row[first : first + 4])[1:-1] for first in range(0, len(row), 4)]
    return "[" + ",\n".join(lines) + "]"


def _middle(index: int) -> float:
    return TOP + PITCH * index
