"""What `tallybook fix` did, or would do, for people at a terminal."""

from collections.abc import Iterator
from dataclasses import replace
import difflib
from itertools import pairwise

from tallybook.fixing import Mended
from tallybook.source import Source


def edits(source: Source, mended: Mended) -> Iterator[str]:
    """A line for each edit: its place, what stood there, what stands there now."""
    for edit in mended.edits:
        place, was = source.place(edit.span.start), _short(source.slice(edit.span))
        yield f"{source.path}:{place.line}:{place.column}: {was} -> {_short(edit.new)}"


def refused(source: Source, mended: Mended) -> Iterator[str]:
    """A line for each place that was left for its author to decide."""
    for span, reason in mended.refused:
        place = source.place(span.start)
        more = "(--force mends sign flips and large changes)"
        yield f"{source.path}:{place.line}:{place.column}: not mended: {reason} {more}"


def missed(source: Source, mended: Mended) -> Iterator[str]:
    """A line for each line asked for that holds nothing to mend."""
    for line in mended.missed:
        yield f"{source.path}:{line}: no number to mend stands there"


def diff(source: Source, mended: Mended) -> Iterator[str]:
    """The edits as a unified diff."""
    new = _lines(replace(source, text=mended.text))
    yield from difflib.unified_diff(_lines(source), new, source.path, source.path, lineterm="")


def _lines(source: Source) -> list[str]:
    """The lines of a source without their ends."""
    ends = pairwise([*source.line_starts, len(source.text)])
    return [source.text[start:end].rstrip("\r\n") for start, end in ends]


def _short(shown: str) -> str:
    folded = " ".join(shown.split())
    return folded if len(folded) <= 60 else folded[:59] + "…"
