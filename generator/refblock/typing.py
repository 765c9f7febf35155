"""The array types of the reference, and the check of an array's shape."""

import re
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def as_array(values: ArrayLike) -> Array:
    """`values` as float64, so that lists and arrays of integers serve as well; shapes: any -> the same."""
    return np.asarray(values, dtype=np.float64)


def check_shapes(shapes: str, *arrays: NDArray[Any]) -> None:
    """Raise ValueError unless the arrays have the shapes that stand in `shapes`, in the same order.

    `check_shapes("f: q [..., T, d], k [..., S, d]", q, k)` speaks for a function f. A letter is one length
    throughout: q and k may differ in rows but not in width. `...` is any number of axes, or none.
    """
    function, _, patterns = shapes.partition(": ")
    lengths: dict[str, tuple[int, str]] = {}
    for (name, pattern), array in zip(re.findall(r"(\w+) \[(.*?)\]", patterns), arrays, strict=True):
        axes = pattern.removeprefix("..., ").split(", ")
        wanted, got = f"{function}: {name} must have shape [{pattern}]", f"got {array.shape}"
        if array.ndim < len(axes) or (array.ndim > len(axes) and not pattern.startswith("...")):
            raise ValueError(f"{wanted}, since each letter is an axis of its own, {got}")
        for axis, length in zip(axes, array.shape[-len(axes) :], strict=True):
            known, giver = lengths.setdefault(axis, (length, f"{name} {array.shape}"))
            if length != known:
                raise ValueError(f"{wanted} with {axis} = {known}, since {giver} has it so, {got}")
