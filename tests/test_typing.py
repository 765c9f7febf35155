"""Shapes are checked by letters, and the message says which array set the length."""

import re

import numpy as np
import pytest

from refblock.typing import as_array, check_shapes


def test_as_array_makes_float64_of_lists_and_integers() -> None:
    assert as_array([1, 2]).dtype == np.float64
    assert as_array(np.array([1, 2])).tolist() == [1.0, 2.0]


def test_any_number_of_axes_may_stand_before_the_named_ones() -> None:
    check_shapes("f: q [..., T, d], k [..., S, d]", np.zeros((3, 2)), np.zeros((5, 7, 4, 2)))
    check_shapes("f: w [D, F]", np.zeros((3, 2)))


@pytest.mark.parametrize(
    ("shapes", "arrays", "message"),
    [
        (
            "f: q [..., T, d], k [..., S, d]",
            [(3, 2), (4, 5)],
            "f: k must have shape [..., S, d] with d = 2, since q (3, 2) has it so, got (4, 5)",
        ),
        (
            "f: w [D, D]",
            [(3, 2)],
            "f: w must have shape [D, D] with D = 3, since w (3, 2) has it so, got (3, 2)",
        ),
        (
            "f: x [..., T, D]",
            [(4,)],
            "f: x must have shape [..., T, D], since each letter is an axis of its own, got (4,)",
        ),
        (
            "f: w [D, F]",
            [(1, 3, 2)],
            "f: w must have shape [D, F], since each letter is an axis of its own, got (1, 3, 2)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(shapes, arrays, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        check_shapes(shapes, *(np.zeros(shape) for shape in arrays))
