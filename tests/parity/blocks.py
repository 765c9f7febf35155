"""Blocks and stacks of them, and the way back through a block, against torch's Transformer."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
import torch
from torch import nn

from refblock.backward_block import block_backward
from refblock.block import block_steps
from refblock.stack import StackWeights, decoder, encoder
from tests.parity import reading
from tests.parity.comparison import EPS, SIZES, TIGHT, Comparison, Draw, clouds, gap, masks
from tests.parity.functions import backward, forward


def _layer(draw: Draw, kind: Any) -> Any:
    """A block of torch: pre-norm or post-norm, of any sizes and activation."""
    heads = draw(SIZES)
    return kind(
        heads * draw(SIZES),
        heads,
        draw(SIZES),
        dropout=0,
        activation=draw(st.sampled_from(list(reading.OURS))),
        layer_norm_eps=draw(EPS),
        batch_first=True,
        norm_first=draw(st.booleans()),
    )


def _encoder_block(draw: Draw, back: bool) -> float:
    theirs, rows = reading.filled(draw, _layer(draw, nn.TransformerEncoderLayer)), draw(SIZES)
    x, mask = draw(clouds(2, rows, theirs.linear1.in_features)), draw(masks(rows, rows))

    def read(x: Any) -> Any:
        return theirs(x, src_mask=reading.closed(mask))

    if not back:
        with torch.no_grad():
            return gap(block_steps(x, reading.block(theirs), mask).output, forward(read, x))
    grad = draw(clouds(*x.shape))
    dx, dweights, _ = block_backward(grad, x, reading.block(theirs), mask)
    sent = backward(grad, read, x)
    return gap((dx, dweights), (*sent, reading.block(reading.gradients(theirs))))


def _decoder_block(draw: Draw, back: bool) -> float:
    theirs = reading.filled(draw, _layer(draw, nn.TransformerDecoderLayer))
    rows, kept, width = draw(SIZES), draw(SIZES), theirs.linear1.in_features
    x, memory = draw(clouds(2, rows, width)), draw(clouds(2, kept, width))
    mask, memory_mask = draw(masks(rows, rows)), draw(masks(rows, kept))

    def read(x: Any, memory: Any) -> Any:
        return theirs(x, memory, tgt_mask=reading.closed(mask), memory_mask=reading.closed(memory_mask))

    weights = reading.block(theirs)
    if not back:
        with torch.no_grad():
            return gap(
                block_steps(x, weights, mask, memory=memory, memory_mask=memory_mask).output,
                forward(read, x, memory),
            )
    grad = draw(clouds(*x.shape))
    dx, dweights, dmemory = block_backward(grad, x, weights, mask, memory=memory, memory_mask=memory_mask)
    sent = backward(grad, read, x, memory)
    return gap((dx, dmemory, dweights), (*sent, reading.block(reading.gradients(theirs))))


def _stack(theirs: Any) -> StackWeights:
    return StackWeights(tuple(map(reading.block, theirs.layers)), reading.layer_norm(theirs.norm))


def _encoder(draw: Draw) -> float:
    layer, rows = _layer(draw, nn.TransformerEncoderLayer), draw(SIZES)
    width = layer.linear1.in_features
    theirs = reading.filled(
        draw, nn.TransformerEncoder(layer, draw(SIZES), nn.LayerNorm(width), enable_nested_tensor=False)
    )
    x, mask = draw(clouds(2, rows, width)), draw(masks(rows, rows))
    with torch.no_grad():
        return gap(encoder(x, _stack(theirs), mask), forward(partial(theirs, mask=reading.closed(mask)), x))


def _decoder(draw: Draw) -> float:
    layer, rows, kept = _layer(draw, nn.TransformerDecoderLayer), draw(SIZES), draw(SIZES)
    width = layer.linear1.in_features
    theirs = reading.filled(draw, nn.TransformerDecoder(layer, draw(SIZES), nn.LayerNorm(width)))
    x, memory, mask = draw(clouds(2, rows, width)), draw(clouds(2, kept, width)), draw(masks(rows, kept))
    ahead = nn.Transformer.generate_square_subsequent_mask(rows, dtype=torch.float64)
    read = partial(theirs, tgt_mask=ahead, memory_mask=reading.closed(mask))
    with torch.no_grad():
        return gap(decoder(x, _stack(theirs), memory, mask), forward(read, x, memory))


IN, OUT = "torch.nn.TransformerEncoderLayer", "torch.nn.TransformerDecoderLayer"
COMPARISONS = (
    Comparison("block_steps", IN, TIGHT, partial(_encoder_block, back=False)),
    Comparison("block_steps (with a memory)", OUT, TIGHT, partial(_decoder_block, back=False)),
    Comparison("encoder", "torch.nn.TransformerEncoder", TIGHT, _encoder),
    Comparison("decoder", "torch.nn.TransformerDecoder", TIGHT, _decoder),
    Comparison("block_backward", IN, TIGHT, partial(_encoder_block, back=True)),
    Comparison("block_backward (with a memory)", OUT, TIGHT, partial(_decoder_block, back=True)),
)
