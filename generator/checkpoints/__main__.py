"""Run both models, print what the book shows of them, and compare it with docs/data."""

from argparse import ArgumentParser
from collections.abc import Sequence
import sys

from checkpoints.digest import prompt_digest, sentence_digest
from checkpoints.minilm import minilm_tokenizer, read_minilm
from checkpoints.packages import NotInstalled, require_packages
from checkpoints.prompts import prompt_record, seconds_a_token
from checkpoints.records import DATA, Record, as_json
from checkpoints.sentence import sentence_record
from checkpoints.smollm2 import read_smollm2, smollm2_tokenizer


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when docs/data holds what the models give, 1 when it does not, 2 when a package is missing."""
    parser = ArgumentParser(prog="python -m checkpoints", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/data anew")
    write = parser.parse_args(arguments).write
    try:
        require_packages()
    except NotInstalled as absent:
        print(absent, file=sys.stderr)
        return 2
    sentence = sentence_record(read_minilm(), minilm_tokenizer())
    print(sentence_digest(sentence), flush=True)
    weights = read_smollm2()
    prompts = prompt_record(weights, smollm2_tokenizer())
    print(prompt_digest(prompts))
    size = 8 * prompts["numbers"] / 1e9
    print(f"{prompts['model']}: {seconds_a_token(weights):.2f} s a token here, {size:.2f} GB of parameters")
    same = [_compare("minilm.json", sentence, write), _compare("smollm2.json", prompts, write)]
    return 0 if all(same) else 1


def _compare(name: str, record: Record, write: bool) -> bool:
    """Whether the file of docs/data holds this record, byte for byte; it does once it is written."""
    file, data = DATA / name, as_json(record).encode()
    if write:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    same = file.exists() and file.read_bytes() == data
    said = "holds these numbers, byte for byte" if same else "holds others; --write puts these in their place"
    print(f"docs/data/{name} {said}")
    return same


if __name__ == "__main__":
    sys.exit(main())
