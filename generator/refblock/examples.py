"""The example values that the chapters and the figures share, so that no page has numbers of its own."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from refblock.block import BlockWeights
from refblock.counts import Sizes
from refblock.feedforward import FeedForwardWeights, GatedWeights
from refblock.heads import AttentionWeights
from refblock.model import ModelWeights
from refblock.normalization import EPS, LayerNormWeights, RmsNormWeights
from refblock.positions import Rope
from refblock.stack import StackWeights
from refblock.typing import as_array

PAIR = as_array([1, 3])  # [2], the smallest row that shows everything
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

# A causal pre-norm block: two heads of two, feed-forward 4 to 8 to 4.
BLOCK = BlockWeights(
    attention=AttentionWeights(
        w_q=as_array(
            [[0.8, -0.3, 0.5, 0.6], [0.4, 0.9, -0.7, 0.2], [-0.5, 0.7, 0.3, -0.8], [0.6, -0.2, 0.9, 0.1]]
        ),
        w_k=as_array(
            [[0.7, 0.2, -0.6, 0.4], [-0.3, 0.8, 0.5, 0.9], [0.6, -0.4, 0.7, 0.3], [0.2, 0.5, -0.1, -0.7]]
        ),
        w_v=as_array(
            [[0.5, -0.6, 0.3, 0.8], [0.9, 0.4, -0.2, 0.6], [-0.7, 0.2, 0.8, -0.4], [0.1, 0.7, -0.5, 0.3]]
        ),
        w_o=as_array(
            [[0.6, 0.3, -0.4, 0.7], [-0.2, 0.8, 0.5, -0.3], [0.4, -0.5, 0.9, 0.2], [0.7, 0.1, -0.6, 0.5]]
        ),
        heads=2,
    ),
    norm_1=LayerNormWeights(gain=as_array([1.2, 0.8, 1.1, 0.9]), bias=as_array([0.1, -0.2, 0.3, -0.1])),
    feed_forward=FeedForwardWeights(
        w_1=as_array(
            [
                [0.4, -0.3, 0.8, 0.1, -0.6, 0.5, 0.2, -0.7],
                [-0.5, 0.6, 0.2, 0.9, 0.3, -0.1, 0.7, 0.4],
                [0.7, 0.1, -0.4, 0.3, 0.8, -0.6, -0.2, 0.5],
                [0.2, 0.9, 0.5, -0.8, 0.1, 0.7, -0.3, 0.6],
            ]
        ),
        b_1=as_array([0.1, -0.1, 0.2, 0.3, -0.2, 0.1, -0.3, 0.2]),
        w_2=as_array(
            [
                [0.3, -0.5, 0.6, 0.2],
                [0.7, 0.1, -0.3, 0.4],
                [-0.2, 0.8, 0.5, -0.6],
                [0.5, -0.4, 0.1, 0.9],
                [-0.6, 0.3, 0.7, -0.1],
                [0.4, 0.6, -0.8, 0.2],
                [-0.3, 0.2, 0.4, 0.5],
                [0.1, -0.7, 0.2, 0.8],
            ]
        ),
        b_2=as_array([0.1, 0.2, -0.1, -0.2]),
    ),
    norm_2=LayerNormWeights(gain=as_array([0.9, 1.1, 0.7, 1.3]), bias=as_array([-0.1, 0.2, 0.1, -0.3])),
)
