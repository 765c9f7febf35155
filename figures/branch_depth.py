"""How much each branch adds to a row, block after block: its change as a part of that row."""

from collections.abc import Sequence

from matplotlib import rcParams, style
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from figures import MUTED, SERIES, STYLE
from figures.sheet import number

HEIGHT = 3.6  # inches


def draw(attention: Sequence[float], feed_forward: Sequence[float], *, ticks: Sequence[float]) -> Figure:
    """One line for each branch over the blocks; `ticks` are the marks of the scale."""
    blocks = range(1, len(attention) + 1)
    with style.context(STYLE):
        figure = Figure(figsize=(rcParams["figure.figsize"][0], HEIGHT))
        axes = figure.add_axes((0.14, 0.15, 0.83, 0.73), xlim=(0.3, len(attention) + 0.7))
        axes.set_yscale("log")
        axes.axhline(1, color=MUTED, lw=1)
        axes.plot(blocks, feed_forward, color=SERIES[0], marker="o", ms=5, lw=1.8)
        axes.plot(blocks, attention, color=SERIES[1], marker="s", ms=5, lw=1.8, ls=(0, (5, 2)))
        for name, colour, line in (("● 前馈", SERIES[0], feed_forward), ("■ 注意力", SERIES[1], attention)):
            axes.annotate(
                f"{name}：末层{number(line[-1], 2)}倍",
                (0.98, 0.92 if line is feed_forward else 0.82),
                xycoords="axes fraction",
                ha="right",
                color=colour,
            )
        axes.set_xticks([1, *range(5, len(attention) + 1, 5)])
        axes.set_xlabel("第几层")
        axes.yaxis.set_major_locator(FixedLocator(list(ticks)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 2)))
        axes.set_title("改动的长度是主干那一行的几倍", loc="left", size=12)
    return figure
