"""Several heads: each reads for itself, in its own columns, and one projection mixes what they bring."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from refblock.attention import attention_scores, attention_weights
from refblock.normalization import NormWeights, normalize
from refblock.positions import Rope, rope
from refblock.typing import Array, Mask, as_array, check_shapes

KeysValues = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class AttentionWeights:
    """The parameters of one attention layer with H heads of width d, and G key-value heads.

    G is how often d fits into the columns of w_k: H of them is multi-head attention, fewer is grouped-query.
    """

    w_q: Array  # [D, H*d]
    w_k: Array  # [D, G*d]
    w_v: Array  # [D, G*d]
    w_o: Array  # [H*d, D]
    heads: int = 1  # H
    b_q: Array | None = None  # [H*d], added to the queries; BERT has all four biases, Qwen3 and Llama none
    b_k: Array | None = None  # [G*d]
    b_v: Array | None = None  # [G*d]
    b_o: Array | None = None  # [D]
    q_norm: NormWeights | None = None  # on each query [d]; with k_norm, this is QK-Norm
    k_norm: NormWeights | None = None  # on each key [d]
    rope: Rope | None = None

    @property
    def key_heads(self) -> int:
        """G, the number of key-value heads."""
        return int(self.w_k.shape[-1] // (self.w_q.shape[-1] // self.heads))


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """Every tensor of one attention layer, in the order in which they arise."""

    q: Array  # [..., H, T, d], after QK-Norm and RoPE where the layer has them
    k: Array  # [..., G, S, d], likewise
    v: Array  # [..., G, S, d]
    scores: Array  # [..., H, T, S], before the mask
    weights: Array  # [..., H, T, S], each row adds up to 1
    heads: Array  # [..., H, T, d], what each head brings back
    joined: Array  # [..., T, H*d], the heads side by side
    output: Array  # [..., T, D], after the output projection


def linear(x: ArrayLike, w: ArrayLike, bias: ArrayLike | None = None) -> Array:
    """Make each new number a weighted sum of the old ones, and add a bias where there is one.

        y = x w + b

    Shapes: x [..., D], w [D, F], bias b [F] -> [..., F].
    Not torch.nn.Linear, which stores w with rows and columns swapped: here a column makes a number.
    Source: Devlin et al. 2018, arXiv:1810.04805, in its published code (there on q, k, v and output alike).

    >>> linear([1, 2], [[3, 0], [4, 1]], bias=[10, 20]).tolist()
    [21.0, 22.0]
    """
    x, w = as_array(x), as_array(w)
    if bias is None:
        return as_array(x @ w)
    bias = as_array(bias)
    check_shapes("linear: w [D, F], bias [F], x [..., D]", w, bias, x)
    return as_array(x @ w + bias)


def split_heads(x: ArrayLike, heads: int) -> Array:
    """Cut each row into equal pieces, one for each head.

        y[h, t] = x[t, h*d : (h + 1)*d]

    Shapes: x [..., T, H*d] -> [..., H, T, d] with H = heads.
    Not a copy for each head: a head sees its own d columns only.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.2 (there each head has matrices of its own).

    >>> split_heads([[1, 2, 3, 4]], heads=2).tolist()
    [[[1.0, 2.0]], [[3.0, 4.0]]]
    """
    x = as_array(x)
    check_shapes("split_heads: x [..., T, H*d]", x)
    if heads < 1 or x.shape[-1] % heads:
        raise ValueError(
            f"split_heads: heads must divide the width of x {x.shape}, since all are as wide, got {heads}"
        )
    return x.reshape(*x.shape[:-1], heads, -1).swapaxes(-2, -3)


def join_heads(x: ArrayLike) -> Array:
    """Put the pieces of all heads side by side again.

        y[t] = [x[1, t], ..., x[H, t]]

    Shapes: x [..., H, T, d] -> [..., T, H*d].
    Not a sum: the heads' numbers stay apart until the output projection mixes them.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.2 (Concat).

    >>> join_heads([[[1, 2]], [[3, 4]]]).tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """
    x = as_array(x)
    check_shapes("join_heads: x [..., H, T, d]", x)
    x = x.swapaxes(-2, -3)  # [..., T, H, d]
    return x.reshape(*x.shape[:-2], -1)


def repeat_heads(x: ArrayLike, heads: int) -> Array:
    """Hand each key-value head to a group of neighbouring query heads.

        y[h] = x[h // (H / G)]

    Shapes: x [..., G, S, d] -> [..., H, S, d] with H = heads.
    Not a tiling: with G = 2 and H = 4 the order is 1, 1, 2, 2 and not 1, 2, 1, 2.
    Source: Ainslie et al. 2023, arXiv:2305.13245, §2.2.

    >>> repeat_heads([[[5]], [[6]]], heads=4).ravel().tolist()
    [5.0, 5.0, 6.0, 6.0]
    """
    x = as_array(x)
    check_shapes("repeat_heads: x [..., G, S, d]", x)
    groups = x.shape[-3]
    if groups == 0 or heads % groups:
        raise ValueError(
            f"repeat_heads: heads must be a multiple of {groups}, since each of the {groups} key-value heads "
            f"of x {x.shape} serves equally many, got {heads}"
        )
    return x.repeat(heads // groups, axis=-3)


def keys_values(x: ArrayLike, weights: AttentionWeights, past: KeysValues | None = None) -> KeysValues:
    """Make the keys and values of some rows, behind those that are there already.

        k = [past k, rope(norm(x w_k + b_k))],  v = [past v, x w_v + b_v]

    Shapes: x [..., T, D], past k and v [..., G, P, d] -> k and v [..., G, P + T, d].
    Not the queries: those are used once and never kept.
    Source: Shazeer 2019, arXiv:1911.02150, §2.4.

    >>> eye = np.eye(2)
    >>> k, v = keys_values([[1, 2]], AttentionWeights(w_q=eye, w_k=eye, w_v=2 * eye, w_o=eye))
    >>> k.tolist(), v.tolist()
    ([[[1.0, 2.0]]], [[[2.0, 4.0]]])
    """
    x = as_array(x)
    check_shapes("keys_values: w_k [D, G*d], w_v [D, G*d], x [..., T, D]", weights.w_k, weights.w_v, x)
    start = 0 if past is None else past[0].shape[-2]
    k = split_heads(linear(x, weights.w_k, weights.b_k), weights.key_heads)  # [..., G, T, d]
    k = _turned(k, weights.k_norm, weights.rope, start)
    v = split_heads(linear(x, weights.w_v, weights.b_v), weights.key_heads)  # [..., G, T, d]
    if past is None:
        return k, v
    return np.concatenate([past[0], k], axis=-2), np.concatenate([past[1], v], axis=-2)


def attention_steps(
    x: ArrayLike,
    weights: AttentionWeights,
    mask: Mask | None = None,
    *,
    memory: ArrayLike | None = None,
    past: KeysValues | None = None,
) -> AttentionSteps:
    """Walk through one attention layer and keep every tensor on the way.

        head h: y_h = attention(x w_q_h, m w_k_h, m w_v_h),  output = [y_1, ..., y_H] w_o,  m = memory or x

    Shapes: x [..., T, D], mask [T, S] or [..., T, S], memory [..., S, D] -> AttentionSteps.
    Not a change in the number of rows: T rows ask and T rows come back, however many are read.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.2; Ainslie et al. 2023, arXiv:2305.13245, §2.2.

    >>> eye = np.eye(2)
    >>> steps = attention_steps([[0, 0], [2, 4]], AttentionWeights(eye, eye, eye, eye, heads=2))
    >>> steps.weights[0].round(4).tolist()  # exp(0), exp(0); exp(0), exp(4)
    [[0.5, 0.5], [0.018, 0.982]]
    """
    x = as_array(x)
    check_shapes("attention_steps: w_q [D, H*d], w_o [H*d, D], x [..., T, D]", weights.w_q, weights.w_o, x)
    start = 0 if past is None else past[0].shape[-2]
    q = split_heads(linear(x, weights.w_q, weights.b_q), weights.heads)  # [..., H, T, d]
    q = _turned(q, weights.q_norm, weights.rope, start)
    k, v = keys_values(x if memory is None else memory, weights, past)
    k_all, v_all = repeat_heads(k, weights.heads), repeat_heads(v, weights.heads)  # [..., H, S, d]
    shares = attention_weights(q, k_all, None if mask is None else mask[..., None, :, :])  # [..., H, T, S]
    heads = shares @ v_all  # [..., H, T, d]
    joined = join_heads(heads)  # [..., T, H*d]
    output = linear(joined, weights.w_o, weights.b_o)  # [..., T, D]
    return AttentionSteps(q, k, v, attention_scores(q, k_all), shares, heads, joined, output)


def multi_head_attention(
    x: ArrayLike, weights: AttentionWeights, mask: Mask | None = None, memory: ArrayLike | None = None
) -> Array:
    """Let several heads read at once, each in its own columns, and mix what they bring back.

        y = [head_1, ..., head_H] w_o

    Shapes: x [..., T, D], mask [T, S], memory [..., S, D] -> [..., T, D]; without memory, x reads itself.
    Not an average of the heads: the output projection weighs every number of every head.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.2.

    >>> eye = np.eye(2)
    >>> multi_head_attention([[0, 0], [2, 4]], AttentionWeights(eye, eye, eye, 2 * eye)).round(4)[0].tolist()
    [2.0, 4.0]
    """
    return attention_steps(x, weights, mask, memory=memory).output


def _turned(x: Array, norm: NormWeights | None, settings: Rope | None, start: int) -> Array:
    """QK-Norm and RoPE on x [..., H, T, d], where the layer has them."""
    if norm is not None:
        x = normalize(x, norm)
    return x if settings is None else rope(x, np.arange(start, start + x.shape[-2]), settings)
