"""How much it costs: parameters, score cells, floating-point operations, bytes."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Sizes:
    """The sizes of a decoder-only model; all that the counts need to know of it."""

    layers: int  # L
    width: int  # D
    heads: int  # H
    key_heads: int  # G
    head_width: int  # d
    hidden: int  # F
    vocabulary: int  # V
    gated: bool = True  # RMSNorm, QK-Norm, three matrices in the FFN; else LayerNorm and two with biases


def count_numbers(weights: Any) -> int:
    """Count the numbers that some parameters hold, by looking at every array.

        n = sum of the sizes of all arrays

    Shapes: an array, a dataclass or a tuple of such -> one whole number.
    Not the number of arrays, nor of bytes: each number takes 8 bytes here and 2 in most real models.
    Source: counting.

    >>> from refblock.normalization import LayerNormWeights
    >>> count_numbers(LayerNormWeights(gain=np.ones(4), bias=np.zeros(4)))
    8
    """
    if isinstance(weights, np.ndarray):
        return weights.size
    if isinstance(weights, tuple):
        return sum(map(count_numbers, weights))
    if is_dataclass(weights):
        return sum(count_numbers(getattr(weights, field.name)) for field in fields(weights))
    return 0


def parameters(sizes: Sizes) -> dict[str, int]:
    """Count the parameters of a model from its sizes, part by part.

        attention: L * (2*D*H*d + 2*D*G*d)       feed_forward: L * 3*D*F, or L * (2*D*F + F + D) without gate
        norms: (2*L + 1) * D, or twice that      words: 2*V*D

    Shapes: Sizes -> the parts by name; QK-Norm adds 2*d numbers for each layer to the norms.
    Not for a model that uses one table both as embedding and as vocabulary projection: it has V*D fewer.
    Source: counting the matrices of the papers named at each layer.

    >>> from refblock.examples import QWEN3_8B
    >>> sum(parameters(QWEN3_8B).values())  # as many as the published weights hold
    8190735360
    """
    queries, keys = sizes.heads * sizes.head_width, sizes.key_heads * sizes.head_width  # H*d, G*d
    inner, ends = sizes.width * sizes.hidden, sizes.hidden + sizes.width  # D*F, F + D
    norms = (2 * sizes.layers + 1) * sizes.width
    return {
        "attention": sizes.layers * 2 * sizes.width * (queries + keys),
        "feed_forward": sizes.layers * (3 * inner if sizes.gated else 2 * inner + ends),
        "norms": norms + sizes.layers * 2 * sizes.head_width if sizes.gated else 2 * norms,
        "words": 2 * sizes.vocabulary * sizes.width,
    }


def score_cells(queries: int, keys: int | None = None, *, heads: int = 1, layers: int = 1) -> int:
    """Count the cells of the full score tables.

        n = T * S * H * L

    Shapes: four whole numbers -> one; without keys, the text reads itself.
    Not the cells that are read: a causal mask closes almost half of them.
    Source: Vaswani et al. 2017, arXiv:1706.03762, table 1 (the n² of its first row).

    >>> score_cells(3), score_cells(6)
    (9, 36)
    """
    return queries * (queries if keys is None else keys) * heads * layers


def forward_flops(sizes: Sizes, queries: int, keys: int | None = None) -> int:
    """Count the multiplications and additions of all matrix products on one way forward.

        n = 2 * T * (numbers in the matrices) + 4 * T * S * H * d * L

    Shapes: Sizes, T queries and S keys -> one whole number; a multiply-add is 2. Scores are computed in full.
    Not time: norms, softmax and activations are left out, and waiting for memory may cost more than counting.
    Source: Hoffmann et al. 2022, arXiv:2203.15556, appendix F (there with embedding and softmax added).

    >>> from refblock.examples import TOY
    >>> forward_flops(TOY, queries=3)  # 2*3*(2*(64 + 64) + 4*8) + 4*(3*3)*(2*2)*2
    2016
    """
    joined = sizes.heads * sizes.head_width  # H*d
    columns = 2 * joined + 2 * sizes.key_heads * sizes.head_width + (3 if sizes.gated else 2) * sizes.hidden
    numbers = sizes.width * (sizes.layers * columns + sizes.vocabulary)
    return 2 * queries * numbers + 4 * score_cells(queries, keys, layers=sizes.layers) * joined


def kv_cache_bytes(sizes: Sizes, positions: int, bytes_each: int = 2) -> int:
    """Count the bytes that kept keys and values take.

        n = 2 * L * G * d * positions * bytes_each

    Shapes: Sizes and two whole numbers -> one; 2 bytes each for bfloat16, 8 for the float64 of this book.
    Not growing with the query heads: only key-value heads are kept, which is what grouping saves.
    Source: Shazeer 2019, arXiv:1911.02150, §2.4; Ainslie et al. 2023, arXiv:2305.13245, §2.2.

    >>> from refblock.examples import QWEN3_8B
    >>> kv_cache_bytes(QWEN3_8B, positions=1)  # 2 * 36 * 8 * 128 * 2
    147456
    """
    return 2 * sizes.layers * sizes.key_heads * sizes.head_width * positions * bytes_each
