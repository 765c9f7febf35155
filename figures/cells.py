"""Rows of numbers in boxes, for the figures that follow one row on its way."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from figures import INK, MUTED
from figures.sheet import number

HEIGHT = 28


def cells(
    axes: Axes,
    centre: float,
    top: float,
    row: Sequence[float],
    colour: str,
    *,
    width: float = 38,
    places: int = 4,
    closed: Sequence[bool] = (),
) -> list[float]:
    """Draw `row` as boxes side by side around `centre`; returns the middle of each, from left to right.

    A `closed` box is dashed and its number is muted.
    """
    middles = [centre + width * (index - (len(row) - 1) / 2) for index in range(len(row))]
    for index, (middle, value) in enumerate(zip(middles, row, strict=True)):
        shut = index < len(closed) and closed[index]
        left = middle - width / 2 + 2
        shape = "round,pad=0,rounding_size=5"
        axes.add_patch(
            FancyBboxPatch(
                (left, top),
                width - 4,
                HEIGHT,
                shape,
                ec=MUTED if shut else colour,
                fill=False,
                lw=1 if shut else 1.6,
                ls=(0, (3, 3)) if shut else "-",
            )
        )
        axes.text(
            middle,
            top + HEIGHT / 2,
            number(value, places),
            ha="center",
            va="center",
            color=MUTED if shut else INK,
        )
    return middles
