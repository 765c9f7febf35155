"""Functions on rows, and the way back through them, against torch's functions and its gradients."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st
import numpy as np
import torch
from torch.nn import functional

from refblock.activations import softmax, swiglu
from refblock.attention import attention
from refblock.backward import activation_backward, linear_backward, normalize_backward, softmax_backward
from refblock.backward_block import attention_backward
from refblock.heads import linear
from refblock.normalization import LayerNormWeights, RmsNormWeights, layer_norm, rms_norm
from refblock.typing import Array
from tests.parity.comparison import EPS, SIZES, TIGHT, Comparison, Draw, clouds, gap, masks, tables
from tests.parity.reading import ACTIVATIONS

Theirs = Callable[..., Any]


def forward(theirs: Theirs, *arrays: Array) -> Array:
    """What torch makes of the arrays."""
    return np.asarray(theirs(*map(torch.tensor, arrays)))


def backward(grad: Array, theirs: Theirs, *arrays: Array) -> tuple[Array, ...]:
    """What torch passes on to each of the arrays."""
    inputs = [torch.tensor(array, requires_grad=True) for array in arrays]
    theirs(*inputs).backward(torch.tensor(grad))
    return tuple(np.asarray(tensor.grad) for tensor in inputs)


def _entries(ours: Callable[[Array], Array], theirs: Theirs, draw: Draw) -> float:
    x = draw(tables(draw(SIZES), draw(SIZES), most=800))  # beyond what exp can hold
    return gap(ours(x), forward(theirs, x))


def _swiglu(draw: Draw) -> float:
    gate, up = draw(clouds(2, draw(SIZES), draw(SIZES)))
    return gap(swiglu(gate, up), forward(lambda gate, up: functional.silu(gate) * up, gate, up))


def _linear(draw: Draw) -> float:
    rows, width, wider = draw(SIZES), draw(SIZES), draw(SIZES)
    x, w, bias = draw(clouds(2, rows, width)), draw(clouds(width, wider)), draw(clouds(wider))
    return gap(linear(x, w, bias), forward(functional.linear, x, w.T, bias))


def _layer_norm(draw: Draw) -> float:
    width, eps = draw(SIZES), draw(EPS)
    x, (gain, bias) = draw(tables(draw(SIZES), 2, width)), draw(tables(2, width))
    theirs = forward(lambda *given: functional.layer_norm(given[0], (width,), *given[1:], eps), x, gain, bias)
    return gap(layer_norm(x, gain, bias, eps=eps), theirs)


def _rms_norm(draw: Draw) -> float:
    width, eps = draw(SIZES), draw(EPS)
    x, gain = draw(tables(draw(SIZES), 2, width)), draw(tables(width))
    theirs = forward(lambda x, gain: functional.rms_norm(x, (width,), gain, eps), x, gain)
    return gap(rms_norm(x, gain, eps=eps), theirs)


def _attention(draw: Draw) -> float:
    queries, keys, width = draw(SIZES), draw(SIZES), draw(SIZES)
    q, k = draw(clouds(2, queries, width)), draw(clouds(2, keys, width))
    v, mask = draw(clouds(2, keys, draw(SIZES))), draw(masks(queries, keys))
    return gap(attention(q, k, v, mask), forward(_reading(mask), q, k, v))


def _reading(mask: Any) -> Theirs:
    return partial(
        functional.scaled_dot_product_attention, attn_mask=None if mask is None else torch.tensor(mask)
    )


def _activation_backward(draw: Draw) -> float:
    activation = draw(st.sampled_from(list(ACTIVATIONS)))
    shape = draw(SIZES), draw(SIZES)
    x, grad = draw(tables(*shape, most=30)), draw(clouds(*shape))
    return gap((activation_backward(grad, x, activation),), backward(grad, ACTIVATIONS[activation], x))


def _softmax_backward(draw: Draw) -> float:
    shape = draw(SIZES), draw(SIZES)
    x, grad = draw(tables(*shape)), draw(clouds(*shape))
    return gap((softmax_backward(grad, softmax(x)),), backward(grad, partial(torch.softmax, dim=-1), x))


def _linear_backward(draw: Draw) -> float:
    rows, width, wider = draw(SIZES), draw(SIZES), draw(SIZES)
    x, w, grad = draw(clouds(2, rows, width)), draw(clouds(width, wider)), draw(clouds(2, rows, wider))
    dx, dw = backward(grad, functional.linear, x, w.T)
    return gap(linear_backward(grad, x, w), (dx, dw.T))


def _layer_norm_backward(draw: Draw) -> float:
    width, eps = draw(SIZES), draw(EPS)
    x, grad, (gain, bias) = (
        draw(tables(3, 2, width, most=2)),
        draw(clouds(3, 2, width)),
        draw(clouds(2, width)),
    )
    dx, dgain, dbias = backward(
        grad, lambda *given: functional.layer_norm(given[0], (width,), *given[1:], eps), x, gain, bias
    )
    ours = normalize_backward(grad, x, LayerNormWeights(gain, bias, eps))
    return gap(ours, (dx, LayerNormWeights(dgain, dbias)))


def _rms_norm_backward(draw: Draw) -> float:
    width, eps = draw(SIZES), draw(EPS)
    x, grad, gain = draw(tables(3, 2, width, most=2)), draw(clouds(3, 2, width)), draw(clouds(width))
    dx, dgain = backward(grad, lambda x, gain: functional.rms_norm(x, (width,), gain, eps), x, gain)
    return gap(normalize_backward(grad, x, RmsNormWeights(gain, eps)), (dx, RmsNormWeights(dgain)))


def _attention_backward(draw: Draw) -> float:
    queries, keys, width, wide = draw(SIZES), draw(SIZES), draw(SIZES), draw(SIZES)
    q, k, v = draw(clouds(2, queries, width)), draw(clouds(2, keys, width)), draw(clouds(2, keys, wide))
    grad, mask = draw(clouds(2, queries, wide)), draw(masks(queries, keys))
    return gap(attention_backward(grad, q, k, v, mask), backward(grad, _reading(mask), q, k, v))


FUNCTIONS, AUTOGRAD = "torch.nn.functional", "torch.autograd"
COMPARISONS = (
    Comparison("softmax", "torch.softmax", TIGHT, partial(_entries, softmax, partial(torch.softmax, dim=-1))),
    *(
        Comparison(ours.__name__, f"{FUNCTIONS}.{ours.__name__}", TIGHT, partial(_entries, ours, theirs))
        for ours, theirs in ACTIVATIONS.items()
    ),
    Comparison("swiglu", f"{FUNCTIONS}.silu", TIGHT, _swiglu),
    Comparison("linear", f"{FUNCTIONS}.linear", TIGHT, _linear),
    Comparison("layer_norm", f"{FUNCTIONS}.layer_norm", TIGHT, _layer_norm),
    Comparison("rms_norm", f"{FUNCTIONS}.rms_norm", TIGHT, _rms_norm),
    Comparison("attention", f"{FUNCTIONS}.scaled_dot_product_attention", TIGHT, _attention),
    Comparison("activation_backward", AUTOGRAD, TIGHT, _activation_backward),
    Comparison("softmax_backward", AUTOGRAD, TIGHT, _softmax_backward),
    Comparison("linear_backward", AUTOGRAD, TIGHT, _linear_backward),
    Comparison("normalize_backward (LayerNorm)", AUTOGRAD, TIGHT, _layer_norm_backward),
    Comparison("normalize_backward (RMSNorm)", AUTOGRAD, TIGHT, _rms_norm_backward),
    Comparison("attention_backward", AUTOGRAD, TIGHT, _attention_backward),
)
