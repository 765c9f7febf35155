"""Turning both arrows keeps their dot product; a mask forbids a connection whatever the dot product is."""

from collections.abc import Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch

from figures import INK, MUTED, RULE, SERIES, STYLE
from figures.sheet import WIDTH, number, sheet, vector

MARGIN, RADIUS = 8, 44
CENTRE, WORDS = 70, 142  # from the left: the middle of the circles, and where the words begin
PANEL, TITLE, BOX = 132, 26, (78, 34)  # heights, and the size of a position's box
Arrow = Sequence[float]


def draw(
    q: Arrow,
    k: Arrow,
    turned_q: Arrow,
    turned_k: Arrow,
    *,
    apart: float,
    turn: float,
    dots: tuple[float, float, float],
    query: int,
    key: int,
) -> Figure:
    """Three pairs of arrows, then the positions, of which `query` may not read `key`, the last one.

    The pairs are q with itself, q with k, and both turned; `dots` holds their dot products. `apart` is the
    angle from q to k and `turn` the angle by which both turn, in degrees.
    """
    same, right, turned = dots
    with style.context(STYLE):
        figure, axes = sheet(3 * PANEL + 148)
        _pair(axes, 0, "同一个方向", q, q, same)
        _pair(axes, 1, f"相差{number(apart)}°", q, k, right)
        _pair(axes, 2, f"一起再转{number(turn)}°", turned_q, turned_k, turned, before=(q, k))
        _forbidden(axes, 3 * PANEL, query, key)
    return figure


def _pair(
    axes: Axes,
    panel: int,
    title: str,
    q: Arrow,
    k: Arrow,
    dot: float,
    before: tuple[Arrow, Arrow] | None = None,
) -> None:
    """Both arrows in a circle of radius 1, and beside it what they are; dotted, where they were before."""
    top = panel * PANEL
    middle = top + PANEL / 2 + 2
    axes.add_patch(Circle((CENTRE, middle), RADIUS, fill=False, ec=RULE, lw=1))
    axes.plot([CENTRE - RADIUS, CENTRE + RADIUS], [middle] * 2, color=RULE, lw=1, zorder=0)
    axes.plot([CENTRE] * 2, [middle - RADIUS, middle + RADIUS], color=RULE, lw=1, zorder=0)
    for arrow, colour in zip(before or (), SERIES, strict=False):
        _arrow(axes, middle, arrow, colour, dotted=True)
    together = list(q) == list(k)
    for name, arrow, colour, width in (
        ("q", q, SERIES[0], 5.0 if together else 2.4),
        ("k", k, SERIES[1], 2.0),
    ):
        _arrow(axes, middle, arrow, colour, width=width)
        reach = RADIUS + 11
        shift = (-8 if name == "q" else 8) if together else 0
        x, y = CENTRE + reach * arrow[0], middle - reach * arrow[1] + shift
        axes.text(x, y, name, ha="center", va="center", color=colour)
    sign = "=" if all(float(entry).is_integer() for entry in (*q, *k)) else "≈"
    axes.text(WORDS, middle - 36, title, va="center", size=14)
    axes.text(WORDS, middle - 12, f"q{sign}{vector(q)}", va="center", color=SERIES[0])
    axes.text(WORDS, middle + 10, f"k{sign}{vector(k)}", va="center", color=SERIES[1])
    axes.text(WORDS, middle + 34, f"点积{'仍是' if before else ''}{number(dot)}", va="center", size=14)


def _arrow(
    axes: Axes, middle: float, arrow: Arrow, colour: str, *, width: float = 1.2, dotted: bool = False
) -> None:
    axes.annotate(
        "",
        (CENTRE + RADIUS * arrow[0], middle - RADIUS * arrow[1]),
        (CENTRE, middle),
        arrowprops={
            "arrowstyle": "->" if dotted else "-|>",
            "color": colour,
            "linewidth": width,
            "linestyle": (0, (1, 2)) if dotted else "-",
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )


def _forbidden(axes: Axes, top: float, query: int, key: int) -> None:
    """The positions up to `key` in a row: what `query` reads, and the crossed-out arrow from `key`."""
    axes.plot([MARGIN, WIDTH - MARGIN], [top + 4] * 2, color=RULE, lw=1)
    axes.text(MARGIN, top + TITLE, f"遮挡：位置{query}不能读位置{key}，匹配也不行", size=14, va="center")
    width, height = BOX
    line = top + 100
    places = {
        position: MARGIN + width / 2 + (WIDTH - 2 * MARGIN - width) * index / (key - 1)
        for index, position in enumerate(range(1, key + 1))
    }
    for position, x in places.items():
        shape = "round,pad=0,rounding_size=6"
        axes.add_patch(
            FancyBboxPatch((x - width / 2, line - height / 2), width, height, shape, ec=MUTED, fill=False)
        )
        axes.text(x, line, f"位置{position}", ha="center", va="center")
    for position in range(1, key + 1):
        if position != query:
            _reading(axes, places[position], places[query], line - height / 2, allowed=position < query)


def _reading(axes: Axes, start: float, end: float, y: float, *, allowed: bool) -> None:
    """An arc from the position that is read to the one that reads; crossed out where it may not."""
    colour = INK if allowed else SERIES[1]
    inward = 12 if start < end else -12
    axes.annotate(
        "",
        (end - inward, y),
        (start, y),
        arrowprops={
            "arrowstyle": "-|>",
            "connectionstyle": f"arc3,rad={-0.35 if start < end else 0.35}",
            "color": colour,
            "linewidth": 1.6,
            "linestyle": "-" if allowed else (0, (4, 3)),
            "shrinkA": 2,
            "shrinkB": 2,
        },
    )
    middle = (start + end - inward) / 2
    if not allowed:
        for slope in (-1, 1):
            axes.plot(
                [middle - 7, middle + 7], [y - 18 - 7 * slope, y - 18 + 7 * slope], color=colour, lw=2.4
            )
    axes.text(middle, y + 44, "可以读" if allowed else "不许读", ha="center", va="center", color=colour)
