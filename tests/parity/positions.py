"""Waves and rotations against those of transformers."""

import numpy as np
import torch
from transformers import LlamaConfig
from transformers.models.distilbert.modeling_distilbert import create_sinusoidal_embeddings
from transformers.models.gptj import modeling_gptj
from transformers.models.llama import modeling_llama

from refblock.positions import Rope, rope, sinusoidal_positions
from tests.parity import reading
from tests.parity.comparison import SIZES, TIGHT, Comparison, Draw, clouds, gap
from tests.parity.doubled import doubled


def _waves(draw: Draw) -> float:
    rows, width = draw(SIZES), 2 * draw(SIZES)
    with doubled():
        theirs = create_sinusoidal_embeddings(rows, width, torch.empty(rows, width))
    return gap(sinusoidal_positions(np.arange(rows), width), reading.values(theirs))


def _halves(draw: Draw) -> float:
    heads, rows, width = draw(SIZES), draw(SIZES), 2 * draw(SIZES)
    base = 10.0 * draw(SIZES)
    x = draw(clouds(heads, rows, width))
    config = LlamaConfig(head_dim=width, rope_parameters={"rope_type": "default", "rope_theta": base})
    with doubled():
        cos, sin = modeling_llama.LlamaRotaryEmbedding(config)(torch.tensor(x), torch.arange(rows)[None])
        theirs, _ = modeling_llama.apply_rotary_pos_emb(*[torch.tensor(x[None])] * 2, cos, sin)
    return gap(rope(x, np.arange(rows), Rope(base, halves=True)), reading.values(theirs)[0])


def _neighbours(draw: Draw) -> float:
    heads, rows, width = draw(SIZES), draw(SIZES), 2 * draw(SIZES)
    x = draw(clouds(heads, rows, width))
    with doubled():
        waves = modeling_gptj.create_sinusoidal_positions(rows, width)[None]
        turned = torch.tensor(x.swapaxes(0, 1)[None])  # a row of heads for each position
        theirs = modeling_gptj.apply_rotary_pos_emb(turned, *waves.chunk(2, dim=-1))
    return gap(rope(x, np.arange(rows)), reading.values(theirs)[0].swapaxes(0, 1))


COMPARISONS = (
    Comparison("sinusoidal_positions", "transformers DistilBERT", TIGHT, _waves),
    Comparison("rope (neighbours paired)", "transformers GPT-J", TIGHT, _neighbours),
    Comparison("rope (halves paired)", "transformers Llama", TIGHT, _halves),
)
