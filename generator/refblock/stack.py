"""Blocks on top of each other: the encoder, and the decoder with or without one."""

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from refblock.block import BlockSteps, BlockWeights, block_steps
from refblock.heads import KeysValues
from refblock.masks import causal_mask
from refblock.normalization import NormWeights, normalize
from refblock.typing import Array, Mask, as_array, check_shapes


@dataclass(frozen=True, eq=False)
class StackWeights:
    """The parameters of L blocks, and of the final norm, which pre-norm needs and post-norm has not."""

    layers: tuple[BlockWeights, ...]
    norm: NormWeights | None = None


def stack_steps(
    x: ArrayLike,
    weights: StackWeights,
    mask: Mask | None = None,
    *,
    memory: Array | None = None,
    memory_mask: Mask | None = None,
    cache: Sequence[KeysValues] | None = None,
) -> tuple[BlockSteps, ...]:
    """Send the rows through one block after the other and keep every tensor on the way.

        x_1 = block_1(x),  x_2 = block_2(x_1),  ...

    Shapes: x [..., T, D], mask [T, S], memory [..., M, D], memory_mask [T, M] -> BlockSteps of each block.
    Not one block used L times: each has parameters of its own. The final norm comes after it.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1.

    >>> from refblock.examples import BLOCK, X
    >>> first, second = stack_steps(X, StackWeights((BLOCK, BLOCK)))
    >>> second.attention.x.tolist() == first.output.tolist()
    True
    """
    steps: list[BlockSteps] = []
    pasts: Sequence[KeysValues | None] = cache or [None] * len(weights.layers)
    for layer, past in zip(weights.layers, pasts, strict=True):
        steps.append(block_steps(x, layer, mask, memory=memory, memory_mask=memory_mask, past=past))
        x = steps[-1].output  # [..., T, D]
    return tuple(steps)


def final_norm(x: ArrayLike, weights: StackWeights) -> Array:
    """Normalise what the last block hands on, where the stack has a norm of its own for it.

        y = norm(x), or x as it is

    Shapes: x [..., T, D] -> [..., T, D].
    Not part of a block: in pre-norm the changes of all blocks add up, and only this brings the sum to scale.
    Source: Xiong et al. 2020, arXiv:2002.04745, table 1 (Pre-LN, last line).

    >>> from refblock.normalization import RmsNormWeights
    >>> final_norm([[3, -3]], StackWeights((), RmsNormWeights(as_array([1, 2]), eps=0))).tolist()
    [[1.0, -2.0]]
    """
    return as_array(x) if weights.norm is None else normalize(x, weights.norm)


def encoder(x: ArrayLike, weights: StackWeights, mask: Mask | None = None) -> Array:
    """Let every row read every other, block after block.

        y = norm(block_L(... block_1(x)))

    Shapes: x [..., T, D], mask [..., T, T] for filled-up places -> [..., T, D].
    Not causal: the first row knows the last, so none can be asked for the next word.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1; Devlin et al. 2018, arXiv:1810.04805, §3.

    >>> from refblock.block import block
    >>> from refblock.examples import BLOCK, X  # no mask, no positions: rows swapped, results swapped
    >>> encoder(X[::-1], StackWeights((BLOCK,)))[::-1].round(4).tolist() == block(X, BLOCK).round(4).tolist()
    True
    """
    return final_norm(stack_steps(x, weights, mask)[-1].output, weights)


def decoder(
    x: ArrayLike, weights: StackWeights, memory: Array | None = None, memory_mask: Mask | None = None
) -> Array:
    """Let every row read those before it, and the memory where there is one, block after block.

        y = norm(block_L(... block_1(x, memory)))

    Shapes: x [..., T, D], memory [..., M, D], memory_mask [T, M] -> [..., T, D].
    Not causal towards the memory: a source text is known as a whole before the first word is written.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1 and §3.2.3.

    >>> from refblock.examples import DECODER, X
    >>> decoder(X, DECODER.decoder)[:2].tolist() == decoder(X[:2], DECODER.decoder).tolist()
    True
    """
    x = as_array(x)
    check_shapes("decoder: x [..., T, D]", x)
    steps = stack_steps(x, weights, causal_mask(x.shape[-2]), memory=memory, memory_mask=memory_mask)
    return final_norm(steps[-1].output, weights)
