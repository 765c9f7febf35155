"""Shares of one whole as bars below each other, each with its name."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import MUTED, SERIES, STYLE
from figures.sheet import WIDTH, sheet

MARGIN, START, VALUE = 8, 84, 56  # from the left: the names, where the bars begin; room for the value
BAR, PITCH = 14, 22  # heights


def draw(names: Sequence[str], shares: Sequence[float], *, marked: Sequence[int] = ()) -> Figure:
    """A bar for each name, the longest as long as there is room; the `marked` ones are in another colour."""
    unit = (WIDTH - START - VALUE) / max(shares)
    with style.context(STYLE):
        figure, axes = sheet(PITCH * len(names) + 8)
        axes.plot([START, START], [4, PITCH * len(names) + 4], color=MUTED, lw=1)
        for index, (name, share) in enumerate(zip(names, shares, strict=True)):
            middle = 4 + PITCH * (index + 0.5)
            colour, hatch = (SERIES[1], "////") if index in marked else (SERIES[0], None)
            place, size = (START, middle - BAR / 2), (share * unit, BAR)
            axes.add_patch(Rectangle(place, *size, fc=colour, ec="none", alpha=0.3))
            axes.add_patch(Rectangle(place, *size, fill=False, ec=colour, lw=1.2, hatch=hatch))
            axes.text(START - 8, middle, name, ha="right", va="center")
            axes.text(START + share * unit + 6, middle, f"{100 * share:.1f}%", va="center")
    return figure
