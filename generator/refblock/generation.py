"""Writing on, word by word: once with everything computed anew, once with keys and values kept."""

from collections.abc import Sequence

from refblock.heads import KeysValues
from refblock.masks import causal_mask
from refblock.model import ModelWeights, embed, logits, read_source
from refblock.stack import final_norm, stack_steps
from refblock.typing import Array, as_array

Cache = tuple[KeysValues, ...]


def greedy(
    words: Sequence[int], weights: ModelWeights, count: int, source: Sequence[int] | None = None
) -> list[int]:
    """Write on by taking the likeliest next word each time, and read all words anew for it.

        word[t + 1] = argmax(logits(word[1] ... word[t])[t])

    Shapes: T numbers of words -> T + count of them.
    Not the likeliest sentence: each step takes what is best at that moment, and never goes back.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3 (auto-regressive).

    >>> from refblock.examples import DECODER, VOCABULARY
    >>> "".join(VOCABULARY[word] for word in greedy([0], DECODER, count=3))
    '小猫追小狗。'
    """
    written = list(words)
    for _ in range(count):
        written.append(int(logits(written, weights, source)[-1].argmax()))
    return written


def cached_logits(
    words: Sequence[int], weights: ModelWeights, cache: Cache | None = None, memory: Array | None = None
) -> tuple[Array, Cache]:
    """Score the word after each new one, with the keys and values of all earlier words at hand.

        block l: q of the new rows only;  k, v = [cache_l, those of the new rows]

    Shapes: N numbers of new words, cache of L pairs k and v [G, P, d] -> [N, V], cache with P + N rows.
    Not an approximation: causal rows never change once computed, so nothing kept can be out of date.
    Source: Shazeer 2019, arXiv:1911.02150, §2.4.

    >>> from refblock.examples import DECODER
    >>> scores, cache = cached_logits([0, 1], DECODER)
    >>> scores, cache = cached_logits([2], DECODER, cache)
    >>> scores.shape, [k.shape for k, v in cache]
    ((1, 8), [(2, 3, 2), (2, 3, 2)])
    """
    start = 0 if cache is None else cache[0][0].shape[-2]
    stack = weights.decoder
    mask = causal_mask(len(words), start + len(words))  # [N, P + N]
    steps = stack_steps(embed(words, weights, start), stack, mask, memory=memory, cache=cache)
    scores = final_norm(steps[-1].output, stack) @ weights.w_vocab  # [N, V]
    return as_array(scores), tuple(step.kept for step in steps)


def greedy_cached(
    words: Sequence[int], weights: ModelWeights, count: int, source: Sequence[int] | None = None
) -> list[int]:
    """Write on by taking the likeliest next word each time, and read only the newest word for it.

        word[t + 1] = argmax(cached_logits(word[t], cache))

    Shapes: T numbers of words -> T + count of them, the same as greedy gives.
    Not another way to choose: only the work is less, one row a step and not t of them.
    Source: Shazeer 2019, arXiv:1911.02150, §2.4.

    >>> from refblock.examples import DECODER
    >>> greedy_cached([0], DECODER, count=3) == greedy([0], DECODER, count=3)
    True
    """
    memory, cache = read_source(source, weights), None
    written, new = list(words), list(words)
    for _ in range(count):
        scores, cache = cached_logits(new, weights, cache, memory)
        new = [int(scores[-1].argmax())]
        written += new
    return written
