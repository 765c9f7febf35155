"""Attention in one head: each position reads the others, by as much as its query matches their keys."""

import numpy as np
from numpy.typing import ArrayLike

from refblock.activations import softmax
from refblock.masks import mask_scores
from refblock.typing import Array, Mask, as_array, check_shapes


def attention_scores(q: ArrayLike, k: ArrayLike) -> Array:
    """Measure how well each query matches each key.

        score[t, s] = q[t] . k[s] / sqrt(d)

    Shapes: q [..., T, d], k [..., S, d] -> [..., T, S]; rows ask, columns answer.
    Not divided by sqrt(D): d is the width of one head, over which the dot product adds up.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 1 (the part inside the softmax).

    >>> attention_scores([[1, 1, 1, 1]], [[1, 1, 0, 0], [3, 3, 1, 1]]).tolist()
    [[1.0, 4.0]]
    """
    q, k = as_array(q), as_array(k)
    check_shapes("attention_scores: q [..., T, d], k [..., S, d]", q, k)
    return as_array(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))  # [..., T, S]


def attention_weights(q: ArrayLike, k: ArrayLike, mask: Mask | None = None) -> Array:
    """Share out each query's attention among the keys that it may read.

        w = softmax(mask(q k^T / sqrt(d)))

    Shapes: q [..., T, d], k [..., S, d], mask [T, S] -> [..., T, S]; each row adds up to 1.
    Not by column: how much a key is read in all is not limited.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 1 (all but the last product).

    >>> attention_weights([[2]], [[0], [np.log(3) / 2]]).round(4).tolist()
    [[0.25, 0.75]]
    """
    return softmax(mask_scores(attention_scores(q, k), mask))


def attention(q: ArrayLike, k: ArrayLike, v: ArrayLike, mask: Mask | None = None) -> Array:
    """Bring back to each query a mixture of the values, most from where the key matches best.

        y = softmax(mask(q k^T / sqrt(d))) v

    Shapes: q [..., T, d], k [..., S, d], v [..., S, e], mask [T, S] -> [..., T, e].
    Not a look-up: nothing is picked, every value that may be read comes in with its share.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 1.

    >>> attention([[0, 0]], [[1, 0], [0, 1]], [[2], [4]]).tolist()
    [[3.0]]
    """
    k, v = as_array(k), as_array(v)
    check_shapes("attention: k [..., S, d], v [..., S, e]", k, v)
    return attention_weights(q, k, mask) @ v
