"""Who may read whom in the three forms: one grid each, with one query ringed in every grid."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import WIDTH, sheet

LEFT, RIGHT = 62, WIDTH - 8  # where the cells begin and end
TITLE, HEAD, CELL, GAP = 22, 42, 30, 18  # heights
Mask = Sequence[Sequence[bool]]


@dataclass(frozen=True)
class _Grid:
    """One grid: who asks, whose texts stand above which columns, and what may be read."""

    title: str
    queries: Sequence[str]
    texts: Sequence[tuple[str, Sequence[str]]]  # (name of the text, its tokens)
    mask: Mask
    ringed: int  # the query that is ringed


def draw(
    tokens: Sequence[str],
    target: Sequence[str],
    *,
    encoder: Mask,
    decoder: Mask,
    cross: Mask,
    prefix: Mask,
    ringed: Sequence[int],
) -> Figure:
    """Three grids from top to bottom: rows ask, columns are read, hatched cells may not be.

    `tokens` are read by encoder and decoder, `target` is what the encoder-decoder has of the translation;
    its queries read `tokens` as `cross` says and `target` as `prefix` says. `ringed` names a row of each.
    """
    both = [[*across, *before] for across, before in zip(cross, prefix, strict=True)]
    grids = [
        _Grid("编码器", tokens, [("同一句", tokens)], encoder, ringed[0]),
        _Grid("纯解码器", tokens, [("同一句", tokens)], decoder, ringed[1]),
        _Grid("编码器—解码器的译文端", target, [("原文", tokens), ("译文", target)], both, ringed[2]),
    ]
    heights = [TITLE + HEAD + CELL * len(grid.queries) + GAP for grid in grids]
    with style.context(STYLE):
        figure, axes = sheet(sum(heights))
        for index, grid in enumerate(grids):
            _draw_grid(axes, sum(heights[:index]), grid)
    return figure


def _draw_grid(axes: Axes, top: float, grid: _Grid) -> None:
    columns = [(name, token) for name, tokens in grid.texts for token in tokens]
    width = min(76.0, (RIGHT - LEFT) / len(columns))
    first = top + TITLE + HEAD
    axes.text(8, top + TITLE - 2, grid.title, size=14, color=SERIES[0])
    axes.text(8, first - 7, "谁在问", color=MUTED)
    start = 0
    for name, tokens in grid.texts:
        centre = LEFT + width * (start + len(tokens) / 2)
        axes.text(centre, first - 25, f"读{name}", ha="center", color=MUTED)
        start += len(tokens)
        if start < len(columns):
            edge = LEFT + width * start
            axes.plot([edge, edge], [first - 38, first + CELL * len(grid.queries)], color=INK, lw=2.4)
    for column, (_, token) in enumerate(columns):
        axes.text(LEFT + width * (column + 0.5), first - 7, token, ha="center")
    for row, query in enumerate(grid.queries):
        axes.text(8, first + CELL * (row + 0.5), query, va="center")
        for column, may in enumerate(grid.mask[row]):
            _cell(axes, LEFT + width * column, first + CELL * row, width, bool(may))
    size = width * len(columns) + LEFT - 6, CELL - 2
    ring = Rectangle((4, first + CELL * grid.ringed + 1), *size, fill=False, ec=SERIES[1], lw=2.6, zorder=3)
    axes.add_patch(ring)


def _cell(axes: Axes, left: float, top: float, width: float, may: bool) -> None:
    if may:
        axes.add_patch(Rectangle((left, top), width, CELL, fc=SERIES[0], alpha=0.16, lw=0))
    else:
        axes.add_patch(Rectangle((left, top), width, CELL, fill=False, ec=RULE, hatch="////", lw=0))
    axes.add_patch(Rectangle((left, top), width, CELL, fill=False, ec=MUTED, lw=1))
    axes.text(
        left + width / 2,
        top + CELL / 2,
        "可读" if may else "遮住",
        ha="center",
        va="center",
        color=INK if may else MUTED,
        bbox=None if may else {"facecolor": PAPER, "edgecolor": "none", "pad": 1},
    )
