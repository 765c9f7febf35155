"""Two full score tables in one scale: twice the positions, four times the cells."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import MUTED, SERIES, STYLE
from figures.sheet import number, sheet

CELL, TOP, LEFT, GAP = 26, 60, 28, 50  # points


def draw(positions: Sequence[int], *, cells: Sequence[int], allowed: Sequence[int]) -> Figure:
    """A grid for each number of `positions`: all its cells, and hatched what a causal mask closes.

    `cells` counts all cells of each grid, `allowed` those that the mask leaves.
    """
    with style.context(STYLE):
        figure, axes = sheet(TOP + CELL * max(positions) + 60)
        left = float(LEFT)
        for size, count, free, colour in zip(positions, cells, allowed, SERIES, strict=False):
            _grid(axes, left, size, colour)
            written, middle = number(size), left + CELL * size / 2
            axes.text(middle, 18, f"{written}个位置", ha="center", va="center", size=14, color=colour)
            axes.text(middle, 40, f"{written}×{written}={number(count)}格", ha="center", va="center")
            foot = TOP + CELL * size + 18
            axes.text(middle, foot, f"未遮{number(free)}格", ha="center", va="center", color=MUTED)
            left += CELL * size + GAP
        axes.text(LEFT, TOP + CELL * max(positions) + 46, "斜线：因果遮挡不许读的格子", va="center")
    return figure


def _grid(axes: Axes, left: float, size: int, colour: str) -> None:
    """Rows ask, columns are read; what stands right of the diagonal is later than the row that asks."""
    for row in range(size):
        for column in range(size):
            corner = left + CELL * column, TOP + CELL * row
            if column <= row:
                axes.add_patch(Rectangle(corner, CELL, CELL, fc=colour, alpha=0.3, lw=0))
            else:
                axes.add_patch(Rectangle(corner, CELL, CELL, fill=False, ec=MUTED, hatch="////", lw=0))
            axes.add_patch(Rectangle(corner, CELL, CELL, fill=False, ec=colour, lw=1.2))
