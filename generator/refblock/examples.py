"""The example values that the chapters and the figures share, so that no page has numbers of its own."""

from dataclasses import fields, is_dataclass, replace
import math
from typing import Any

import numpy as np

from refblock.block import BlockWeights
from refblock.counts import Sizes
from refblock.feedforward import FeedForwardWeights, GatedWeights
from refblock.heads import AttentionWeights
from refblock.model import ModelWeights
from refblock.normalization import EPS as EPS
from refblock.normalization import LayerNormWeights, RmsNormWeights
from refblock.positions import Rope
from refblock.stack import StackWeights
from refblock.typing import as_array


def upside_down(weights: Any) -> Any:
    """The same parameters with all rows from bottom to top: a second layer that is no copy of the first."""
    parts = {field.name: getattr(weights, field.name) for field in fields(weights)}
    arrays = {name: part[::-1] for name, part in parts.items() if isinstance(part, np.ndarray)}
    layers = {name: upside_down(part) for name, part in parts.items() if is_dataclass(part)}
    return replace(weights, **arrays, **layers)


# One row of two numbers, and a layer in miniature.
PAIR = as_array([1, 3])  # [2], the smallest row that shows everything
QUIET = as_array([0.01, 0.03])  # [2], so quiet that eps is seen in the second decimal
PAIR_CHANGE = as_array([0.5, -0.5])  # [2], what attention adds to it
PAIR_FFN = FeedForwardWeights(w_1=np.eye(2), b_1=np.zeros(2), w_2=0.5 * np.eye(2), b_2=np.zeros(2))
PAIR_GATED = GatedWeights(w_gate=np.eye(2), w_up=np.eye(2), w_down=np.eye(2))

# The running example: three words, a vocabulary of eight.
ROW = as_array([1, 1, 3, 3])  # [4], the same mean and the same spread in the width of the running example
TOKENS = ("小猫", "追", "小狗")
X = as_array(  # [3, 4]: three positions, four numbers each
    [
        [1, 1, 3, 3],
        [3, 0, 2, -1],
        [2, 2, 1, 1],
    ]
)
BIRD = as_array([-1, 5, 4, -2])  # [4], what stands at the third position when 小狗 becomes 小鸟
VOCABULARY = (*TOKENS, "小鸟", "飞", "了", "看", "。")
EMBEDDING = np.vstack(
    [X, BIRD, [[1, -3, 1, 2], [-2, 3, 1, -4], [-3, 4, 0, -2], [-2, -3, 4, 1]]]
)  # [8, 4], one row for each word

# A causal pre-norm block: LayerNorm, two heads of two, ReLU, feed-forward 4 to 8 to 4.
BLOCK = BlockWeights(
    attention=AttentionWeights(
        w_q=as_array(
            [
                [-0.9, -0.5, -0.3, 0.6],
                [-0.1, 0.9, -0.8, -0.3],
                [-0.4, 0.2, -0.5, -0.3],
                [0.5, -0.8, -0.1, 0.9],
            ]
        ),
        w_k=as_array(
            [[0.6, 0.2, -0.5, -0.3], [0.3, 0.5, 0.7, 0.6], [0.1, -0.7, 0.8, 0.4], [-0.2, -0.7, -0.5, 0.6]]
        ),
        w_v=as_array(
            [[0.9, -0.7, 0.3, 0.8], [0.9, 0.4, -0.1, 0.6], [-0.5, 0.3, 0.8, -0.4], [0.1, 0.7, -0.5, 0.2]]
        ),
        w_o=as_array(
            [[0.5, 0.3, -0.1, 0.7], [0.2, 0.8, -0.1, -0.3], [-0.1, 0.7, 0.8, -0.5], [0.8, 0.1, -0.6, 0.3]]
        ),
        heads=2,
    ),
    norm_1=LayerNormWeights(gain=as_array([0.9, 0.7, 0.8, 1.1]), bias=as_array([0.1, -0.2, 0.2, 0.3])),
    feed_forward=FeedForwardWeights(
        w_1=as_array(
            [
                [-0.1, -0.3, 0.8, -0.2, -0.6, 0.5, 0.5, -0.7],
                [-0.5, 0.6, 0.2, 0.4, 0.3, 0.4, 0.6, -0.8],
                [0.8, 0.1, -0.4, 0.3, 0.7, -0.6, -0.2, 0.8],
                [0.1, -0.2, -0.5, -0.7, 0.1, 0.6, -0.3, 0.6],
            ]
        ),
        b_1=as_array([0.2, -0.2, 0.1, 0.3, -0.3, -0.1, -0.3, 0.3]),
        w_2=as_array(
            [
                [0.3, -0.3, -0.8, 0.6],
                [0.7, 0.1, -0.9, 0.4],
                [-0.2, 0.6, 0.5, -0.7],
                [0.5, -0.4, 0.1, 0.9],
                [-0.6, 0.3, 0.7, -0.1],
                [0.4, 0.7, -0.8, 0.1],
                [-0.3, 0.2, 0.4, 0.5],
                [0.1, -0.7, 0.2, 0.8],
            ]
        ),
        b_2=as_array([0.2, 0.3, -0.3, -0.1]),
    ),
    norm_2=LayerNormWeights(gain=as_array([1.1, 0.9, 0.7, 1.3]), bias=as_array([0.2, 0.3, 0.1, -0.1])),
)

