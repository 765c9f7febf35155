"""The feed-forward network: each position works on its own row, out to F numbers and back to D."""

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from refblock.activations import relu, swiglu
from refblock.typing import Array, as_array, check_shapes


@dataclass(frozen=True, eq=False)
class FeedForwardWeights:
    """The parameters of the network with two matrices."""

    w_1: Array  # [D, F]
    b_1: Array  # [F]
    w_2: Array  # [F, D]
    b_2: Array  # [D]
    activation: Callable[[ArrayLike], Array] = relu


@dataclass(frozen=True, eq=False)
class GatedWeights:
    """The parameters of the network with a gate: three matrices, no biases."""

    w_gate: Array  # [D, F], what silu acts on
    w_up: Array  # [D, F], what the gate lets through
    w_down: Array  # [F, D]


def feed_forward_hidden(x: ArrayLike, weights: FeedForwardWeights | GatedWeights) -> Array:
    """Widen each row to F numbers and bend them.

        h = activation(x w_1 + b_1)  or, with a gate,  h = silu(x w_gate) * (x w_up)

    Shapes: x [..., D] -> [..., F].
    Not F new positions: the rows stay as many as they were, each is wider for a moment.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 2; Shazeer 2020, arXiv:2002.05202, eq. 6.

    >>> eye, none = as_array([[1, 0], [0, 1]]), as_array([0, 0])
    >>> feed_forward_hidden([-1, 1], FeedForwardWeights(eye, none, 0.5 * eye, none)).tolist()
    [0.0, 1.0]
    """
    x, w = as_array(x), weights
    if isinstance(w, GatedWeights):
        check_shapes("feed_forward: w_gate [D, F], w_up [D, F], x [..., D]", w.w_gate, w.w_up, x)
        return swiglu(x @ w.w_gate, x @ w.w_up)
    check_shapes("feed_forward: w_1 [D, F], b_1 [F], x [..., D]", w.w_1, w.b_1, x)
    return w.activation(x @ w.w_1 + w.b_1)


def feed_forward(x: ArrayLike, weights: FeedForwardWeights | GatedWeights) -> Array:
    """Widen each row, bend it, and bring it back to its old width.

        y = h w_2 + b_2  or, with a gate,  y = h w_down,  with h = feed_forward_hidden(x)

    Shapes: x [..., D] -> [..., D].
    Not a way between positions: each row is worked on alone, all by the same parameters.
    Source: Vaswani et al. 2017, arXiv:1706.03762, eq. 2; Shazeer 2020, arXiv:2002.05202, eq. 6.

    >>> eye, none = as_array([[1, 0], [0, 1]]), as_array([0, 0])
    >>> feed_forward([-1, 1], FeedForwardWeights(eye, none, 0.5 * eye, none)).tolist()
    [0.0, 0.5]
    """
    hidden, w = feed_forward_hidden(x, weights), weights  # [..., F]
    if isinstance(w, GatedWeights):
        check_shapes("feed_forward: hidden [..., F], w_down [F, D]", hidden, w.w_down)
        return as_array(hidden @ w.w_down)
    check_shapes("feed_forward: hidden [..., F], w_2 [F, D], b_2 [D]", hidden, w.w_2, w.b_2)
    return as_array(hidden @ w.w_2 + w.b_2)
