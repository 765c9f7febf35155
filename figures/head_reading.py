"""One head on one sentence: who asks, who is read, and by what share."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import MUTED, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet

LEFT, RIGHT = 58, WIDTH - 5  # where the cells begin and end
HEAD, CELL = 58, 30  # heights
LEAST = 0.005  # a smaller share is left blank


def draw(tokens: Sequence[str], weights: Sequence[Sequence[float]]) -> Figure:
    """A cell for each token that asks and each that is read: the deeper in colour, the larger its share."""
    with style.context(STYLE):
        figure, axes = sheet(HEAD + CELL * len(tokens) + 6)
        axes.text(5, HEAD - 8, "谁在问", color=MUTED)
        for index, token in enumerate(tokens):
            axes.text(_centre(index, len(tokens)), HEAD - 6, token, ha="center", va="bottom", rotation=90)
            axes.text(5, HEAD + CELL * (index + 0.5), token, va="center")
        for row, shares in enumerate(weights):
            for column, share in enumerate(shares):
                _cell(axes, row, column, share, len(tokens))
    return figure


def _cell(axes: Axes, row: int, column: int, share: float, count: int) -> None:
    width = (RIGHT - LEFT) / count
    corner = LEFT + width * column, HEAD + CELL * row
    axes.add_patch(Rectangle(corner, width, CELL, fc=SERIES[0], alpha=0.45 * share, lw=0))
    axes.add_patch(Rectangle(corner, width, CELL, fill=False, ec=MUTED, lw=1))
    if share >= LEAST:
        text = number(share, 2)
        axes.text(_centre(column, count), HEAD + CELL * (row + 0.5), text, ha="center", va="center")


def _centre(column: int, columns: int) -> float:
    return LEFT + (RIGHT - LEFT) * (column + 0.5) / columns