# A decoder-only model of two such blocks; no mechanism for positions but the mask.
DECODER = ModelWeights(
    embedding=EMBEDDING,
    decoder=StackWeights(
        layers=(BLOCK, upside_down(BLOCK)),
        norm=LayerNormWeights(gain=as_array([1.3, 1.2, 1.1, 1.4]), bias=as_array([0.3, -0.2, 0.1, -0.3])),
    ),
    w_vocab=as_array(
        [
            [0.5, 0.9, 0.7, -0.3, 0.2, 0.8, 0.3, -0.9],
            [-0.4, 0.2, -0.5, 0.9, 0.9, -0.3, 0.3, -0.6],
            [0.8, -0.9, -0.8, -0.7, 0.5, 0.9, -0.1, 0.4],
            [-0.3, 0.6, -0.7, 0.4, -0.9, 0.9, -0.2, 0.7],
        ]
    ),
)

# A block as in Qwen3: RMSNorm, four query heads over two key-value heads, QK-Norm, RoPE, SwiGLU.
MODERN = BlockWeights(
    attention=AttentionWeights(
        w_q=as_array(
            [
                [0.9, 0.6, 0.3, 0.7, 0.8, -0.5, -0.1, 0.2],
                [0.3, 0.6, 0.7, -0.5, -0.9, -0.2, 0.8, 0.1],
                [0.3, -0.2, -0.8, -0.7, 0.9, 0.5, -0.6, 0.1],
                [0.1, -0.8, 0.2, -0.9, 0.7, 0.6, 0.4, 0.5],
            ]
        ),
        w_k=as_array(
            [[0.5, 0.7, 0.1, -0.2], [0.3, 0.5, -0.6, 0.2], [0.9, 0.1, 0.7, 0.4], [0.8, -0.3, -0.4, 0.6]]
        ),
        w_v=as_array(
            [
                [-0.6, 0.8, -0.7, 0.3],
                [0.3, -0.4, -0.7, -0.1],
                [0.7, -0.5, 0.4, -0.6],
                [-0.3, -0.4, -0.8, -0.7],
            ]
        ),
        w_o=as_array(
            [
                [-0.3, -0.7, 0.6, 0.9],
                [0.2, -0.3, -0.5, 0.1],
                [-0.8, 0.2, 0.3, -0.6],
                [0.2, 0.4, -0.8, 0.1],
                [0.4, -0.1, 0.7, 0.8],
                [0.7, 0.9, -0.4, -0.6],
                [-0.6, -0.8, 0.2, -0.7],
                [0.4, -0.7, 0.2, 0.5],
            ]
        ),
        heads=4,
        q_norm=RmsNormWeights(gain=as_array([1.3, 0.7])),
        k_norm=RmsNormWeights(gain=as_array([0.8, 1.4])),
        rope=Rope(),
    ),
    norm_1=RmsNormWeights(gain=as_array([1.1, 0.6, 0.9, 1.3])),
    feed_forward=GatedWeights(
        w_gate=as_array(
            [
                [0.4, -0.5, -0.1, 0.9, 0.2, -0.7],
                [0.9, -0.5, -0.8, 0.3, 0.7, -0.1],
                [0.1, 0.2, 0.8, -0.9, 0.4, -0.6],
                [0.7, -0.6, 0.1, 0.2, -0.9, 0.3],
            ]
        ),
        w_up=as_array(
            [
                [0.8, -0.6, 0.5, 0.9, 0.1, 0.7],
                [0.3, -0.8, -0.9, 0.2, 0.1, -0.6],
                [0.9, -0.3, -0.7, -0.2, -0.5, 0.8],
                [0.5, -0.9, 0.8, -0.1, 0.7, -0.4],
            ]
        ),
        w_down=as_array(
            [
                [0.3, -0.2, 0.5, 0.7],
                [-0.2, -0.7, -0.1, 0.9],
                [0.8, -0.6, -0.3, 0.4],
                [0.5, 0.8, 0.6, -0.1],
                [0.1, -0.7, -0.9, -0.6],
                [-0.1, -0.3, -0.2, -0.4],
            ]
        ),
    ),
    norm_2=RmsNormWeights(gain=as_array([0.7, 1.2, 1.4, 0.8])),
)

