"""The array types of the reference: numbers, and masks of True and False."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def as_array(values: ArrayLike) -> Array:
    """`values` as float64, so that lists and arrays of integers serve as well; shapes: any -> the same."""
    return np.asarray(values, dtype=np.float64)
