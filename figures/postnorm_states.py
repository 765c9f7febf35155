"""The second half of a post-norm layer, one row of six states: as a flow, or number by number."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from figures import INK, MUTED, PAPER, RULE, SERIES, STYLE
from figures.sheet import number, sheet

MIDDLE, ROUND, VALUES = 48, 3, 96  # from the left: the flow, the ways round it, the numbers
HALF, BOX, PITCH, TOP = 39, 26, 42, 24  # half a box's width, its height, to the next one, the first middle
CELL, ROW, HEAD = 62, 34, 40  # a number's width in a column, to the next one below, the first middle
PHONE = 246  # points of width that a telephone shows
STREAM, BRANCH = SERIES[1], SERIES[0]


class Stop(NamedTuple):
    """One stop of the flow, and whether it is the stream's or a branch's."""

    name: str
    stream: bool


STOPS = (
    Stop("X", True),
    Stop("甲头、乙头", False),
    Stop("输出投影", False),
    Stop("+", True),
    Stop("归一化₁", True),
    Stop("u，给定", True),
    Stop("FFN", False),
    Stop("+", True),
    Stop("归一化₂", True),
    Stop("z", True),
)
ROUNDS = ((0, 3), (5, 7))  # from the row that goes round to the sum that it goes into
READ, U, FFN, SUM, Z = 1, 5, 6, 7, 9
FLOWS = {"b4": (0, FFN, {FFN}), "b5": (U, Z, {SUM, SUM + 1, Z}), "b3": (0, Z, {READ, FFN})}


def draw(
    state: str,
    *,
    u: Sequence[float],
    w_1: Sequence[Sequence[float]],
    w_2: Sequence[Sequence[float]],
    wide: Sequence[float],
    h: Sequence[float],
    f: Sequence[float],
    total: Sequence[float],
    z: Sequence[float],
    widths: Sequence[int],
) -> Figure:
    """State b0 to b5 of the row `u`; `wide` is what w_1 makes of it, `total` is u + f."""
    with style.context(STYLE):
        if state in FLOWS:
            beside = {U: _list("u", u), FFN: _list("f", f), SUM: _list("u+f", total), Z: _list("z", z)}
            beside[READ] = "跨位置：读所有行，\n不遮挡；数没有给出"
            return _flow(*FLOWS[state], beside, "→".join(number(width) for width in widths))
        if state == "b0":
            return _widen(u, _formulas(w_1, "u"), wide, h)
        return _narrow(h, _formulas(w_2, "h"), f) if state == "b1" else _add(u, f, total, z)


def _narrow_sheet(height: float) -> tuple[Figure, Axes]:
    """A sheet that a telephone shows whole."""
    figure, axes = sheet(height)
    figure.set_figwidth(PHONE / 72)
    axes.set_xlim(0, PHONE)
    return figure, axes


def _flow(first: int, last: int, now: set[int], beside: dict[int, str], widths: str) -> Figure:
    """The stops from `first` to `last` from above to below; those of `now` stand out."""
    figure, axes = _narrow_sheet(TOP + PITCH * (last - first) + BOX)
    middles = {index: TOP + PITCH * float(index - first) for index in range(first, last + 1)}
    for index in range(first + 1, last + 1):
        _down(axes, index, middles)
    for start, end in ROUNDS:
        if start in middles and end in middles:
            _round(axes, middles[start], middles[end])
    for index, at in middles.items():
        stop = STOPS[index]
        if stop.name == "+":
            _plus(axes, at)
        else:
            name = f"{stop.name} {widths}" if index == FFN else stop.name
            _box(axes, at, name, stop.stream, index in now)
        if index in now:
            axes.plot([MIDDLE + HALF + 5], [at], "<", color=INK, ms=4, zorder=4)
        if index in beside:
            axes.text(VALUES, at, beside[index], va="center", linespacing=1.3)
    return figure


def _box(axes: Axes, at: float, name: str, stream: bool, now: bool) -> None:
    """What flows has round ends, what a branch does has corners; where the state is, the edge is thick."""
    colour = STREAM if stream else BRANCH
    shape = f"round,pad=0,rounding_size={BOX / 2 if stream else 3}"
    place = (MIDDLE - HALF, at - BOX / 2)
    edge = 2.8 if now else 1.2
    axes.add_patch(FancyBboxPatch(place, 2 * HALF, BOX, shape, ec=colour, fc=PAPER, lw=edge, zorder=3))
    axes.text(MIDDLE, at, name, ha="center", va="center_baseline", color=INK, zorder=4)


def _plus(axes: Axes, at: float) -> None:
    axes.plot([MIDDLE], [at], "o", ms=20, mfc=PAPER, mec=STREAM, mew=2.2, zorder=3)
    for across, down in ((5, 0), (0, 5)):
        axes.plot([MIDDLE - across, MIDDLE + across], [at - down, at + down], color=INK, lw=1.6, zorder=4)


def _down(axes: Axes, index: int, middles: dict[int, float]) -> None:
    gaps = [10 if STOPS[stop].name == "+" else BOX / 2 for stop in (index - 1, index)]
    start, end = middles[index - 1] + gaps[0], middles[index] - gaps[1]
    _pointed(axes, (MIDDLE, start), (MIDDLE, end), MUTED)


def _round(axes: Axes, upper: float, lower: float) -> None:
    """The way of a row round its branch; the norm stands behind the sum, so nothing goes round it."""
    axes.plot([MIDDLE - HALF, ROUND, ROUND], [upper, upper, lower], color=STREAM, lw=2.2, zorder=1)
    _pointed(axes, (ROUND, lower), (MIDDLE - 10, lower), STREAM, 2.2)
    axes.text(ROUND + 6, lower + 14, "旁路", va="center", color=STREAM)


def _widen(u: Sequence[float], names: list[str], wide: Sequence[float], h: Sequence[float]) -> Figure:
    figure, axes = _narrow_sheet(HEAD + ROW * len(h) - 8)
    lefts = (22, 102, PHONE - CELL - 2)
    _column(axes, lefts[0], "u", u, STREAM)
    _column(axes, lefts[1], "乘W₁", wide, BRANCH)
    _column(axes, lefts[2], "过ReLU", h, BRANCH, shut=True)
    for index, name in enumerate(names):
        at, alone = HEAD + ROW * index, index < len(u)
        axes.text(
            4 if alone else lefts[0] + CELL,
            at,
            name,
            ha="left" if alone else "right",
            va="center",
            color=MUTED,
        )
        _pointed(axes, (lefts[0] + CELL + 2, at), (lefts[1] - 2, at), BRANCH)
        _pointed(axes, (lefts[1] + CELL + 2, at), (lefts[2] - 2, at), MUTED)
    return figure


def _narrow(h: Sequence[float], names: list[str], f: Sequence[float]) -> Figure:
    figure, axes = _narrow_sheet(HEAD + ROW * len(h) - 8)
    lefts = (22, PHONE - CELL - 2)
    _column(axes, lefts[0], "h", h, BRANCH, shut=True)
    _column(axes, lefts[1], "乘W₂：f", f, SERIES[2])
    for index in range(len(h)):
        row = index if index < len(f) else index - len(f) + 2  # the last two go into the last two entries
        ends = (lefts[0] + CELL + 2, HEAD + ROW * index), (122, HEAD + ROW * row + (6 if row != index else 0))
        _pointed(axes, *ends, MUTED)
        axes.text(4, HEAD + ROW * index, f"h{_lower(index)}", va="center", color=MUTED)
    for index, name in enumerate(names):
        axes.text(126, HEAD + ROW * index, name.replace("+", "\n+"), va="center", linespacing=1.1)
    return figure


def _add(u: Sequence[float], f: Sequence[float], total: Sequence[float], z: Sequence[float]) -> Figure:
    heads = ("旁路送来u", "+ 分支送来f", "= 和u+f，一格对一格", "↓ 整行一起归一化，得z")
    colours = (STREAM, BRANCH, STREAM, SERIES[2])
    figure, axes = _narrow_sheet(2 * ROW * len(heads) - 6)
    for place, (head, row, colour) in enumerate(zip(heads, (u, f, total, z), colours, strict=True)):
        top, wide = 2 * ROW * place + 26, (PHONE - 2) / len(row)
        axes.text(4, top - 12, head, va="center", color=colour)
        axes.add_patch(Rectangle((1, top), PHONE - 2, 28, ec=colour, fill=False, lw=1.6))
        for index, value in enumerate(row):
            if index:
                axes.plot([1 + wide * index] * 2, [top, top + 28], color=RULE, lw=1)
            axes.text(1 + wide * (index + 0.5), top + 14, six(value), ha="center", va="center")
    return figure


def _column(
    axes: Axes, left: float, head: str, row: Sequence[float], colour: str, *, shut: bool = False
) -> None:
    """`row` from above to below; with `shut`, what is 0 stands in a dashed box."""
    axes.text(left + CELL / 2, 12, head, ha="center", va="center", color=colour)
    for index, value in enumerate(row):
        at, closed = HEAD + ROW * index, shut and value == 0
        shape = "round,pad=0,rounding_size=4"
        line, edge = ((0, (3, 3)), MUTED) if closed else ("-", colour)
        axes.add_patch(FancyBboxPatch((left, at - 12), CELL, 24, shape, ec=edge, fill=False, lw=1.3, ls=line))
        axes.text(left + CELL / 2, at, six(value), ha="center", va="center", color=MUTED if closed else INK)


def _formulas(weights: Sequence[Sequence[float]], letter: str) -> list[str]:
    """What each column of `weights` adds up, as 0.5h₃+0.25h₅."""
    texts = []
    for column in zip(*weights, strict=True):
        parts = [f"{_factor(weight)}{letter}{_lower(i)}" for i, weight in enumerate(column) if weight]
        ordered = sorted(parts, key=lambda part: part.startswith("-"))  # u₂-u₁, not -u₁+u₂
        texts.append("+".join(ordered).replace("+-", "-"))
    return texts


def _factor(weight: float) -> str:
    return "" if weight == 1 else "-" if weight == -1 else number(weight)


def _lower(index: int) -> str:
    return "₁₂₃₄₅₆₇₈₉"[index]


def six(value: float) -> str:
    """Six places, ties away from 0 as on paper; 0 alone where nothing is left."""
    text = str(Decimal(repr(float(value))).quantize(Decimal("0.000001"), ROUND_HALF_UP))
    return text if float(text) else "0"


def _list(name: str, row: Sequence[float]) -> str:
    """The row as a list on two lines."""
    texts, half = [six(value) for value in row], len(row) // 2
    return f"{name}=[{', '.join(texts[:half])},\n{', '.join(texts[half:])}]"


def _pointed(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str, width: float = 1.2
) -> None:
    arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=arrow, zorder=1)
