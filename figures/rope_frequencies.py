"""One position, several hands: each pair of entries turns at a speed of its own."""

from collections.abc import Sequence
import math

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from figures import INK, MUTED, RULE, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet

MARGIN, LABELS, RADIUS = 8, 76, 21
HEAD, ROW = 40, 92  # heights


def draw(positions: Sequence[int], speeds: Sequence[float], degrees: Sequence[Sequence[float]]) -> Figure:
    """A row of dials for each pair, a column for each position: how far the pair has turned there.

    `speeds` are the radians that each pair turns at each step; `degrees[pair][position]` are the angles.
    """
    width = (WIDTH - MARGIN - LABELS) / len(positions)
    centres = [LABELS + width * (column + 0.5) for column in range(len(positions))]
    with style.context(STYLE):
        figure, axes = sheet(HEAD + ROW * len(speeds) + 2)
        for position, x in zip(positions, centres, strict=True):
            axes.text(x, HEAD / 2, f"t={number(position)}", ha="center", va="center", size=14)
        for pair, (speed, turned) in enumerate(zip(speeds, degrees, strict=True)):
            top = HEAD + ROW * pair
            axes.plot([MARGIN, WIDTH - MARGIN], [top] * 2, color=RULE, lw=1)
            axes.text(MARGIN, top + 26, f"第{pair + 1}对", va="center")
            axes.text(MARGIN, top + 46, "每步转", va="center", color=MUTED)
            axes.text(MARGIN, top + 66, f"{number(speed)}弧度", va="center", color=MUTED)
            for x, angle in zip(centres, turned, strict=True):
                _dial(axes, x, top + 34, angle)
    return figure


def _dial(axes: Axes, x: float, y: float, degrees: float) -> None:
    """A hand that started to the right and turned anticlockwise; below, how far it turned in all."""
    angle = math.radians(degrees)
    axes.add_patch(Circle((x, y), RADIUS, fill=False, ec=MUTED, lw=1))
    axes.plot([x, x + RADIUS], [y] * 2, color=RULE, lw=1.4)
    axes.annotate(
        "",
        (x + RADIUS * math.cos(angle), y - RADIUS * math.sin(angle)),
        (x, y),
        arrowprops={
            "arrowstyle": "-|>",
            "color": SERIES[0],
            "linewidth": 2,
            "shrinkA": 0,
            "shrinkB": 0,
            "mutation_scale": 12,
        },
    )
    axes.text(x, y + 36, f"{_short(degrees)}°", ha="center", va="center", color=INK)


def _short(degrees: float) -> str:
    """Three digits, and one behind the point at the least: 0.0573, 5.73, 57.3, 5729.6."""
    return "0" if degrees == 0 else number(degrees, places=max(1, 2 - math.floor(math.log10(degrees))))
