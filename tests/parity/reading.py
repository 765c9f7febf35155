"""Parameters of other people's layers, and their gradients, in the types of refblock."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from refblock.activations import gelu, relu, sigmoid, silu
from refblock.block import BlockWeights
from refblock.feedforward import FeedForwardWeights, GatedWeights
from refblock.heads import AttentionWeights
from refblock.model import ModelWeights
from refblock.normalization import LayerNormWeights, RmsNormWeights
from refblock.positions import Rope
from refblock.stack import StackWeights
from refblock.typing import Array, Mask
from tests.parity.comparison import Draw

torch.set_num_threads(1)  # on small matrices, several threads wait for each other

ACTIVATIONS = {
    relu: functional.relu,
    sigmoid: functional.sigmoid,
    silu: functional.silu,
    gelu: functional.gelu,
}
OURS = {theirs: ours for ours, theirs in ACTIVATIONS.items()}


def filled(draw: Draw, module: Any) -> Any:
    """The module in float64, every parameter drawn anew: none is 0 or 1 as most are at first."""
    numbers = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    module = module.double().eval()
    for parameter in module.parameters():
        parameter.data = torch.tensor(numbers.normal(scale=0.5, size=tuple(parameter.shape)))
    return module


def gradients(module: Any) -> Any:
    """A copy of the module that holds the gradient of each parameter in its place."""
    twin = deepcopy(module)
    for parameter, original in zip(twin.parameters(), module.parameters(), strict=True):
        parameter.data = original.grad
    return twin


def values(tensor: Any) -> Array:
    """The numbers of a tensor."""
    return np.asarray(tensor.detach())


def closed(mask: Mask | None) -> Any:
    """A mask as torch's modules take it: True where a query may not read."""
    return None if mask is None else torch.tensor(~mask)


def matrix(layer: nn.Linear) -> Array:
    """The matrix of a layer, [in, out] as refblock has it."""
    return values(layer.weight).T


def layer_norm(layer: nn.LayerNorm) -> LayerNormWeights:
    """A LayerNorm of torch."""
    return LayerNormWeights(values(layer.weight), values(layer.bias), layer.eps)


def feed_forward(first: nn.Linear, second: nn.Linear, activation: Any) -> FeedForwardWeights:
    """Two matrices with their biases."""
    return FeedForwardWeights(
        matrix(first), values(first.bias), matrix(second), values(second.bias), activation
    )


def attention(layer: nn.MultiheadAttention) -> AttentionWeights:
    """Several heads of torch, whose matrices for q, k and v are stored as one."""
    w_q, w_k, w_v = np.split(values(layer.in_proj_weight), 3)
    weights = AttentionWeights(w_q.T, w_k.T, w_v.T, matrix(layer.out_proj), layer.num_heads)
    if layer.in_proj_bias is None:
        return weights
    b_q, b_k, b_v = np.split(values(layer.in_proj_bias), 3)
    return replace(weights, b_q=b_q, b_k=b_k, b_v=b_v, b_o=values(layer.out_proj.bias))


def projections(q: nn.Linear, k: nn.Linear, v: nn.Linear, o: nn.Linear, heads: int) -> AttentionWeights:
    """Several heads of transformers, a layer for each projection."""
    b_q, b_k, b_v, b_o = (None if part.bias is None else values(part.bias) for part in (q, k, v, o))
    return AttentionWeights(
        matrix(q), matrix(k), matrix(v), matrix(o), heads, b_q=b_q, b_k=b_k, b_v=b_v, b_o=b_o
    )


def block(layer: nn.TransformerEncoderLayer | nn.TransformerDecoderLayer) -> BlockWeights:
    """A block of torch; one of a decoder has a third norm, and the second is that of the cross-attention."""
    reads_memory = isinstance(layer, nn.TransformerDecoderLayer)
    return BlockWeights(
        attention=attention(layer.self_attn),
        norm_1=layer_norm(layer.norm1),
        feed_forward=feed_forward(layer.linear1, layer.linear2, OURS[layer.activation]),
        norm_2=layer_norm(layer.norm3 if reads_memory else layer.norm2),
        cross=(attention(layer.multihead_attn), layer_norm(layer.norm2)) if reads_memory else None,
        post_norm=not layer.norm_first,
    )


def gated(layer: Any) -> GatedWeights:
    """The feed-forward network of Llama and Qwen3."""
    return GatedWeights(matrix(layer.gate_proj), matrix(layer.up_proj), matrix(layer.down_proj))


def rms_norm(layer: Any) -> RmsNormWeights:
    """An RMSNorm of transformers."""
    return RmsNormWeights(values(layer.weight), layer.variance_epsilon)


def gated_block(layer: Any) -> BlockWeights:
    """A block of Llama or Qwen3, whose rotations pair the two halves of a head."""
    part, config = layer.self_attn, layer.self_attn.config
    heads = projections(part.q_proj, part.k_proj, part.v_proj, part.o_proj, config.num_attention_heads)
    heads = replace(heads, rope=Rope(config.rope_parameters["rope_theta"], halves=True))
    if hasattr(part, "q_norm"):
        heads = replace(heads, q_norm=rms_norm(part.q_norm), k_norm=rms_norm(part.k_norm))
    norms = rms_norm(layer.input_layernorm), rms_norm(layer.post_attention_layernorm)
    return BlockWeights(heads, norms[0], gated(layer.mlp), norms[1])


def causal_model(model: Any) -> ModelWeights:
    """A whole Llama or Qwen3."""
    blocks = StackWeights(tuple(map(gated_block, model.model.layers)), rms_norm(model.model.norm))
    return ModelWeights(values(model.model.embed_tokens.weight), blocks, matrix(model.lm_head))


def bert_block(layer: Any) -> BlockWeights:
    """A block of BERT."""
    part, behind = layer.attention.self, layer.attention.output
    heads = projections(part.query, part.key, part.value, behind.dense, part.num_attention_heads)
    network = feed_forward(layer.intermediate.dense, layer.output.dense, gelu)
    norms = layer_norm(behind.LayerNorm), layer_norm(layer.output.LayerNorm)
    return BlockWeights(heads, norms[0], network, norms[1], post_norm=True)
