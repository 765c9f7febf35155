"""The normalisation layers against vectors done by hand and against what must hold for every row."""

import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
import numpy as np
import pytest

from refblock.examples import BIRD, EPS, PAIR, ROW, X
from refblock.normalization import layer_norm, mean, mean_square, rms_norm, variance
from refblock.typing import Array

TABLES = arrays(np.float64, array_shapes(max_dims=3, max_side=6), elements=st.floats(-1e3, 1e3))
"""Arrays of one to three axes, among them rows with one entry and rows with all entries alike."""


def test_pair_by_hand() -> None:
    assert mean(PAIR).tolist() == [2]  # (1 + 3) / 2
    assert variance(PAIR).tolist() == [1]  # ((1 - 2)**2 + (3 - 2)**2) / 2
    assert mean_square(PAIR).tolist() == [5]  # (1 + 9) / 2
    assert layer_norm(PAIR, eps=0).tolist() == [-1, 1]
    assert rms_norm(PAIR, eps=0) == pytest.approx([1 / np.sqrt(5), 3 / np.sqrt(5)], rel=1e-15)


def test_row_of_four_by_hand() -> None:
    assert layer_norm(ROW, eps=0).tolist() == [-1, -1, 1, 1]
    assert rms_norm(ROW, eps=0).round(4).tolist() == [0.4472, 0.4472, 1.3416, 1.3416]
    assert rms_norm(ROW, eps=0).mean() == pytest.approx(2 / np.sqrt(5), rel=1e-15)


def test_eps_pulls_every_entry_towards_zero() -> None:
    assert layer_norm(PAIR).round(6).tolist() == [-0.999995, 0.999995]
    assert rms_norm(PAIR).round(6).tolist() == [0.447213, 1.341639]


def test_gain_stretches_and_bias_shifts() -> None:
    assert layer_norm(PAIR, gain=[2, 3], bias=[0.5, -1], eps=0).tolist() == [-1.5, 2]
    assert rms_norm([3, -3], gain=[2, 4], eps=0).tolist() == [2, -4]


def test_an_axis_of_positions_lets_the_future_in() -> None:
    changed = np.vstack([X[:2], BIRD])
    assert layer_norm(changed)[:2].tolist() == layer_norm(X)[:2].tolist()
    assert layer_norm(changed, axis=0)[0] != pytest.approx(layer_norm(X, axis=0)[0])
    assert rms_norm(changed, axis=0)[0] != pytest.approx(rms_norm(X, axis=0)[0])


@given(TABLES)
def test_layer_norm_leaves_mean_0_and_variance_below_1(x: Array) -> None:
    y = layer_norm(x)
    assert y.shape == x.shape
    assert np.allclose(y.mean(axis=-1), 0, atol=1e-9)
    assert np.allclose(variance(y), variance(x) / (variance(x) + EPS), atol=1e-9)


@given(TABLES)
def test_rms_norm_leaves_mean_square_below_1_and_every_sign(x: Array) -> None:
    y = rms_norm(x)
    assert y.shape == x.shape
    assert np.allclose(mean_square(y), mean_square(x) / (mean_square(x) + EPS), atol=1e-12)
    assert np.all(x * y >= 0)


@given(TABLES, st.floats(-1e3, 1e3))
def test_only_layer_norm_forgets_a_shift(x: Array, shift: float) -> None:
    assert np.allclose(layer_norm(x + shift), layer_norm(x), atol=1e-6)
    assert np.allclose(mean_square(x), variance(x) + mean(x) ** 2, rtol=1e-9, atol=1e-9)


def test_a_shift_moves_rms_norm() -> None:
    assert rms_norm(PAIR + 10, eps=0) != pytest.approx(rms_norm(PAIR, eps=0), abs=0.1)


@given(TABLES, st.floats(0.5, 100))
def test_without_eps_both_forget_a_scale(x: Array, scale: float) -> None:
    x = x + np.linspace(2000, 9000, x.shape[-1])  # no row of zeros, and none with all entries alike
    assert np.allclose(rms_norm(x * scale, eps=0), rms_norm(x, eps=0))
    if x.shape[-1] > 1:
        assert np.allclose(layer_norm(x * scale, eps=0), layer_norm(x, eps=0))


def test_a_row_with_all_entries_alike_becomes_0() -> None:
    assert layer_norm([5, 5, 5]).tolist() == [0, 0, 0]
    assert layer_norm([5, 5, 5], bias=[1, 2, 3]).tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: layer_norm(3.0),
            "layer_norm: x must hold at least one entry along axis -1, since the mean "
            "runs over it, got shape ()",
        ),
        (
            lambda: rms_norm(np.zeros((2, 0))),
            "rms_norm: x must hold at least one entry along axis -1, since "
            "the mean runs over it, got shape (2, 0)",
        ),
        (
            lambda: variance(X, axis=2),
            "variance: x must hold at least one entry along axis 2, since the mean "
            "runs over it, got shape (3, 4)",
        ),
        (
            lambda: layer_norm(X, gain=[1]),
            "gain must have shape (4,), one number for each entry of the last axis of x (3, 4), got (1,)",
        ),
        (
            lambda: layer_norm(X, bias=np.zeros((3, 1))),
            "bias must have shape (4,), one number for each entry of the last axis of x (3, 4), got (3, 1)",
        ),
        (
            lambda: layer_norm([5, 5], eps=0),
            "layer_norm: eps must be positive, such as 1e-5, since a row has "
            "variance 0 and would be divided by it, got 0",
        ),
        (
            lambda: rms_norm([0, 0], eps=0),
            "rms_norm: eps must be positive, such as 1e-5, since a row has mean "
            "square 0 and would be divided by it, got 0",
        ),
        (
            lambda: rms_norm(PAIR, eps=-1),
            "rms_norm: eps must be 0 or a small positive number, since it stands under a root, got -1",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
