"""What many layers leave of a gradient: products of 1+F′ with the way round, of F′ without it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from matplotlib import rcParams, style
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from figures import MUTED, SERIES, STYLE
from figures.sheet import number

HEIGHT = 4.5  # inches
ROOM = 500  # how much higher than the highest point the scale goes: a label stands there
MARKERS, LINES = "osD^", ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)))
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def draw(products: Mapping[str, Sequence[float]], *, ticks: Sequence[float]) -> Figure:
    """One line for each entry of `products`: what is left after each layer, all above 0.

    A line's label says what is left in the end; `ticks` are the marks of the scale.
    """
    depth = len(next(iter(products.values())))
    lowest = min(products, key=lambda name: products[name][-1])
    with style.context(STYLE):
        figure = Figure(figsize=(rcParams["figure.figsize"][0], HEIGHT))
        axes = figure.add_axes((0.14, 0.12, 0.83, 0.79), xlim=(0.3, depth + 0.7))
        axes.set_yscale("log")
        axes.axhline(1, color=MUTED, lw=1)
        looks = zip(SERIES, MARKERS, LINES, strict=False)
        for (name, left), (colour, marker, line) in zip(products.items(), looks, strict=False):
            layers = range(1, depth + 1)
            axes.plot(layers, left, color=colour, ls=line, marker=marker, ms=6, markevery=3, lw=1.8)
            text = f"{name}：{_short(left[-1])}"
            at = _label(left, lowest=name == lowest)
            axes.annotate(text, color=colour, textcoords="offset points", **at)
        axes.set_ylim(top=ROOM * max(map(max, products.values())))
        axes.set_xticks([1, *range(depth // 4, depth + 1, depth // 4)])
        axes.set_xlabel("往回走过几层")
        axes.yaxis.set_major_locator(FixedLocator(list(ticks)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
        axes.set_title("传回来的梯度是g的几倍（取绝对值）", loc="left", size=12)
    return figure


def _label(left: Sequence[float], *, lowest: bool) -> dict[str, Any]:
    """Where a line's label stands: over its end, or beside its middle where it falls."""
    if not all(after < before for before, after in pairwise(left)):
        return {"xy": (len(left), left[-1]), "xytext": (0, 9), "ha": "right"}
    layer = len(left) * 3 // 4 if lowest else len(left) // 2
    at = {"xy": (layer, left[layer - 1])}
    return at | ({"xytext": (-10, -12), "ha": "right"} if lowest else {"xytext": (8, 5), "ha": "left"})


def _short(value: float) -> str:
    """A number of any size in few letters: 2.65, 1.68×10⁴, 2.99×10⁻¹²."""
    if 1 <= value < 1000:
        return number(value, places=2)
    factor, exponent = f"{value:.2e}".split("e")
    power = f"10{str(int(exponent)).translate(SUPERSCRIPTS)}"
    return power if float(factor) == 1 else f"{factor}×{power}"
