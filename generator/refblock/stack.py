"""Blocks on top of each other: encoder, decoder, and the whole model from words to scores of words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from refblock.activations import softmax
from refblock.block import BlockSteps, BlockWeights, block_steps
from refblock.heads import KeysValues
from refblock.masks import causal_mask
from refblock.normalization import NormWeights, normalize
from refblock.positions import sinusoidal_positions
from refblock.shapes import check_shapes
from refblock.typing import Array, Mask, as_array

Cache = Sequence[KeysValues]


@dataclass(frozen=True, eq=False)
class StackWeights:
    """The parameters of some blocks, and of the final norm, which pre-norm needs and post-norm has not."""

    layers: tuple[BlockWeights, ...]
    norm: NormWeights | None = None


@dataclass(frozen=True, eq=False)
class ModelWeights:
    """The parameters of a model: decoder-only, or with an encoder for a source text."""

    embedding: Array  # [V, D], one row for each word
    decoder: StackWeights
    w_vocab: Array  # [D, V]
    encoder: StackWeights | None = None
    sinusoidal: bool = False

    def __post_init__(self) -> None:
        check_shapes("ModelWeights", embedding=(self.embedding, "V D"), w_vocab=(self.w_vocab, "D V"))


def stack_steps(
    x: ArrayLike,
    weights: StackWeights,
    mask: Mask | None = None,
    *,
    memory: Array | None = None,
    memory_mask: Mask | None = None,
    cache: Cache | None = None,
) -> tuple[BlockSteps, ...]:
    """Send the rows through one block after the other and keep every tensor on the way.

        x_1 = block_1(x),  x_2 = block_2(x_1),  ...

    Shapes: x [..., T, D], mask [T, S], memory [..., M, D], memory_mask [T, M] -> one BlockSteps for each block.
    Not one block used L times: each has parameters of its own. The final norm is not in it.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1.

    >>> from refblock.examples import BLOCK, X
    >>> first, second = stack_steps(X, StackWeights((BLOCK, BLOCK)))
    >>> bool((second.attention.x == first.output).all())
    True
    """
    steps: list[BlockSteps] = []
    for layer, past in zip(weights.layers, cache or [None] * len(weights.layers), strict=True):
        steps.append(
            block_steps(x, layer, mask, memory=memory, memory_mask=memory_mask, past=past)
        )
        x = steps[-1].output
    return tuple(steps)


def final_norm(x: ArrayLike, weights: StackWeights) -> Array:
    """..."""


def encoder(x: ArrayLike, weights: StackWeights, mask: Mask | None = None) -> Array:
    """Let every row read every other, block after block.

        y = norm(block_L(... block_1(x)))

    Shapes: x [..., T, D], mask [..., T, T] for filled-up places -> [..., T, D].
    Not causal: the first row knows the last, so it cannot be used to guess the next word.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1.
    """


def decoder(...)
