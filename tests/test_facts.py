"""What the book must state, computed by the reference at the precision that the text has."""

import math

import numpy as np
from numpy.typing import ArrayLike
import pytest

from refblock.activations import relu, silu, swiglu
from refblock.backward_block import sublayer_backward
from refblock.block import post_norm, pre_norm
from refblock.counts import score_cells
from refblock.examples import (
    BLOCK,
    EAST,
    EIGHTH_TURN,
    NORTH,
    PAIR,
    PAIR_CHANGE,
    PAIR_FFN,
    PAIR_GATED,
    ROW,
    U_FFN,
    U_NORM,
    U,
    X,
)
from refblock.feedforward import feed_forward, feed_forward_hidden
from refblock.heads import attention_steps
from refblock.masks import causal_mask
from refblock.normalization import RmsNormWeights, layer_norm, mean, mean_square, rms_norm, variance
from refblock.positions import rotate

SECOND = post_norm(U, U_NORM, lambda read: feed_forward(read, U_FFN))
HEADS = attention_steps(X, BLOCK.attention, causal_mask(3))
HALF = math.sqrt(2) / 2

LAYER: dict[str, tuple[ArrayLike, str]] = {
    "residual is input plus change": (np.add([1, 2], [0.3, -0.1]), "1.3 1.9"),
    "mean": (mean(PAIR), "2"),
    "deviations from the mean": (PAIR - mean(PAIR), "-1 1"),
    "their squares": ((PAIR - mean(PAIR)) ** 2, "1 1"),
    "variance": (variance(PAIR), "1"),
    "variance, had it been by n-1": (np.var(PAIR, ddof=1), "2"),
    "standard deviation": (np.sqrt(variance(PAIR)), "1"),
    "LayerNorm without eps": (layer_norm(PAIR, eps=0), "-1 1"),
    "mean square": (mean_square(PAIR), "5"),
    "RMSNorm without eps": (rms_norm(PAIR, eps=0), "0.4472 1.3416"),
    "residual with a given change": (PAIR + PAIR_CHANGE, "1.5 2.5"),
    "ReLU and half": (feed_forward(layer_norm(PAIR, eps=0), PAIR_FFN), "0 0.5"),
    "second residual": (PAIR + PAIR_CHANGE + feed_forward([-1, 1], PAIR_FFN), "1.5 3.0"),
    "eps": (U_NORM.eps, "0.00001"),
    "LayerNorm": (layer_norm(PAIR), "-0.999995 0.999995"),
    "RMSNorm": (rms_norm(PAIR), "0.447213 1.341639"),
    "SiLU of 1": (silu(1), "0.731059"),
    "SiLU of 3": (silu(3), "2.857722"),
    "SwiGLU": (swiglu([1, 2], [1, 2]), "0.731059 3.523188"),
    "SwiGLU through projections": (feed_forward([1, 2], PAIR_GATED), "0.731059 3.523188"),
    "LayerNorm of another pair": (layer_norm([2, 4], eps=0), "-1 1"),
}
BLOCKS: dict[str, tuple[ArrayLike, str]] = {
    "shape of X": (X.shape, "3 4"),
    "shape inside the feed-forward network": (feed_forward_hidden(X, BLOCK.feed_forward).shape, "3 8"),
    "shape behind it": (feed_forward(X, BLOCK.feed_forward).shape, "3 4"),
    "shape of q in a head": (HEADS.q[0].shape, "3 2"),
    "shape of the scores of a head": (HEADS.scores[0].shape, "3 3"),
    "shape of what the heads bring, joined": (HEADS.joined.shape, "3 4"),
    "shape behind the output projection": (HEADS.output.shape, "3 4"),
    "rows of weights": (HEADS.weights.sum(axis=-1), "1 1 1 1 1 1"),
    "residual": (np.add([1, 0, 2, -1], [0, 1, -1, 1]), "1 1 1 0"),
    "a branch that cancels": (np.add([1, 0], [-1, 0]), "0 0"),
    "mean": (mean(ROW), "2"),
    "LayerNorm": (layer_norm(ROW, eps=0), "-1 -1 1 1"),
    "mean square": (mean_square(ROW), "5"),
    "RMSNorm": (rms_norm(ROW, eps=0), "0.4472 0.4472 1.3416 1.3416"),
    "RMSNorm in closed form": (rms_norm(ROW, eps=0) * math.sqrt(5), "1 1 3 3"),
    "mean of that": (mean(rms_norm(ROW, eps=0)), "0.8944"),
    "two arrows that agree": (EAST @ EAST, "1"),
    "two arrows at right angles": (EAST @ NORTH, "0"),
    "the one turned": (rotate(EAST, EIGHTH_TURN), "0.7071 0.7071"),
    "the other turned": (rotate(NORTH, EIGHTH_TURN), "-0.7071 0.7071"),
    "both in closed form": (
        [rotate(EAST, EIGHTH_TURN)[0] / HALF, rotate(NORTH, EIGHTH_TURN)[0] / HALF],
        "1 -1",
    ),
    "their products": (rotate(EAST, EIGHTH_TURN) * rotate(NORTH, EIGHTH_TURN), "-0.5 0.5"),
    "their sum": (rotate(EAST, EIGHTH_TURN) @ rotate(NORTH, EIGHTH_TURN), "0"),
    "cells of three positions": (score_cells(3), "9"),
    "cells of six positions": (score_cells(6), "36"),
}
SECOND_SUBLAYER: dict[str, tuple[ArrayLike, str]] = {
    "the given row": (SECOND.x, "1.170705 0.649589 -0.385419 -1.434875"),
    "shapes": ([*U_FFN.w_1.shape, U_FFN.w_2.shape[1]], "4 6 4"),
    "hidden": (feed_forward_hidden(U, U_FFN), "1.170705 0.649589 0 0 0.521116 0"),
    "bent as it is": (relu(U @ U_FFN.w_1), "1.170705 0.649589 0 0 0.521116 0"),
    "projected": (SECOND.change, "0.585353 0.324795 0.130279 0"),
    "residual": (SECOND.sum, "1.756058 0.974384 -0.255140 -1.434875"),
    "the layer's output": (SECOND.output, "1.233154 0.588798 -0.424732 -1.397220"),
}


FACTS = [
    pytest.param(*fact, id=f"{part}: {name}")
    for part, facts in (("layer", LAYER), ("block", BLOCKS), ("second sublayer", SECOND_SUBLAYER))
    for name, fact in facts.items()
]


@pytest.mark.parametrize(("value", "written"), FACTS)
def test_the_value_is_what_is_written(value: ArrayLike, written: str) -> None:
    numbers, numerals = np.ravel(np.asarray(value, dtype=np.float64)), written.split()
    assert len(numbers) == len(numerals)
    for number, numeral in zip(numbers, numerals, strict=True):
        places = len(numeral.partition(".")[2])
        half_a_step = 0.5 * 10**-places if places else 0
        assert abs(number - float(numeral)) <= half_a_step + 1e-12


@pytest.mark.parametrize(("slope", "arrives"), [(0.5, 3), (-1, 0)])
def test_the_gradient_of_a_residual_sum(slope: float, arrives: float) -> None:
    """2 * (1 + slope); the norm before the branch has the slope 1 at 0, so that it takes no part."""
    norm = RmsNormWeights(gain=np.ones(1), eps=1)
    steps = pre_norm([0], norm, lambda read: slope * read)
    through, _ = sublayer_backward([2], steps, norm, lambda grad, read: (slope * grad,))
    assert through.tolist() == [arrives]
