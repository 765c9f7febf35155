"""Layers, and the way back through them, against the modules of torch."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
import torch
from torch import nn
from torch.nn import functional

from refblock.backward import activation_backward, feed_forward_backward
from refblock.backward_block import multi_head_backward, sublayer_backward
from refblock.block import post_norm, pre_norm
from refblock.feedforward import feed_forward
from refblock.heads import AttentionWeights, multi_head_attention
from tests.parity import reading
from tests.parity.comparison import EPS, SIZES, TIGHT, Comparison, Draw, clouds, gap, masks
from tests.parity.functions import AUTOGRAD, FUNCTIONS, backward, forward
from tests.parity.reading import ACTIVATIONS


def _heads(draw: Draw, back: bool) -> float:
    """Several heads that read themselves or a memory, with biases or without."""
    heads, rows, kept = draw(SIZES), draw(SIZES), draw(SIZES)
    width = heads * draw(SIZES)
    theirs = reading.filled(
        draw, nn.MultiheadAttention(width, heads, bias=draw(st.booleans()), batch_first=True)
    )
    x, memory = draw(clouds(2, rows, width)), draw(st.none() | clouds(2, kept, width))
    mask = draw(masks(rows, rows if memory is None else kept))

    def read(x: Any, memory: Any = None) -> Any:
        source = x if memory is None else memory
        return theirs(x, source, source, attn_mask=reading.closed(mask), need_weights=False)[0]

    weights, inputs = reading.attention(theirs), [x] if memory is None else [x, memory]
    if not back:
        with torch.no_grad():
            return gap(multi_head_attention(x, weights, mask, memory), forward(read, *inputs))
    grad = draw(clouds(2, rows, width))
    dx, dweights, dmemory = multi_head_backward(grad, x, weights, mask, memory)
    ours = (dx, dmemory) if memory is not None else (dx,)
    sent = backward(grad, read, *inputs)
    return gap((*ours, dweights), (*sent, reading.attention(reading.gradients(theirs))))


def _grouped(draw: Draw) -> float:
    """Query heads in groups that share a key-value head."""
    groups, width, joint, rows = draw(SIZES), draw(SIZES), draw(SIZES), draw(SIZES)
    heads = groups * draw(SIZES)
    x, mask = draw(clouds(2, rows, width)), draw(masks(rows, rows))
    w_q, w_k, w_v, w_o = (
        draw(clouds(*shape))
        for shape in ((width, heads * joint), *[(width, groups * joint)] * 2, (heads * joint, width))
    )

    def read(x: Any) -> Any:
        q, k, v = ((x @ torch.tensor(w)).unflatten(-1, (-1, joint)).transpose(1, 2) for w in (w_q, w_k, w_v))
        allowed = None if mask is None else torch.tensor(mask)
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=allowed, enable_gqa=True)
        return mixed.transpose(1, 2).flatten(-2) @ torch.tensor(w_o)

    weights = AttentionWeights(w_q, w_k, w_v, w_o, heads)
    return gap(multi_head_attention(x, weights, mask), forward(read, x))


def _feed_forward(draw: Draw, back: bool) -> float:
    width, wider, rows = draw(SIZES), draw(SIZES), draw(SIZES)
    ours = draw(st.sampled_from(list(ACTIVATIONS)))
    theirs = reading.filled(draw, nn.Sequential(nn.Linear(width, wider), nn.Linear(wider, width)))
    first, second = theirs
    x, weights = draw(clouds(2, rows, width)), reading.feed_forward(first, second, ours)

    def work(x: Any) -> Any:
        return second(ACTIVATIONS[ours](first(x)))

    if not back:
        with torch.no_grad():
            return gap(feed_forward(x, weights), forward(work, x))
    grad = draw(clouds(2, rows, width))
    sent, twin = backward(grad, work, x), reading.gradients(theirs)
    told = (*sent, reading.feed_forward(twin[0], twin[1], ours))
    return gap(feed_forward_backward(grad, x, weights), told)


def _sublayer_backward(draw: Draw) -> float:
    """A residual sum around an activation, with a norm before or behind it."""
    width, rows = draw(SIZES), draw(SIZES)
    ours, post = draw(st.sampled_from(list(ACTIVATIONS))), draw(st.booleans())
    norm = reading.filled(draw, nn.LayerNorm(width, eps=draw(EPS)))
    x, grad = draw(clouds(2, rows, width)), draw(clouds(2, rows, width))

    def around(x: Any) -> Any:
        return norm(x + ACTIVATIONS[ours](x)) if post else x + ACTIVATIONS[ours](norm(x))

    weights, sublayer = reading.layer_norm(norm), post_norm if post else pre_norm
    passed = sublayer_backward(
        grad, sublayer(x, weights, ours), weights, lambda g, read: (activation_backward(g, read, ours),)
    )
    sent = backward(grad, around, x)
    return gap(passed, (*sent, reading.layer_norm(reading.gradients(norm))))


HEADS = "torch.nn.MultiheadAttention"
COMPARISONS = (
    Comparison("multi_head_attention", HEADS, TIGHT, partial(_heads, back=False)),
    Comparison(
        "multi_head_attention (grouped)", f"{FUNCTIONS}.scaled_dot_product_attention", TIGHT, _grouped
    ),
    Comparison("feed_forward", "torch.nn.Linear", TIGHT, partial(_feed_forward, back=False)),
    Comparison("multi_head_backward", HEADS, TIGHT, partial(_heads, back=True)),
    Comparison("feed_forward_backward", AUTOGRAD, TIGHT, partial(_feed_forward, back=True)),
    Comparison("sublayer_backward", AUTOGRAD, TIGHT, _sublayer_backward),
)
