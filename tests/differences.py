"""Gradients by finite differences, for any function of arrays and of parameters."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from refblock.typing import Array

STEP = 1e-6


def numeric(function: Callable[[Any], Array], at: Any, grad: Array) -> Any:
    """The gradient of sum(grad * function(at)), in the form of `at`: an array, or parameters, part by part."""
    if isinstance(at, tuple):
        parts = enumerate(at)
        return tuple(
            numeric(lambda part, i=i: function((*at[:i], part, *at[i + 1 :])), part, grad)
            for i, part in parts
        )
    if is_dataclass(at):
        changes = {}
        for field in fields(at):
            part = getattr(at, field.name)
            if isinstance(part, np.ndarray | tuple) or is_dataclass(part):
                changes[field.name] = numeric(
                    lambda part, name=field.name: function(replace(at, **{name: part})), part, grad
                )
        return replace(at, **changes)
    if not isinstance(at, np.ndarray):
        return at
    slopes = np.empty_like(at)
    for place in np.ndindex(at.shape):
        up, down = at.copy(), at.copy()
        up[place] += STEP
        down[place] -= STEP
        slopes[place] = np.sum(grad * (function(up) - function(down))) / (2 * STEP)
    return slopes


def assert_close(ours: Any, theirs: Any, name: str = "gradient") -> None:
    """Compare two gradients of the same form, part by part."""
    if isinstance(ours, np.ndarray):
        assert ours.shape == theirs.shape, name
        assert np.allclose(ours, theirs, rtol=1e-5, atol=1e-7), f"{name}: {ours} is not {theirs}"
    elif isinstance(ours, tuple):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_close(one, other, f"{name}[{i}]")
    elif is_dataclass(ours):
        for field in fields(ours):
            assert_close(getattr(ours, field.name), getattr(theirs, field.name), f"{name}.{field.name}")
    else:
        assert ours == theirs, name
