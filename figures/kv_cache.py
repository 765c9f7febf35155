"""Writing with a cache: at each step, which keys and values are new and which were kept."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import INK, MUTED, SERIES, STYLE
from figures.sheet import sheet

LEFT, COLUMN, BETWEEN = 8, 74, 6  # of the four columns of boxes
TITLE, HEAD, CELL, FOOT, GAP = 24, 22, 27, 38, 14  # heights
NAMES = ("第一层K", "第一层V", "第二层K", "第二层V")
STEPS = "一二三四五"


def draw(
    tokens: Sequence[str],
    written: Sequence[str],
    *,
    shapes: Sequence[Sequence[int]],
    anew: Sequence[int],
    kept: Sequence[int],
) -> Figure:
    """One panel a step: `tokens[t]` is fed, `written[t]` comes out, and one row is added to each column.

    `shapes` are those of one K at each step; `anew` and `kept` count the cells of all score tables without
    and with the cache.
    """
    heights = [TITLE + HEAD + CELL * (step + 1) + FOOT + GAP for step in range(len(tokens))]
    with style.context(STYLE):
        figure, axes = sheet(sum(heights))
        for step, token in enumerate(tokens):
            top = sum(heights[:step])
            axes.text(LEFT, top + TITLE - 4, f"第{STEPS[step]}步", size=14, color=SERIES[0])
            axes.text(LEFT + 66, top + TITLE - 4, f"送进“{token}”，写出“{written[step]}”")
            _boxes(axes, top + TITLE + HEAD, tokens[: step + 1])
            foot = top + TITLE + HEAD + CELL * (step + 1)
            shape = ", ".join(str(size) for size in shapes[step])
            axes.text(LEFT, foot + 17, f"每个K、每个V的形状：({shape})", color=MUTED)
            counts = f"这一步的分数格：不留{anew[step]}格，留着{kept[step]}格"
            axes.text(LEFT, foot + 34, counts, color=MUTED)
    return figure


def _boxes(axes: Axes, top: float, tokens: Sequence[str]) -> None:
    """A box for each position in each column: the last one new, those above it kept."""
    for column, name in enumerate(NAMES):
        left = LEFT + (COLUMN + BETWEEN) * column
        axes.text(left + COLUMN / 2, top - 7, name, ha="center", color=MUTED)
        for row, token in enumerate(tokens):
            new = row == len(tokens) - 1
            _box(axes, left, top + CELL * row, f"{token}·新" if new else token, new)


def _box(axes: Axes, left: float, top: float, text: str, new: bool) -> None:
    size = COLUMN, CELL - 3
    if new:
        axes.add_patch(Rectangle((left, top), *size, fc=SERIES[0], alpha=0.16, lw=0))
        axes.add_patch(Rectangle((left, top), *size, fill=False, ec=SERIES[0], lw=2.2))
    else:
        axes.add_patch(Rectangle((left, top), *size, fill=False, ec=MUTED, lw=1, ls=(0, (3, 3))))
    axes.text(
        left + COLUMN / 2,
        top + size[1] / 2,
        text,
        ha="center",
        va="center",
        color=INK if new else MUTED,
    )
