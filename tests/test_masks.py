"""Who may read whom: by hand, and what no mask may do."""

import re

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest

from refblock.masks import causal_mask, cross_mask, mask_scores, padding_mask

COUNTS = st.integers(1, 7)


def test_three_positions_by_hand() -> None:
    assert causal_mask(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


@given(COUNTS, COUNTS)
def test_the_last_rows_of_a_longer_text_read_what_they_would_read_in_it(queries: int, before: int) -> None:
    whole = causal_mask(before + queries)
    assert np.array_equal(causal_mask(queries, before + queries), whole[before:])


@given(COUNTS)
def test_causal_rows_read_themselves_and_one_more_each(length: int) -> None:
    mask = causal_mask(length)
    assert mask.sum(axis=1).tolist() == list(range(1, length + 1))
    assert mask.diagonal().all()
    assert not mask[np.triu_indices(length, 1)].any()


def test_padding_by_hand() -> None:
    assert padding_mask([3, 1], keys=3).astype(int).tolist() == [[[1, 1, 1]] * 3, [[1, 0, 0]] * 3]


def test_cross_by_hand() -> None:
    assert cross_mask(2, [3, 1], keys=3).astype(int).tolist() == [[[1, 1, 1]] * 2, [[1, 0, 0]] * 2]


def test_masks_are_joined_by_and() -> None:
    both = causal_mask(3) & padding_mask([2], keys=3)
    assert both.astype(int).tolist() == [[[1, 0, 0], [1, 1, 0], [1, 1, 0]]]


def test_masked_scores_are_minus_infinity_and_the_others_as_they_were() -> None:
    scores = np.arange(9.0).reshape(3, 3)
    masked = mask_scores(scores, causal_mask(3))
    assert masked.tolist() == [[0, -np.inf, -np.inf], [3, 4, -np.inf], [6, 7, 8]]
    assert mask_scores(scores).tolist() == scores.tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: causal_mask(3, 2),
            "causal_mask: queries must be 1 to 2, since each is one of the 2 keys, got 3",
        ),
        (
            lambda: causal_mask(0),
            "causal_mask: queries must be 1 to 0, since each is one of the 0 keys, got 0",
        ),
        (
            lambda: padding_mask([2, 0], keys=3),
            "lengths must be numbers from 1 to 3, since each says how many of the 3 are words, "
            "got [2.0, 0.0]",
        ),
        (
            lambda: cross_mask(2, [[1]], keys=3),
            "lengths must be numbers from 1 to 3, since each says how many of the 3 are words, got [[1.0]]",
        ),
        (
            lambda: mask_scores(np.zeros((3, 3)), causal_mask(2)),
            "mask_scores: mask must have shape [..., T, S] with T = 3, since scores (3, 3) has it so, "
            "got (2, 2)",
        ),
        (
            lambda: mask_scores([[1, 2]], np.array([[False, False]])),
            "mask_scores: mask must hold a True in each row, since 1 is shared there, got [[False, False]]",
        ),
        (
            lambda: mask_scores([[1, 2]], np.array([[0, -np.inf]])),
            "mask_scores: mask must hold a True in each row, since 1 is shared there, got [[0.0, -inf]]",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
