"""Backward across positions, against finite differences."""

from dataclasses import replace
import re

import numpy as np
import pytest

from refblock.attention import attention
from refblock.backward_block import (
    attention_backward,
    block_backward,
    multi_head_backward,
    sublayer_backward,
)
from refblock.block import block_steps, pre_norm
from refblock.examples import BLOCK, CROSS, CROSS_NORM, MODERN, U_NORM, X
from refblock.heads import multi_head_attention
from refblock.masks import causal_mask, cross_mask
from tests.differences import assert_close, numeric

GRAD = np.array([[0.5, -1.2, 0.7, 0.4], [-0.3, 0.9, 1.1, -0.6], [0.8, 0.2, -0.5, 1.3]])
MASKS = [None, causal_mask(3)]
BIASED = replace(BLOCK.attention, b_q=GRAD[0], b_k=GRAD[1], b_v=GRAD[2], b_o=-GRAD[0])
NORMED = replace(MODERN.attention, b_q=np.append(GRAD[0], GRAD[1]), b_k=GRAD[2])
READER = replace(BLOCK, cross=(CROSS, CROSS_NORM))
MEMORY = np.vstack([X[::-1], [[0.4, -1.5, 0.7, 1.1]]])


@pytest.mark.parametrize("mask", MASKS)
def test_one_head(mask) -> None:
    q, k, v = (X @ w for w in (BLOCK.attention.w_q, BLOCK.attention.w_k, BLOCK.attention.w_v[:, :3]))
    grad = GRAD[:, :3]
    dq, dk, dv = attention_backward(grad, q, k, v, mask)
    assert_close(dq, numeric(lambda q: attention(q, k, v, mask), q, grad))
    assert_close(dk, numeric(lambda k: attention(q, k, v, mask), k, grad))
    assert_close(dv, numeric(lambda v: attention(q, k, v, mask), v, grad))


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("weights", [BLOCK.attention, MODERN.attention, BIASED, NORMED])
def test_several_heads(weights, mask) -> None:
    dx, dweights, dmemory = multi_head_backward(GRAD, X, weights, mask)
    assert dmemory is None
    assert_close(dx, numeric(lambda x: multi_head_attention(x, weights, mask), X, GRAD))
    assert_close(dweights, numeric(lambda w: multi_head_attention(X, w, mask), weights, GRAD))


def test_several_heads_that_read_a_memory() -> None:
    mask = cross_mask(3, [3], keys=4)[0]
    dx, dweights, dmemory = multi_head_backward(GRAD, X, CROSS, mask, MEMORY)
    assert_close(dx, numeric(lambda x: multi_head_attention(x, CROSS, mask, MEMORY), X, GRAD))
    assert_close(dweights, numeric(lambda w: multi_head_attention(X, w, mask, MEMORY), CROSS, GRAD))
    assert_close(dmemory, numeric(lambda m: multi_head_attention(X, CROSS, mask, m), MEMORY, GRAD))
    assert dmemory is not None
    assert dmemory[3].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("post_norm", [False, True])
@pytest.mark.parametrize("weights", [BLOCK, MODERN])
def test_a_block(weights, post_norm: bool) -> None:
    weights, mask = replace(weights, post_norm=post_norm), causal_mask(3)
    dx, dweights, dmemory = block_backward(GRAD, X, weights, mask)
    assert dmemory is None
    assert_close(dx, numeric(lambda x: block_steps(x, weights, mask).output, X, GRAD))
    assert_close(dweights, numeric(lambda w: block_steps(X, w, mask).output, weights, GRAD))


@pytest.mark.parametrize("post_norm", [False, True])
def test_a_block_that_reads_a_memory(post_norm: bool) -> None:
    weights, mask = replace(READER, post_norm=post_norm), causal_mask(3)
    dx, dweights, dmemory = block_backward(GRAD, X, weights, mask, memory=MEMORY)
    assert_close(dx, numeric(lambda x: block_steps(x, weights, mask, memory=MEMORY).output, X, GRAD))
    assert_close(dweights, numeric(lambda w: block_steps(X, w, mask, memory=MEMORY).output, weights, GRAD))
    assert_close(dmemory, numeric(lambda m: block_steps(X, weights, mask, memory=m).output, MEMORY, GRAD))


def test_a_batch_of_a_block_is_its_sentences_one_by_one() -> None:
    batch, grads = np.stack([X, 0.5 * X[::-1]]), np.stack([GRAD, -GRAD])
    dx, dweights, _ = block_backward(grads, batch, MODERN, causal_mask(3))
    one, other = (block_backward(g, x, MODERN, causal_mask(3)) for g, x in zip(grads, batch, strict=True))
    assert dx == pytest.approx(np.stack([one[0], other[0]]))
    assert dweights.attention.w_k == pytest.approx(one[1].attention.w_k + other[1].attention.w_k)


def test_no_gradient_comes_from_rows_that_are_masked() -> None:
    first_row_only = GRAD * np.array([[1], [0], [0]])
    dx, _, _ = block_backward(first_row_only, X, BLOCK, causal_mask(3))
    assert dx[1:].tolist() == [[0] * 4] * 2
    assert np.all(np.abs(dx[0]) > 1e-3)


def test_a_branch_of_zeros_passes_the_gradient_as_it_is() -> None:
    steps = pre_norm(X, U_NORM, np.zeros_like)
    dx, _ = sublayer_backward(GRAD, steps, U_NORM, lambda grad, read: (np.zeros_like(grad),))
    assert dx.tolist() == GRAD.tolist()


def test_errors_say_what_was_expected_why_and_what_came() -> None:
    message = (
        "attention_backward: grad must have shape [..., T, e] with T = 3, since q (3, 4) has it so, "
        "got (2, 4)"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        attention_backward(GRAD[:2], X, X, X)
