"""The feed-forward networks: by hand, and each row for itself."""

from dataclasses import replace
import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.activations import gelu, silu
from refblock.examples import BLOCK, MODERN, PAIR_FFN, PAIR_GATED, U_FFN, U, X
from refblock.feedforward import GatedWeights, feed_forward, feed_forward_hidden
from refblock.typing import Array


def test_the_pair_by_hand() -> None:
    assert feed_forward_hidden([-1, 1], PAIR_FFN).tolist() == [0, 1]
    assert feed_forward([-1, 1], PAIR_FFN).tolist() == [0, 0.5]
    assert feed_forward([1, 2], PAIR_GATED).round(6).tolist() == [0.731059, 3.523188]


def test_four_to_six_to_four_by_hand() -> None:
    assert feed_forward_hidden(U, U_FFN) == pytest.approx([U[0], U[1], 0, 0, U[0] - U[1], 0])
    assert feed_forward(U, U_FFN) == pytest.approx([U[0] / 2, U[1] / 2, (U[0] - U[1]) / 4, 0])


def test_biases_are_added_before_and_after_the_bend() -> None:
    weights = replace(PAIR_FFN, b_1=np.array([2, -3]), b_2=np.array([10, 20]))
    assert feed_forward([-1, 1], weights).tolist() == [10.5, 20]


def test_the_activation_is_a_choice() -> None:
    for activation in (silu, gelu):
        weights = replace(PAIR_FFN, activation=activation)
        assert feed_forward([-1, 1], weights) == pytest.approx(activation([-1, 1]) / 2)


def test_the_gate_is_not_the_value() -> None:
    gated = MODERN.feed_forward
    assert isinstance(gated, GatedWeights)
    swapped = GatedWeights(gated.w_up, gated.w_gate, gated.w_down)
    assert feed_forward(X, swapped) != pytest.approx(feed_forward(X, gated), abs=0.1)


@given(st.permutations(range(3)), arrays(np.float64, 4, elements=st.floats(-5, 5)))
def test_each_row_is_worked_on_alone(order: list[int], other: Array) -> None:
    changed = np.vstack([X[:2], other])
    for weights in (BLOCK.feed_forward, MODERN.feed_forward):
        assert np.allclose(feed_forward(X[order], weights), feed_forward(X, weights)[order])
        assert np.array_equal(feed_forward(changed, weights)[:2], feed_forward(X, weights)[:2])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: feed_forward([1, 2, 3], PAIR_FFN),
            "feed_forward: x must have shape [..., D] with D = 2, since w_1 (2, 2) has it so, got (3,)",
        ),
        (
            lambda: feed_forward([1, 2], replace(PAIR_FFN, b_1=np.ones(1))),
            "feed_forward: b_1 must have shape [F] with F = 2, since w_1 (2, 2) has it so, got (1,)",
        ),
        (
            lambda: feed_forward([1, 2], replace(PAIR_FFN, b_2=np.ones(1))),
            "feed_forward: b_2 must have shape [D] with D = 2, since w_2 (2, 2) has it so, got (1,)",
        ),
        (
            lambda: feed_forward([1, 2], replace(PAIR_GATED, w_up=np.ones((2, 1)))),
            "feed_forward: w_up must have shape [D, F] with F = 2, since w_gate (2, 2) has it so, got (2, 1)",
        ),
        (
            lambda: feed_forward([1, 2], replace(PAIR_GATED, w_down=np.ones((3, 2)))),
            "feed_forward: w_down must have shape [F, D] with F = 2, since hidden (2,) has it so, got (3, 2)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
