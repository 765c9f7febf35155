"""Run both models and compare with docs/data, which the chapters read; --write writes it anew."""

from argparse import ArgumentParser
import sys

from checkpoints.digest import prompt_digest, sentence_digest
from checkpoints.minilm import minilm_tokenizer, read_minilm
from checkpoints.packages import INSTALL, missing
from checkpoints.prompts import prompt_record, seconds_a_token
from checkpoints.records import DATA, as_json
from checkpoints.sentence import sentence_record
from checkpoints.smollm2 import read_smollm2, smollm2_tokenizer
from refblock.counts import count_numbers


def main() -> int:
    """0 when docs/data holds what the models give, 1 when it does not, 2 when a package is missing."""
    parser = ArgumentParser(prog="python -m checkpoints", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/data")
    write = parser.parse_args().write
    if absent := missing():
        print(f"{', '.join(absent)} not installed, and without it no model runs.\n{INSTALL}", file=sys.stderr)
        return 2
    sentence = sentence_record(read_minilm(), minilm_tokenizer())
    print(sentence_digest(sentence), flush=True)
    decoder = read_smollm2()
    prompts = prompt_record(decoder, smollm2_tokenizer())
    print(prompt_digest(prompts))
    numbers = count_numbers(decoder.decoder) + decoder.embedding.size
    print(f"{prompts['model']}: {seconds_a_token(decoder):.2f} s a token, {8 * numbers / 1e9:.2f} GB of parameters")
    same = [_same(name, as_json(record), write) for name, record in {"minilm": sentence, "smollm2": prompts}.items()]
    return 0 if all(same) else 1


def _same(name: str, text: str, write: bool) -> bool:
    """Whether docs/data holds this text of a record, or now does."""
    file = DATA / f"{name}.json"
    if write:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    same = file.exists() and file.read_bytes() == text.encode()
    print(f"docs/data/{file.name}", "holds these numbers" if same else "differs: look at both, or use --write")
    return same


if __name__ == "__main__":
    sys.exit(main())
