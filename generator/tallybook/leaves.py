"""What the inside of a block comes to: one passage of prose, passages inside it, comments, slips."""

from dataclasses import dataclass, field
from typing import Literal

from tallybook.chapter import Citation, Passage, PassageForm
from tallybook.source import Source, Span

Where = Literal[
    "math",
    "alt",
    "attribute",
    "link",
    "abbreviation",
    "unclosed",
    "pipe",
    "braces",
    "arrow",
    "template",
    "dollar",
]


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment in a block: its span with the marks, and where it stands in the block's prose."""

    span: Span
    at: int


@dataclass(frozen=True, slots=True)
class Slip:
    """A binding that does not stay hidden, a formula that is none, or text that comes from elsewhere."""

    where: Where
    span: Span


@dataclass(frozen=True, slots=True)
class Inline:
    """A block's prose passage, the passages inside it by their place in the prose, its comments."""

    prose: Passage
    inner: dict[int, Passage] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)


def join_lines(
    source: Source, segments: tuple[Span, ...], block: int, form: PassageForm, *, heading: bool = False
) -> Passage:
    """The lines of one block as they stand, joined by line ends."""
    if len(segments) == 1:
        return Passage(form, source.slice(segments[0]), ((0, segments[0].start),), block, heading)
    pieces: list[tuple[int, int]] = []
    parts: list[str] = []
    length = 0
    for segment in segments:
        pieces.append((length, segment.start))
        parts.append(source.slice(segment))
        length += len(parts[-1]) + 1
    return Passage(form, "\n".join(parts), tuple(pieces), block, heading)
