"""The gated network with numbers: one row goes two ways, and one way opens or closes the other."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import INK, SERIES, STYLE
from figures.cells import HEIGHT, cells
from figures.sheet import WIDTH, sheet

CENTRE, LEFT, RIGHT = WIDTH / 2, 84, WIDTH - 84
BOX = 74  # the width of one number with six places
TOPS = (26, 112, 196, 286)


def draw(
    row: Sequence[float],
    *,
    gate: Sequence[float],
    opened: Sequence[float],
    value: Sequence[float],
    product: Sequence[float],
) -> Figure:
    """`row` becomes `gate` and `value`; SiLU makes `opened` of the gate, and the two are multiplied."""
    with style.context(STYLE):
        figure, axes = sheet(TOPS[-1] + HEIGHT + 28)
        axes.text(CENTRE, TOPS[0] - 8, "进来的一行", ha="center")
        cells(axes, CENTRE, TOPS[0], row, INK, width=BOX)
        cells(axes, LEFT, TOPS[1], gate, SERIES[0], width=BOX)
        cells(axes, LEFT, TOPS[2], opened, SERIES[0], width=BOX, places=6)
        cells(axes, RIGHT, TOPS[1], value, SERIES[1], width=BOX)
        cells(axes, CENTRE, TOPS[3], product, SERIES[2], width=BOX, places=6)
        _arrow(axes, (CENTRE - 30, TOPS[0] + HEIGHT), (LEFT, TOPS[1]))
        _arrow(axes, (LEFT, TOPS[1] + HEIGHT), (LEFT, TOPS[2]))
        _arrow(axes, (CENTRE + 30, TOPS[0] + HEIGHT), (RIGHT, TOPS[1]))
        _arrow(axes, (LEFT + 30, TOPS[2] + HEIGHT), (CENTRE - 14, TOPS[3]))
        _arrow(axes, (RIGHT, TOPS[1] + HEIGHT), (CENTRE + 30, TOPS[3]))
        axes.text(LEFT + 8, TOPS[1] - 24, "门：乘W_gate", va="center", ha="right", color=SERIES[0])
        axes.text(LEFT + 12, (TOPS[1] + HEIGHT + TOPS[2]) / 2, "过SiLU", va="center", color=SERIES[0])
        axes.text(RIGHT - 8, TOPS[1] - 24, "值：乘W_up", va="center", color=SERIES[1])
        axes.text(CENTRE + 2, TOPS[2] + HEIGHT + 22, "逐格相乘", va="center", ha="center", color=SERIES[2])
        axes.text(CENTRE, TOPS[3] + HEIGHT + 20, "再乘W_down，回到原来的宽度", ha="center")
    return figure


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate(
        "",
        (end[0], end[1] - 2),
        (start[0], start[1] + 2),
        arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.2},
    )
