"""Encoder and decoder: what may influence what through several blocks."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
import numpy as np
import pytest

from refblock.block import block
from refblock.examples import BIRD, BLOCK, DECODER, MODERN, TRANSLATOR, X
from refblock.masks import causal_mask, cross_mask, padding_mask
from refblock.normalization import normalize
from refblock.stack import StackWeights, decoder, encoder, final_norm, stack_steps
from refblock.typing import Array

STACKS = [DECODER.decoder, StackWeights((MODERN, replace(MODERN, norm_1=MODERN.norm_2)), MODERN.norm_1)]
ENCODER = TRANSLATOR.encoder or DECODER.decoder
ROWS = arrays(np.float64, (4, 4), elements=st.floats(-10, 10))


def test_blocks_run_one_after_the_other_and_the_final_norm_last() -> None:
    stack = DECODER.decoder
    assert stack.norm
    first, second = stack.layers
    by_hand = block(block(X, first, causal_mask(3)), second, causal_mask(3))
    assert stack_steps(X, stack, causal_mask(3))[-1].output.tolist() == by_hand.tolist()
    assert decoder(X, stack).tolist() == normalize(by_hand, stack.norm).tolist()
    assert final_norm(X, replace(stack, norm=None)).tolist() == X.tolist()


def test_each_layer_has_parameters_of_its_own() -> None:
    first, second = DECODER.decoder.layers
    assert block(X, first) != pytest.approx(block(X, second), abs=0.1)


def test_the_bird_changes_the_third_row_only_through_all_blocks() -> None:
    changed = np.vstack([X[:2], BIRD])
    for before, after in zip(
        stack_steps(X, DECODER.decoder, causal_mask(3)),
        stack_steps(changed, DECODER.decoder, causal_mask(3)),
        strict=True,
    ):
        assert after.output[:2].tolist() == before.output[:2].tolist()
        assert after.output[2] != pytest.approx(before.output[2], abs=0.1)


@pytest.mark.parametrize("weights", STACKS)
@settings(max_examples=30)
@given(x=ROWS, place=st.integers(1, 3), other=arrays(np.float64, 4, elements=st.floats(-10, 10)))
def test_the_decoder_leaks_nothing(x: Array, weights: StackWeights, place: int, other: Array) -> None:
    changed = x.copy()
    changed[place] = other
    assert np.array_equal(decoder(changed, weights)[:place], decoder(x, weights)[:place])


def test_one_layer_without_the_mask_leaks() -> None:
    """The future comes in through any block that does not mask, not only through the first."""
    changed = np.vstack([X[:2], BIRD])
    first, second = DECODER.decoder.layers
    rows = [block(block(x, first, causal_mask(3)), second) for x in (X, changed)]
    assert rows[0][:2] != pytest.approx(rows[1][:2], abs=0.1)


@settings(max_examples=30)
@given(x=ROWS, order=st.permutations(range(4)))
def test_the_encoder_sees_a_set_of_rows(x: Array, order: list[int]) -> None:
    assert np.allclose(encoder(x[order], ENCODER), encoder(x, ENCODER)[order])


def test_every_row_of_the_encoder_knows_every_other() -> None:
    changed = np.vstack([X[:2], BIRD])
    assert np.all(np.abs(encoder(changed, ENCODER) - encoder(X, ENCODER)) > 1e-3)


def test_padding_counts_for_nothing() -> None:
    batch = np.stack([X, np.vstack([X[:2], BIRD])])
    read = encoder(batch, ENCODER, padding_mask([3, 2], keys=3))
    assert read[0] == pytest.approx(encoder(X, ENCODER))
    assert read[1, :2] == pytest.approx(encoder(X[:2], ENCODER))


def test_the_decoder_reads_all_of_the_memory_but_what_is_masked() -> None:
    stack = TRANSLATOR.decoder
    memory = encoder(X, ENCODER)
    changed = np.vstack([memory[:2], BIRD])
    assert np.all(np.abs(decoder(X[:2], stack, changed) - decoder(X[:2], stack, memory)) > 1e-3)
    mask = cross_mask(2, [2], keys=3)[0]
    assert decoder(X[:2], stack, changed, mask).tolist() == decoder(X[:2], stack, memory, mask).tolist()
    assert decoder(X[:2], stack, memory, mask) == pytest.approx(decoder(X[:2], stack, memory[:2]))


def test_the_decoder_still_hides_its_own_future() -> None:
    memory = encoder(X, ENCODER)
    changed = np.vstack([X[:2], BIRD])
    rows = [decoder(x, TRANSLATOR.decoder, memory) for x in (X, changed)]
    assert rows[0][:2].tolist() == rows[1][:2].tolist()


def test_a_decoder_needs_rows_of_positions() -> None:
    with pytest.raises(
        ValueError, match=r"^decoder: x must have shape \[\.\.\., T, D\], since each letter is"
    ):
        decoder(X[0], StackWeights((BLOCK,)))
