"""The numbers that the chapters quote, and that each of the usual mistakes would change them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from refblock import activations, attention, block, feedforward, heads, masks, normalization, positions
from refblock.block import BlockWeights, block_steps
from refblock.examples import (
    BLOCK,
    DECODER,
    EMBEDDING,
    MODERN,
    PAIR,
    QUIET,
    TRANSLATOR,
    VOCABULARY,
    X,
    upside_down,
)
from refblock.heads import attention_steps
from refblock.masks import causal_mask
from refblock.model import logits, next_token_distribution
from refblock.stack import stack_steps
from refblock.typing import Array

MASK = causal_mask(3)


def test_the_block_step_by_step() -> None:
    steps = block_steps(X, BLOCK, MASK)
    inner = attention_steps(steps.attention.read, BLOCK.attention, MASK)
    assert steps.attention.read.round(4).tolist() == [
        [-0.8, -0.9, 1.0, 1.4],
        [1.2384, -0.6427, 0.706, -1.0914],
        [1.0, 0.5, -0.6, -0.8],
    ]
    assert inner.weights.round(4).tolist() == [
        [[1.0, 0.0, 0.0], [0.9354, 0.0646, 0.0], [0.413, 0.2354, 0.3516]],
        [[1.0, 0.0, 0.0], [0.4096, 0.5904, 0.0], [0.3092, 0.3393, 0.3515]],
    ]
    assert steps.attention.output.round(4).tolist() == [
        [-0.684, 1.452, 3.781, 0.868],
        [1.9078, 1.0695, 3.0451, -3.2044],
        [1.8323, 2.1643, 1.4692, 0.648],
    ]
    assert steps.output.round(6).tolist() == [
        [0.296814, 0.300866, 3.472111, 3.912296],
        [2.947026, 1.591189, 3.525021, -1.739556],
        [2.794398, 3.209449, 2.316196, 2.131029],
    ]


def test_the_modern_block() -> None:
    assert block_steps(X, MODERN, MASK).output.round(6).tolist() == [
        [-1.358374, 1.955757, 5.294947, 4.585128],
        [3.245875, 1.01284, 1.260134, -0.22661],
        [2.620945, 3.134501, 0.235147, 2.650055],
    ]


def test_the_decoder() -> None:
    assert stack_steps(X, DECODER.decoder, MASK)[1].output.round(4).tolist() == [
        [3.2876, 1.8748, 0.0835, 5.6287],
        [5.122, 0.0388, 1.3949, 1.3113],
        [2.0937, 2.4825, 4.7123, 4.3533],
    ]
    shares = next_token_distribution([0, 1, 2], DECODER)
    assert [VOCABULARY[word] for word in shares.argmax(axis=-1)] == ["追", "小狗", "。"]
    assert shares.max(axis=-1).round(6).tolist() == [0.593255, 0.557978, 0.724597]


def test_the_translator() -> None:
    assert logits([7, 2], TRANSLATOR, source=[0, 1, 2])[:, :3].round(6).tolist() == [
        [0.455565, 0.893581, -0.221185],
        [1.634855, 0.907054, 2.064724],
    ]


def test_no_weight_is_0_and_no_gain_is_1() -> None:
    for weights in (BLOCK, MODERN):
        for layer in (weights.attention, weights.feed_forward, weights.norm_1, weights.norm_2):
            parts = [part for part in vars(layer).values() if isinstance(part, np.ndarray)]
            assert all(np.all(part != 0) for part in parts)
        assert np.all(weights.norm_1.gain != 1)
        assert np.all(weights.norm_2.gain != 1)
    assert EMBEDDING.shape == (len(VOCABULARY), 4)


def test_upside_down_is_the_same_twice_over_and_another_layer_once() -> None:
    once, twice = upside_down(BLOCK), upside_down(upside_down(BLOCK))
    assert once.attention.w_q.tolist() == BLOCK.attention.w_q[::-1].tolist()
    assert once.norm_1.gain.tolist() == BLOCK.norm_1.gain[::-1].tolist()
    assert twice.attention.w_q.tolist() == BLOCK.attention.w_q.tolist()
    assert once.attention.heads == BLOCK.attention.heads


def shown(plain: BlockWeights = BLOCK, modern: BlockWeights = MODERN) -> list[Array]:
    """What a chapter shows of the examples, at four digits."""
    rows = [normalization.layer_norm(row, axis=-1) for row in (PAIR, QUIET)]
    outputs = [block_steps(X, weights, MASK).output for weights in (plain, modern)]
    return [numbers.round(4) for numbers in (*rows, *outputs)]


def left_out(name: str) -> Callable[..., Any]:
    right = normalization._weight
    return lambda kind, weight, x, neutral: right(kind, None if kind == name else weight, x, neutral)


def turned_values(x: Any, weights: Any, past: Any = None) -> Any:
    k, v = heads_right(x, weights, past)
    return k, v if weights.rope is None else positions.rope(v, np.arange(v.shape[-2]), weights.rope)


def after_the_norm(x: Any, norm: Any, branch: Any) -> block.Sublayer:
    read = normalization.normalize(x, norm)
    change = branch(read)
    return block.Sublayer(x, read, change, read + change, read + change)


heads_right, scores_right, rotate_right = heads.keys_values, attention.attention_scores, positions.rotate
mask_right, norm_right, rms_right = masks.mask_scores, normalization.layer_norm, normalization.rms_norm
swiglu_right = activations.swiglu

MISTAKES: dict[str, tuple[Any, str, Any]] = {
    "variance by n-1": (
        normalization,
        "variance",
        lambda x, axis=-1: np.var(x, axis=axis, keepdims=True, ddof=1),
    ),
    "no eps": (normalization, "_root", lambda function, square, name, eps: np.sqrt(square)),
    "RMSNorm minus the mean": (
        normalization,
        "rms_norm",
        lambda x, gain, eps: norm_right(x, gain, eps=eps),
    ),
    "γ left out": (normalization, "_weight", left_out("gain")),
    "β left out": (normalization, "_weight", left_out("bias")),
    "LayerNorm over positions": (
        normalization,
        "layer_norm",
        lambda x, gain=None, bias=None, eps=1e-5, axis=-1: norm_right(x, gain, bias, eps=eps, axis=0),
    ),
    "RMSNorm over positions": (
        normalization,
        "rms_norm",
        lambda x, gain, eps: rms_right(x, gain, eps=eps, axis=-2),
    ),
    "mask off": (attention, "mask_scores", lambda scores, mask: scores),
    "mask off by one": (
        attention,
        "mask_scores",
        lambda scores, mask: mask_right(scores, np.broadcast_to(np.tri(3, k=1) > 0, mask.shape)),
    ),
    "√D for √d": (
        attention,
        "attention_scores",
        lambda q, k: scores_right(q, k) * np.sqrt(q.shape[-1] / 4),
    ),
    "residual taken after the norm": (block, "pre_norm", after_the_norm),
    "ReLU for SiLU": (activations, "silu", activations.relu),
    "gate and value swapped": (feedforward, "swiglu", lambda gate, up: swiglu_right(up, gate)),
    "rotation the other way": (
        positions,
        "rotate",
        lambda x, angles, halves: rotate_right(x, -angles, halves=halves),
    ),
    "RoPE on V": (heads, "keys_values", turned_values),
    "softmax over the wrong axis": (attention, "softmax", lambda x: activations.softmax(x, axis=-2)),
    "KV heads tiled": (heads, "repeat_heads", lambda x, heads: np.tile(x, (heads // x.shape[-3], 1, 1))),
    "first KV head for all": (heads, "repeat_heads", lambda x, heads: np.repeat(x[:1], heads, axis=0)),
}
"""What one writes by mistake: in which module, for which function, what stands there."""

OTHERS: dict[str, tuple[BlockWeights, BlockWeights]] = {
    "heads not split": (replace(BLOCK, attention=replace(BLOCK.attention, heads=1)), MODERN),
    "no output projection": (replace(BLOCK, attention=replace(BLOCK.attention, w_o=np.eye(4))), MODERN),
    "post-norm for pre-norm": (replace(BLOCK, post_norm=True), replace(MODERN, post_norm=True)),
}
"""What one sets by mistake: the parameters of both blocks as they would be then."""


def changed(right: list[Array], wrong: list[Array]) -> int:
    """How many of the shown numbers change."""
    return sum(int(np.sum(a != b)) for a, b in zip(right, wrong, strict=True))


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_in_the_code_changes_a_shown_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = shown()
    monkeypatch.setattr(*MISTAKES[name])
    assert changed(right, shown()) > 0


@pytest.mark.parametrize("name", OTHERS)
def test_each_mistake_in_the_parameters_changes_a_shown_number(name: str) -> None:
    assert changed(shown(), shown(*OTHERS[name])) > 0
