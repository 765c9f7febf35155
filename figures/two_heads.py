"""The way through one attention layer: what splits into heads, what comes together, and every shape."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import INK, MUTED, SERIES, STYLE
from figures.sheet import sheet

CELL = 11  # points: one number
ROUND, MIDDLE, HEADS = 20, 170, (96, 244)  # from the left: the way round, the trunk, the heads
NAMES = "甲乙"
Shape = tuple[int, int]


def draw(
    *,
    x: Shape,
    projected: Shape,
    scores: Shape,
    taken: Shape,
    joined: Shape,
    output: Shape,
    mask: Sequence[Sequence[bool]],
) -> Figure:
    """Every table of the layer as a grid with a cell for each number, from `x` above to the sum below.

    `projected` is the shape of a query, key or value of one head; `taken` is what a head brings back.
    """
    with style.context(STYLE):
        figure, axes = sheet(656)
        _grid(axes, MIDDLE, 14, x, INK, f"X {_written(x)}")
        _arrow(axes, (MIDDLE, 50), (MIDDLE, 74), INK, "逐行归一化")
        _grid(axes, MIDDLE, 77, x, INK, _written(x))
        for name, centre, colour in zip(NAMES, HEADS, SERIES, strict=False):
            side = (centre - MIDDLE) / 6
            _arrow(axes, (MIDDLE + side, 114), (centre, 134), colour)
            _projections(axes, centre, f"{name}头", colour, projected)
            _arrow(axes, (centre, 232), (centre, 256), colour, "点积，缩放")
            _grid(axes, centre, 259, scores, colour, f"分数{_written(scores)}")
            _arrow(axes, (centre, 295), (centre, 325), colour, "遮挡，\nsoftmax")
            _grid(axes, centre, 328, scores, colour, f"权重{_written(scores)}", hidden=mask)
            _arrow(axes, (centre, 364), (centre, 388), colour, "乘值")
            _grid(axes, centre, 391, taken, colour, f"取回{_written(taken)}")
            _arrow(axes, (centre, 428), (MIDDLE + side, 460), colour)
        _grid(axes, MIDDLE, 464, joined, INK, f"并排{_written(joined)}\n左甲右乙", halves=True)
        _arrow(axes, (MIDDLE, 500), (MIDDLE, 524), INK, "乘输出投影")
        _grid(axes, MIDDLE, 527, output, INK, _written(output))
        _sum(axes, x)
    return figure


def _projections(axes: Axes, centre: float, name: str, colour: str, shape: Shape) -> None:
    """The queries, keys and values of one head, side by side."""
    axes.text(centre, 151, name, size=14, color=colour, ha="center")
    for place, what in zip((-1, 0, 1), ("查询", "键", "值"), strict=True):
        axes.text(centre + 36 * place, 171, what, ha="center")
        _grid(axes, centre + 36 * place, 177, shape, colour)
    axes.text(centre, 225, f"各{_written(shape)}", ha="center")


def _sum(axes: Axes, x: Shape) -> None:
    """What X, come round on the left, and the output add up to."""
    _arrow(axes, (MIDDLE, 563), (MIDDLE, 581), INK)
    axes.plot([MIDDLE - CELL * x[1] / 2 - 4, ROUND, ROUND], [30, 30, 590], color=MUTED, lw=1.6)
    _arrow(axes, (ROUND, 590), (MIDDLE - 9, 590), MUTED)
    axes.text(ROUND + 8, 581, "残差：X原样绕过来", color=MUTED)
    axes.text(MIDDLE, 590, "+", size=16, ha="center", va="center")
    _arrow(axes, (MIDDLE, 598), (MIDDLE, 613), INK)
    _grid(axes, MIDDLE, 616, x, INK, f"相加之后{_written(x)}")


def _grid(
    axes: Axes,
    centre: float,
    top: float,
    shape: Shape,
    colour: str,
    label: str = "",
    *,
    hidden: Sequence[Sequence[bool]] = (),
    halves: bool = False,
) -> None:
    """A table: a cell for each number, hatched where the mask `hidden` is false; `label` on its right."""
    rows, columns = shape
    left, width, height = centre - CELL * columns / 2, CELL * columns, CELL * rows
    fills = SERIES[:2] if halves else (colour,)
    for index, fill in enumerate(fills):
        part = width / len(fills)
        axes.add_patch(Rectangle((left + part * index, top), part, height, fc=fill, alpha=0.15, lw=0))
    for row, allowed in enumerate(hidden):
        for column, may in enumerate(allowed):
            if not may:
                corner = left + CELL * column, top + CELL * row
                axes.add_patch(Rectangle(corner, CELL, CELL, fill=False, ec=MUTED, hatch="/////", lw=0))
    for column in range(columns + 1):
        bold = column in (0, columns) or (halves and column == columns // 2)
        axes.plot([left + CELL * column] * 2, [top, top + height], color=colour, lw=1.6 if bold else 0.8)
    for row in range(rows + 1):
        axes.plot(
            [left, left + width], [top + CELL * row] * 2, color=colour, lw=1.6 if row in (0, rows) else 0.8
        )
    axes.text(left + width + 7, top + height / 2, label, va="center", linespacing=1.3)


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str, label: str = ""
) -> None:
    """An arrow with what is done on its way written on its right."""
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=arrow)
    axes.text(start[0] + 8, (start[1] + end[1]) / 2, label, va="center", color=MUTED, linespacing=1.1)


def _written(shape: Shape) -> str:
    return "×".join(str(length) for length in shape)
