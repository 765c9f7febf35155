"""Attention in one head: by hand, and what it may and may not depend on."""

import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.attention import attention, attention_scores, attention_weights
from refblock.masks import causal_mask
from refblock.typing import Array

ENTRIES = st.floats(-5, 5)
ROWS = arrays(np.float64, (4, 2), elements=ENTRIES)


def test_scores_by_hand() -> None:
    q, k = [[1, 0, 2, 1], [0, 2, 0, 0]], [[2, 1, 1, 0], [0, 3, 0, 4], [1, 1, 1, 1]]
    assert attention_scores(q, k).tolist() == [[2, 2, 2], [1, 3, 1]]  # 4, 4, 4 and 2, 6, 2 over √4


def test_weights_and_mixture_by_hand() -> None:
    q, k, v = [[1], [1]], np.log([[1], [3]]), [[8, 0], [0, 4]]
    assert attention_weights(q, k) == pytest.approx(np.array([[1 / 4, 3 / 4]] * 2))
    assert attention(q, k, v) == pytest.approx(np.array([[2, 3]] * 2))
    assert attention(q, k, v, causal_mask(2)) == pytest.approx(np.array([[8, 0], [2, 3]]))


@given(ROWS, ROWS, ROWS)
def test_rows_of_weights_add_up_to_1_and_reading_stays_between_the_values(
    q: Array, k: Array, v: Array
) -> None:
    weights = attention_weights(q, k, causal_mask(4))
    assert np.allclose(weights.sum(axis=-1), 1, atol=1e-12)
    assert not weights[np.triu_indices(4, 1)].any()
    read = attention(q, k, v)
    assert np.all(read <= v.max(axis=0) + 1e-9)
    assert np.all(read >= v.min(axis=0) - 1e-9)


@given(ROWS, ROWS, ROWS, st.integers(1, 3), arrays(np.float64, (3, 2), elements=ENTRIES))
def test_the_causal_mask_leaks_nothing(q: Array, k: Array, v: Array, place: int, other: Array) -> None:
    before = attention(q, k, v, causal_mask(4))
    q, k, v = q.copy(), k.copy(), v.copy()
    q[place], k[place], v[place] = other
    assert np.array_equal(attention(q, k, v, causal_mask(4))[:place], before[:place])


@given(ROWS, ROWS, ROWS, st.permutations(range(4)))
def test_the_order_of_what_is_read_does_not_count(q: Array, k: Array, v: Array, order: list[int]) -> None:
    assert np.allclose(attention(q, k[order], v[order]), attention(q, k, v))
    assert np.allclose(attention(q[order], k, v), attention(q, k, v)[order])


def test_other_axes_may_stand_before() -> None:
    q, k, v = np.arange(24.0).reshape(3, 1, 4, 2) / 10, np.ones((5, 6, 2)), np.arange(6.0)[:, None]
    read = attention(q, k, v)
    assert read.shape == (3, 5, 4, 1)
    assert read == pytest.approx(np.full(read.shape, 2.5))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: attention_scores([[1, 2]], [[1, 2, 3]]),
            "attention_scores: k must have shape [..., S, d] with d = 2, since q (1, 2) has it so, "
            "got (1, 3)",
        ),
        (
            lambda: attention([[1, 2]], [[1, 2]], [[1], [2]]),
            "attention: v must have shape [..., S, e] with S = 1, since k (1, 2) has it so, got (2, 1)",
        ),
        (
            lambda: attention_scores([1, 2], [[1, 2]]),
            "attention_scores: q must have shape [..., T, d], since each letter is an axis of its own, "
            "got (2,)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
