"""The block of this book beside a Qwen3 block, stop by stop, with what is other marked."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from figures import INK, MUTED, PAPER, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet

CENTRES, TITLES = (80, 226), ("本书的块", "Qwen3的块")
HALF, BOX, PITCH, TOP = 62, 26, 42, 56  # half a box's width, its height, to the next one, the first middle
STREAM, OLD, NEW = SERIES[1], SERIES[0], SERIES[2]


class Stop(NamedTuple):
    """One row of the figure: what stands left and right (nothing, where a block has no such step)."""

    left: str
    right: str
    tensor: str = ""  # whose shape is written behind the name
    mark: str = ""  # how the right one is other


STOPS = (
    Stop("X", "X", "x"),
    Stop("LayerNorm", "RMSNorm", mark="换"),
    Stop("查询", "查询", "q", "换"),
    Stop("键、值各", "键、值各", "kv", "共用"),
    Stop("", "QK-Norm", mark="添"),
    Stop("", "RoPE", mark="添"),
    Stop("分数", "分数", "scores", "换"),
    Stop("并排", "并排", "joined", "换"),
    Stop("输出投影", "输出投影", "change"),
    Stop("+", "+"),
    Stop("H", "H", "x"),
    Stop("LayerNorm", "RMSNorm", mark="换"),
    Stop("ReLU", "SwiGLU", "hidden", "换"),
    Stop("收窄", "收窄", "change"),
    Stop("+", "+"),
    Stop("Y", "Y", "x"),
)
ROUNDS = ((0, 9), (10, 14))  # from the row that goes round to the sum that it goes into


def draw(*, book: dict[str, Sequence[int]], modern: dict[str, Sequence[int]]) -> Figure:
    """Both blocks from above to below; the keys are the tensors of STOPS, the values their shapes."""
    with style.context(STYLE):
        figure, axes = sheet(_middle(len(STOPS) - 1) + BOX)
        for title, centre, shapes, side in zip(TITLES, CENTRES, (book, modern), (0, 1), strict=True):
            axes.text(centre, 20, title, ha="center", va="center", size=14)
            for start, end in ROUNDS:
                _round(axes, centre, start, end)
            before = 0
            for index, stop in enumerate(STOPS):
                if not stop[side]:
                    continue
                if index:
                    _pointed(axes, (centre, _end(before, 1)), (centre, _end(index, -1)))
                _stop(axes, centre, index, stop, shapes, new=bool(side and stop.mark))
                before = index
        for index, stop in enumerate(STOPS):
            axes.text(WIDTH - 8, _middle(index), stop.mark, ha="right", va="center", color=NEW, size=14)
    return figure


def _stop(
    axes: Axes, centre: float, index: int, stop: Stop, shapes: dict[str, Sequence[int]], *, new: bool
) -> None:
    """What flows has round ends, a step has corners; one that is other has a thick, filled box."""
    at, name = _middle(index), stop.right if new or centre == CENTRES[1] else stop.left
    if name == "+":
        axes.plot([centre], [at], "o", ms=20, mfc=PAPER, mec=STREAM, mew=2.2, zorder=3)
        axes.text(centre, at, name, ha="center", va="center", size=16, zorder=4)
        return
    stream = name in ("X", "H", "Y")
    colour = STREAM if stream else NEW if new else OLD
    outline = f"round,pad=0,rounding_size={BOX / 2 if stream else 3}"
    place, edge = (centre - HALF, at - BOX / 2), 2.2 if stream or new else 1.2
    axes.add_patch(FancyBboxPatch(place, 2 * HALF, BOX, outline, ec=colour, fc=PAPER, lw=edge, zorder=3))
    if new:
        tint = FancyBboxPatch(place, 2 * HALF, BOX, outline, ec="none", fc=colour, alpha=0.15, zorder=3)
        axes.add_patch(tint)
    shape = "×".join(number(size) for size in shapes[stop.tensor]) if stop.tensor else ""
    text = f"{name}  {shape}".strip()
    axes.text(centre, at, text, ha="center", va="center_baseline", color=INK, zorder=4)


def _round(axes: Axes, centre: float, start: int, end: int) -> None:
    """The way round a whole branch, its norm included."""
    side, upper, lower = centre - HALF - 9, _middle(start), _middle(end)
    axes.plot([centre - HALF, side, side], [upper, upper, lower], color=STREAM, lw=2.2, zorder=1)
    _pointed(axes, (side, lower), (centre - 10, lower), STREAM)


def _pointed(axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str = MUTED) -> None:
    width = 2.2 if colour == STREAM else 1.2
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=arrow, zorder=1)


def _end(index: int, side: int) -> float:
    """Where a stop ends: below (1) or above (-1)."""
    return _middle(index) + side * (10 if STOPS[index].left == "+" else BOX / 2)


def _middle(index: int) -> float:
    return TOP + PITCH * index
