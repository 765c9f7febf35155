"""Fences as Python-Markdown with superfences reads them: by line and prefix, before anything else."""

from bisect import bisect_right
from dataclasses import dataclass, replace
import re
from typing import Literal

from tallybook.source import Source, Span

TAB = 4
_MARKS = re.compile("```|~~~")
_OPENING = re.compile(r"(?P<prefix>[> ]*)(?P<marks>`{3,}|~{3,})(?P<header>.*)")
_LANGUAGE = re.compile(r"[ ]*\.?(?P<language>[\w#.+-]+)(?=[ ]|$)")
_PLAIN = re.compile(r"(?:[ ]*[A-Za-z]\w*+(?:=(?:\"[^\"]*+\"|'[^']*+'))?(?=[ ]|$))*+[ ]*$", re.ASCII)
_ODD_BLANK = re.compile(r"[^\S ]")
_ATTRIBUTE = re.compile(r"[^ =}]+=\"[^\"]*\"|[^ =}]+='[^']*'|[^ =}]+=[^ =}]+|(?P<word>[^ =}]+)|[ ]")
_OPTION = re.compile(
    r"(?P<class>\.[\w-]+)|(?P<id>\#[\w:.-]+)"
    r"|(?P<key>[A-Za-z][\w-]*)(?:=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s}\"']+)))?"
    r"|(?P<stray>\S+)"
)


Given = tuple[tuple[str, str | None], ...]
"""Options as (name, value) pairs in the order written; a bare word or a class has the value None."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence with its header; `first` and `last` are the lines of its marks, counted from 1.

    `last` is None where no line closes it as superfences reads: then all of it is text.
    `ended` is the line at which the reader gave it up. `prefix` is what stands before the opening marks,
    as written; `width` is how many columns it takes.
    """

    first: int
    last: int | None
    ended: int
    prefix: str
    width: int
    marks: str
    header: str
    language: str
    options: Given


def find_fences(source: Source, first: int = 1) -> list[Fence]:
    """Every fence from line `first` on, closed or not. A fence opens no other one inside itself."""
    fences: list[Fence] = []
    total = len(source.line_starts)
    line = first
    while (line := _next_marks(source, line)) <= total:
        opening = _open(source.line_text(line), line)
        line += 1
        if opening is not None:
            reader, state = _Reader(opening), "content"
            while line <= total:
                state = reader.read(source.line_text(line).expandtabs(TAB))
                if state != "content":
                    break
                line += 1
            last = line if state == "closed" else None
            fences.append(replace(opening, last=last, ended=min(line, total)))
            line += 1
    return fences


def _next_marks(source: Source, line: int) -> int:
    """The next line from `line` on that holds marks; one behind the last where none does."""
    starts = source.line_starts
    match = _MARKS.search(source.text, starts[line - 1]) if line <= len(starts) else None
    return bisect_right(starts, match.start()) if match else len(starts) + 1


def _open(raw: str, line: int) -> Fence | None:
    """The fence that a line opens, if any."""
    match = _OPENING.match(raw.expandtabs(TAB))
    header = read_header(match["header"]) if match else None
    if match is None or header is None:
        return None
    prefix = raw[: len(raw) - len(raw.lstrip("> \t"))]
    written = match["header"].strip()
    return Fence(line, None, line, prefix, match.end("prefix"), match["marks"], written, *header)


_Header = tuple[str, Given]


def read_header(header: str) -> _Header | None:
    """Language and options; None where superfences reads no fence."""
    match = _LANGUAGE.match(header)
    language, rest = (match["language"], header[match.end() :]) if match else ("", header)
    braces = rest.strip(" ")
    if braces.startswith("{") and braces.endswith("}"):
        inside = braces[1:-1]
        return (language, _options(inside)) if language else _split_class(inside)
    if not _PLAIN.match(rest) and _ODD_BLANK.search(rest):
        return None
    return language, _options(braces.removeprefix("{").removesuffix("}"))


def _split_class(inside: str) -> _Header:
    """The first class in braces, which is the language, and the options without it."""
    at = 0
    while (match := _ATTRIBUTE.match(inside, at)) is not None:
        if (match["word"] or "").startswith("."):
            return match["word"][1:], _options(inside[: match.start()] + inside[match.end() :])
        at = match.end()
    return "", _options(inside)


def _options(text: str) -> Given:
    pairs: list[tuple[str, str | None]] = []
    for option in _OPTION.finditer(text):
        if option["class"]:
            pairs.append((option["class"][1:], None))
        elif option["id"]:
            pairs.append(("id", option["id"][1:]))
        elif option["key"]:
            values = (option[name] for name in ("double", "single", "bare"))
            pairs.append((option["key"], next((value for value in values if value is not None), None)))
        else:
            pairs.append((option["stray"], None))
    return tuple(pairs)


class _Reader:
    """Reads the lines behind an opening."""

    def __init__(self, opening: Fence) -> None:
        self.marks = opening.marks
        self.width = opening.width
        self.depth = opening.prefix.count(">")
        self.empty = False

    def read(self, text: str) -> Literal["content", "closed", "given up"]:
        """What one more line, its tabs expanded, makes of the fence."""
        cut, most = 0, min(len(text), self.width)
        while cut < most and text[cut] in "> ":
            cut += 1
        quotes = text.count(">", 0, cut)
        if quotes > self.depth:
            return "given up"
        if not self.depth and not text.strip():
            return "content"
        if self.depth and (cut == len(text) or not text.strip(" ")):
            self.empty = True
            return "content"
        if cut < self.width or (self.empty and quotes < self.depth):
            return "given up"
        if text.startswith(self.marks, cut) and not text[cut + len(self.marks) :].strip(" "):
            return "closed"
        self.empty = False
        return "content"


def body_lines(source: Source, fence: Fence) -> list[str]:
    """The lines between the marks as a page shows them: without the fence's prefix, tabs expanded."""
    lines = []
    for line in range(fence.first + 1, fence.last or fence.ended + 1):
        text = source.line_text(line).expandtabs(TAB)
        lines.append(text[fence.width :] if text.strip(" ") else "")
    return lines


def fence_body(source: Source, fence: Fence) -> str:
    """The text between the marks, each of its lines ended by \\n."""
    return "".join(line + "\n" for line in body_lines(source, fence))


def fence_span(source: Source, fence: Fence) -> Span:
    """From the first character of the opening line to the end of the closing line."""
    return Span(source.line_starts[fence.first - 1], source.line_ends[(fence.last or fence.ended) - 1])


def fence_header(source: Source, fence: Fence) -> Span:
    """From the opening marks to the end of their line."""
    return Span(source.line_starts[fence.first - 1] + len(fence.prefix), source.line_ends[fence.first - 1])
