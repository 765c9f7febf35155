"""Backward through one row: from the gradient of what came out to those of what went in."""

from collections.abc import Callable
from dataclasses import replace
import math

import numpy as np
from numpy.typing import ArrayLike

from refblock.activations import erf, gelu, relu, sigmoid, silu
from refblock.feedforward import FeedForwardWeights, GatedWeights, feed_forward_hidden
from refblock.normalization import LayerNormWeights, NormWeights, mean, mean_square, variance
from refblock.typing import Array, as_array, check_shapes

SLOPES: dict[Callable[[ArrayLike], Array], Callable[[Array], Array]] = {
    relu: lambda x: as_array(x > 0),
    sigmoid: lambda x: sigmoid(x) * (1 - sigmoid(x)),
    silu: lambda x: sigmoid(x) * (1 + x * (1 - sigmoid(x))),
    gelu: lambda x: (1 + erf(x / math.sqrt(2))) / 2 + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi),
}
"""The derivative of each activation, in the same shapes: x [...] -> [...]."""


def activation_backward(grad: ArrayLike, x: ArrayLike, activation: Callable[[ArrayLike], Array]) -> Array:
    """Pass the gradient on by as much as the activation rises at each number.

        dx = g * activation'(x)

    Shapes: grad g [...], x [...] -> [...].
    Not the activation of the gradient: the slope is taken where x stood on the way forward.
    Source: the chain rule; relu is given the slope 0 at 0.

    >>> activation_backward([5, 5], [-1, 2], relu).tolist()
    [0.0, 5.0]
    """
    grad, x = as_array(grad), as_array(x)
    check_shapes("activation_backward: x [..., F], grad [..., F]", x, grad)
    return grad * SLOPES[activation](x)


def softmax_backward(grad: ArrayLike, y: ArrayLike) -> Array:
    """Pass the gradient on through shares: what is better than the average share gains, the rest loses.

        dx_i = y_i * (g_i - (g_1 y_1 + ... + g_n y_n))

    Shapes: grad g [..., D], y = softmax(x) [..., D] -> [..., D]; each row adds up to 0.
    Not entry by entry: raising one score lowers all the other shares.
    Source: the chain rule on Goodfellow, Bengio & Courville 2016, Deep Learning, eq. 6.29.

    >>> softmax_backward([4, 0], [0.25, 0.75]).tolist()
    [0.75, -0.75]
    """
    grad, y = as_array(grad), as_array(y)
    check_shapes("softmax_backward: y [..., D], grad [..., D]", y, grad)
    average = (grad * y).sum(axis=-1, keepdims=True)  # [..., 1]
    return as_array(y * (grad - average))


def over_rows(grad: ArrayLike) -> Array:
    """Add up what all rows say to a parameter that serves each of them, such as a bias.

        db = g_1 + ... + g_N

    Shapes: grad g [..., D] -> [D].
    Not their mean: twice as many rows push twice as hard.
    Source: the chain rule on y = x + b, with the same b in every row.

    >>> over_rows([[1, 2], [3, 4]]).tolist()
    [4.0, 6.0]
    """
    grad = as_array(grad)
    return as_array(grad.reshape(-1, grad.shape[-1]).sum(axis=0))


