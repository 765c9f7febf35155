"""What a comparison with other people's code is, and what all of them draw their cases from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np

from refblock.typing import Array, Mask
from tests.differences import leaves

Value = TypeVar("Value")
TIGHT = 1e-10
CASES = 30
SIZES = st.integers(1, 5)
EPS = st.sampled_from([1e-6, 1e-5, 1e-3])


class Draw(Protocol):
    """Takes a value from a strategy; hypothesis looks for those that show a difference."""

    def __call__(self, strategy: st.SearchStrategy[Value], /) -> Value: ...


@dataclass(frozen=True)
class Comparison:
    """A part of refblock, other people's code for it, how far the two may be apart, over how many cases."""

    what: str
    against: str
    tolerance: float
    run: Callable[[Draw], float]  # draws a case and gives the largest difference in it
    cases: int = CASES

    def largest(self) -> float:
        """The largest difference over the cases, which are the same each time."""
        found: list[float] = []

        @settings(max_examples=self.cases, derandomize=True, database=None)
        @given(st.data())
        def look(data: st.DataObject) -> None:
            found.append(self.run(data.draw))

        look()
        return float(np.max(found))  # nan where there is one


def gap(ours: Any, theirs: Any) -> float:
    """The largest difference between two arrays, or between tuples or parameters of the same form.

    In an array with numbers above 1 it counts in parts of the largest: a gradient may be a thousand.
    """
    pairs = list(zip(leaves(ours), leaves(theirs), strict=True))
    assert pairs
    assert all(one.shape == other.shape for one, other in pairs)
    return float(np.max([np.abs(one - other).max() / max(1, np.abs(other).max()) for one, other in pairs]))


def clouds(*shape: int) -> st.SearchStrategy[Array]:
    """Arrays of normally distributed numbers, of which hypothesis draws the seed alone."""
    return st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).normal(size=shape))


def tables(*shape: int, most: float = 5) -> st.SearchStrategy[Array]:
    """Such arrays, and others that hypothesis fills number by number: equal ones, zeros, far-off ones."""
    return clouds(*shape) | arrays(np.float64, shape, elements=st.floats(-most, most))


def masks(queries: int, keys: int) -> st.SearchStrategy[Mask | None]:
    """No mask, a causal one, or any that lets each query read a key."""
    anyhow = arrays(np.bool_, (queries, keys)).map(lambda mask: mask | ~mask.any(axis=-1, keepdims=True))
    causal = [np.tri(queries, keys, keys - queries, dtype=np.bool_)] if queries <= keys else []
    return st.sampled_from([None, *causal]) | anyhow
