"""From words to a distribution over the next word."""

from dataclasses import replace
import re

from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest

from refblock.activations import softmax
from refblock.examples import BIRD, DECODER, EMBEDDING, TRANSLATOR, VOCABULARY, X
from refblock.model import embed, logits, next_token_distribution, read_source
from refblock.positions import sinusoidal_positions
from refblock.stack import decoder, encoder

WORDS = st.lists(st.integers(0, len(VOCABULARY) - 1), min_size=1, max_size=6)


def test_the_three_words_are_the_three_rows() -> None:
    assert embed([0, 1, 2], DECODER).tolist() == X.tolist()
    assert embed([3], DECODER).tolist() == [BIRD.tolist()]


def test_waves_are_added_to_rows_that_are_scaled_up() -> None:
    rows = embed([0, 1], TRANSLATOR, start=3)
    assert rows == pytest.approx(EMBEDDING[:2] * 2 + sinusoidal_positions([3, 4], 4))


def test_scores_are_the_final_rows_times_the_projection() -> None:
    scores = logits([0, 1, 2], DECODER)
    assert scores.shape == (3, 8)
    assert scores == pytest.approx(decoder(X, DECODER.decoder) @ DECODER.w_vocab)
    assert next_token_distribution([0, 1, 2], DECODER) == pytest.approx(softmax(scores))


@settings(max_examples=30)
@given(WORDS, WORDS)
def test_each_row_is_a_distribution_that_later_words_do_not_change(
    words: list[int], later: list[int]
) -> None:
    before = next_token_distribution(words, DECODER)
    assert np.allclose(before.sum(axis=-1), 1, atol=1e-12)
    assert np.allclose(next_token_distribution(words + later, DECODER)[: len(words)], before)


def test_the_source_is_read_by_the_encoder_and_changes_every_word() -> None:
    assert TRANSLATOR.encoder
    memory = read_source([0, 1, 2], TRANSLATOR)
    assert memory is not None
    assert memory.tolist() == encoder(embed([0, 1, 2], TRANSLATOR), TRANSLATOR.encoder).tolist()
    turned = logits([7, 0], TRANSLATOR, source=[2, 1, 0]), logits([7, 0], TRANSLATOR, source=[0, 1, 2])
    assert np.all(np.abs(turned[0] - turned[1]).max(axis=-1) > 1e-3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: embed([0, 8], DECODER),
            "embed: words must be one or more numbers from 0 to 7, since each names a row of the embedding "
            "(8, 4), got [0, 8]",
        ),
        (
            lambda: logits([-1], DECODER),
            "embed: words must be one or more numbers from 0 to 7, since each names a row of the embedding "
            "(8, 4), got [-1]",
        ),
        (
            lambda: logits([], DECODER),
            "embed: words must be one or more numbers from 0 to 7, since each names a row of the embedding "
            "(8, 4), got []",
        ),
        (
            lambda: logits([0], TRANSLATOR),
            "read_source: source must be given if and only if the model has an encoder, since that is what "
            "reads it, got encoder without source",
        ),
        (
            lambda: logits([0], DECODER, source=[0]),
            "read_source: source must be given if and only if the model has an encoder, since that is what "
            "reads it, got source without encoder",
        ),
        (
            lambda: logits([0], replace(DECODER, w_vocab=DECODER.w_vocab.T)),
            "logits: w_vocab must have shape [D, V] with D = 4, since rows (1, 4) has it so, got (8, 4)",
        ),
    ],
)
def test_errors_say_what_was_expected_why_and_what_came(call, message) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
