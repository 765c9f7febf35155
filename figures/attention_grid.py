"""Who reads whom: the scores of one head under its mask, and the weights that softmax makes of them."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet

LEFT, RIGHT = 62, 270  # where the cells begin and end; the rows' totals stand behind them
TITLE, HEAD, CELL, GAP = 24, 30, 38, 22  # heights
Table = Sequence[Sequence[float]]


def draw(
    tokens: Sequence[str],
    scores: Table,
    weights: Table,
    mask: Sequence[Sequence[bool]],
    *,
    totals: Sequence[float],
) -> Figure:
    """The scores above, the weights below: rows ask, columns are read, masked cells are hatched.

    `scores` are those before the mask, `mask` is true where a row may read; `totals` are the sums of the rows
    of weights.
    """
    panel = TITLE + HEAD + CELL * len(tokens)
    with style.context(STYLE):
        figure, axes = sheet(2 * panel + GAP + 10)
        _panel(axes, 0, "分数", tokens, mask)
        _panel(axes, panel + GAP, "权重", tokens, mask)
        for row, allowed in enumerate(mask):
            for column, may in enumerate(allowed):
                score = number(scores[row][column]) if may else "遮住"
                _cell(axes, 0, row, column, score, allowed, 0.0)
                share = weights[row][column]
                _cell(axes, panel + GAP, row, column, number(share), allowed, share)
        _totals(axes, panel + GAP, totals)
    return figure


def _panel(axes: Axes, top: float, title: str, tokens: Sequence[str], mask: Sequence[Sequence[bool]]) -> None:
    """What stands round the cells: the title, who asks on the left, who is read above."""
    axes.text(8, top + TITLE, title, size=14, color=SERIES[0])
    axes.text(8, top + TITLE + HEAD - 8, "谁在问", color=MUTED)
    for index, token in enumerate(tokens):
        axes.text(_centre(index, len(tokens)), top + TITLE + HEAD - 8, f"读{token}", ha="center", color=MUTED)
        axes.text(8, _middle(top, index), token, va="center")


def _cell(
    axes: Axes, top: float, row: int, column: int, text: str, allowed: Sequence[bool], share: float
) -> None:
    """One cell: hatched where it may not be read, else the deeper in colour, the larger its share."""
    width = (RIGHT - LEFT) / len(allowed)
    corner = LEFT + width * column, _middle(top, row) - CELL / 2
    if allowed[column]:
        axes.add_patch(Rectangle(corner, width, CELL, fc=SERIES[0], alpha=0.45 * share, lw=0))
    else:
        axes.add_patch(Rectangle(corner, width, CELL, fill=False, ec=RULE, hatch="////", lw=0))
    axes.add_patch(Rectangle(corner, width, CELL, fill=False, ec=MUTED, lw=1))
    behind = None if allowed[column] else {"facecolor": PAPER, "edgecolor": "none", "pad": 2}
    ink = INK if allowed[column] else MUTED
    axes.text(
        _centre(column, len(allowed)),
        _middle(top, row),
        text,
        ha="center",
        va="center",
        color=ink,
        bbox=behind,
    )


def _totals(axes: Axes, top: float, totals: Sequence[float]) -> None:
    for row, total in enumerate(totals):
        axes.text(WIDTH - 8, _middle(top, row), f"合计{number(total)}", ha="right", va="center", color=MUTED)


def _middle(top: float, row: int) -> float:
    return top + TITLE + HEAD + CELL * (row + 0.5)


def _centre(column: int, columns: int) -> float:
    return LEFT + (RIGHT - LEFT) * (column + 0.5) / columns
