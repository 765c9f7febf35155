"""What each layer would say: the shares of two words, were the model to end there."""

from collections.abc import Mapping, Sequence

from matplotlib import rcParams, style
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from figures import SERIES, STYLE
from figures.sheet import number

HEIGHT = 3.4  # inches
LOOKS = (("o", "●", "-"), ("s", "■", (0, (5, 2))))


def draw(shares: Mapping[str, Sequence[float]]) -> Figure:
    """A line for each of two words, from the embedding, which is layer 0, to the last layer."""
    depth = len(next(iter(shares.values()))) - 1
    with style.context(STYLE):
        figure = Figure(figsize=(rcParams["figure.figsize"][0], HEIGHT))
        axes = figure.add_axes((0.14, 0.16, 0.83, 0.71), xlim=(-0.5, depth + 0.7), ylim=(-0.02, 0.55))
        for (word, line), colour, (marker, sign, dashes) in zip(shares.items(), SERIES, LOOKS, strict=False):
            axes.plot(range(depth + 1), line, color=colour, marker=marker, ms=5, lw=1.8, ls=dashes)
            highest = max(range(depth + 1), key=line.__getitem__)
            axes.annotate(
                f"{sign} {word}：最高{number(line[highest], 2)}，末层{number(line[-1], 2)}",
                (0.03, 0.86 if colour == SERIES[0] else 0.72),
                xycoords="axes fraction",
                color=colour,
            )
        axes.set_xticks(range(0, depth + 1, 5))
        axes.set_xlabel("走过几层")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 1)))
        axes.set_title("就此收尾，这个词的份额", loc="left", size=12)
    return figure
