"""The example values that the chapters and the figures share, so that no page has numbers of its own."""

from refblock.normalization import EPS
from refblock.typing import as_array

__all__ = ["BIRD", "EPS", "PAIR", "ROW", "TOKENS", "X"]

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
