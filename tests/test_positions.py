"""Waves and rotations: by hand, and what turning must leave as it was."""

import re

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.examples import EAST, EIGHTH_TURN, KEY, NORTH, QUERY
from refblock.positions import Rope, rope, rope_angles, rotate, sinusoidal_positions
from refblock.typing import Array

ROWS = arrays(np.float64, (3, 4), elements=st.floats(-10, 10))
PLACES = st.integers(0, 1000)
SETTINGS = st.builds(Rope, base=st.floats(10, 1e6), halves=st.booleans())


def test_waves_by_hand() -> None:
    rows = sinusoidal_positions([0, 1], width=4)
    assert rows[0].tolist() == [0, 1, 0, 1]
    assert rows[1] == pytest.approx([np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01)])


def test_a_row_of_waves_is_the_first_row_turned() -> None:
    """Vaswani et al. 2017, §3.5: the row of t + k is a linear function of the row of t, whatever t is."""
    first, later = sinusoidal_positions([5, 12], width=6)
    assert rotate(first, -rope_angles(7, width=6)) == pytest.approx(later)


def test_angles_by_hand() -> None:
    assert rope_angles([0, 1, 2], width=4).tolist() == [[0, 0], [1, 0.01], [2, 0.02]]


def test_an_eighth_turn_by_hand() -> None:
    half = np.sqrt(2) / 2
    assert rotate(EAST, EIGHTH_TURN) == pytest.approx([half, half])
    assert rotate(NORTH, EIGHTH_TURN) == pytest.approx([-half, half])
    assert EAST @ NORTH == 0
    assert rotate(EAST, EIGHTH_TURN) @ rotate(NORTH, EIGHTH_TURN) == pytest.approx(0, abs=1e-15)
    assert rotate(EAST, 2 * EIGHTH_TURN) == pytest.approx(NORTH)


def test_pairs_are_neighbours_or_halves() -> None:
    quarter = [np.pi / 2, 0]  # the first pair by 90 degrees, the second not at all
    assert rotate([1, 2, 3, 4], quarter) == pytest.approx([-2, 1, 3, 4])
    assert rotate([1, 2, 3, 4], quarter, halves=True) == pytest.approx([-3, 2, 1, 4])


def test_both_pairings_are_one_when_the_entries_change_places() -> None:
    order = [0, 2, 1, 3]
    turned = rope([QUERY, KEY], [2, 5])
    assert rope([QUERY[order], KEY[order]], [2, 5], Rope(halves=True))[:, order] == pytest.approx(turned)
    assert rope([QUERY, KEY], [2, 5], Rope(halves=True)) != pytest.approx(turned, abs=0.1)


def test_query_and_key_by_hand() -> None:
    turned = rope([QUERY, KEY], [2, 5])
    c, s = np.cos(2), np.sin(2)
    assert turned[0, :2] == pytest.approx([c - 0.5 * s, s + 0.5 * c])
    assert turned.round(6).tolist() == [
        [-0.870796, 0.701224, -0.315939, 0.79384],
        [-0.213372, -0.688819, 0.888879, 0.244731],
    ]
    assert np.dot(QUERY, KEY) == pytest.approx(0.29)
    assert turned[0] @ turned[1] == pytest.approx(-0.383767, abs=5e-7)


@given(ROWS, st.lists(PLACES, min_size=3, max_size=3), SETTINGS)
def test_turning_keeps_every_length_and_turning_back_undoes_it(
    x: Array, places: list[int], settings: Rope
) -> None:
    turned = rope(x, places, settings)
    assert np.allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1))
    assert np.allclose(rope(turned, -np.array(places), settings), x)


@given(ROWS, PLACES, PLACES, PLACES, SETTINGS)
def test_only_the_distance_counts(x: Array, query: int, key: int, shift: int, settings: Rope) -> None:
    near = rope(x[:2], [query, key], settings)
    far = rope(x[:2], [query + shift, key + shift], settings)
    assert near[0] @ near[1] == pytest.approx(far[0] @ far[1], abs=1e-9)


def test_the_sign_of_the_distance_counts_too() -> None:
    before, after = rope([QUERY, KEY], [2, 5]), rope([QUERY, KEY], [5, 2])
    assert before[0] @ before[1] != pytest.approx(after[0] @ after[1], abs=0.1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: sinusoidal_positions([0], width=3),
            "rope_angles: width must be even, since entries turn in pairs, got 3",
        ),
        (
            lambda: rotate([1, 2, 3], 0.5),
            "rotate: x must have an even width and angles one entry for each two of x, since entries turn in "
            "pairs, got (3,) and (1,)",
        ),
        (
            lambda: rotate([1, 2, 3, 4, 5, 6], [0, 1]),
            "rotate: x must have an even width and angles one entry for each two of x, since entries turn in "
            "pairs, got (6,) and (2,)",
        ),
        (
            lambda: rope(np.zeros((3, 2)), [0, 1]),
            "rope: positions must hold one number for each row of x (3, 2), since each row is turned by its "
            "own position, got shape (2,)",
        ),
        (
            lambda: rope([1, 2], [0]),
            "rope: positions must hold one number for each row of x (2,), since each row is turned by its "
            "own position, got shape (1,)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
