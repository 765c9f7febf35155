"""The axis of the statistics: along a row nothing leaks, down a column the first token hears of the last."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from figures import INK, MUTED, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet, vector

MARGIN, LABELS = 8, 84  # the table begins right of its labels
TITLE, ROW, RESULT = 24, 30, 21  # heights
Pair = tuple[Sequence[float], Sequence[float]]


def draw(
    tokens: Sequence[str],
    before: Sequence[Sequence[float]],
    after: Sequence[Sequence[float]],
    *,
    right: Pair,
    wrong: Pair,
) -> Figure:
    """The table with its last row changed, twice, and the first row's result before and after the change.

    `tokens` names the rows; `right` and `wrong` hold that result along a row and down a column.
    """
    panel = TITLE + 16 + ROW * len(before) + 2 * RESULT + 34
    with style.context(STYLE):
        figure, axes = sheet(2 * panel - 20)
        _table(axes, 0, "横着算：每一行只看自己", tokens, before, after, SERIES[0])
        _row_boxes(axes, 0, len(before), SERIES[0])
        _results(axes, panel, tokens[0], right, "没有变", SERIES[0])
        _table(axes, panel, "竖着算：前面听见了后面", tokens, before, after, SERIES[1])
        _column_boxes(axes, panel, len(before), len(before[0]), SERIES[1])
        _results(axes, 2 * panel, tokens[0], wrong, "变了", SERIES[1])
    return figure


def _table(
    axes: Axes,
    top: float,
    title: str,
    tokens: Sequence[str],
    before: Sequence[Sequence[float]],
    after: Sequence[Sequence[float]],
    colour: str,
) -> None:
    axes.text(MARGIN, top + TITLE, title, size=14, color=colour)
    for row, (token, old, new) in enumerate(zip(tokens, before, after, strict=True)):
        axes.text(MARGIN, _middle(top, row), token, va="center")
        for column, (was, now) in enumerate(zip(old, new, strict=True)):
            change = number(was) if was == now else f"{number(was)}→{number(now)}"
            axes.text(_centre(column, len(old)), _middle(top, row), change, ha="center", va="center")


def _row_boxes(axes: Axes, top: float, rows: int, colour: str) -> None:
    for row in range(rows):
        _box(axes, LABELS, _middle(top, row) - ROW / 2 + 3, WIDTH - MARGIN - LABELS, ROW - 6, colour)


def _column_boxes(axes: Axes, top: float, rows: int, columns: int, colour: str) -> None:
    width = (WIDTH - MARGIN - LABELS) / columns
    for column in range(columns):
        left = LABELS + width * column
        _box(axes, left + 3, _middle(top, 0) - ROW / 2 + 1, width - 6, ROW * rows - 2, colour)
        axes.annotate(
            "",
            (left + 9, _middle(top, 0)),
            (left + 9, _middle(top, rows - 1) - ROW / 3),
            arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.2, "linestyle": (0, (2, 3))},
        )


def _box(axes: Axes, left: float, top: float, width: float, height: float, colour: str) -> None:
    shape = "round,pad=0,rounding_size=6"
    axes.add_patch(FancyBboxPatch((left, top), width, height, shape, ec=colour, fc=colour, alpha=0.1, lw=0))
    axes.add_patch(FancyBboxPatch((left, top), width, height, shape, ec=colour, fill=False, lw=1.4))


def _results(axes: Axes, bottom: float, token: str, results: Pair, verdict: str, colour: str) -> None:
    """What the first row becomes before and after the change, and whether that differs."""
    for line, (when, result) in enumerate(zip(("改前", "改后"), results, strict=True)):
        y = bottom - 34 - RESULT * (1 - line)
        axes.text(MARGIN, y, when, va="center", color=MUTED)
        axes.text(LABELS - 40, y, vector(result), va="center", color=INK)
    axes.text(
        WIDTH - MARGIN, bottom - 34 - RESULT / 2, f"{token}{verdict}", ha="right", va="center", color=colour
    )


def _middle(top: float, row: int) -> float:
    return top + TITLE + 12 + ROW * (row + 0.5)


def _centre(column: int, columns: int) -> float:
    return LABELS + (WIDTH - MARGIN - LABELS) * (column + 0.5) / columns
