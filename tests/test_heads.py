"""Several heads: by hand, grouped, with QK-Norm and RoPE, and with what was kept."""

from dataclasses import replace
import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.attention import attention
from refblock.examples import BLOCK, CROSS, MODERN, X
from refblock.heads import (
    AttentionWeights,
    attention_steps,
    join_heads,
    keys_values,
    linear,
    multi_head_attention,
    repeat_heads,
    split_heads,
)
from refblock.masks import causal_mask, padding_mask
from refblock.normalization import mean_square
from refblock.typing import Array

PLAIN, GROUPED = BLOCK.attention, MODERN.attention
ROWS = arrays(np.float64, (5, 4), elements=st.floats(-5, 5))
EYE = np.eye(2)


def test_splitting_and_joining_by_hand() -> None:
    x = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    assert split_heads(x, 2).tolist() == [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]
    assert join_heads(split_heads(x, 2)).tolist() == x.tolist()


def test_each_key_value_head_serves_neighbours() -> None:
    x = np.arange(4.0).reshape(2, 1, 2)
    assert repeat_heads(x, 4).tolist() == [[[0, 1]], [[0, 1]], [[2, 3]], [[2, 3]]]
    assert repeat_heads(x, 2).tolist() == x.tolist()


def test_two_heads_by_hand() -> None:
    """Each head reads one column: the second row reads both, by exp(0) to exp(log 3)."""
    x = np.array([[0, 1], [1, 0]])
    weights = AttentionWeights(w_q=np.log(3) * EYE, w_k=EYE, w_v=4 * EYE, w_o=EYE, heads=2)
    steps = attention_steps(x, weights)
    assert steps.weights[0] == pytest.approx(np.array([[1 / 2, 1 / 2], [1 / 4, 3 / 4]]))
    assert steps.weights[1] == pytest.approx(np.array([[3 / 4, 1 / 4], [1 / 2, 1 / 2]]))
    assert steps.output == pytest.approx(np.array([[2, 3], [3, 2]]))


def test_biases_by_hand() -> None:
    """Every query is log 3, and a bias on the keys shifts all scores of a row alike."""
    x = np.array([[0], [1]])
    weights = AttentionWeights(
        w_q=np.array([[0.0]]),
        w_k=np.array([[1.0]]),
        w_v=np.array([[8.0]]),
        w_o=np.array([[2.0]]),
        b_q=np.array([np.log(3)]),
        b_k=np.array([5]),
        b_v=np.array([1]),
        b_o=np.array([100]),
    )
    steps = attention_steps(x, weights)
    assert steps.weights[0] == pytest.approx(np.array([[1 / 4, 3 / 4]] * 2))
    assert steps.output == pytest.approx(np.array([[114], [114]]))  # (1/4 * 1 + 3/4 * 9) * 2 + 100


def test_each_head_is_attention_in_its_own_columns() -> None:
    steps = attention_steps(X, PLAIN, causal_mask(3))
    for head, columns in enumerate([slice(0, 2), slice(2, 4)]):
        q, k, v = (X @ w[:, columns] for w in (PLAIN.w_q, PLAIN.w_k, PLAIN.w_v))
        assert steps.heads[head] == pytest.approx(attention(q, k, v, causal_mask(3)))
        assert steps.joined[:, columns] == pytest.approx(steps.heads[head])
    assert steps.output == pytest.approx(steps.joined @ PLAIN.w_o)
    assert multi_head_attention(X, PLAIN, causal_mask(3)).tolist() == steps.output.tolist()


def test_grouped_heads_are_many_heads_whose_keys_and_values_are_the_same() -> None:
    assert GROUPED.key_heads == 2
    columns = [0, 1, 0, 1, 2, 3, 2, 3]
    many = replace(GROUPED, w_k=GROUPED.w_k[:, columns], w_v=GROUPED.w_v[:, columns])
    assert many.key_heads == 4
    assert multi_head_attention(X, GROUPED) == pytest.approx(multi_head_attention(X, many))
    assert attention_steps(X, GROUPED).k.shape == (2, 3, 2)


def test_qk_norm_and_rope_leave_every_query_and_key_at_one_size() -> None:
    assert GROUPED.q_norm
    plain = replace(GROUPED.q_norm, gain=np.ones(2), eps=0)
    steps = attention_steps(X, replace(GROUPED, q_norm=plain, k_norm=plain))
    assert mean_square(steps.q) == pytest.approx(np.ones((4, 3, 1)))
    assert mean_square(steps.k) == pytest.approx(np.ones((2, 3, 1)))
    assert np.all(np.abs(steps.scores) <= np.sqrt(2) + 1e-12)  # two rows of length √2, over √2


