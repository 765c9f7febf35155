"""Writing on: the same words with and without what was kept."""

from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest

from refblock.examples import DECODER, MODERN, TRANSLATOR, VOCABULARY, upside_down
from refblock.generation import cached_logits, greedy, greedy_cached
from refblock.model import ModelWeights, logits, read_source
from refblock.stack import StackWeights, stack_steps

MODERN_DECODER = ModelWeights(
    DECODER.embedding, StackWeights((MODERN, upside_down(MODERN)), MODERN.norm_1), DECODER.w_vocab
)
MODELS = [(DECODER, None), (MODERN_DECODER, None), (TRANSLATOR, [0, 1, 2])]
WORDS = st.lists(st.integers(0, len(VOCABULARY) - 1), min_size=1, max_size=5)


def written(prompt: str, count: int) -> str:
    words = [VOCABULARY.index(word) for word in prompt.split()]
    return "".join(VOCABULARY[word] for word in greedy(words, DECODER, count))


def test_the_toy_model_writes_sentences() -> None:
    assert written("小猫", 3) == "小猫追小狗。"
    assert written("小狗", 3) == "小狗追小猫。"
    assert written("小鸟", 3) == "小鸟飞了。"
    assert written("小猫 看", 2) == "小猫看小鸟。"


@pytest.mark.parametrize(("weights", "source"), MODELS)
@settings(max_examples=20)
@given(words=WORDS, count=st.integers(0, 5))
def test_keeping_changes_no_word(weights, source, words: list[int], count: int) -> None:
    anew = greedy(words, weights, count, source)
    assert greedy_cached(words, weights, count, source) == anew
    assert anew[: len(words)] == words
    assert len(anew) == len(words) + count


@pytest.mark.parametrize(("weights", "source"), MODELS)
@settings(max_examples=20)
@given(words=WORDS, later=WORDS)
def test_keeping_changes_no_number(weights, source, words: list[int], later: list[int]) -> None:
    memory = read_source(source, weights)
    first, cache = cached_logits(words, weights, memory=memory)
    second, cache = cached_logits(later, weights, cache, memory)
    whole = logits(words + later, weights, source)
    assert np.allclose(np.vstack([first, second]), whole, atol=1e-9)
    for (k, v), layer in zip(cache, weights.decoder.layers, strict=True):
        heads = layer.attention.key_heads
        assert k.shape == v.shape == (heads, len(words) + len(later), 2)


def test_the_cache_holds_what_the_whole_text_would_give() -> None:
    _, cache = cached_logits([0], DECODER)
    for word in (1, 2):
        _, cache = cached_logits([word], DECODER, cache)
    _, whole = cached_logits([0, 1, 2], DECODER)
    for (k, v), (k_whole, v_whole) in zip(cache, whole, strict=True):
        assert k == pytest.approx(k_whole)
        assert v == pytest.approx(v_whole)


def test_deeper_layers_keep_keys_of_deeper_rows() -> None:
    _, ((k_1, _), (k_2, _)) = cached_logits([0, 1, 2], DECODER)
    rows = stack_steps(DECODER.embedding[:3], StackWeights(DECODER.decoder.layers[:1]))[0].attention.x
    assert rows.tolist() == DECODER.embedding[:3].tolist()
    assert k_1 != pytest.approx(k_2, abs=0.1)
