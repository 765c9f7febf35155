"""Two published models through the reference, against transformers, and what the book stores of them."""

import pytest

from checkpoints.minilm import minilm_tokenizer, read_minilm
from checkpoints.prompts import prompt_record
from checkpoints.records import DATA, as_json
from checkpoints.sentence import sentence_record
from checkpoints.smollm2 import smollm2_tokenizer
from tests.parity import published
from tests.parity.comparison import Comparison

pytestmark = pytest.mark.parity


@pytest.mark.parametrize("comparison", published.COMPARISONS, ids=lambda comparison: comparison.what)
def test_the_reference_runs_a_published_model(comparison: Comparison) -> None:
    assert comparison.largest() <= comparison.tolerance


def test_the_stored_sentence_is_what_the_model_gives() -> None:
    record = sentence_record(read_minilm(), minilm_tokenizer())
    assert as_json(record).encode() == (DATA / "minilm.json").read_bytes()


def test_the_stored_prompts_are_what_the_model_gives() -> None:
    record = prompt_record(published.decoder(), smollm2_tokenizer())
    assert as_json(record).encode() == (DATA / "smollm2.json").read_bytes()
