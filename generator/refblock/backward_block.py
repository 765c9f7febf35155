"""Backward across positions: through attention, its heads, the residual sums and a whole block."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from refblock.attention import attention_weights
from refblock.backward import (
    feed_forward_backward,
    linear_backward,
    normalize_backward,
    over_rows,
    softmax_backward,
)
from refblock.block import BlockWeights, Sublayer, block_steps
from refblock.heads import AttentionWeights, attention_steps, join_heads, linear, repeat_heads, split_heads
from refblock.normalization import NormWeights
from refblock.positions import Rope, rope
from refblock.typing import Array, Mask, as_array, check_shapes


def attention_backward(
    grad: ArrayLike, q: ArrayLike, k: ArrayLike, v: ArrayLike, mask: Mask | None = None
) -> tuple[Array, Array, Array]:
    """Pass the gradient on through one head's reading, to its queries, keys and values.

        dv = w^T g,  ds = softmax_backward(g v^T) / sqrt(d),  dq = ds k,  dk = ds^T q

    Shapes: grad g [..., T, e], q [..., T, d], k [..., S, d], v [..., S, e], mask [T, S] -> those of q, k, v.
    Not to the values alone: what was read tells the scores, too, where it would be better to read.
    Source: the chain rule on Vaswani et al. 2017, arXiv:1706.03762, eq. 1.

    >>> dq, dk, dv = attention_backward([[4]], [[1]], [[0], [0]], [[1], [0]])
    >>> dq.tolist(), dk.tolist(), dv.tolist()
    ([[0.0]], [[1.0], [-1.0]], [[2.0], [2.0]])
    """
    grad, q, k, v = as_array(grad), as_array(q), as_array(k), as_array(v)
    check_shapes("attention_backward: q [..., T, d], v [..., S, e], grad [..., T, e]", q, v, grad)
    shares = attention_weights(q, k, mask)  # [..., T, S]
    to_scores = softmax_backward(grad @ v.swapaxes(-1, -2), shares) / np.sqrt(q.shape[-1])  # [..., T, S]
    dk, dv = to_scores.swapaxes(-1, -2) @ q, shares.swapaxes(-1, -2) @ grad
    return as_array(to_scores @ k), as_array(dk), as_array(dv)


def multi_head_backward(
    grad: ArrayLike,
    x: ArrayLike,
    weights: AttentionWeights,
    mask: Mask | None = None,
    memory: ArrayLike | None = None,
) -> tuple[Array, AttentionWeights, Array | None]:
    """Pass the gradient on through all heads, to the rows, the parameters and the memory.

        dx = dq w_q^T + dk w_k^T + dv w_v^T;  with a memory, dx = dq w_q^T and the rest goes to the memory

    Shapes: grad g [..., T, D], x [..., T, D], memory [..., S, D] -> those of x, the parameters and memory.
    Not the last head's gradient for a shared key: a key-value head gets the sum over the queries it serves.
    Source: the chain rule on Vaswani et al. 2017, arXiv:1706.03762, §3.2.2.

    >>> eye = np.eye(1)
    >>> dx, dweights, _ = multi_head_backward([[3]], [[2]], AttentionWeights(eye, eye, eye, 5 * eye))
    >>> dx.tolist(), dweights.w_o.tolist()  # one row reads itself: y = x w_v w_o = 10
    ([[15.0]], [[6.0]])
    """
    grad, x = as_array(grad), as_array(x)
    steps = attention_steps(x, weights, mask, memory=memory)
    source = x if memory is None else as_array(memory)  # [..., S, D]
    joined, w_o = linear_backward(grad, steps.joined, weights.w_o)  # [..., T, H*d]
    k, v = repeat_heads(steps.k, weights.heads), repeat_heads(steps.v, weights.heads)  # [..., H, S, d]
    dq, dk, dv = attention_backward(
        split_heads(joined, weights.heads), steps.q, k, v, None if mask is None else mask[..., None, :, :]
    )
    dk, dv = _over_group(dk, weights.key_heads), _over_group(dv, weights.key_heads)  # [..., G, S, d]
    dq, q_norm = _turned_backward(dq, linear(x, weights.w_q, weights.b_q), weights.q_norm, weights.rope)
    dk, k_norm = _turned_backward(dk, linear(source, weights.w_k, weights.b_k), weights.k_norm, weights.rope)
    dq, dk, dv = join_heads(dq), join_heads(dk), join_heads(dv)  # [..., T, H*d], [..., S, G*d] twice
    to_q, w_q = linear_backward(dq, x, weights.w_q)
    to_k, w_k = linear_backward(dk, source, weights.w_k)
    to_v, w_v = linear_backward(dv, source, weights.w_v)
    changes = replace(weights, w_q=w_q, w_k=w_k, w_v=w_v, w_o=w_o, q_norm=q_norm, k_norm=k_norm)
    sent = {"b_q": dq, "b_k": dk, "b_v": dv, "b_o": grad}
    biases: Any = {name: over_rows(each) for name, each in sent.items() if getattr(weights, name) is not None}
    changes = replace(changes, **biases)
    return (to_q + to_k + to_v, changes, None) if memory is None else (to_q, changes, to_k + to_v)


def sublayer_backward(
    grad: ArrayLike, steps: Sublayer, norm: NormWeights, branch: Callable[[Array, Array], tuple[Any, ...]]
) -> tuple[Any, ...]:
    """Pass the gradient on through a residual sum: straight on, plus what comes back through the branch.

        pre-norm:  dx = g + norm'(branch'(g));  post-norm: dx = n + branch'(n),  n = norm'(g)

    Shapes: grad g [..., D] -> dx [..., D], those of the norm, and what branch(grad, read) gives besides.
    Not a promise that the gradient stays: branch'(g) may be -g, and then nothing is left.
    Source: the chain rule on He et al. 2015, arXiv:1512.03385, eq. 1.

    >>> from refblock.block import pre_norm
    >>> from refblock.normalization import RmsNormWeights
    >>> norm = RmsNormWeights(gain=as_array([1]), eps=1)  # x / sqrt(x**2 + 1), whose slope at 0 is 1
    >>> steps = pre_norm([0], norm, lambda read: 0.5 * read)
    >>> sublayer_backward([2], steps, norm, lambda g, read: (0.5 * g,))[0].tolist()  # 2 * (1 + 0.5)
    [3.0]
    """
    grad = as_array(grad)
    check_shapes("sublayer_backward: x [..., D], grad [..., D]", steps.x, grad)
    if steps.read is steps.x:  # post-norm: the norm came last, so it goes first
        grad, norm_grad = normalize_backward(grad, steps.sum, norm)
        through, *rest = branch(grad, steps.read)
    else:
        through, *rest = branch(grad, steps.read)
        through, norm_grad = normalize_backward(through, steps.x, norm)
    return grad + through, norm_grad, *rest


def block_backward(
    grad: ArrayLike,
    x: ArrayLike,
    weights: BlockWeights,
    mask: Mask | None = None,
    *,
    memory: Array | None = None,
    memory_mask: Mask | None = None,
) -> tuple[Array, BlockWeights, Array | None]:
    """Pass the gradient on through a block, last sublayer first.

        dh = feed_forward sublayer backward of g,  dx = attention sublayer backward of dh

    Shapes: grad g [..., T, D], x [..., T, D] -> those of x, of the parameters and of the memory.
    Not in the order of the way forward: each part needs the gradient of what came out of it.
    Source: the chain rule on refblock.block.

    >>> from refblock.examples import BLOCK, X
    >>> dx, dweights, _ = block_backward(np.ones((3, 4)), X, BLOCK)
    >>> dx.shape, dweights.feed_forward.b_2.tolist()  # each of the 3 rows adds its 1
    ((3, 4), [3.0, 3.0, 3.0, 3.0])
    """
    w, cross, dmemory = weights, None, None
    steps = block_steps(x, w, mask, memory=memory, memory_mask=memory_mask)
    dx, norm_2, feed_forward = sublayer_backward(
        grad, steps.feed_forward, w.norm_2, lambda g, read: feed_forward_backward(g, read, w.feed_forward)
    )
    if w.cross is not None and steps.cross is not None:
        reader, norm = w.cross
        dx, dnorm, dreader, dmemory = sublayer_backward(
            dx, steps.cross, norm, lambda g, read: multi_head_backward(g, read, reader, memory_mask, memory)
        )
        cross = (dreader, dnorm)
    dx, norm_1, attention, _ = sublayer_backward(
        dx, steps.attention, w.norm_1, lambda g, read: multi_head_backward(g, read, w.attention, mask)
    )
    return dx, BlockWeights(attention, norm_1, feed_forward, norm_2, cross, w.post_norm), dmemory


def _over_group(x: Array, groups: int) -> Array:
    """The sums over the query heads [..., H, S, d] that share a key-value head -> [..., G, S, d]."""
    return as_array(x.reshape(*x.shape[:-3], groups, -1, *x.shape[-2:]).sum(axis=-3))


def _turned_backward(
    grad: Array, rows: Array, norm: NormWeights | None, settings: Rope | None
) -> tuple[Array, NormWeights | None]:
    """Back through RoPE (turned the other way) and QK-Norm: grad [..., H, T, d], rows [..., T, H*d]."""
    if settings is not None:
        grad = rope(grad, -np.arange(grad.shape[-2]), settings)
    return (grad, None) if norm is None else normalize_backward(grad, split_heads(rows, grad.shape[-3]), norm)
