"""One residual sum, forwards and backwards: the way round carries all of x and of g, the branch its part."""

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch

from figures import INK, PAPER, SERIES, STYLE
from figures.sheet import number, sheet

MARGIN = 8
LEFT, FORK, SUM, RIGHT = 54, 80, 236, 272  # along the stream: its ends, where a branch leaves and joins it
BOX = (112, 92)  # left edge and width of what the branch does
STREAM, BRANCH, HALF = 74, 132, 188  # heights under the top of a half, and its own
RADIUS = 11
Path = list[tuple[float, float]]


def draw(
    x: float,
    change: float,
    y: float,
    *,
    grad: float,
    bypass: float,
    slope: float,
    along_bypass: float,
    along_branch: float,
    total: float,
) -> Figure:
    """y = x + change above; below the gradient `grad` of y, which comes back to x on both ways as `total`.

    `bypass` and `slope` are the slopes of the two ways, `along_bypass` and `along_branch` what each brings.
    """
    with style.context(STYLE):
        figure, axes = sheet(2 * HALF + 20)
        _half(axes, 0, "正向：旁路送来原样，分支送来改动", back=False)
        _ends(axes, 0, f"x={number(x)}", f"y={number(y)}")
        _ways(axes, 0, f"旁路：{number(x)}，原样", "分支F", f"改动：{number(change)}")
        _half(axes, HALF, "反向：梯度在加号分两路，在x会合", back=True)
        _ends(axes, HALF, number(total), f"g={number(grad)}")
        _ways(
            axes,
            HALF,
            f"旁路：×{number(bypass)}，送回{number(along_bypass)}",
            f"×F′={number(slope)}",
            f"分支：送回{number(along_branch)}",
        )
        meeting = f"{number(along_bypass)}+{number(along_branch)}={number(total)}"
        product = f"{number(grad)}×({number(bypass)}+{number(slope)})"
        axes.text(MARGIN, 2 * HALF + 8, f"会合：{meeting}，也就是{product}")
    return figure


def _half(axes: Axes, top: float, title: str, *, back: bool) -> None:
    """The stream, the branch under it and the sign of the sum; `back` turns all arrows round."""
    axes.text(MARGIN, top + 24, title, size=14)
    stream, branch = top + STREAM, top + BRANCH
    ways: list[tuple[str, Path]] = [
        (SERIES[0], [(LEFT, stream), (SUM - RADIUS, stream)]),
        (INK, [(SUM + RADIUS, stream), (RIGHT, stream)]),
        (SERIES[1], [(FORK, stream), (FORK, branch), (BOX[0], branch)]),
        (SERIES[1], [(sum(BOX), branch), (SUM, branch), (SUM, stream + RADIUS)]),
    ]
    for colour, path in ways:
        _arrow(axes, path[::-1] if back else path, colour, dashed=back)
    axes.add_patch(Circle((SUM, stream), RADIUS, ec=INK, fc=PAPER, lw=1.6, zorder=3))
    for across, down in ((5, 0), (0, 5)):
        axes.plot([SUM - across, SUM + across], [stream - down, stream + down], color=INK, lw=1.6, zorder=4)


def _arrow(axes: Axes, path: Path, colour: str, *, dashed: bool) -> None:
    """A bent arrow through the points of `path`."""
    line = (0, (4, 2)) if dashed else "-"
    axes.plot(*zip(*path, strict=True), color=colour, lw=1.8, ls=line, zorder=1, solid_joinstyle="round")
    (x, y), end = path[-2], path[-1]
    near = (end[0] + (x > end[0]) - (x < end[0]), end[1] + (y > end[1]) - (y < end[1]))
    head = {"arrowstyle": "-|>", "color": colour, "mutation_scale": 16, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, near, arrowprops=head, zorder=2)


def _ends(axes: Axes, top: float, left: str, right: str) -> None:
    """What stands at the two ends of the stream."""
    axes.text(LEFT - 6, top + STREAM, left, size=14, ha="right", va="center")
    axes.text(RIGHT + 5, top + STREAM, right, size=14, va="center")


def _ways(axes: Axes, top: float, bypass: str, box: str, branch: str) -> None:
    """What is written at the way round, in the branch's box and under it."""
    left, width = BOX
    middle = left + width / 2
    shape = FancyBboxPatch(
        (left, top + BRANCH - 17), width, 34, "round,pad=0,rounding_size=6", ec=SERIES[1], fc=PAPER, lw=1.6
    )
    axes.add_patch(shape)
    axes.text(middle, top + STREAM - 10, bypass, ha="center", color=SERIES[0])
    axes.text(middle, top + BRANCH, box, ha="center", va="center", color=SERIES[1])
    axes.text(middle, top + BRANCH + 34, branch, ha="center", color=SERIES[1])
