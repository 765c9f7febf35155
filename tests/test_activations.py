"""The activations against values done by hand and against what must hold for every number."""

import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
import numpy as np
import pytest

from refblock.activations import gelu, relu, sigmoid, silu, softmax, swiglu
from refblock.typing import Array

NUMBERS = st.floats(-1e4, 1e4)
TABLES = arrays(np.float64, array_shapes(max_dims=3, max_side=6), elements=NUMBERS)


def test_softmax_by_hand() -> None:
    assert softmax([1, 1, 1, 1]).tolist() == [0.25] * 4
    assert softmax([0, np.log(3)]) == pytest.approx([1 / 4, 3 / 4], rel=1e-15)
    assert softmax([[0, -np.inf], [np.log(2), 0]]) == pytest.approx(np.array([[1, 0], [2 / 3, 1 / 3]]))


def test_softmax_takes_the_axis_that_it_is_given() -> None:
    x = np.log([[1, 2], [3, 2]])
    assert softmax(x) == pytest.approx(np.array([[1 / 3, 2 / 3], [3 / 5, 2 / 5]]))
    assert softmax(x, axis=0) == pytest.approx(np.array([[1 / 4, 1 / 2], [3 / 4, 1 / 2]]))


@given(TABLES)
def test_softmax_rows_are_shares_of_1_in_the_order_of_x(x: Array) -> None:
    y = softmax(x)
    assert np.all(y >= 0)
    assert np.allclose(y.sum(axis=-1), 1, atol=1e-12)
    order = np.argsort(x, axis=-1)
    assert np.all(np.diff(np.take_along_axis(y, order, axis=-1), axis=-1) >= 0)


@given(TABLES, NUMBERS)
def test_softmax_forgets_a_shift(x: Array, shift: float) -> None:
    assert np.allclose(softmax(x + shift), softmax(x), atol=1e-9)


@given(TABLES)
def test_sigmoid_of_both_signs_adds_up_to_1(x: Array) -> None:
    assert np.allclose(sigmoid(x) + sigmoid(-x), 1, atol=1e-12)
    assert np.allclose(sigmoid(x), softmax(np.stack([x, np.zeros_like(x)], axis=-1))[..., 0], atol=1e-12)


@given(TABLES)
def test_relu_silu_and_gelu_of_both_signs_differ_by_x(x: Array) -> None:
    for activation in (relu, silu, gelu):
        assert np.allclose(activation(x) - activation(-x), x, atol=1e-9)


def test_values_by_hand() -> None:
    assert relu([-1, 0, 2]).tolist() == [0, 0, 2]
    assert sigmoid([-800, 0]).tolist() == [0, 0.5]
    assert silu([1, 3]).round(6).tolist() == [0.731059, 2.857722]
    assert silu(-np.log(3)) == pytest.approx(-np.log(3) / 4)
    assert gelu([-1, 0, 1]).round(6).tolist() == [-0.158655, 0, 0.841345]


def test_silu_and_gelu_let_small_negative_numbers_through() -> None:
    assert silu(-1) < 0
    assert gelu(-1) < 0
    assert relu(-1) == 0


def test_swiglu_stands_on_the_gate_alone() -> None:
    assert swiglu([1, 2], [1, 2]).round(6).tolist() == [0.731059, 3.523188]
    assert swiglu([np.log(3)], [4]) == pytest.approx([3 * np.log(3)])
    assert swiglu([1], [2]) != pytest.approx(swiglu([2], [1]), abs=0.1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: softmax(3.0),
            "softmax: x must hold entries along axis -1, since 1 is shared out there, got ()",
        ),
        (
            lambda: softmax(np.zeros((2, 0))),
            "softmax: x must hold entries along axis -1, since 1 is shared out there, got (2, 0)",
        ),
        (
            lambda: softmax(np.array([[1, 2], [-np.inf, -np.inf]])),
            "softmax: the highest entry of each row must be finite, since the others are measured from it, "
            "got -inf",
        ),
        (
            lambda: softmax([1, np.inf]),
            "softmax: the highest entry of each row must be finite, since the others are measured from it, "
            "got inf",
        ),
        (
            lambda: swiglu([1, 2], [1]),
            "swiglu: up must have shape [..., F] with F = 2, since gate (2,) has it so, got (1,)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