# An encoder-decoder with post-norm and waves of positions, as in 2017.
CROSS = AttentionWeights(
    w_q=as_array(
        [[-0.9, 0.7, -0.4, 0.5], [-0.1, -0.5, -0.9, 0.6], [-0.8, 0.6, -0.7, 0.3], [-0.9, -0.5, 0.2, -0.7]]
    ),
    w_k=as_array(
        [[-0.9, 0.6, 0.2, 0.7], [-0.9, -0.8, -0.2, 0.6], [-0.9, -0.5, -0.1, 0.4], [-0.4, 0.8, 0.3, -0.9]]
    ),
    w_v=as_array(
        [[-0.6, -0.2, -0.7, 0.4], [-0.4, -0.8, 0.3, -0.9], [0.6, -0.3, -0.2, 0.1], [0.8, 0.9, 0.2, -0.1]]
    ),
    w_o=as_array(
        [[0.7, -0.2, 0.8, -0.4], [0.5, -0.9, 0.3, 0.1], [-0.6, -0.8, -0.9, -0.7], [-0.7, 0.1, 0.3, -0.6]]
    ),
    heads=2,
)
CROSS_NORM = LayerNormWeights(gain=as_array([0.8, 1.3, 1.1, 0.6]), bias=as_array([0.2, -0.1, 0.3, -0.4]))
TRANSLATOR = ModelWeights(
    embedding=EMBEDDING,
    decoder=StackWeights((replace(BLOCK, cross=(CROSS, CROSS_NORM), post_norm=True),)),
    w_vocab=DECODER.w_vocab,
    encoder=StackWeights((replace(upside_down(BLOCK), post_norm=True),)),
    sinusoidal=True,
)

# The second sublayer of a post-norm block, from the row that the first one gave.
U = as_array([1.170705, 0.649589, -0.385419, -1.434875])  # [4]
U_FFN = FeedForwardWeights(
    w_1=as_array([[1, 0, 0, 0, 1, -1], [0, 1, 0, 0, -1, 1], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]]),
    b_1=np.zeros(6),
    w_2=as_array(
        [[0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 0.5, 0], [0, 0, 0, 0.5], [0, 0, 0.25, 0], [0, 0, 0, 0.25]]
    ),
    b_2=np.zeros(4),
)
U_NORM = LayerNormWeights(gain=np.ones(4), bias=np.zeros(4))

# Arrows: two that stand at right angles, and a query and a key of two pairs each.
EAST, NORTH, EIGHTH_TURN = as_array([1, 0]), as_array([0, 1]), math.pi / 4
QUERY, KEY = as_array([1.0, 0.5, -0.3, 0.8]), as_array([0.6, -0.4, 0.9, 0.2])

# Sizes: of DECODER, and of a model in use.
TOY = Sizes(layers=2, width=4, heads=2, key_heads=2, head_width=2, hidden=8, vocabulary=8, gated=False)
QWEN3_8B = Sizes(
    layers=36, width=4096, heads=32, key_heads=8, head_width=128, hidden=12288, vocabulary=151936
)
