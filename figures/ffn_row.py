"""One row on its way through the feed-forward network: wider, bent, and back to its old width."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.cells import HEIGHT, cells
from figures.sheet import WIDTH, sheet

MARGIN, CENTRE = 8, WIDTH / 2
STEP = 104  # from one row of boxes to the next where a matrix stands between them
BEND = 78  # the same where only the activation does


def draw(
    row: Sequence[float],
    *,
    wide: Sequence[float],
    bent: Sequence[float],
    out: Sequence[float],
) -> Figure:
    """`row` as it comes in, `wide` behind the first matrix, `bent` behind ReLU, `out` behind the second."""
    tops = [26, 26 + STEP, 26 + STEP + BEND, 26 + 2 * STEP + BEND]
    shut = [value == 0 for value in bent]
    with style.context(STYLE):
        figure, axes = sheet(tops[-1] + HEIGHT + 30)
        first = cells(axes, CENTRE, tops[0], row, INK)
        second = cells(axes, CENTRE, tops[1], wide, SERIES[0])
        third = cells(axes, CENTRE, tops[2], bent, SERIES[1], closed=shut)
        last = cells(axes, CENTRE, tops[3], out, SERIES[2])
        _fan(axes, first, second, tops[0], SERIES[0])
        for middle in second:
            axes.annotate(
                "",
                (middle, tops[2] - 3),
                (middle, tops[1] + HEIGHT + 3),
                arrowprops={"arrowstyle": "-|>", "color": MUTED, "linewidth": 1},
            )
        open_ones = [middle for middle, closed in zip(third, shut, strict=True) if not closed]
        _fan(axes, open_ones, last, tops[2], SERIES[2])
        axes.text(MARGIN, 18, "进来的一行")
        _beside(axes, tops[0] + HEIGHT + 18, "乘W₁", "加b₁")
        axes.text(
            CENTRE,
            (tops[1] + HEIGHT + tops[2]) / 2 - 4,
            "逐格过ReLU",
            ha="center",
            va="center",
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 2},
        )
        _beside(axes, tops[3] - 26, "乘W₂", "加b₂")
        axes.text(MARGIN, tops[3] + HEIGHT + 20, "出去的一行，还是原来那么宽")
    return figure


def _fan(axes: Axes, above: Sequence[float], below: Sequence[float], top: float, colour: str) -> None:
    """A line from every box above to every box below, those to the first one in colour."""
    for upper in above:
        for index, lower in enumerate(below):
            axes.plot(
                [upper, lower],
                [top + HEIGHT + 2, top + STEP - 2],
                color=RULE if index else colour,
                lw=1 if index else 1.8,
                zorder=index == 0,
            )


def _beside(axes: Axes, y: float, *words: str) -> None:
    for index, word in enumerate(words):
        axes.text(MARGIN + 4, y + 17 * index, word, va="center")
