"""The block: residual sums by hand, both orders of the norm, and the same numbers by another hand."""

from dataclasses import replace
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.block import block, block_steps, post_norm, pre_norm
from refblock.examples import BIRD, BLOCK, CROSS, CROSS_NORM, MODERN, U_FFN, U_NORM, U, X
from refblock.feedforward import feed_forward
from refblock.heads import multi_head_attention
from refblock.masks import causal_mask
from refblock.normalization import normalize, variance
from refblock.typing import Array
from tests.oracle import causal_block

BLOCKS = [BLOCK, MODERN, replace(BLOCK, post_norm=True), replace(MODERN, post_norm=True)]
ROWS = arrays(np.float64, (4, 4), elements=st.floats(-10, 10))


def test_a_residual_sum_by_hand() -> None:
    change = np.array([0, 1, -1, 1])
    steps = pre_norm([1, 0, 2, -1], U_NORM, lambda read: change)
    assert steps.output.tolist() == [1, 1, 1, 0]
    assert post_norm([1, 0, 2, -1], U_NORM, lambda read: change).sum.tolist() == [1, 1, 1, 0]


def test_what_goes_round_the_branch_is_the_row_before_the_norm() -> None:
    steps = pre_norm([1, 1, 3, 3], replace(U_NORM, eps=0), lambda read: 10 * read)
    assert steps.read.tolist() == [-1, -1, 1, 1]
    assert steps.output.tolist() == [-9, -9, 13, 13]


def test_a_branch_of_zeros_lets_pre_norm_pass_and_post_norm_normalise() -> None:
    assert pre_norm(X, U_NORM, np.zeros_like).output.tolist() == X.tolist()
    assert post_norm(X, U_NORM, np.zeros_like).output.tolist() == normalize(X, U_NORM).tolist()


def test_the_second_sublayer_from_a_given_row() -> None:
    steps = post_norm(U, U_NORM, lambda read: feed_forward(read, U_FFN))
    assert steps.output.round(6).tolist() == [1.233154, 0.588798, -0.424732, -1.39722]


def test_the_two_lines_of_pre_norm() -> None:
    h = X + multi_head_attention(normalize(X, BLOCK.norm_1), BLOCK.attention, causal_mask(3))
    y = h + feed_forward(normalize(h, BLOCK.norm_2), BLOCK.feed_forward)
    assert block(X, BLOCK, causal_mask(3)).tolist() == y.tolist()


def test_the_two_lines_of_post_norm() -> None:
    weights = replace(BLOCK, post_norm=True)
    h = normalize(X + multi_head_attention(X, BLOCK.attention), BLOCK.norm_1)
    y = normalize(h + feed_forward(h, BLOCK.feed_forward), BLOCK.norm_2)
    assert block(X, weights).tolist() == y.tolist()


def test_only_post_norm_hands_on_normalised_rows() -> None:
    plain = replace(BLOCK, norm_2=U_NORM)
    assert variance(block(X, replace(plain, post_norm=True))) == pytest.approx(np.ones((3, 1)), abs=1e-4)
    assert np.all(np.abs(variance(block(X, plain)) - 1) > 0.5)


@pytest.mark.parametrize("weights", BLOCKS)
@settings(max_examples=20)
@given(x=ROWS)
def test_the_same_numbers_by_another_hand(x: Array, weights) -> None:
    assert np.allclose(block(x, weights, causal_mask(4)), causal_block(x.tolist(), weights), atol=1e-8)


@pytest.mark.parametrize("weights", BLOCKS)
@settings(max_examples=30)
@given(x=ROWS, place=st.integers(1, 3), other=arrays(np.float64, 4, elements=st.floats(-10, 10)))
def test_the_causal_block_leaks_nothing(x: Array, weights, place: int, other: Array) -> None:
    changed = x.copy()
    changed[place] = other
    before, after = block(x, weights, causal_mask(4)), block(changed, weights, causal_mask(4))
    assert np.array_equal(after[:place], before[:place])


def test_the_bird_changes_the_third_row_only() -> None:
    changed = np.vstack([X[:2], BIRD])
    before, after = block(X, BLOCK, causal_mask(3)), block(changed, BLOCK, causal_mask(3))
    assert after[:2].tolist() == before[:2].tolist()
    assert after[2] != pytest.approx(before[2], abs=0.1)
    assert block(changed, BLOCK)[:2] != pytest.approx(block(X, BLOCK)[:2], abs=0.1)


@given(x=ROWS, order=st.permutations(range(4)))
def test_without_mask_and_positions_swapped_rows_give_swapped_results(x: Array, order: list[int]) -> None:
    for weights in (BLOCK, replace(BLOCK, post_norm=True)):
        assert np.allclose(block(x[order], weights), block(x, weights)[order])


def test_cross_attention_stands_between_the_two_and_reads_the_memory() -> None:
    weights = replace(BLOCK, cross=(CROSS, CROSS_NORM))
    memory = X[::-1] * 0.5
    steps = block_steps(X[:2], weights, causal_mask(2), memory=memory)
    assert steps.cross
    assert steps.cross.x.tolist() == steps.attention.output.tolist()
    assert (
        steps.cross.change.tolist() == multi_head_attention(steps.cross.read, CROSS, memory=memory).tolist()
    )
    assert steps.feed_forward.x.tolist() == steps.cross.output.tolist()
    assert steps.output.tolist() == steps.feed_forward.output.tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: pre_norm(X, U_NORM, lambda read: read[:1]),
            "pre_norm: the branch must give back the shape (3, 4) that it reads, since the two are added "
            "entry by entry, got (1, 4)",
        ),
        (
            lambda: post_norm(X, U_NORM, lambda read: np.ones((3, 6))),
            "post_norm: the branch must give back the shape (3, 4) that it reads, since the two are added "
            "entry by entry, got (3, 6)",
        ),
        (
            lambda: block_steps(X, BLOCK, memory=X),
            "block: memory and cross-attention must come together, since one reads the other, got only one",
        ),
        (
            lambda: block(X, replace(BLOCK, cross=(CROSS, CROSS_NORM))),
            "block: memory and cross-attention must come together, since one reads the other, got only one",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
