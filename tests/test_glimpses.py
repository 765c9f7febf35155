"""What readers are shown of the objects of a session."""

from fractions import Fraction
import math
from typing import Any

import numpy as np
import pytest

from tallybook.glimpses import MOST, glimpse
from tallybook.job import Glimpse


@pytest.mark.parametrize(
    ("thing", "shape", "items"),
    [
        (2, (), ("2",)),
        (0.1, (), ("0.1",)),
        (Fraction(1, 3), (), ("1/3",)),
        (np.float32(0.1), (), ("0.1",)),
        ([[1, 2.5], [3, 4]], (2, 2), ("1", "2.5", "3", "4")),
        ((3, 4), (2,), ("3", "4")),
        (np.arange(12).reshape(3, 4), (3, 4), tuple(map(str, range(12)))),
        (np.arange(13), (13,), ()),
        (np.zeros((100, 200)), (100, 200), ()),
        (list(range(40)), (40,), ()),
        (range(10**9), (10**9,), ()),
    ],
)
def test_few_numbers_in_full_and_many_by_their_shape(
    thing: object, shape: tuple[int, ...], items: tuple[str, ...]
) -> None:
    assert len(items) <= MOST
    assert glimpse("x", thing) == Glimpse("x", "numbers", shape, items)


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("小猫", "'小猫'"),
        (True, "True"),
        (None, "None"),
        (["a", "b"], "['a', 'b']"),
        (np.array([[True], [False]]), "[[True], [False]]"),
    ],
)
def test_short_texts_and_truth_values_as_python_writes_them(thing: object, said: str) -> None:
    assert glimpse("x", thing) == Glimpse("x", "text", said=said)


def test_functions_and_objects_by_their_dotted_names() -> None:
    assert glimpse("f", np.linalg.norm) == Glimpse("f", "function", said="numpy.linalg.norm")
    assert glimpse("f", Fraction) == Glimpse("f", "function", said="fractions.Fraction")
    assert glimpse("d", {"a": 1}) == Glimpse("d", "object", said="builtins.dict")
    assert glimpse("s", "long " * 100) == Glimpse("s", "object", said="builtins.str")
    assert glimpse("s", ["x"] * 13) == Glimpse("s", "object", said="builtins.list")


class Odd:
    @property
    def size(self) -> int:
        raise ValueError("odd")


def looped() -> list[Any]:
    itself: list[Any] = []
    itself.append(itself)
    return itself


def own() -> None:
    """A function as a chapter defines one."""


own.__module__ = "__main__"


@pytest.mark.parametrize("thing", [math, own, Odd(), looped()])
def test_of_some_things_there_is_nothing_to_say(thing: object) -> None:
    assert glimpse("x", thing) is None
