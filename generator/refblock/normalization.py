"""Normalisation layers of the block, and the statistics that they rest on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from refblock.typing import Array, as_array

EPS = 1e-5


@dataclass(frozen=True, eq=False)
class LayerNormWeights:
    """The parameters of one LayerNorm."""

    gain: Array  # [D], γ
    bias: Array  # [D], β
    eps: float = EPS


@dataclass(frozen=True, eq=False)
class RmsNormWeights:
    """The parameters of one RMSNorm."""

    gain: Array  # [D], γ
    eps: float = EPS


NormWeights = LayerNormWeights | RmsNormWeights


def mean(x: ArrayLike, axis: int = -1) -> Array:
    """Add up the entries along one axis and divide by how many they are.

        mean = (x_1 + ... + x_n) / n

    Shapes: x [..., D] -> [..., 1]; the axis stays, so that the result can be subtracted from x.
    Not the middle entry: one large entry pulls the mean after it.
    Source: Ba, Kiros & Hinton 2016, arXiv:1607.06450, eq. 3.

    >>> mean([1, 3]).tolist()
    [2.0]
    """
    x = _with_axis("mean", x, axis)
    average: Array = x.mean(axis=axis, keepdims=True)
    return average


def variance(x: ArrayLike, axis: int = -1) -> Array:
    """Average the squared distances from the mean along one axis.

        variance = ((x_1 - mean)**2 + ... + (x_n - mean)**2) / n

    Shapes: x [..., D] -> [..., 1].
    Not the sample variance: nothing is estimated from a sample here, so it divides by n and never by n - 1.
    Source: Ba, Kiros & Hinton 2016, arXiv:1607.06450, eq. 3 (there under the root).

    >>> variance([1, 3]).tolist()
    [1.0]
    """
    x = _with_axis("variance", x, axis)
    deviation = x - mean(x, axis)  # [..., D]
    return mean(deviation * deviation, axis)


def mean_square(x: ArrayLike, axis: int = -1) -> Array:
    """Average the squares along one axis.

        mean_square = (x_1**2 + ... + x_n**2) / n

    Shapes: x [..., D] -> [..., 1].
    Not the variance: no mean is subtracted first, so mean_square = variance + mean**2.
    Source: Zhang & Sennrich 2019, arXiv:1910.07467, eq. 4 (there under the root).

    >>> mean_square([1, 3]).tolist()
    [5.0]
    """
    x = _with_axis("mean_square", x, axis)
    return mean(x * x, axis)


def layer_norm(
    x: ArrayLike,
    gain: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    eps: float = EPS,
    axis: int = -1,
) -> Array:
    """Move each row to mean 0, scale it to variance 1, then stretch by `gain` and shift by `bias`.

        y = (x - mean(x)) / sqrt(variance(x) + eps) * gain + bias

    Shapes: x [..., D], gain [D], bias [D] -> [..., D]; without gain and bias they are 1 and 0.
    Not batch_norm: each row knows only itself. Another `axis` breaks that; it is here to show how.
    Source: Ba, Kiros & Hinton 2016, arXiv:1607.06450, eq. 3 and 4 (eps added, as implementations do).

    >>> layer_norm([1, 3], eps=0).tolist()
    [-1.0, 1.0]
    """
    x = _with_axis("layer_norm", x, axis)
    scale = _root("layer_norm", variance(x, axis), "variance", eps)  # [..., 1]
    return (x - mean(x, axis)) / scale * _weight("gain", gain, x, 1.0) + _weight("bias", bias, x, 0.0)


def rms_norm(x: ArrayLike, gain: ArrayLike | None = None, *, eps: float = EPS, axis: int = -1) -> Array:
    """Scale each row to unit root mean square, then stretch by `gain`.

        y = x / sqrt(mean_square(x) + eps) * gain

    Shapes: x [..., D], gain [D] -> [..., D]; without gain it is 1.
    Unlike layer_norm, no mean is subtracted and no bias added: a row may keep a mean that is not 0.
    Source: Zhang & Sennrich 2019, arXiv:1910.07467, eq. 4 (eps added, as in LLaMA).

    >>> rms_norm([1, 3], eps=0).round(4).tolist()
    [0.4472, 1.3416]
    """
    x = _with_axis("rms_norm", x, axis)
    scale = _root("rms_norm", mean_square(x, axis), "mean square", eps)  # [..., 1]
    return x / scale * _weight("gain", gain, x, 1.0)


def normalize(x: ArrayLike, weights: NormWeights) -> Array:
    """Normalise each row the way its parameters belong to: by LayerNorm or by RMSNorm.

        y = layer_norm(x, gain, bias)  or  y = rms_norm(x, gain)

    Shapes: x [..., D] -> [..., D].
    Not a third kind of normalisation: the parameters say which of the two is meant.
    Source: layer_norm and rms_norm above.

    >>> normalize([1, 3], LayerNormWeights(gain=as_array([2, 3]), bias=as_array([0.5, -1]), eps=0)).tolist()
    [-1.5, 2.0]
    """
    if isinstance(weights, LayerNormWeights):
        return layer_norm(x, weights.gain, weights.bias, eps=weights.eps)
    return rms_norm(x, weights.gain, eps=weights.eps)


def _with_axis(function: str, x: ArrayLike, axis: int) -> Array:
    x = as_array(x)
    if not -x.ndim <= axis < x.ndim or x.shape[axis] == 0:
        raise ValueError(
            f"{function}: x must hold at least one entry along axis {axis}, since the mean runs over it, "
            f"got shape {x.shape}"
        )
    return x


def _root(function: str, square: Array, name: str, eps: float) -> Array:
    if not eps >= 0:
        raise ValueError(
            f"{function}: eps must be 0 or a small positive number, since it stands under a root, got {eps}"
        )
    if eps == 0 and not square.all():
        raise ValueError(
            f"{function}: eps must be positive, such as 1e-5, since a row has {name} 0 and would be "
            f"divided by it, got {eps}"
        )
    return np.sqrt(square + eps)


def _weight(name: str, weight: ArrayLike | None, x: Array, neutral: float) -> Array:
    if weight is None:
        return as_array(neutral)
    weight = as_array(weight)
    if weight.shape != x.shape[-1:]:
        raise ValueError(
            f"{name} must have shape {x.shape[-1:]}, one number for each entry of the last axis of x "
            f"{x.shape}, got {weight.shape}"
        )
    return weight
