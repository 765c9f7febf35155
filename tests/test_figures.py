"""Every figure of the book, drawn with the book's values: what a reader must be able to read.

Extents are those of the bundled font, a tenth wider: the page sets the letters in the reader's own.
"""

from collections.abc import Callable
from importlib import import_module
import io
from itertools import combinations
import json
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from matplotlib import rc_context, rcParams, style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox, BboxBase
import numpy as np
import pytest

import figures
from figures.sheet import number, vector
from refblock.activations import gelu, relu, silu, swiglu
from refblock.block import block_steps
from refblock.examples import BIRD, BLOCK, EAST, EIGHTH_TURN, NORTH, ROW, TOKENS, U_FFN, U, X
from refblock.feedforward import FeedForwardWeights, feed_forward, feed_forward_hidden
from refblock.heads import attention_steps
from refblock.masks import causal_mask
from refblock.normalization import layer_norm, mean_square, normalize, rms_norm, variance
from refblock.positions import rope_angles, rotate
from tallybook.svg import INK

PHONE = 328  # CSS pixels: what a page leaves on a screen of 360
SMALLEST = 11.5  # CSS pixels of a letter there
ROOM = 0.1

changed = np.vstack([X[:2], BIRD])
mask = causal_mask(len(X))
steps = attention_steps(normalize(X, BLOCK.norm_1), BLOCK.attention, mask)
line, points = np.linspace(-4, 4, 321), np.array([-3, -1, 1, 3])
BENT = {name: (bend(line), bend(points)) for name, bend in {"relu": relu, "silu": silu, "gelu": gelu}.items()}
tidy, ffn = layer_norm(ROW, eps=0), BLOCK.feed_forward
assert isinstance(ffn, FeedForwardWeights)
walk = block_steps(X, BLOCK, mask)
first, second = walk.attention, walk.feed_forward
FLOW = {
    "x": X,
    "read_1": first.read,
    "joined": steps.joined,
    "change_1": first.change,
    "h": first.sum,
    "read_2": second.read,
    "hidden": feed_forward_hidden(second.read, ffn),
    "change_2": second.change,
    "y": second.sum,
}
data = Path(__file__).parent.parent / "docs" / "data"
minilm, smollm2 = (json.loads((data / name).read_bytes()) for name in ("minilm.json", "smollm2.json"))
(_, growth), (_, lens), prompt = smollm2["walks"], smollm2["lenses"], smollm2["prompts"][0]
EXAMPLES: dict[str, dict[str, Any]] = {
    "activations": {"line": line, "points": points, **BENT},
    "attention_grid": {
        "tokens": TOKENS,
        "scores": steps.scores[0],
        "weights": steps.weights[0],
        "mask": mask,
        "totals": steps.weights[0].sum(axis=1),
    },
    "branch_depth": {
        "attention": np.divide(growth["attention"], growth["x"]),
        "feed_forward": np.divide(growth["feed_forward"], growth["h"]),
        "ticks": [0.1, 0.3, 1, 3, 10],
    },
    "branch_share": {
        "tokens": TOKENS,
        "x": [4.472, 3.742, 3.162],
        "attention": [2.863, 2.879, 0.632],
        "h": [4.198, 4.932, 3.259],
        "feed_forward": [3.413, 1.931, 2.221],
        "y": [5.248, 5.164, 5.293],
        "shares": [[0.64, 0.813], [0.769, 0.391], [0.2, 0.682]],
    },
    "ffn_row": {
        "row": tidy,
        "wide": tidy @ ffn.w_1 + ffn.b_1,
        "bent": feed_forward_hidden(tidy, ffn),
        "out": feed_forward(tidy, ffn),
    },
    "head_reading": {"tokens": minilm["tokens"][0], "weights": minilm["readings"][1]["weights"]},
    "kv_cache": {
        "tokens": TOKENS,
        "written": [*TOKENS[1:], "。"],
        "shapes": [(2, 1, 2), (2, 2, 2), (2, 3, 2)],
        "anew": [4, 16, 36],
        "kept": [4, 8, 12],
    },
    "layer_steps": {
        "step": 6,
        "x": [1, 3],
        "read_1": [-1, 1],
        "change_1": [0.5, -0.5],
        "r": [1.5, 2.5],
        "read_2": [-1, 1],
        "change_2": [0, 0.5],
        "y": [1.5, 3],
    },
    "layernorm_rmsnorm": {
        "row": ROW,
        "mean": ROW.mean(),
        "centred": ROW - ROW.mean(),
        "std": np.sqrt(variance(ROW)).item(),
        "layer": layer_norm(ROW, eps=0),
        "layer_mean": layer_norm(ROW, eps=0).mean(),
        "mean_square": mean_square(ROW).item(),
        "root": np.sqrt(mean_square(ROW)).item(),
        "rms": rms_norm(ROW, eps=0),
        "rms_mean": rms_norm(ROW, eps=0).mean(),
    },
    "lens_path": {
        "shares": {
            word.strip(): [layer[2][at] for layer in lens["layers"]] for at, word in enumerate(lens["words"])
        }
    },
    "modern_block": {
        "book": {
            "x": (3, 4),
            "q": (3, 4),
            "kv": (3, 4),
            "scores": (2, 3, 3),
            "joined": (3, 4),
            "change": (3, 4),
            "hidden": (3, 8),
        },
        "modern": {
            "x": (3, 4),
            "q": (3, 8),
            "kv": (3, 4),
            "scores": (4, 3, 3),
            "joined": (3, 8),
            "change": (3, 4),
            "hidden": (3, 6),
        },
    },
    "postnorm_states": {
        "state": "b3",
        "u": U,
        "w_1": U_FFN.w_1,
        "w_2": U_FFN.w_2,
        "wide": U @ U_FFN.w_1,
        "h": feed_forward_hidden(U, U_FFN),
        "f": feed_forward(U, U_FFN),
        "total": U + feed_forward(U, U_FFN),
        "z": layer_norm(U + feed_forward(U, U_FFN)),
        "widths": [4, 6, 4],
    },
    "prenorm_block": {
        "token": TOKENS[0],
        "shapes": {name: rows.shape for name, rows in FLOW.items()},
        "rows": {name: rows[0] for name, rows in FLOW.items()},
    },
    "residual_depth": {
        "products": {
            "甲有旁路": np.tile([1.5, 0.8, 1.4, 0.7], 6).cumprod(),
            "甲没有旁路": np.tile([0.5, 0.2, 0.4, 0.3], 6).cumprod(),
            "乙有旁路": np.full(24, 1.5).cumprod(),
            "丙有旁路": np.full(24, 0.5).cumprod(),
        },
        "ticks": [1e-12, 1e-8, 1e-4, 1, 1e4],
    },
    "residual_gradient": {
        "x": 1,
        "change": 0.25,
        "y": 1.25,
        "grad": 2,
        "bypass": 1,
        "slope": 0.5,
        "along_bypass": 2,
        "along_branch": 1,
        "total": 3,
    },
    "rope_frequencies": {
        "positions": [0, 1, 10, 100],
        "speeds": rope_angles([1], 8)[0],
        "degrees": np.degrees(rope_angles([0, 1, 10, 100], 8)).T,
    },
    "rotation_arrows": {
        "q": EAST,
        "k": NORTH,
        "turned_q": rotate(EAST, EIGHTH_TURN),
        "turned_k": rotate(NORTH, EIGHTH_TURN),
        "apart": 90,
        "turn": 45,
        "dots": (EAST @ EAST, EAST @ NORTH, rotate(EAST, EIGHTH_TURN) @ rotate(NORTH, EIGHTH_TURN)),
        "query": 2,
        "key": 3,
    },
    "score_cells": {"positions": [3, 6], "cells": [9, 36], "allowed": [6, 21]},
    "share_bars": {
        "names": [word.strip() for word in prompt["next"]],
        "shares": prompt["shares"],
        "marked": [0],
    },
    "swiglu_gate": {
        "row": [1, 2],
        "gate": [1, 2],
        "opened": silu([1, 2]),
        "value": [3, -1],
        "product": swiglu([1, 2], [3, -1]),
    },
    "two_heads": {
        "x": X.shape,
        "projected": steps.q[0].shape,
        "scores": steps.scores[0].shape,
        "taken": steps.heads[0].shape,
        "joined": steps.joined.shape,
        "output": steps.output.shape,
        "mask": mask,
    },
    "visibility": {
        "tokens": TOKENS,
        "target": ["小狗", "追"],
        "encoder": np.ones((3, 3), dtype=bool),
        "decoder": mask,
        "cross": np.ones((2, 3), dtype=bool),
        "prefix": causal_mask(2),
        "ringed": [1, 1, 0],
    },
    "wrong_axis": {
        "tokens": [*TOKENS[:2], f"{TOKENS[2]}→小鸟"],
        "before": X,
        "after": changed,
        "right": (layer_norm(X, eps=0)[0], layer_norm(changed, eps=0)[0]),
        "wrong": (layer_norm(X, eps=0, axis=0)[0], layer_norm(changed, eps=0, axis=0)[0]),
    },
}

