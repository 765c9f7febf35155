"""The whole model: from words to rows, through the blocks, and on to a distribution over the next word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from refblock.activations import softmax
from refblock.positions import sinusoidal_positions
from refblock.stack import StackWeights, decoder, encoder
from refblock.typing import Array, as_array, check_shapes


@dataclass(frozen=True, eq=False)
class ModelWeights:
    """The parameters of a model: decoder-only, or with an encoder that reads a source text."""

    embedding: Array  # [V, D], one row for each word
    decoder: StackWeights
    w_vocab: Array  # [D, V], one column for each word
    encoder: StackWeights | None = None
    sinusoidal: bool = False  # whether the rows get waves of their positions


def embed(words: Sequence[int], weights: ModelWeights, start: int = 0) -> Array:
    """Look up the row of each word, and add the waves of its position where the model has them.

        x[t] = embedding[word t]  or  embedding[word t] * sqrt(D) + sinusoidal_positions(start + t)

    Shapes: T numbers of words -> [T, D].
    Not a meaning fixed for good: the row is where the word starts, and each block changes it.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.4 and §3.5.

    >>> from refblock.examples import DECODER, VOCABULARY
    >>> embed([VOCABULARY.index("小狗")], DECODER).tolist()
    [[2.0, 2.0, 1.0, 1.0]]
    """
    size, width = weights.embedding.shape[-2:]
    if not len(words) or not all(0 <= word < size for word in words):
        raise ValueError(
            f"embed: words must be one or more numbers from 0 to {size - 1}, since each names a row of the "
            f"embedding {weights.embedding.shape}, got {list(words)}"
        )
    rows: Array = weights.embedding[list(words)]  # [T, D]
    if not weights.sinusoidal:
        return rows
    waves = sinusoidal_positions(np.arange(start, start + len(words)), width)  # [T, D]
    return as_array(rows * np.sqrt(width) + waves)


def read_source(source: Sequence[int] | None, weights: ModelWeights) -> Array | None:
    """Let the encoder read the source text once, for all words that will be written.

        memory = encoder(embed(source))

    Shapes: S numbers of words -> [S, D]; a model without encoder has no source and no memory.
    Not read again for each new word: the source does not change while the answer is written.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1.

    >>> from refblock.examples import DECODER, TRANSLATOR
    >>> read_source(None, DECODER) is None, read_source([0, 1, 2], TRANSLATOR).shape
    (True, (3, 4))
    """
    if (source is None) != (weights.encoder is None):
        raise ValueError(
            "read_source: source must be given if and only if the model has an encoder, since that is what "
            f"reads it, got {'encoder without source' if source is None else 'source without encoder'}"
        )
    if source is None or weights.encoder is None:
        return None
    return encoder(embed(source, weights), weights.encoder)


def logits(words: Sequence[int], weights: ModelWeights, source: Sequence[int] | None = None) -> Array:
    """Score every word of the vocabulary as the next one, at each position.

        scores = norm(decoder(embed(words))) w_vocab

    Shapes: T numbers of words -> [T, V]; row t knows the words up to t and scores the word after it.
    Not probabilities: scores may be negative and add up to anything; softmax makes shares of them.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.4.

    >>> from refblock.examples import DECODER
    >>> logits([0, 1, 2], DECODER).shape
    (3, 8)
    """
    rows = decoder(embed(words, weights), weights.decoder, read_source(source, weights))  # [T, D]
    check_shapes("logits: rows [T, D], w_vocab [D, V]", rows, weights.w_vocab)
    return as_array(rows @ weights.w_vocab)  # [T, V]


def next_token_distribution(
    words: Sequence[int], weights: ModelWeights, source: Sequence[int] | None = None
) -> Array:
    """Say for each position how likely each word is to come next.

        p = softmax(logits)

    Shapes: T numbers of words -> [T, V], each row adds up to 1; to write on, one needs the last row.
    Not the next word itself: which word is taken from it (the likeliest, or a drawn one) is another step.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.4.

    >>> from refblock.examples import DECODER
    >>> next_token_distribution([0, 1, 2], DECODER).sum(axis=-1).round(4).tolist()
    [1.0, 1.0, 1.0]
    """
    return softmax(logits(words, weights, source))
