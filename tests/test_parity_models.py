"""Two published models through the reference, against transformers, and what the book stores of them."""

from collections.abc import Iterator
import json
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, BertModel
from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

from checkpoints.minilm import PACKAGE as MINILM
from checkpoints.minilm import minilm_tokenizer, read_minilm, sentence_embedding
from checkpoints.packages import file_of
from checkpoints.prompts import prompt_record
from checkpoints.records import DATA, as_json
from checkpoints.sentence import SENTENCES, sentence_record
from checkpoints.smollm2 import FILE, read_smollm2, smollm2_tokenizer
from checkpoints.smollm2 import PACKAGE as SMOLLM2
from refblock.model import ModelWeights, logits
from tests.parity.doubled import doubled

pytestmark = pytest.mark.parity
STORED = json.loads((DATA / "smollm2.json").read_bytes())
SCORES = 1e-8  # of scores up to about 30, from rows whose numbers go up to 20 000


@pytest.fixture(scope="module", autouse=True)
def no_gradients() -> Iterator[None]:
    with torch.no_grad():
        yield


@pytest.fixture(scope="module")
def decoder() -> ModelWeights:
    return read_smollm2()


@pytest.fixture(scope="module")
def their_decoder() -> Any:
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


@pytest.fixture(scope="module")
def their_tokenizer() -> Any:
    file = file_of(SMOLLM2, FILE)
    return AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)


def test_sentence_embeddings_are_those_of_transformers() -> None:
    folder = file_of(MINILM, "model")
    weights, tokenizer = read_minilm(), minilm_tokenizer()
    theirs = BertModel.from_pretrained(folder, dtype=torch.float64, attn_implementation="eager").eval()
    their_tokenizer = AutoTokenizer.from_pretrained(folder)
    for sentence in SENTENCES:
        tokens = tokenizer.encode(sentence).ids
        assert their_tokenizer(sentence)["input_ids"] == tokens
        mean = theirs(torch.tensor([tokens])).last_hidden_state[0].mean(dim=0)
        expected = torch.nn.functional.normalize(mean, dim=0).numpy()
        assert np.abs(sentence_embedding(tokens, weights) - expected).max() < 1e-12


@pytest.mark.parametrize("prompt", STORED["prompts"], ids=lambda prompt: prompt["text"])
def test_transformers_writes_what_is_stored(
    prompt: dict[str, Any], decoder: ModelWeights, their_decoder: Any, their_tokenizer: Any
) -> None:
    """Its likeliest token behind each beginning of the stored text is the next one, so it writes the same."""
    tokens, written = prompt["ids"], prompt["written_ids"]
    assert their_tokenizer(prompt["text"])["input_ids"] == tokens
    with doubled():
        theirs = their_decoder(torch.tensor([tokens + written])).logits[0].numpy()
    assert theirs.argmax(axis=-1)[len(tokens) - 1 : -1].tolist() == written
    assert np.abs(logits(tokens + written, decoder) - theirs).max() < SCORES


def test_the_stored_sentence_is_what_the_model_gives() -> None:
    record = sentence_record(read_minilm(), minilm_tokenizer())
    assert as_json(record).encode() == (DATA / "minilm.json").read_bytes()


def test_the_stored_prompts_are_what_the_model_gives(decoder: ModelWeights) -> None:
    record = prompt_record(decoder, smollm2_tokenizer())
    assert as_json(record).encode() == (DATA / "smollm2.json").read_bytes()
