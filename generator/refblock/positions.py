"""Two ways to tell positions: waves that are added to the rows, and rotations of queries and keys."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from refblock.typing import Array, as_array

BASE = 10_000.0


@dataclass(frozen=True)
class Rope:
    """How an attention layer rotates: the base of its angles, and which entries make a pair."""

    base: float = BASE
    halves: bool = False


def sinusoidal_positions(positions: ArrayLike, width: int, base: float = BASE) -> Array:
    """Give each position a row of sines and cosines, from fast waves to slow ones.

        p[t, 2i] = sin(t / base**(2i / D)),  p[t, 2i + 1] = cos(t / base**(2i / D))

    Shapes: positions [T] -> [T, D] with D = width, an even number.
    Unlike rope, it is added to the rows once, before the first block.
    Source: Vaswani et al. 2017, arXiv:1706.03762, §3.5.

    >>> sinusoidal_positions([0, 1], width=2).round(4).tolist()
    [[0.0, 1.0], [0.8415, 0.5403]]
    """
    angles = rope_angles(positions, width, base)  # [T, D/2]
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], width)


def rope_angles(positions: ArrayLike, width: int, base: float = BASE) -> Array:
    """Say by what angle each pair of entries turns at each position, the first pair fastest.

        angle[t, i] = t * base**(-2i / d),  i = 0 ... d/2 - 1

    Shapes: positions [T] -> [T, d/2] with d = width, an even number; angles in radians.
    Not one angle for all: the last pair hardly turns, so that far positions still differ.
    Source: Su et al. 2021, arXiv:2104.09864, §3.2.2 (there i begins at 1).

    >>> rope_angles([0, 2], width=4, base=100).round(4).tolist()
    [[0.0, 0.0], [2.0, 0.2]]
    """
    if width < 2 or width % 2:
        raise ValueError(f"rope_angles: width must be even, since entries turn in pairs, got {width}")
    speeds = base ** (-2 * np.arange(width // 2) / width)  # [d/2]
    return as_array(positions)[..., None] * speeds


def rotate(x: ArrayLike, angles: ArrayLike, *, halves: bool = False) -> Array:
    """Turn each pair of entries like an arrow in the plane, anticlockwise by its angle.

        y_1 = x_1 cos(a) - x_2 sin(a),  y_2 = x_1 sin(a) + x_2 cos(a)

    Shapes: x [..., d], angles [..., d/2] or one for all -> [..., d]. Entries 1 and 2 are a pair, 3 and 4 the
    next; with halves, the first entry of the first half pairs with the first of the second, and so on.
    Not a change of length: a turned arrow is as long as before.
    Source: Su et al. 2021, arXiv:2104.09864, eq. 13 and 15; halves as in the code of GPT-NeoX and of Qwen3.

    >>> rotate([1, 0], np.pi / 4).round(4).tolist()
    [0.7071, 0.7071]
    """
    x, angles = np.atleast_1d(as_array(x)), np.atleast_1d(as_array(angles))
    pairs = x.shape[-1] // 2
    if x.shape[-1] % 2 or angles.shape[-1] not in {1, pairs}:
        raise ValueError(
            "rotate: x must have an even width and angles one entry for each two of x, since entries turn in "
            f"pairs, got {x.shape} and {angles.shape}"
        )
    x_1, x_2 = (x[..., :pairs], x[..., pairs:]) if halves else (x[..., 0::2], x[..., 1::2])  # [..., d/2]
    y_1 = x_1 * np.cos(angles) - x_2 * np.sin(angles)  # [..., d/2]
    y_2 = x_1 * np.sin(angles) + x_2 * np.cos(angles)  # [..., d/2]
    if halves:
        return np.concatenate([y_1, y_2], axis=-1)
    return np.stack([y_1, y_2], axis=-1).reshape(*y_1.shape[:-1], 2 * pairs)


def rope(x: ArrayLike, positions: ArrayLike, settings: Rope | None = None) -> Array:
    """Turn the queries or keys at each position by the angles of that position.

        y[t] = rotate(x[t], rope_angles(t))

    Shapes: x [..., T, d], positions [T] -> [..., T, d].
    Not for values: only the match of query and key is to know the distance; and nothing is added to a row.
    Source: Su et al. 2021, arXiv:2104.09864, eq. 14 to 16.

    >>> rope([[1, 0], [1, 0]], positions=[0, 1]).round(4).tolist()
    [[1.0, 0.0], [0.5403, 0.8415]]
    """
    x, positions, settings = as_array(x), as_array(positions), settings or Rope()
    if x.ndim < 2 or positions.shape != x.shape[-2:-1]:
        raise ValueError(
            f"rope: positions must hold one number for each row of x {x.shape}, since each row is turned by "
            f"its own position, got shape {positions.shape}"
        )
    return rotate(x, rope_angles(positions, x.shape[-1], settings.base), halves=settings.halves)