DRAWS: dict[str, Callable[..., Figure]] = {
    module.name: draw
    for module in iter_modules([str(Path(figures.__file__).parent)])
    if (draw := getattr(import_module(f"figures.{module.name}"), "draw", None))
}


def test_every_figure_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(DRAWS)


def test_the_style_draws_with_the_colours_that_the_page_replaces() -> None:
    marks = [figures.INK, figures.MUTED, figures.RULE, figures.PAPER, *figures.SERIES]
    assert marks == list(INK)
    with style.context(figures.STYLE):
        assert rcParams["axes.prop_cycle"].by_key()["color"] == list(figures.SERIES)


@pytest.fixture(params=sorted(EXAMPLES), scope="module")
def figure(request: pytest.FixtureRequest) -> Figure:
    drawn = DRAWS[request.param](**EXAMPLES[request.param])
    FigureCanvasAgg(drawn)
    drawn.draw_without_rendering()
    return drawn


def texts(figure: Figure) -> list[tuple[Text, Bbox]]:
    """The texts that show, each with its extent in pixels and the room that it needs."""
    return [
        (text, roomy(text.get_window_extent(), text.get_horizontalalignment()))
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and in_use(text)
    ]


def in_use(text: Text) -> bool:
    """Not a label that belongs to an axis that is switched off."""
    return text.axes is None or text.axes.axison or text in text.axes.texts


