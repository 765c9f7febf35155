"""A chapter's text and places in it: the one notion of position that every message uses."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
import re

from wcwidth import wcwidth

_LINE_END = re.compile(r"\r\n|\n|\r")


class NotText(Exception):
    """The bytes of a file are not UTF-8 text; `at` is the offset of the first byte that is not."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(reason)
        self.at = at
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of a text, in code points."""

    start: int
    end: int

    def holds(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column of an offset, both from 1; the column counts code points."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """One file as its author wrote it: line ends kept, a byte order mark set apart."""

    path: str
    text: str
    has_mark: bool = False

    @classmethod
    def decode(cls, path: str, raw: bytes) -> "Source":
        """Read UTF-8 bytes. Raises `NotText` with the offset of the first byte that is no text."""
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotText(error.start, f"byte {error.start} is not UTF-8") from error
        if "\0" in text:
            at = raw.index(0)
            raise NotText(at, f"byte {at} is NUL")
        marked = text.startswith("\ufeff")
        return cls(path, text[1:] if marked else text, marked)

    def encode(self) -> bytes:
        return ("\ufeff" * self.has_mark + self.text).encode("utf-8")

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset at which each line starts; lines end at \\n, \\r\\n or \\r alone."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @cached_property
    def line_ends(self) -> list[int]:
        """The offset behind the last character of each line, its line end left out."""
        return [*(match.start() for match in _LINE_END.finditer(self.text)), len(self.text)]

    def place(self, offset: int) -> Place:
        line = bisect_right(self.line_starts, offset)
        return Place(line, offset - self.line_starts[line - 1] + 1)

    def line_span(self, line: int) -> Span:
        """The span of a line, counted from 1, without its line end."""
        return Span(self.line_starts[line - 1], self.line_ends[line - 1])

    def line_text(self, line: int) -> str:
        return self.text[self.line_starts[line - 1] : self.line_ends[line - 1]]

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]


def display_width(text: str) -> int:
    """Columns that `text` takes in a terminal; a control character takes none."""
    return sum(max(wcwidth(character), 0) for character in text)
