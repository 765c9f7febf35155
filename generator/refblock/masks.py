"""Who may read whom: True where a query may read a key."""

import numpy as np
from numpy.typing import ArrayLike

from refblock.typing import Array, Mask, as_array


def causal_mask(queries: int, keys: int | None = None) -> Mask:
    """Let each position read itself and what stands before it, and nothing after it.

        mask[t, s] = (s <= t + keys - queries)

    Shapes: -> [T, S] with T = queries, S = keys; the queries are the last T of the S positions.
    Not a position mechanism: it says which positions may be read, not how far away they are.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> causal_mask(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    keys = queries if keys is None else keys
    if not 0 < queries <= keys:
        raise ValueError(
            "causal_mask: queries must be from 1 to keys, since each query reads at least its own position, "
            f"got {queries} queries and {keys} keys"
        )
    return np.arange(keys) <= np.arange(keys - queries, keys)[:, None]


def padding_mask(lengths: ArrayLike, keys: int) -> Mask:
    """Let nobody read the places that only fill a shorter sentence up.

        mask[b, 0, s] = (s < lengths[b])

    Shapes: lengths [B] -> [B, 1, S] with S = keys; the middle axis serves every query alike.
    Not a causal mask: it hides places that hold no word, wherever the query stands.
    Source: Devlin et al. 2018, arXiv:1810.04805, as its published code does (`attention_mask`).

    >>> padding_mask([3, 1], keys=3).astype(int).tolist()
    [[[1, 1, 1]], [[1, 0, 0]]]
    """
    lengths = np.asarray(lengths)
    if lengths.ndim != 1 or not ((lengths > 0) & (lengths <= keys)).all():
        raise ValueError(
            f"padding_mask: lengths must be a list of numbers from 1 to {keys}, one for each sentence, since "
            f"a query must find something to read, got {lengths.tolist()}"
        )
    return np.arange(keys) < lengths[:, None, None]


def cross_mask(queries: int, lengths: ArrayLike, keys: int) -> Mask:
    """Let every position of the one text read the whole of the other, the filled-up places left out.

        mask[b, t, s] = (s < lengths[b])

    Shapes: lengths [B] -> [B, T, S] with T = queries, S = keys.
    Not causal: the source text is complete before the first word is written, so no order limits the reader.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> cross_mask(2, [3], keys=4).astype(int).tolist()
    [[[1, 1, 1, 0], [1, 1, 1, 0]]]
    """
    return np.repeat(padding_mask(lengths, keys), queries, axis=-2)


def mask_scores(scores: ArrayLike, mask: Mask | None = None) -> Array:
    """Put minus infinity where a query may not read, so that softmax gives it the share 0.

        y[t, s] = score[t, s] if mask[t, s] else -inf

    Shapes: scores [..., T, S], mask [T, S] or what spreads to scores -> [..., T, S]; without mask, scores.
    Not a 0 in the scores: exp(0) is 1, and the key would be read all the same.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.

    >>> mask_scores([[1, 2], [3, 4]], np.array([[True, False], [True, True]])).tolist()
    [[1.0, -inf], [3.0, 4.0]]
    """
    scores = as_array(scores)
    if mask is None:
        return scores
    rows, columns = scores.shape[-2:]
    if (
        mask.dtype != np.bool_
        or mask.ndim < 2
        or mask.shape[-2] not in {1, rows}
        or mask.shape[-1] != columns
    ):
        raise ValueError(
            f"mask_scores: mask must hold True or False for each entry of scores {scores.shape}, since it "
            f"says which keys each query may read, got {mask.dtype} {mask.shape}"
        )
    if not mask.any(axis=-1).all():
        raise ValueError(
            "mask_scores: mask must leave each query at least one key, since its shares add up to 1, "
            "got a row of False only"
        )
    return np.where(mask, scores, -np.inf)
