"""The `///` blocks of a chapter as pymdownx.blocks reads them: by line, the outer one first."""

from collections.abc import Iterator
from dataclasses import dataclass, field
import re
from typing import Any

import yaml

from tallybook.comments import find_comments
from tallybook.fences import TAB, find_fences
from tallybook.lines import first_line
from tallybook.source import Source, Span

OPENING = re.compile(
    r"(?P<prefix>[> \t]*)(?P<marks>/{3,})[ ]*(?P<name>[\w-]+)[ ]*(?:\|[ ]*+(?P<title>(?:.*[^ ])?)[ ]*)?$"
)
CLOSING = re.compile(r"[> \t]*(?P<marks>/{3,})[ ]*$")
TORN = re.compile(r"[> \t]*(?P<marks>/{3,})[ ]*(?P<name>[\w-]+)")
_BLANK = " \t>"
_DEEPEST = 50
"""How deep blocks may nest; deeper ones are text, as they are for pymdownx.blocks near its own limit."""


@dataclass(frozen=True)
class Part:
    """One block. `header` is its first line without the prefix of its containers, `body` what stands between
    its options and the line that closes it. `closed` is False where the text or an outer block ends first.

    `options` are None where they are no YAML mapping; `options_span` is empty where there are none.
    """

    name: str
    title: str
    marks: str
    header: Span
    title_span: Span
    options: dict[str, Any] | None
    options_span: Span
    body: Span
    closed: bool
    parts: "tuple[Part, ...]" = ()

    def walk(self) -> "Iterator[Part]":
        """This block and those inside it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()


@dataclass(frozen=True)
class Parts:
    """The blocks of a chapter; `strays` are lines of slashes that close none."""

    parts: tuple[Part, ...]
    strays: tuple[Span, ...]

    def walk(self) -> Iterator[Part]:
        """Every block, in the order of their headers."""
        for part in self.parts:
            yield from part.walk()

    def nested(self) -> "Iterator[tuple[Part, tuple[Part, ...]]]":
        """Every block with those round it, the outermost first."""
        waiting: list[tuple[Part, tuple[Part, ...]]] = [(part, ()) for part in reversed(self.parts)]
        while waiting:
            part, outer = waiting.pop()
            yield part, outer
            waiting += [(inner, (*outer, part)) for inner in reversed(part.parts)]


@dataclass
class _Open:
    """A block while it is read."""

    marks: str
    name: str
    title: str
    header: Span
    title_span: Span
    options: dict[str, Any] | None
    options_span: Span
    begin: int
    parts: list[Part] = field(default_factory=list)

    def ended(self, at: int, closed: bool) -> Part:
        body = Span(self.begin, max(self.begin, at))
        return Part(
            self.name,
            self.title,
            self.marks,
            self.header,
            self.title_span,
            self.options,
            self.options_span,
            body,
            closed,
            tuple(self.parts),
        )


def chapter_parts(source: Source) -> Parts:
    """The blocks behind the front matter."""
    return find_parts(source, first_line(source))


def find_parts(source: Source, first: int = 1) -> Parts:
    """The blocks from line `first` on; none inside a fence or a comment."""
    if "///" not in source.text:
        return Parts((), ())
    reader = _Reader(source)
    skipped = skipped_lines(source, first)
    line, total = first, len(source.line_starts)
    while line <= total:
        line = skipped[line] + 1 if line in skipped else reader.read(line)
    return reader.result()


def skipped_lines(source: Source, first: int) -> dict[int, int]:
    """Where a stretch begins that holds no block, a fence or a comment, and the last line of it."""
    fences = find_fences(source, first)
    skipped = {fence.first: fence.last for fence in fences if fence.last is not None}
    hidden, _ = find_comments(source, fences, source.line_starts[first - 1] if first > 1 else 0)
    return skipped | {source.place(span.start).line: source.place(span.end).line for span in hidden}


class _Reader:
    """`depths` tells for each number of slashes where the outermost open block of that many stands."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.stack: list[_Open] = []
        self.depths: dict[str, int] = {}
        self.found: list[Part] = []
        self.strays: list[Span] = []

    def read(self, line: int) -> int:
        """Read a line; the line to go on from."""
        text = self.source.line_text(line)
        if "///" not in text:
            return line + 1
        span = self.source.line_span(line)
        closing = CLOSING.match(text)
        if closing is not None:
            marks = closing["marks"]
            if marks in self.depths:
                self._close(self.depths[marks], span.start)
            else:
                start, end = closing.span("marks")
                self.strays.append(Span(span.start + start, span.start + end))
            return line + 1
        opening = OPENING.match(text)
        fits = opening is not None and len(self.stack) < _DEEPEST
        return self._open(line, opening) if opening is not None and fits else line + 1

    def _open(self, line: int, opening: re.Match[str]) -> int:
        source, at = self.source, self.source.line_starts[line - 1]
        behind = line + 1
        while behind <= len(source.line_starts) and _is_option(source.line_text(behind), opening["prefix"]):
            behind += 1
        options = Span(self._start(line + 1), self._start(behind))
        title = Span(at + opening.start("title"), at + opening.end("title")) if opening["title"] else None
        marks = opening["marks"]
        self.depths.setdefault(marks, len(self.stack))
        self.stack.append(
            _Open(
                marks,
                opening["name"].lower(),
                opening["title"] or "",
                Span(at + opening.start("marks"), at + opening.end()),
                title or Span(at + opening.end(), at + opening.end()),
                _mapping(source.slice(options)),
                options,
                options.end,
            )
        )
        return behind

    def _start(self, line: int) -> int:
        starts = self.source.line_starts
        return starts[line - 1] if line <= len(starts) else len(self.source.text)

    def _close(self, depth: int, at: int) -> None:
        """End the block at `depth` and, unclosed, those inside it."""
        while len(self.stack) > depth:
            opened = self.stack.pop()
            if self.depths.get(opened.marks) == len(self.stack):
                del self.depths[opened.marks]
            part = opened.ended(at, closed=len(self.stack) == depth)
            (self.stack[-1].parts if self.stack else self.found).append(part)

    def result(self) -> Parts:
        end = len(self.source.text)
        while self.stack:
            opened = self.stack.pop()
            (self.stack[-1].parts if self.stack else self.found).append(opened.ended(end, closed=False))
        return Parts(tuple(self.found), tuple(self.strays))


def _is_option(text: str, prefix: str) -> bool:
    """Whether a line is indented deeper than the header's prefix by a level, and says something."""
    lead = len(prefix.expandtabs(TAB))
    indent = text.expandtabs(TAB)
    inside = not indent[:lead].strip(_BLANK) and indent[lead : lead + TAB] == " " * TAB
    return inside and bool(indent.strip())


def _mapping(text: str) -> dict[str, Any] | None:
    if not text:
        return {}
    lines = re.split(r"\r\n|\r|\n", text)
    widths = [len(line) - len(line.lstrip(_BLANK)) for line in lines if line.strip(_BLANK)]
    plain = "\n".join(line[min(widths, default=0) :] for line in lines)
    try:
        loaded = yaml.safe_load(plain)
    except (yaml.YAMLError, ValueError):
        return None
    if loaded is None:
        return {}
    return loaded if isinstance(loaded, dict) else None
