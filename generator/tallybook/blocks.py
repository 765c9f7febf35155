"""The leaves of a page: which lines make a heading, a paragraph, a table, a display formula."""

from collections.abc import Iterator
from dataclasses import dataclass
import re
from typing import Literal

from tallybook.fences import Fence, fence_span
from tallybook.source import Source, Span

BlockForm = Literal["text", "heading", "title", "abbreviation", "display", "table", "mark", "fence"]

_FRONT_MATTER = re.compile(r"-{3}[ \t]*(?:\r\n|\r|\n)(?:.*?(?:\r\n|\r|\n))??(?:-{3}|\.{3})[ \t]*(?=\r|\n|\Z)", re.DOTALL)
_PREFIX = re.compile(r"[> \t]*")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?|:[ ]{3}")
_HEADING = re.compile(r"#{1,6}(?=[ \t]|[^#\s])[ \t]*")
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:[\w -]*?)?(?:[ \t]*\"(?P<title>[^\n]*)\")?[ \t]*$")
_SLASHES = re.compile(r"/{3,}(?:[ \t]+(?P<name>[\w-]+)(?:[ \t]*\|[ \t]*(?P<title>[^\n]*))?)?[ \t]*$")
_YAML = re.compile(r"[\w-]+:(?:\s|$)")
_ABBREVIATION = re.compile(r"\*\[[^\]\n]+\]:[ \t]*")
_FOOTNOTE = re.compile(r"\[\^[^\]\n]+\]:[ \t]*")
_DEFINITION = re.compile(r"\[[^\]\n]+\]:[ \t]+\S+")
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_UNDERLINE = re.compile(r"(?:=+|-+|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})[ \t]*$")
_MARK = re.compile(r"<!--(?:(?!-->).)*-->[ \t]*$")
_RAW = re.compile(r"<(script|style|pre|textarea)\b", re.IGNORECASE)
_CELL_END = re.compile(r"\\.|(`+)(?:(?!\1).)+?\1(?!`)|\|")


@dataclass(frozen=True, slots=True)
class Block:
    """One leaf: its `segments` are the source spans of its lines, container prefixes cut off.

    A table has no segments but `rows` of cells; the first row is its head.
    """

    form: BlockForm
    line: int
    segments: tuple[Span, ...] = ()
    rows: tuple[tuple[Span, ...], ...] = ()
    fence: Fence | None = None
    quoted: bool = False
    blank_before: bool = False
    marks: tuple[Span, ...] = ()


def front_matter_end(source: Source) -> int:
    """The offset behind the front matter; 0 where there is none."""
    match = _FRONT_MATTER.match(source.text)
    return match.end() if match else 0


def find_blocks(source: Source, fences: dict[int, Fence], hidden: list[Span]) -> Iterator[Block]:
    """The leaves in order. `fences` are the closed ones by their first line, `hidden` the comments of
    several lines, which no block holds."""
    return _Reader(source, fences, hidden).blocks()


@dataclass(slots=True)
class _Line:
    number: int
    span: Span
    text: str
    indent: int
    quoted: bool


