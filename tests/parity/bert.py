"""Small random BERTs: rows after each block, and the way back through one."""

from typing import Any

from hypothesis import strategies as st
import numpy as np
from numpy.typing import NDArray
import torch
from transformers import BertConfig, BertModel

from refblock.backward_block import block_backward
from refblock.masks import padding_mask
from refblock.normalization import normalize
from refblock.stack import StackWeights, stack_steps
from refblock.typing import Array
from tests.parity import reading
from tests.parity.comparison import EPS, SIZES, TIGHT, Comparison, Draw, clouds, gap
from tests.parity.functions import backward

WORDS, SEGMENTS = 11, 2


def _model(draw: Draw) -> Any:
    heads = draw(SIZES)
    sizes = BertConfig(
        vocab_size=WORDS,
        hidden_size=heads * draw(SIZES),
        intermediate_size=draw(SIZES),
        num_hidden_layers=draw(SIZES),
        num_attention_heads=heads,
        layer_norm_eps=draw(EPS),
        type_vocab_size=SEGMENTS,
        max_position_embeddings=8,
    )
    return reading.filled(draw, BertModel(sizes, add_pooling_layer=False))


def _embedded(theirs: Any, words: NDArray[np.int64], segments: NDArray[np.int64]) -> Array:
    """What goes into the first block: three rows for each place, added and normalised."""
    word, position, segment = (
        reading.values(table.weight)
        for table in (theirs.word_embeddings, theirs.position_embeddings, theirs.token_type_embeddings)
    )
    rows = word[words] + position[: words.shape[-1]] + segment[segments]
    return normalize(rows, reading.layer_norm(theirs.LayerNorm))


def _rows(draw: Draw) -> float:
    """Sentences of several lengths, the shorter ones filled up."""
    theirs, numbers = _model(draw), np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = draw(SIZES), draw(SIZES)
    words, segments = numbers.integers(WORDS, size=shape), numbers.integers(SEGMENTS, size=shape)
    mask = padding_mask(numbers.integers(1, shape[1], size=shape[0], endpoint=True), shape[1])
    with torch.no_grad():
        told = theirs(
            torch.tensor(words),
            token_type_ids=torch.tensor(segments),
            attention_mask=torch.tensor(mask[:, 0].astype(int)),
            output_hidden_states=True,
        )
    x = _embedded(theirs.embeddings, words, segments)
    steps = stack_steps(x, StackWeights(tuple(map(reading.bert_block, theirs.encoder.layer))), mask)
    return gap((x, *(step.output for step in steps)), tuple(map(reading.values, told.hidden_states)))


def _block_backward(draw: Draw) -> float:
    theirs = _model(draw)
    layer, shape = theirs.encoder.layer[0], (2, draw(SIZES), theirs.config.hidden_size)
    x, grad = draw(clouds(*shape)), draw(clouds(*shape))
    dx, dweights, _ = block_backward(grad, x, reading.bert_block(layer))
    sent = backward(grad, layer, x)
    return gap((dx, dweights), (*sent, reading.bert_block(reading.gradients(layer))))


COMPARISONS = (
    Comparison("stack_steps (BERT)", "transformers BertModel", TIGHT, _rows),
    Comparison("block_backward (BERT)", "transformers BertLayer", TIGHT, _block_backward),
)
