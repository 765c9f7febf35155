"""What the figures are drawn on, and how they write numbers."""

from collections.abc import Iterable

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 331  # points: 4.6 inches
LEAST = 12  # points: the smallest letter


def sheet(height: float) -> tuple[Figure, Axes]:
    """A figure of the book's width and its one bare axes, whose units are points from the upper left."""
    figure = Figure(figsize=(rcParams["figure.figsize"][0], height / 72))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(height, 0))
    axes.set_axis_off()
    return figure, axes


def number(value: float, places: int = 4) -> str:
    """`value` in ASCII, as Python reads it: short where that is exact (2, -0.5), else with all `places`."""
    text = f"{round(value, places) + 0.0:.{places}f}"  # + 0.0 takes the sign from -0.0
    short = text.rstrip("0").rstrip(".") if places else text
    return short if abs(float(short) - value) < 1e-12 else text


def vector(values: Iterable[float], places: int = 4) -> str:
    """`values` as a list is written: [-1, 0.4472]."""
    return "[" + ", ".join(number(value, places) for value in values) + "]"
