"""Small random Llamas and Qwen3s: rows after each block, words one by one, the way back through a block."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM, Qwen3Config, Qwen3ForCausalLM

from refblock.backward import feed_forward_backward
from refblock.backward_block import block_backward
from refblock.feedforward import feed_forward
from refblock.generation import cached_logits, greedy, greedy_cached
from refblock.masks import causal_mask
from refblock.model import embed, logits
from refblock.stack import final_norm, stack_steps
from tests.parity import reading
from tests.parity.comparison import EPS, SIZES, TIGHT, Comparison, Draw, clouds, gap
from tests.parity.doubled import doubled
from tests.parity.functions import backward

FEW = st.integers(1, 3)
FAMILIES = {"Llama": (LlamaConfig, LlamaForCausalLM), "Qwen3": (Qwen3Config, Qwen3ForCausalLM)}
VOCABULARY = 11


def _causal(draw: Draw, family: str) -> Any:
    """A Llama or a Qwen3 of any sizes, with grouped heads or not, with biases or not."""
    config, model = FAMILIES[family]
    key_heads = draw(FEW)
    heads = key_heads * draw(FEW)
    sizes = config(
        vocab_size=VOCABULARY,
        hidden_size=heads * draw(FEW),
        intermediate_size=draw(SIZES),
        num_hidden_layers=draw(FEW),
        num_attention_heads=heads,
        num_key_value_heads=key_heads,
        head_dim=2 * draw(FEW),
        rms_norm_eps=draw(EPS),
        rope_parameters={"rope_type": "default", "rope_theta": draw(st.sampled_from([100.0, 10_000.0]))},
        attention_bias=draw(st.booleans()),
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    return reading.filled(draw, model(sizes))


def _words(draw: Draw, least: int = 1) -> list[int]:
    return draw(st.lists(st.integers(0, VOCABULARY - 1), min_size=least, max_size=6))


def _rows(draw: Draw, family: str) -> float:
    """What goes into the first block and comes out of each, and the scores of the words."""
    with doubled(), torch.no_grad():
        theirs, words = _causal(draw, family), _words(draw)
        told = theirs(torch.tensor([words]), output_hidden_states=True)
    weights = reading.causal_model(theirs)
    x = embed(words, weights)
    steps = stack_steps(x, weights.decoder, causal_mask(len(words)))
    *between, last = (step.output for step in steps)
    ours = (x, *between, final_norm(last, weights.decoder), logits(words, weights))
    return gap(ours, tuple(reading.values(rows)[0] for rows in (*told.hidden_states, told.logits)))


def _kept(draw: Draw, family: str) -> float:
    """The scores of later words, and the keys and values that are kept in between."""
    with doubled(), torch.no_grad():
        theirs, words = _causal(draw, family), _words(draw, least=2)
        cut = draw(st.integers(1, len(words) - 1))
        first = theirs(torch.tensor([words[:cut]]), use_cache=True)
        told = theirs(torch.tensor([words[cut:]]), cache=first.cache)
    weights = reading.causal_model(theirs)
    _, cache = cached_logits(words[:cut], weights)
    parts = [part for layer in told.cache.layers for part in (layer.keys, layer.values)]
    scores, cache = cached_logits(words[cut:], weights, cache)
    return gap((scores, *cache), tuple(reading.values(part)[0] for part in (told.logits, *parts)))


def _written(draw: Draw, family: str, cached: bool) -> float:
    """How many words differ, where both take the likeliest word each time."""
    with doubled(), torch.no_grad():
        theirs, words = _causal(draw, family), _words(draw)
        told = theirs.generate(torch.tensor([words]), max_new_tokens=8, do_sample=False, use_cache=cached)
    ours = (greedy_cached if cached else greedy)(words, reading.causal_model(theirs), count=8)
    return float(np.count_nonzero(np.array(ours) != reading.values(told[0])))


def _block_backward(draw: Draw, family: str) -> float:
    with doubled():
        theirs = _causal(draw, family).model
        shape = 2, draw(SIZES), theirs.config.hidden_size
        x, grad = draw(clouds(*shape)), draw(clouds(*shape))
        layer = theirs.layers[0]
        angles = theirs.rotary_emb(torch.tensor(x), torch.arange(shape[1])[None])
        sent = backward(grad, partial(layer, position_embeddings=angles), x)
        dx, dweights, _ = block_backward(grad, x, reading.gated_block(layer), causal_mask(shape[1]))
        return gap((dx, dweights), (*sent, reading.gated_block(reading.gradients(layer))))


def _gated(draw: Draw) -> float:
    """The feed-forward network with a gate, forward and backward."""
    with doubled():
        theirs = _causal(draw, "Llama").model
        x, grad = draw(clouds(2, 2, draw(SIZES), theirs.config.hidden_size))
        layer = theirs.layers[0].mlp
        sent, weights = backward(grad, layer, x), reading.gated(layer)
        ours = feed_forward(x, weights), *feed_forward_backward(grad, x, weights)
        told = reading.values(layer(torch.tensor(x)))
        return gap(ours, (told, *sent, reading.gated(reading.gradients(layer))))


def _about(family: str) -> tuple[Comparison, ...]:
    model, generate = f"transformers {family}ForCausalLM", f"transformers {family} generate"
    return (
        Comparison(f"stack_steps, logits ({family})", model, TIGHT, partial(_rows, family=family)),
        Comparison(f"cached_logits, its cache ({family})", model, TIGHT, partial(_kept, family=family)),
        Comparison(f"greedy ({family})", generate, 0, partial(_written, family=family, cached=False)),
        Comparison(f"greedy_cached ({family})", generate, 0, partial(_written, family=family, cached=True)),
        Comparison(
            f"block_backward ({family})",
            f"transformers {family}DecoderLayer",
            TIGHT,
            partial(_block_backward, family=family),
        ),
    )


COMPARISONS = (
    *_about("Llama"),
    *_about("Qwen3"),
    Comparison("feed_forward, feed_forward_backward (gated)", "transformers LlamaMLP", TIGHT, _gated),
)