def test_rope_turns_no_values() -> None:
    with_rope, without = attention_steps(X, GROUPED), attention_steps(X, replace(GROUPED, rope=None))
    assert with_rope.v.tolist() == without.v.tolist()
    assert with_rope.q[:, 0].tolist() == without.q[:, 0].tolist()
    assert with_rope.k != pytest.approx(without.k, abs=0.1)


@given(ROWS, st.permutations(range(5)))
def test_without_mask_and_positions_swapped_rows_give_swapped_results(x: Array, order: list[int]) -> None:
    assert np.allclose(multi_head_attention(x[order], PLAIN), multi_head_attention(x, PLAIN)[order])


def test_rope_and_the_mask_each_make_the_order_count() -> None:
    order = [1, 0, 2]
    for weights, mask in ((replace(GROUPED, rope=None), causal_mask(3)), (GROUPED, None)):
        swapped = multi_head_attention(X[order], weights, mask)
        assert swapped != pytest.approx(multi_head_attention(X, weights, mask)[order], abs=0.01)


@given(ROWS, st.integers(1, 4), arrays(np.float64, 4, elements=st.floats(-5, 5)))
def test_the_causal_mask_leaks_nothing(x: Array, place: int, other: Array) -> None:
    changed = x.copy()
    changed[place] = other
    for weights in (PLAIN, GROUPED):
        before = multi_head_attention(x, weights, causal_mask(5))
        assert np.array_equal(multi_head_attention(changed, weights, causal_mask(5))[:place], before[:place])


def test_a_batch_is_its_sentences_one_by_one_and_padding_counts_for_nothing() -> None:
    batch, mask = np.stack([X, X[::-1]]), padding_mask([3, 2], keys=3)
    for weights in (PLAIN, GROUPED):
        read = multi_head_attention(batch, weights, mask)
        assert read[0] == pytest.approx(multi_head_attention(X, weights))
        assert read[1, :2] == pytest.approx(multi_head_attention(X[::-1][:2], weights))


def test_queries_come_from_x_and_what_is_read_from_the_memory() -> None:
    memory = np.vstack([X, [[0, 1, -1, 2]]])
    steps = attention_steps(X[:2], CROSS, memory=memory)
    assert steps.scores.shape == (2, 2, 4)
    assert steps.output.shape == (2, 4)
    assert steps.k[0] == pytest.approx(memory @ CROSS.w_k[:, :2])
    assert multi_head_attention(X[:2], CROSS, memory=memory[::-1]) == pytest.approx(steps.output)


@given(ROWS, st.integers(1, 4))
def test_what_was_kept_serves_like_what_is_computed_anew(x: Array, start: int) -> None:
    for weights in (PLAIN, GROUPED):
        whole = attention_steps(x, weights, causal_mask(5))
        past = keys_values(x[:start], weights)
        later = attention_steps(x[start:], weights, causal_mask(5 - start, 5), past=past)
        assert np.allclose(later.output, whole.output[start:])
        assert np.allclose(later.k, whole.k)
        assert np.allclose(later.v, whole.v)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: linear(X, PLAIN.w_q, [1]),
            "linear: bias must have shape [F] with F = 4, since w (4, 4) has it so, got (1,)",
        ),
        (
            lambda: split_heads(X, 3),
            "split_heads: heads must divide the width of x (3, 4), since all are as wide, got 3",
        ),
        (
            lambda: repeat_heads(np.ones((2, 3, 2)), 3),
            "repeat_heads: heads must be a multiple of 2, since each of the 2 key-value heads of x (2, 3, 2) "
            "serves equally many, got 3",
        ),
        (
            lambda: join_heads(X),
            "join_heads: x must have shape [..., H, T, d], since each letter is an axis of its own, "
            "got (3, 4)",
        ),
        (
            lambda: multi_head_attention(X[:, :3], PLAIN),
            "attention_steps: x must have shape [..., T, D] with D = 4, since w_q (4, 4) has it so, "
            "got (3, 3)",
        ),
        (
            lambda: multi_head_attention(X, replace(PLAIN, w_o=np.ones((3, 4)))),
            "attention_steps: w_o must have shape [H*d, D] with H*d = 4, since w_q (4, 4) has it so, "
            "got (3, 4)",
        ),
        (
            lambda: multi_head_attention(X, replace(PLAIN, w_v=np.ones((4, 2)))),
            "keys_values: w_v must have shape [D, G*d] with G*d = 4, since w_k (4, 4) has it so, got (4, 2)",
        ),
        (
            lambda: multi_head_attention(X, PLAIN, memory=X[:, :2]),
            "keys_values: x must have shape [..., T, D] with D = 4, since w_k (4, 4) has it so, got (3, 2)",
        ),
        (
            lambda: multi_head_attention(X, PLAIN, causal_mask(2)),
            "mask_scores: mask must have shape [..., T, S] with T = 3, since scores (2, 3, 3) has it so, "
            "got (1, 2, 2)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
