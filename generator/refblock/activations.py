"""Functions that act on one number, or on one row, at a time."""

import math

import numpy as np
from numpy.typing import ArrayLike

from refblock.typing import Array, as_array, check_shapes

erf = np.vectorize(math.erf, otypes=[np.float64])
"""The error function, entry by entry: (1 + erf(x / √2)) / 2 of a normal distribution lies below x."""


def softmax(x: ArrayLike, axis: int = -1) -> Array:
    """Turn each row into positive shares that add up to 1, larger entries getting larger shares.

        y_i = exp(x_i) / (exp(x_1) + ... + exp(x_n))

    Shapes: x [..., D] -> [..., D]; an entry of -inf gets the share 0.
    Not a normalisation by mean and variance: it looks at differences only, so x + 10 gives the same y.
    Source: Goodfellow, Bengio & Courville 2016, Deep Learning, eq. 6.29.

    >>> softmax([0, np.log(3)]).round(4).tolist()
    [0.25, 0.75]
    """
    x = as_array(x)
    if not -x.ndim <= axis < x.ndim or x.shape[axis] == 0:
        raise ValueError(
            f"softmax: x must hold entries along axis {axis}, since 1 is shared out there, got {x.shape}"
        )
    highest = x.max(axis=axis, keepdims=True)  # [..., 1], subtracted so that exp cannot overflow
    if not np.isfinite(highest).all():
        raise ValueError(
            "softmax: the highest entry of each row must be finite, since the others are measured from it, "
            f"got {highest[~np.isfinite(highest)][0]}"
        )
    powers = np.exp(x - highest)  # [..., D]
    return as_array(powers / powers.sum(axis=axis, keepdims=True))


def sigmoid(x: ArrayLike) -> Array:
    """Press each number into the range from 0 to 1.

        y = 1 / (1 + exp(-x))

    Shapes: x [...] -> [...].
    Not softmax: each number is pressed alone, and a row of results need not add up to 1.
    Source: Goodfellow, Bengio & Courville 2016, Deep Learning, eq. 3.30.

    >>> sigmoid([0, np.log(3)]).round(4).tolist()
    [0.5, 0.75]
    """
    with np.errstate(over="ignore"):  # exp(800) is inf, and 1 / (1 + inf) is the 0 that it should be
        return as_array(1 / (1 + np.exp(-as_array(x))))


def relu(x: ArrayLike) -> Array:
    """Keep what is positive and put 0 for the rest.

        y = max(x, 0)

    Shapes: x [...] -> [...].
    Not the absolute value: -3 becomes 0, not 3.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 2 (there inside the feed-forward network).

    >>> relu([-3, 2]).tolist()
    [0.0, 2.0]
    """
    return as_array(np.maximum(as_array(x), 0))


def silu(x: ArrayLike) -> Array:
    """Let each number through by as much as its own sigmoid says.

        y = x * sigmoid(x) = x / (1 + exp(-x))

    Shapes: x [...] -> [...].
    Unlike relu, it does not cut: small negative numbers come out as small negative numbers.
    Source: Hendrycks & Gimpel 2016, arXiv:1606.08415, §2; Swish with β = 1 in arXiv:1710.05941.

    >>> silu([1, 3]).round(6).tolist()
    [0.731059, 2.857722]
    """
    x = as_array(x)
    return x * sigmoid(x)


def gelu(x: ArrayLike) -> Array:
    """Let each number through by the share of a normal distribution that lies below it.

        y = x * (1 + erf(x / sqrt(2))) / 2

    Shapes: x [...] -> [...].
    Not its tanh approximation, which GPT-2 uses and which differs in the fourth decimal.
    Source: Hendrycks & Gimpel 2016, arXiv:1606.08415, §2.

    >>> gelu([-1, 1]).round(4).tolist()
    [-0.1587, 0.8413]
    """
    x = as_array(x)
    return as_array(x * (1 + erf(x / math.sqrt(2))) / 2)


def swiglu(gate: ArrayLike, up: ArrayLike) -> Array:
    """Multiply one row by the silu of another, which opens and closes it entry by entry.

        y = silu(gate) * up

    Shapes: gate [..., F], up [..., F] -> [..., F].
    Not a matrix product, and not symmetric: silu stands on the gate alone, so swapping the two changes y.
    Source: Shazeer 2020, arXiv:2002.05202, eq. 5 (there with both projections inside and β for silu).

    >>> swiglu([1, 2], [1, 2]).round(6).tolist()
    [0.731059, 3.523188]
    """
    gate, up = as_array(gate), as_array(up)
    check_shapes("swiglu: gate [..., F], up [..., F]", gate, up)
    return silu(gate) * up
