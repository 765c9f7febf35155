"""What of a record is printed: the numbers that the chapter shows."""

from collections.abc import Iterable

from checkpoints.records import Record

NAME, CELL = 42, 9  # widths in letters


def sentence_digest(record: Record) -> str:
    """The rows of one block, the two heads and the cosines, as lines."""
    (tokens, *_), lengths, sentences = record["tokens"], record["lengths"], record["sentences"]
    rows = zip(tokens, *lengths.values(), strict=True)
    lines = [_line(sentences[0], lengths), *(_line(token, row) for token, *row in rows)]
    for head in record["readings"]:
        lines.append(_line(f"layer {head['layer']}, head {head['head']}", tokens))
        lines += [_line(token, row) for token, row in zip(tokens, head["weights"], strict=True)]
    lines.append("cosines")
    lines += [_line(text, row) for text, row in zip(sentences, record["cosines"], strict=True)]
    return "\n".join(lines)


def prompt_digest(record: Record) -> str:
    """The likeliest next tokens, the text written on, and what each layer adds and says, as lines."""
    lines = []
    for prompt in record["prompts"]:
        best = zip(prompt["next"], prompt["shares"], strict=True)
        lines.append(f"{prompt['text']} ... {prompt['written']!r}")
        lines.append("  " + ", ".join(f"{word!r} {share:.4f}" for word, share in best))
    lines.append(_line(f"layer {record['layer']}, head {record['head']}", record["prompts"][0]["tokens"]))
    lines.append(_line("", record["weights"]))
    for walk, lens in zip(record["walks"], record["lenses"], strict=True):
        names = [name for name in walk if name != "prompt"]
        lines.append(
            _line(record["prompts"][walk["prompt"]]["text"], [*names, "says", "share", *lens["words"]])
        )
        lengths = [["" for _ in names], *zip(*(walk[name] for name in names), strict=True)]
        said = zip(lengths, lens["layers"], strict=True)
        for layer, (row, (word, share, shares, _)) in enumerate(said):
            lines.append(_line(f"after block {layer}", [*row, repr(word), share, *shares]))
    return "\n".join(lines)


def _line(name: str, cells: Iterable[object]) -> str:
    """A name and its cells under each other, numbers at four digits."""
    texts = (f"{cell:.4g}" if isinstance(cell, float) else str(cell).strip() for cell in cells)
    return f"{name:>{NAME}.{NAME}}" + "".join(f"{text:>{CELL}} " for text in texts).rstrip()
