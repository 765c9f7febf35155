"""Who may read whom: True where a query may read a key."""

import numpy as np
from numpy.typing import ArrayLike

from refblock.typing import Array, Mask, as_array, check_shapes


def causal_mask(queries: int, keys: int | None = None) -> Mask:
    """Let each position read itself and what stands before it, and nothing after it.

        mask[t, s] = (s <= t + S - T)

    Shapes: queries T, keys S -> [T, S]; the queries are the last T of the S positions, by default all.
    Not a position mechanism: it says which positions may be read, not how far away they are.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> causal_mask(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    keys = queries if keys is None else keys
    if not 0 < queries <= keys:
        raise ValueError(
            f"causal_mask: queries must be 1 to {keys}, since each is one of the {keys} keys, got {queries}"
        )
    return np.arange(keys) <= np.arange(keys - queries, keys)[:, None]


def padding_mask(lengths: ArrayLike, keys: int) -> Mask:
    """Let each position read its whole sentence, but not the places that only fill it up.

        mask[b, t, s] = (s < lengths[b])

    Shapes: lengths [B], keys S -> [B, S, S].
    Not a causal mask: what is hidden is no word at all, wherever the reader stands.
    Source: Devlin et al. 2018, arXiv:1810.04805, in its published code (attention_mask).

    >>> padding_mask([2, 1], keys=2).astype(int).tolist()
    [[[1, 1], [1, 1]], [[1, 0], [1, 0]]]
    """
    return cross_mask(keys, lengths, keys)


def cross_mask(queries: int, lengths: ArrayLike, keys: int) -> Mask:
    """Let each position of one text read the whole of another, but not the places that only fill it up.

        mask[b, t, s] = (s < lengths[b])

    Shapes: queries T, lengths [B], keys S -> [B, T, S].
    Not causal: the source text is complete before the first word is written, so no order limits the reader.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> cross_mask(2, [3], keys=4).astype(int).tolist()
    [[[1, 1, 1, 0], [1, 1, 1, 0]]]
    """
    lengths = as_array(lengths)
    if lengths.ndim != 1 or not ((lengths >= 1) & (lengths <= keys)).all():
        raise ValueError(
            f"lengths must be numbers from 1 to {keys}, since each says how many of the {keys} are words, "
            f"got {lengths.tolist()}"
        )
    return np.repeat(np.arange(keys) < lengths[:, None, None], queries, axis=-2)


def mask_scores(scores: ArrayLike, mask: Mask | None = None) -> Array:
    """Put minus infinity where a query may not read, so that softmax gives it the share 0.

        y[t, s] = score[t, s] if mask[t, s] else -inf

    Shapes: scores [..., T, S], mask [..., T, S] -> [..., T, S]; without mask, the scores as they are.
    Not a 0 in the scores: exp(0) is 1, and the key would be read all the same.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> mask_scores([[1, 2], [3, 4]], np.array([[True, False], [True, True]])).tolist()
    [[1.0, -inf], [3.0, 4.0]]
    """
    scores = as_array(scores)
    if mask is None:
        return scores
    check_shapes("mask_scores: scores [..., T, S], mask [..., T, S]", scores, mask)
    if mask.dtype != np.bool_ or not mask.any(axis=-1).all():
        raise ValueError(
            f"mask_scores: mask must hold a True in each row, since 1 is shared there, got {mask.tolist()}"
        )
    return np.where(mask, scores, -np.inf)
