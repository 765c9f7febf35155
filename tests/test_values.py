"""Numbers arrive from whatever holds them, and what holds none is told why."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest

from tallybook.job import Value
from tallybook.values import MOST_ITEMS, NotNumbers, numbers_in, value_of


class Tensor:
    """Behaves as tensors of other libraries do."""

    dtype = "torch.float32"

    def __init__(self, numbers: list[float]) -> None:
        self._numbers = numbers
        self.shape = (len(numbers),)

    def numel(self) -> int:
        return len(self._numbers)

    def tolist(self) -> list[float]:
        return self._numbers


class Frame:
    """Behaves as a data frame does."""

    def to_numpy(self) -> Any:
        return np.array([[1, 2], [3, 4]])


class Half:
    def __float__(self) -> float:
        return 0.5


class Broken:
    def tolist(self) -> list[float]:
        raise ValueError("no")


class Endless:
    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self


@pytest.mark.parametrize(
    ("thing", "value"),
    [
        (2, Value((), ("2",))),
        (0.8485281374238571, Value((), ("0.8485281374238571",))),
        (-0.0, Value((), ("-0.0",))),
        (10**30, Value((), ("1" + "0" * 30,))),
        (float("inf"), Value((), ("Infinity",), ("inf",))),
        (float("nan"), Value((), ("NaN",), ("nan",))),
        (Fraction(1, 4), Value((), ("0.25",), ("1/4",))),
        (Decimal("1.20"), Value((), ("1.20",))),
        (np.float64(1), Value((), ("1.0",))),
        (np.float32(0.1), Value((), ("0.1",))),
        (np.float16(0.1), Value((), ("0.1",))),
        ([np.float32(0.1), 1], Value((2,), ("0.1", "1"))),
        (np.array([0.1, 1e-45, 3.4028235e38], np.float32), Value((3,), ("0.1", "1e-45", "3.4028235e+38"))),
        (np.int64(3), Value((), ("3",))),
        (np.array(2.5), Value((), ("2.5",))),
        (np.eye(2), Value((2, 2), ("1.0", "0.0", "0.0", "1.0"))),
        (np.array([Fraction(1, 2), 1], object), Value((2,), ("0.5", "1"), ("1/2", "1"))),
        ([(3, 4), (3, 8)], Value((2, 2), ("3", "4", "3", "8"))),
        ([(3, 4), (3,)], Value((3,), ("3", "4", "3"))),
        ([1, [2, 3]], Value((3,), ("1", "2", "3"))),
        ((), Value((0,), ())),
        ([[1, []]], Value((1,), ("1",))),
        (range(3), Value((3,), ("0", "1", "2"))),
        (Tensor([0.5, 2.0]), Value((2,), ("0.5", "2.0"))),
        (Frame(), Value((2, 2), ("1", "2", "3", "4"))),
        (Half(), Value((), ("0.5",))),
    ],
)
def test_numbers_arrive(thing: object, value: Value):
    assert value_of(thing) == value


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        ("0.5", "gives text, not a number: bind the number that the text was made from"),
        (["a"], "gives text, not a number: bind the number that the text was made from"),
        (True, "gives True, a truth value, not a number"),
        (np.array([False]), "gives False, a truth value, not a number"),
        (None, "gives None, not a number"),
        (1j, "gives a complex, not a number"),
        ({"a": 1}, "gives a dict, not a number"),
        ({1}, "gives a set, not a number"),
        (int, "gives a class, not a number"),
        (np.datetime64("2020-01-01"), "gives dates or times, not numbers"),
        (np.zeros(10**7), "gives 10,000,000 numbers, and a text states at most 100,000: bind a part"),
        (range(10**12), "gives 1,000,000,000,000 numbers, and a text states at most 100,000: bind a part"),
        (Tensor([0.0] * 100_001), "gives 100,001 numbers, and a text states at most 100,000: bind a part"),
        ([10**5000], "gives a number of more than 4,000 digits"),
        (Broken(), "cannot be read as numbers: it raised ValueError"),
        (Endless(), "cannot be read as numbers: it raised TypeError"),
    ],
)
def test_what_holds_no_numbers_is_told(thing: object, why: str):
    with pytest.raises(NotNumbers) as told:
        value_of(thing)
    assert str(told.value) == why


def test_a_list_in_itself_is_told():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(NotNumbers, match=r"^gives lists within lists, too deep to be read$"):
        value_of(loop)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_given_back_whole(number: float):
    (item,) = value_of(np.array([number])).items
    assert float(Decimal(item)) == number


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_narrow_float_has_its_own_shortest_decimal(number: float):
    narrow = np.float32(number)
    (item,) = value_of(narrow).items
    assert np.float32(item) == narrow
    assert Decimal(item) == Decimal(str(narrow))


@given(st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, max_size=4), max_leaves=20))
def test_lists_have_the_shape_that_numpy_sees(nested: Any):
    value = value_of(nested)
    try:
        assert value.shape == np.array(nested).shape
    except ValueError:  # rows that differ: a text may state them one after another
        assert value.shape == (len(value.items),)


@dataclass
class Example:
    width: int
    weights: list[float]


def test_every_number_is_found_among_other_things():
    things = [1, {"a": [2.5, "x", None], "b": {"c": 3}}, np.eye(1), "s", Example(4, [5.0]), print, int]
    assert numbers_in(things) == Value((6,), ("1", "2.5", "3", "1.0", "4", "5.0"))
    assert numbers_in(["s", None]) is None
    assert numbers_in([0.5] * (MOST_ITEMS + 1)) is None