def roomy(extent: BboxBase, alignment: str) -> Bbox:
    more = extent.width * ROOM
    left = {"left": 0.0, "center": more / 2, "right": more}[alignment]
    return Bbox.from_extents(extent.x0 - left, extent.y0, extent.x1 + more - left, extent.y1)


def test_no_two_texts_overlap(figure: Figure) -> None:
    overlaps = [
        (one.get_text(), other.get_text())
        for (one, here), (other, there) in combinations(texts(figure), 2)
        if here.overlaps(there)
    ]
    assert overlaps == []


def test_no_text_leaves_the_figure(figure: Figure) -> None:
    whole = figure.bbox
    assert [text.get_text() for text, room in texts(figure) if not holds(whole, room)] == []


def test_no_text_leaves_its_box(figure: Figure) -> None:
    shapes = [shape for axes in figure.axes for shape in axes.patches]
    boxes = [shape.get_window_extent() for shape in shapes if isinstance(shape, Rectangle | FancyBboxPatch)]
    leaving = [
        text.get_text()
        for text, room in texts(figure)
        for box in boxes
        if box.contains(*middle(room)) and not holds(box, room)
    ]
    assert leaving == []


def holds(outer: BboxBase, inner: BboxBase) -> bool:
    return bool(
        outer.x0 <= inner.x0 and inner.x1 <= outer.x1 and outer.y0 <= inner.y0 and inner.y1 <= outer.y1
    )


def middle(box: BboxBase) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def test_letters_are_large_enough_on_a_telephone(figure: Figure) -> None:
    wide = figure.get_figwidth() * 96
    shrunk = min(1.0, PHONE / wide)
    small = [
        text.get_text()
        for text, _ in texts(figure)
        if float(text.get_fontsize()) * 96 / 72 * shrunk < SMALLEST
    ]
    assert small == []


@pytest.mark.parametrize("name", sorted(EXAMPLES))
@pytest.mark.filterwarnings("error")
def test_drawing_is_pure_and_finds_every_glyph(name: str) -> None:
    once, twice = (as_svg(DRAWS[name](**EXAMPLES[name])) for _ in range(2))
    assert once == twice


def as_svg(figure: Figure) -> bytes:
    file = io.BytesIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "figure"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2.0, "2"),
        (-0.0, "0"),
        (-1e-17, "0"),
        (0.5, "0.5"),
        (2 / 5**0.5, "0.8944"),
        (2.00001, "2.0000"),
        (100, "100"),
    ],
)
def test_a_number_is_short_where_that_is_exact(value: float, written: str) -> None:
    assert number(value) == written


def test_a_vector_is_written_as_python_reads_it() -> None:
    assert vector([-1, 1 / 5**0.5]) == "[-1, 0.4472]"
    assert number(100.0, places=0) == "100"
