"""A causal block by another hand: plain Python, number by number, with no function of refblock.

It reads the parameters of refblock and shares none of its code, so that a slip of one is not a slip of both.
"""

import math

from refblock.block import BlockWeights
from refblock.feedforward import FeedForwardWeights
from refblock.normalization import LayerNormWeights, NormWeights

Row = list[float]


def times(row: Row, matrix: list[Row]) -> Row:
    """A row times a matrix."""
    return [sum(x * line[j] for x, line in zip(row, matrix, strict=True)) for j in range(len(matrix[0]))]


def norm(row: Row, weights: NormWeights) -> Row:
    """LayerNorm or RMSNorm of one row."""
    n, gain = len(row), weights.gain.tolist()
    if isinstance(weights, LayerNormWeights):
        centre, bias = sum(row) / n, weights.bias.tolist()
        root = math.sqrt(sum((x - centre) ** 2 for x in row) / n + weights.eps)
        return [(x - centre) / root * g + b for x, g, b in zip(row, gain, bias, strict=True)]
    root = math.sqrt(sum(x * x for x in row) / n + weights.eps)
    return [x / root * g for x, g in zip(row, gain, strict=True)]


def turn(row: Row, position: int, base: float) -> Row:
    """RoPE of one row, neighbours paired, by complex multiplication."""
    turned: Row = []
    for i in range(0, len(row), 2):
        angle = position / base ** (i / len(row))
        z = complex(row[i], row[i + 1]) * complex(math.cos(angle), math.sin(angle))
        turned += [z.real, z.imag]
    return turned


def attend(rows: list[Row], weights: BlockWeights) -> list[Row]:
    """Causal attention of all heads, with the output projection."""
    w = weights.attention
    width = w.w_q.shape[1] // w.heads
    group = w.heads // (w.w_k.shape[1] // width)
    results = []
    for t in range(len(rows)):
        joined: Row = []
        for head in range(w.heads):
            own = slice(head * width, (head + 1) * width)
            shared = slice(head // group * width, (head // group + 1) * width)
            q = times(rows[t], w.w_q[:, own].tolist())
            keys = [times(row, w.w_k[:, shared].tolist()) for row in rows[: t + 1]]
            values = [times(row, w.w_v[:, shared].tolist()) for row in rows[: t + 1]]
            if w.q_norm and w.k_norm:
                q, keys = norm(q, w.q_norm), [norm(k, w.k_norm) for k in keys]
            if w.rope:
                q, keys = turn(q, t, w.rope.base), [turn(k, s, w.rope.base) for s, k in enumerate(keys)]
            powers = [
                math.exp(sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(width)) for k in keys
            ]
            shares = [power / sum(powers) for power in powers]
            joined += [sum(p * v[j] for p, v in zip(shares, values, strict=True)) for j in range(width)]
        results.append(times(joined, w.w_o.tolist()))
    return results


def feed(row: Row, weights: BlockWeights) -> Row:
    """The feed-forward network on one row: ReLU, or SwiGLU."""
    w = weights.feed_forward
    if isinstance(w, FeedForwardWeights):
        inner = [a + b for a, b in zip(times(row, w.w_1.tolist()), w.b_1.tolist(), strict=True)]
        outer = times([a if a > 0 else 0.0 for a in inner], w.w_2.tolist())
        return [a + b for a, b in zip(outer, w.b_2.tolist(), strict=True)]
    gate, up = times(row, w.w_gate.tolist()), times(row, w.w_up.tolist())
    return times([g / (1 + math.exp(-g)) * u for g, u in zip(gate, up, strict=True)], w.w_down.tolist())


def causal_block(rows: list[Row], weights: BlockWeights) -> list[Row]:
    """A causal block, pre-norm or post-norm as its parameters say."""
    w, results = weights, []
    read = rows if w.post_norm else [norm(row, w.norm_1) for row in rows]
    for row, change in zip(rows, attend(read, w), strict=True):
        middle = [a + b for a, b in zip(row, change, strict=True)]
        if w.post_norm:
            middle = norm(middle, w.norm_1)
            results.append(norm([a + b for a, b in zip(middle, feed(middle, w), strict=True)], w.norm_2))
        else:
            change = feed(norm(middle, w.norm_2), w)
            results.append([a + b for a, b in zip(middle, change, strict=True)])
    return results
