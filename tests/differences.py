"""Gradients by finite differences, for any function of an array or of parameters."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from refblock.typing import Array

STEP = 1e-6


def leaves(part: Any) -> Iterator[Array]:
    """Every array of an array, a tuple or parameters, in order."""
    if isinstance(part, np.ndarray):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from leaves(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from leaves(getattr(part, field.name))


def numeric(function: Callable[[Any], Array], at: Any, grad: Array) -> Any:
    """The gradient of sum(grad * function(at)), in the form of `at`."""
    at, slopes = deepcopy(at), deepcopy(at)
    for array, slope in zip(leaves(at), leaves(slopes), strict=True):
        for place in np.ndindex(array.shape):
            value = array[place]
            array[place] = value + STEP
            up = function(at)
            array[place] = value - STEP
            down = function(at)
            array[place] = value
            slope[place] = np.sum(grad * (up - down)) / (2 * STEP)
    return slopes


def assert_close(ours: Any, theirs: Any) -> None:
    """Compare two gradients of the same form, array by array."""
    assert list(leaves(ours))
    for one, other in zip(leaves(ours), leaves(theirs), strict=True):
        assert one.shape == other.shape
        assert np.allclose(one, other, rtol=1e-5, atol=1e-7), f"{one} is not {other}"