class _Reader:
    """Walks the lines once; `depth` is how many levels of four spaces a container allows here."""

    def __init__(self, source: Source, fences: dict[int, Fence], hidden: list[Span]) -> None:
        self.source = source
        self.fences = fences
        self.hidden = hidden
        self.total = len(source.line_starts)
        start = source.place(front_matter_end(source)).line
        self.number = start + 1 if start > 1 or front_matter_end(source) else 1
        self.depth = 0
        self.blank = True
        self.hidden_at = 0

    def blocks(self) -> Iterator[Block]:
        while self.number <= self.total:
            fence = self.fences.get(self.number)
            if fence is not None and fence.last is not None:
                span = fence_span(self.source, fence)
                yield Block("fence", fence.first, (span,), fence=fence, blank_before=self.blank)
                self.number, self.blank = fence.last + 1, False
                continue
            line = self._line(self.number)
            self.number += 1
            if not line.text:
                self.blank = True
                continue
            yield from self._block(line)
            self.blank = False

    def _line(self, number: int) -> _Line:
        span = self._visible(self.source.line_span(number))
        text = self.source.slice(span)
        match = _PREFIX.match(text)
        prefix = match[0] if match else ""
        text = text[len(prefix) :].rstrip()
        start = span.start + len(prefix)
        indent = len(prefix.rsplit(">", 1)[-1].expandtabs(4))
        return _Line(number, Span(start, start + len(text)), text, indent, ">" in prefix)

    def _visible(self, span: Span) -> Span:
        """The part of a line that no comment of several lines covers."""
        while self.hidden_at < len(self.hidden) and self.hidden[self.hidden_at].end <= span.start:
            self.hidden_at += 1
        for hidden in self.hidden[self.hidden_at : self.hidden_at + 2]:
            if hidden.start <= span.start < hidden.end:
                span = Span(min(hidden.end, span.end), span.end)
            elif span.start < hidden.start < span.end:
                span = Span(span.start, hidden.start)
        return span

    def _block(self, line: _Line) -> Iterator[Block]:
        if self.blank and line.indent >= 4 * (self.depth + 1):
            return  # indented code
        if self.blank:
            self.depth = min(self.depth, line.indent // 4)
        if _RAW.match(line.text):
            self._skip_raw(line)
            return
        if (slashes := _SLASHES.match(line.text)) is not None:
            self._skip_block_options()
            if slashes["title"]:
                yield self._titled(line, slashes.span("title"))
            return
        if (admonition := _ADMONITION.match(line.text)) is not None:
            self.depth = line.indent // 4 + 1
            if admonition["title"]:
                yield self._titled(line, admonition.span("title"))
            return
        line, marks = self._strip_items(line)
        if line.text:
            yield from self._leaf(line, marks)

    def _titled(self, line: _Line, where: tuple[int, int]) -> Block:
        span = Span(line.span.start + where[0], line.span.start + where[1])
        return Block("title", line.number, (span,), quoted=line.quoted, blank_before=True)

    def _strip_items(self, line: _Line) -> tuple[_Line, tuple[Span, ...]]:
        marks = []
        while (match := _ITEM.match(line.text) or _FOOTNOTE.match(line.text)) is not None:
            marks.append(Span(line.span.start, line.span.start + len(match[0].rstrip())))
            self.depth = line.indent // 4 + len(marks)
            text = line.text[match.end() :]
            span = Span(line.span.start + match.end(), line.span.end)
            line = _Line(line.number, span, text, line.indent, line.quoted)
            self.blank = True
        return line, tuple(marks)

    def _leaf(self, line: _Line, marks: tuple[Span, ...]) -> Iterator[Block]:
        blank, quoted = self.blank, line.quoted
        if (heading := _HEADING.match(line.text)) is not None:
            span = Span(line.span.start + heading.end(), line.span.end)
            yield Block("heading", line.number, (span,), quoted=quoted, blank_before=blank, marks=marks)
        elif (abbreviation := _ABBREVIATION.match(line.text)) is not None:
            span = Span(line.span.start + abbreviation.end(), line.span.end)
            yield Block("abbreviation", line.number, (span,), quoted=quoted, blank_before=blank)
        elif _MARK.match(line.text) and line.text.count("<!--") == 1:
            yield Block("mark", line.number, (line.span,), quoted=quoted, blank_before=blank)
        elif _DEFINITION.match(line.text) or (_UNDERLINE.match(line.text) and not marks):
            return
        elif self.blank and "|" in line.text and self._is_delimiter(self.number):
            yield self._table(line)
        elif self.blank and line.text.startswith(("$$", "\\[", "\\begin{")):
            yield self._display(line)
        else:
            yield self._paragraph(line, marks, "text")

    def _is_delimiter(self, number: int) -> bool:
        if number > self.total or number in self.fences:
            return False
        text = self._line(number).text
        return "-" in text and _DELIMITER.match(text) is not None

    def _table(self, line: _Line) -> Block:
        rows = [_split_cells(line)]
        self.number += 1
        while self.number <= self.total and self.number not in self.fences:
            row = self._line(self.number)
            if not row.text or _MARK.match(row.text):
                break
            rows.append(_split_cells(row))
            self.number += 1
        return Block("table", line.number, (), tuple(rows), quoted=line.quoted, blank_before=True)

    def _display(self, line: _Line) -> Block:
        opener = next(mark for mark in ("$$", "\\[", "\\begin{") if line.text.startswith(mark))
        closer = {"$$": "$$", "\\[": "\\]"}.get(opener, "\\end{")
        segments, text, rest = [line.span], line.text, line.text[len(opener) :]
        while closer not in rest and self.number <= self.total and self.number not in self.fences:
            following = self._line(self.number)
            if not following.text:
                break
            segments.append(following.span)
            text = rest = following.text
            self.number += 1
        whole = rest.partition(closer)[2].strip()
        plain = opener != "\\begin{" and whole and not whole.startswith("{")
        form: BlockForm = "text" if closer not in text or plain else "display"
        return Block(form, line.number, tuple(segments), quoted=line.quoted, blank_before=True)

    def _paragraph(self, line: _Line, marks: tuple[Span, ...], form: BlockForm) -> Block:
        segments, quoted, blank = [line.span], line.quoted, self.blank
        while self.number <= self.total and self.number not in self.fences:
            following = self._line(self.number)
            if not following.text or self._interrupts(following):
                break
            segments.append(following.span)
            self.number += 1
        return Block(form, line.number, tuple(segments), quoted=quoted, blank_before=blank, marks=marks)

    def _interrupts(self, line: _Line) -> bool:
        starts = (_ITEM, _HEADING, _SLASHES, _ADMONITION, _ABBREVIATION, _FOOTNOTE, _UNDERLINE)
        alone = _MARK.match(line.text) is not None and line.text.count("<!--") == 1
        return alone or any(start.match(line.text) for start in starts)

    def _skip_raw(self, line: _Line) -> None:
        match = _RAW.match(line.text)
        closing = f"</{match[1].lower()}" if match else ""
        text = line.text
        while closing not in text.lower() and self.number <= self.total:
            text = self.source.line_text(self.number)
            self.number += 1

    def _skip_block_options(self) -> None:
        while self.number <= self.total and self.number not in self.fences:
            line = self._line(self.number)
            if line.indent < 4 or not _YAML.match(line.text):
                break
            self.number += 1


def _split_cells(line: _Line) -> tuple[Span, ...]:
    text, start = line.text, line.span.start
    first = 1 if text.startswith("|") else 0
    cuts = [match.start() for match in _CELL_END.finditer(text, first) if match[0] == "|"]
    if cuts and cuts[-1] == len(text) - 1:
        bounds = [first, *cuts]
    else:
        bounds = [first, *cuts, len(text)]
    cells = []
    for index in range(len(bounds) - 1):
        left = bounds[index] + (1 if index else 0)
        raw = text[left : bounds[index + 1]]
        lead = len(raw) - len(raw.lstrip())
        cells.append(Span(start + left + lead, start + left + lead + len(raw.strip())))
    return tuple(cells)
