"""Published models through the reference and through transformers: MiniLM, and SmolLM2's five prompts."""

from functools import lru_cache
import json
from typing import Any

import numpy as np
import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, BertModel
from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

from checkpoints.minilm import PACKAGE as MINILM
from checkpoints.minilm import minilm_tokenizer, read_minilm, sentence_embedding
from checkpoints.packages import file_of
from checkpoints.records import DATA
from checkpoints.sentence import SENTENCES
from checkpoints.smollm2 import FILE, read_smollm2
from checkpoints.smollm2 import PACKAGE as SMOLLM2
from refblock.model import ModelWeights, logits
from refblock.typing import Array
from tests.parity.comparison import Comparison, Draw
from tests.parity.doubled import doubled

PROMPTS: list[dict[str, Any]] = json.loads((DATA / "smollm2.json").read_bytes())["prompts"]


@lru_cache(maxsize=1)
def decoder() -> ModelWeights:
    """SmolLM2 as refblock runs it."""
    return read_smollm2()


@lru_cache(maxsize=1)
def _their_decoder() -> Any:
    """The same file, read and dequantised by transformers."""
    file = file_of(SMOLLM2, FILE)
    config = AutoConfig.from_pretrained(file.parent, gguf_file=file.name)
    with doubled():  # the speeds of RoPE are made here
        model = AutoModelForCausalLM.from_config(config)
    tensors = load_gguf_checkpoint(str(file), return_tensors=True, model_to_load=model)["tensors"]
    left = model.load_state_dict(tensors, strict=False)
    assert (left.missing_keys, left.unexpected_keys) == (["lm_head.weight"], [])  # which is the embedding
    model.tie_weights()
    return model.double().eval()


@lru_cache(maxsize=1)
def _their_tokenizer() -> Any:
    file = file_of(SMOLLM2, FILE)
    return AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)


@lru_cache(maxsize=len(PROMPTS))
def _their_scores(at: int) -> Array:
    """Transformers' scores behind each beginning of a prompt and of its stored continuation."""
    prompt = PROMPTS[at]
    assert _their_tokenizer()(prompt["text"])["input_ids"] == prompt["ids"]
    with doubled(), torch.no_grad():
        scores = _their_decoder()(torch.tensor([prompt["ids"] + prompt["written_ids"]])).logits[0]
    theirs: Array = scores.numpy()
    return theirs


def _embeddings(_: Draw) -> float:
    folder = file_of(MINILM, "model")
    weights, tokenizer = read_minilm(), minilm_tokenizer()
    theirs = BertModel.from_pretrained(folder, dtype=torch.float64, attn_implementation="eager").eval()
    their_tokenizer, gaps = AutoTokenizer.from_pretrained(folder), []
    for sentence in SENTENCES:
        tokens = tokenizer.encode(sentence).ids
        assert their_tokenizer(sentence)["input_ids"] == tokens
        with torch.no_grad():
            mean = theirs(torch.tensor([tokens])).last_hidden_state[0].mean(dim=0)
        expected = torch.nn.functional.normalize(mean, dim=0).numpy()
        gaps.append(np.abs(sentence_embedding(tokens, weights) - expected).max())
    return float(max(gaps))


def _scores(_: Draw) -> float:
    ours = (logits(prompt["ids"] + prompt["written_ids"], decoder()) for prompt in PROMPTS)
    return float(max(np.abs(each - _their_scores(at)).max() for at, each in enumerate(ours)))


def _words(_: Draw) -> float:
    """How many of the stored tokens are not transformers' likeliest behind what stands before them: where
    none is, it writes the same."""
    others = 0
    for at, prompt in enumerate(PROMPTS):
        likeliest = _their_scores(at).argmax(axis=-1)[len(prompt["ids"]) - 1 : -1]
        others += int((likeliest != np.array(prompt["written_ids"])).sum())
    return float(others)


COMPARISONS = (
    Comparison("sentence_embedding", "transformers BertModel, all-MiniLM-L6-v2", 1e-12, _embeddings, 1),
    Comparison("logits", "transformers LlamaForCausalLM, SmolLM2-135M-Instruct", 1e-8, _scores, 1),
    Comparison("greedy_cached", "transformers, SmolLM2-135M-Instruct, 5 × 32 tokens", 0, _words, 1),
)
