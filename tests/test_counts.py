"""Counts by hand, by looking at the arrays, and at the sizes of a model in use."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest

from refblock.counts import Sizes, count_numbers, forward_flops, kv_cache_bytes, parameters, score_cells
from refblock.examples import BLOCK, DECODER, MODERN, QWEN3_8B, TOY
from refblock.generation import cached_logits
from refblock.masks import causal_mask
from refblock.model import ModelWeights
from refblock.stack import StackWeights


def test_the_arrays_hold_what_the_sizes_say() -> None:
    assert parameters(TOY) == {"attention": 128, "feed_forward": 152, "norms": 40, "words": 64}
    assert count_numbers(DECODER) == sum(parameters(TOY).values()) == 384
    assert count_numbers(BLOCK.attention) == 4 * 4 * 4
    assert count_numbers(BLOCK.feed_forward) == 4 * 8 + 8 + 8 * 4 + 4


def test_the_arrays_hold_what_the_sizes_say_with_a_gate_and_groups() -> None:
    model = ModelWeights(DECODER.embedding, StackWeights((MODERN,) * 3, MODERN.norm_1), DECODER.w_vocab)
    sizes = Sizes(layers=3, width=4, heads=4, key_heads=2, head_width=2, hidden=6, vocabulary=8)
    assert count_numbers(model) == sum(parameters(sizes).values())


def test_a_model_in_use() -> None:
    parts = parameters(QWEN3_8B)
    assert parts["attention"] == 36 * 2 * 4096 * (4096 + 1024)
    assert parts["feed_forward"] == 36 * 3 * 4096 * 12288
    assert parts["norms"] == 36 * (2 * 4096 + 2 * 128) + 4096
    assert parts["words"] == 2 * 151936 * 4096
    assert sum(parts.values()) == 8_190_735_360  # as its published weights
    assert round((sum(parts.values()) - parts["words"]) / 1e9, 2) == 6.95  # as its model card


def test_score_cells_by_hand() -> None:
    assert score_cells(3) == 9
    assert score_cells(6) == 36
    assert score_cells(1, 6, heads=2, layers=3) == 36
    assert np.count_nonzero(causal_mask(3)) == 6
    assert np.count_nonzero(causal_mask(6)) == 21


def test_flops_by_hand() -> None:
    assert forward_flops(TOY, 3) == 2 * 3 * (2 * (4 * 16 + 2 * 32) + 32) + 2 * 2 * (2 * 3 * 3 * 4)
    assert forward_flops(QWEN3_8B, 1) == pytest.approx(2 * 7.57e9, rel=1e-3)  # twice all but the embedding


@given(st.integers(1, 50), st.integers(1, 50))
def test_words_one_by_one_with_a_cache_cost_what_one_text_costs_but_for_the_masked_cells(
    before: int, count: int
) -> None:
    """With the cache, word t reads t keys; at once, each of T words meets all T."""
    steps = sum(forward_flops(TOY, 1, before + t) for t in range(1, count + 1))
    read = sum(before + t for t in range(1, count + 1))
    at_once = forward_flops(TOY, count, before + count)
    assert at_once - steps == 4 * 2 * 2 * 2 * (count * (before + count) - read)


def test_cache_bytes_by_hand_and_by_looking() -> None:
    assert kv_cache_bytes(QWEN3_8B, positions=1) == 147_456
    assert kv_cache_bytes(QWEN3_8B, positions=32_768) == 4.5 * 2**30
    ungrouped = replace(QWEN3_8B, key_heads=QWEN3_8B.heads)
    assert kv_cache_bytes(ungrouped, positions=1) == 4 * kv_cache_bytes(QWEN3_8B, positions=1)
    _, cache = cached_logits([0, 1, 2], DECODER)
    assert sum(k.nbytes + v.nbytes for k, v in cache) == kv_cache_bytes(TOY, positions=3, bytes_each=8)