def normalize_backward(grad: ArrayLike, x: ArrayLike, weights: NormWeights) -> tuple[Array, NormWeights]:
    """Pass the gradient on through a norm, less the parts along which the norm forgets.

        u = what gain multiplied,  p = g * gain
        LayerNorm: dx = (p - mean(p) - u * mean(p * u)) / sqrt(variance + eps)
        RMSNorm:   dx = (p - u * mean(p * u)) / sqrt(mean_square + eps)

    Shapes: grad g [..., D], x [..., D] -> [..., D], and the gradients of gain and bias [D].
    Not g * gain / sqrt(...): mean and scale move with x, and take their share of the gradient.
    Source: the chain rule on Ba, Kiros & Hinton 2016, eq. 3 and 4, and Zhang & Sennrich 2019, eq. 4.

    >>> one = LayerNormWeights(gain=np.ones(4), bias=np.zeros(4), eps=0)
    >>> normalize_backward([4, 0, 0, 0], [1, 1, 3, 3], one)[0].tolist()
    [2.0, -2.0, 0.0, 0.0]
    """
    grad, x = as_array(grad), as_array(x)
    check_shapes("normalize_backward: gain [D], x [..., D], grad [..., D]", weights.gain, x, grad)
    pull = grad * weights.gain  # [..., D]
    if isinstance(weights, LayerNormWeights):
        root = np.sqrt(variance(x) + weights.eps)  # [..., 1]
        unit = (x - mean(x)) / root  # [..., D]
        change = (pull - mean(pull) - unit * mean(pull * unit)) / root  # [..., D]
        return change, replace(weights, gain=over_rows(grad * unit), bias=over_rows(grad))
    root = np.sqrt(mean_square(x) + weights.eps)  # [..., 1]
    unit = x / root  # [..., D]
    change = (pull - unit * mean(pull * unit)) / root  # [..., D]
    return change, replace(weights, gain=over_rows(grad * unit))


def linear_backward(grad: ArrayLike, x: ArrayLike, w: ArrayLike) -> tuple[Array, Array]:
    """Pass the gradient on through a matrix, to the rows and to the matrix itself.

        dx = g w^T,  dw = x^T g

    Shapes: grad g [..., T, F], x [..., T, D], w [D, F] -> dx [..., T, D], dw [D, F].
    Not one dw for each row: the matrix is shared, so all rows add to the same dw.
    Source: Goodfellow, Bengio & Courville 2016, Deep Learning, §6.5.6.

    >>> dx, dw = linear_backward([[10]], [[1, 2]], [[3], [4]])
    >>> dx.tolist(), dw.tolist()
    ([[30.0, 40.0]], [[10.0], [20.0]])
    """
    grad, x, w = as_array(grad), as_array(x), as_array(w)
    check_shapes("linear_backward: w [D, F], x [..., D], grad [..., F]", w, x, grad)
    rows, grads = x.reshape(-1, x.shape[-1]), grad.reshape(-1, grad.shape[-1])  # [N, D], [N, F]
    return as_array(grad @ w.T), as_array(rows.T @ grads)


def feed_forward_backward(
    grad: ArrayLike, x: ArrayLike, weights: FeedForwardWeights | GatedWeights
) -> tuple[Array, FeedForwardWeights | GatedWeights]:
    """Pass the gradient on through a feed-forward network, to its rows and to its parameters.

        dh = g w_2^T,  da = dh * activation'(a),  dx = da w_1^T,  with a = x w_1 + b_1

    Shapes: grad g [..., D], x [..., D] -> [..., D], and the gradients of all parameters in their shapes.
    Not stopped by a closed gate alone: with a gate, both of its factors get a gradient.
    Source: the chain rule on Vaswani et al. 2017, eq. 2, and Shazeer 2020, eq. 6.

    >>> eye, none = np.eye(2), np.zeros(2)
    >>> feed_forward_backward([1, 1], [-1, 1], FeedForwardWeights(eye, none, 0.5 * eye, none))[0].tolist()
    [0.0, 0.5]
    """
    grad, x = as_array(grad), as_array(x)
    hidden = feed_forward_hidden(x, weights)  # [..., F]
    if isinstance(weights, GatedWeights):
        gate, up = x @ weights.w_gate, x @ weights.w_up  # [..., F]
        hidden_grad, w_down = linear_backward(grad, hidden, weights.w_down)
        gate_grad = activation_backward(hidden_grad * up, gate, silu)  # [..., F]
        to_gate, w_gate = linear_backward(gate_grad, x, weights.w_gate)
        to_up, w_up = linear_backward(hidden_grad * silu(gate), x, weights.w_up)
        return to_gate + to_up, GatedWeights(w_gate, w_up, w_down)
    hidden_grad, w_2 = linear_backward(grad, hidden, weights.w_2)
    inner = activation_backward(hidden_grad, x @ weights.w_1 + weights.b_1, weights.activation)  # [..., F]
    to_x, w_1 = linear_backward(inner, x, weights.w_1)
    return to_x, replace(weights, w_1=w_1, b_1=over_rows(inner), w_2=w_2, b_2=over_rows(grad))
