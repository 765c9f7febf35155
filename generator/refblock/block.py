"""The block: attention and feed-forward network, each a change that is added to what comes in."""

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from refblock.feedforward import FeedForwardWeights, GatedWeights, feed_forward
from refblock.heads import AttentionWeights, KeysValues, attention_steps, keys_values, multi_head_attention
from refblock.normalization import NormWeights, normalize
from refblock.typing import Array, Mask, as_array

Branch = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class BlockWeights:
    """The parameters of one block, and the order of its norms: before each branch, or after each sum."""

    attention: AttentionWeights
    norm_1: NormWeights
    feed_forward: FeedForwardWeights | GatedWeights
    norm_2: NormWeights
    cross: tuple[AttentionWeights, NormWeights] | None = None  # what reads the memory, and its norm
    post_norm: bool = False


@dataclass(frozen=True, eq=False)
class Sublayer:
    """Every tensor of one branch and its residual sum, all [..., T, D]."""

    x: Array  # what comes in, and goes round the branch
    read: Array  # what the branch reads: norm(x) in pre-norm, x in post-norm
    change: Array  # what the branch gives
    sum: Array  # x + change
    output: Array  # the sum in pre-norm, norm(sum) in post-norm


@dataclass(frozen=True, eq=False)
class BlockSteps:
    """The sublayers of one block, in the order in which they run."""

    attention: Sublayer
    cross: Sublayer | None
    feed_forward: Sublayer
    kept: KeysValues  # k and v of the attention, [..., G, S, d]: what a cache holds

    @property
    def output(self) -> Array:
        """What the block hands on, [..., T, D]."""
        return self.feed_forward.output


def pre_norm(x: ArrayLike, norm: NormWeights, branch: Branch) -> Sublayer:
    """Normalise what the branch reads, and add what it gives to the row as it was.

        y = x + branch(norm(x))

    Shapes: x [..., D] -> Sublayer; the branch must give back the shape that it reads.
    Not y = norm(x) + branch(norm(x)): the way round the branch leaves x untouched.
    Source: Xiong et al. 2020, arXiv:2002.04745, table 1 (Pre-LN); He et al. 2015, arXiv:1512.03385, eq. 1.

    >>> from refblock.normalization import RmsNormWeights
    >>> pre_norm([3, 3], RmsNormWeights(as_array([1, 2]), eps=0), lambda read: 10 * read).output.tolist()
    [13.0, 23.0]
    """
    x = as_array(x)
    read = normalize(x, norm)
    change = _change("pre_norm", branch, read)
    return Sublayer(x, read, change, x + change, x + change)


def post_norm(x: ArrayLike, norm: NormWeights, branch: Branch) -> Sublayer:
    """Add what the branch gives to what it read, and normalise the sum.

        y = norm(x + branch(x))

    Shapes: x [..., D] -> Sublayer; the branch must give back the shape that it reads.
    Unlike pre_norm, nothing goes round the norm: each block's output is a normalised row.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1.

    >>> from refblock.normalization import RmsNormWeights
    >>> post_norm([3, 3], RmsNormWeights(as_array([1, 2]), eps=0), lambda read: 10 * read).output.tolist()
    [1.0, 2.0]
    """
    x = as_array(x)
    change = _change("post_norm", branch, x)
    return Sublayer(x, x, change, x + change, normalize(x + change, norm))


def block_steps(
    x: ArrayLike,
    weights: BlockWeights,
    mask: Mask | None = None,
    *,
    memory: Array | None = None,
    memory_mask: Mask | None = None,
    past: KeysValues | None = None,
) -> BlockSteps:
    """Walk through one block and keep every tensor on the way.

        h = x + attention(norm(x)),  y = h + feed_forward(norm(h))   (pre-norm, without memory)

    Shapes: x [..., T, D], mask [T, S], memory [..., M, D], memory_mask [T, M] -> BlockSteps.
    Not one norm used twice: every norm and every branch has parameters of its own.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1; Xiong et al. 2020, arXiv:2002.04745, table 1.

    >>> from refblock.examples import BLOCK, X
    >>> block_steps(X, BLOCK).attention.read[0].round(4).tolist()  # LayerNorm gave [-1, -1, 1, 1]
    [-0.8, -0.9, 1.0, 1.4]
    """
    if (weights.cross is None) != (memory is None):
        raise ValueError(
            "block: memory and cross-attention must come together, since one reads the other, got only one"
        )
    w, middle = weights, None
    sublayer = post_norm if w.post_norm else pre_norm
    first = sublayer(x, w.norm_1, lambda read: attention_steps(read, w.attention, mask, past=past).output)
    if w.cross is not None:
        cross, norm = w.cross
        middle = sublayer(
            first.output, norm, lambda read: multi_head_attention(read, cross, memory_mask, memory)
        )
    last = sublayer((middle or first).output, w.norm_2, lambda read: feed_forward(read, w.feed_forward))
    return BlockSteps(first, middle, last, keys_values(first.read, w.attention, past))


def block(x: ArrayLike, weights: BlockWeights, mask: Mask | None = None) -> Array:
    """Let each row read the others, then work on it alone, and add both changes to it.

        pre-norm:  h = x + attention(norm(x)),  y = h + feed_forward(norm(h))
        post-norm: h = norm(x + attention(x)),  y = norm(h + feed_forward(h))

    Shapes: x [..., T, D], mask [T, T] -> [..., T, D]: what goes in can go in again, so blocks stack.
    Not a change of the number of rows, nor of their width.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.1; Xiong et al. 2020, arXiv:2002.04745, table 1.

    >>> from refblock.examples import BLOCK, X
    >>> block(X, BLOCK).shape
    (3, 4)
    """
    return block_steps(x, weights, mask).output


def _change(function: str, branch: Branch, read: Array) -> Array:
    change = branch(read)
    if change.shape != read.shape:
        raise ValueError(
            f"{function}: the branch must give back the shape {read.shape} that it reads, since the two are "
            f"added entry by entry, got {change.shape}"
        )
    return change
