"""Backward through one row, against finite differences and by hand."""

from dataclasses import replace
import re

import numpy as np
import pytest

from refblock.activations import gelu, relu, sigmoid, silu, softmax
from refblock.backward import (
    activation_backward,
    feed_forward_backward,
    linear_backward,
    normalize_backward,
    softmax_backward,
)
from refblock.examples import BLOCK, MODERN, ROW, U_FFN, U_NORM, X
from refblock.feedforward import feed_forward
from refblock.normalization import RmsNormWeights, normalize
from tests.differences import assert_close, numeric

ROWS = X + np.array([0.3, -0.7, 0.2, 0.6])  # no entry at the bend of relu
GRAD = np.array([[0.5, -1.2, 0.7, 0.4], [-0.3, 0.9, 1.1, -0.6], [0.8, 0.2, -0.5, 1.3]])
LAYERS = [BLOCK.feed_forward, replace(U_FFN, activation=gelu), MODERN.feed_forward]


@pytest.mark.parametrize("activation", [relu, sigmoid, silu, gelu])
def test_activations(activation) -> None:
    assert_close(activation_backward(GRAD, ROWS, activation), numeric(activation, ROWS, GRAD))


def test_softmax() -> None:
    ours = softmax_backward(GRAD, softmax(ROWS))
    assert_close(ours, numeric(softmax, ROWS, GRAD))
    assert ours.sum(axis=-1) == pytest.approx([0, 0, 0], abs=1e-15)


@pytest.mark.parametrize("weights", [BLOCK.norm_1, MODERN.norm_1, replace(BLOCK.norm_2, eps=0.5)])
def test_norms(weights) -> None:
    dx, dweights = normalize_backward(GRAD, ROWS, weights)
    assert_close(dx, numeric(lambda x: normalize(x, weights), ROWS, GRAD))
    assert_close(dweights, numeric(lambda w: normalize(ROWS, w), weights, GRAD))


def test_layer_norm_of_two_numbers_passes_nothing_on() -> None:
    """Two different numbers become -1 and 1 whatever they were."""
    two = replace(U_NORM, gain=np.ones(2), bias=np.zeros(2), eps=0)
    assert normalize_backward([5, 7], [1, 3], two)[0].tolist() == [0, 0]


def test_norms_pass_on_nothing_along_what_they_forget() -> None:
    layer = normalize_backward(GRAD[0], ROW, replace(U_NORM, eps=0))[0]
    assert layer.sum() == pytest.approx(0, abs=1e-15)  # a shift
    assert np.dot(layer, ROW) == pytest.approx(0, abs=1e-15)  # a scale
    rms = normalize_backward(GRAD[0], ROW, RmsNormWeights(np.ones(4), eps=0))[0]
    assert np.dot(rms, ROW) == pytest.approx(0, abs=1e-15)
    assert abs(rms.sum()) > 0.01


def test_matrices() -> None:
    w = BLOCK.attention.w_q
    dx, dw = linear_backward(GRAD, ROWS, w)
    assert_close(dx, numeric(lambda x: x @ w, ROWS, GRAD))
    assert_close(dw, numeric(lambda w: ROWS @ w, w, GRAD))


def test_a_batch_adds_up_in_the_parameters() -> None:
    batch, grads = np.stack([ROWS, -ROWS]), np.stack([GRAD, 2 * GRAD])
    _, dw = linear_backward(grads, batch, BLOCK.attention.w_q)
    parts = [linear_backward(g, x, BLOCK.attention.w_q)[1] for g, x in zip(grads, batch, strict=True)]
    assert dw == pytest.approx(parts[0] + parts[1])


@pytest.mark.parametrize("weights", LAYERS)
def test_feed_forward_networks(weights) -> None:
    dx, dweights = feed_forward_backward(GRAD, ROWS, weights)
    assert_close(dx, numeric(lambda x: feed_forward(x, weights), ROWS, GRAD))
    assert_close(dweights, numeric(lambda w: feed_forward(ROWS, w), weights, GRAD))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: activation_backward([1, 2, 3], [1, 2], relu),
            "activation_backward: grad must have shape [..., F] with F = 2, since x (2,) has it so, got (3,)",
        ),
        (
            lambda: softmax_backward([1], [0.5, 0.5]),
            "softmax_backward: grad must have shape [..., D] with D = 2, since y (2,) has it so, got (1,)",
        ),
        (
            lambda: normalize_backward(GRAD, X[:, :3], U_NORM),
            "normalize_backward: x must have shape [..., D] with D = 4, since gain (4,) has it so, "
            "got (3, 3)",
        ),
        (
            lambda: linear_backward(GRAD, X, np.ones((4, 3))),
            "linear_backward: grad must have shape [..., F] with F = 3, since w (4, 3) has it so, got (3, 4)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
