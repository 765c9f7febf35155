"""The leaves of a page: which lines make a heading, a paragraph, a table, a display formula."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
import re
from typing import Literal

from tallybook import lines
from tallybook.comments import covers
from tallybook.fences import Fence, fence_span
from tallybook.lines import Line
from tallybook.rows import may_be_table, read_rows
from tallybook.source import Source, Span

BlockForm = Literal[
    "text", "heading", "title", "abbreviation", "display", "table", "mark", "snippet", "fence", "list"
]
_CLOSERS = {"$$": "$$", "\\[": "\\]", "\\begin{": "\\end{"}


@dataclass(frozen=True, slots=True)
class Block:
    """One leaf: its `segments` are the source spans of its lines, container prefixes cut off.

    A table has `rows` of cells, its head first; its segments are its rows. Of a snippet the segments behind
    the first are the names of the files. A list is the line where one begins for CommonMark alone. `loose`
    says of a mark that no renderer takes it for a part of what stands above it.
    """

    form: BlockForm
    segments: tuple[Span, ...]
    rows: tuple[tuple[Span, ...], ...] = ()
    fence: Fence | None = None
    loose: bool = True


def find_blocks(
    source: Source, first: int, fences: list[Fence], hidden: list[Span], within: list[Span]
) -> Iterator[Block]:
    """The leaves from line `first` on, in order. `fences` are the closed ones that are shown; `hidden`
    are the comments of several lines that no block holds, `within` those that stand inside one."""
    return _Reader(source, first, fences, hidden, within).blocks()


class _Reader:
    """Walks the lines once. `depths` are how many levels of four spaces the containers allow here, outside of
    quotations and inside each; `levels` is how many of them the line before had. `in_list` says that the
    block began with an item: for Python-Markdown no list begins inside another block."""

    def __init__(
        self, source: Source, first: int, fences: list[Fence], hidden: list[Span], within: list[Span]
    ) -> None:
        self.source = source
        self.fences = {fence.first: fence for fence in fences}
        self.hidden = hidden
        self.within = within
        self.total = len(source.line_starts)
        self.number = first
        self.depths = [0]
        self.levels = 1
        self.blank = True
        self.in_list = self.after_fence = False
        self.code = self.began_as_code = False
        self.raw_until = 0
        self.unclosed: set[str] = set()

    def blocks(self) -> Iterator[Block]:
        while self.number <= self.total:
            line = self._line(self.number)
            fence = self.fences.get(self.number)
            if fence is not None and fence.last is not None:
                self.number = fence.last + 1
                if not self._is_code(line) and not self.began_as_code:
                    yield Block("fence", (fence_span(self.source, fence),), fence=fence)
                self.in_list = self.in_list and not self.blank
                self.blank, self.after_fence = False, True
                continue
            self.number += 1
            if not line.text:
                self.blank, self.after_fence, self.levels = True, False, len(line.indents)
                self.code = self.began_as_code = False
            elif line.number > self.raw_until and not self._is_code(line):
                blank, self.blank = self.blank, False
                self.in_list = lines.item_end(line.text) > 0 if blank else self.in_list
                yield from self._block(line, blank)
                self.after_fence = False

    def _line(self, number: int) -> Line:
        start, end = self.source.line_starts[number - 1], self.source.line_ends[number - 1]
        if self.hidden:
            start, end = self._visible(start, end)
        return lines.read_line(number, start, self.source.text[start:end])

    def _visible(self, start: int, end: int) -> tuple[int, int]:
        """The part of a line that no comment of several lines covers."""
        at = bisect_right(self.hidden, end, key=lambda span: span.start) - 1
        if at >= 0 and self.hidden[at].start >= start:
            return start, self.hidden[at].start
        if at >= 0 and self.hidden[at].end > start:
            return min(self.hidden[at].end, end), end
        return start, end

    def _peek(self) -> Line | None:
        """The next line, unless the block ends before it."""
        if self.number > self.total or self.number in self.fences:
            return None
        line = self._line(self.number)
        return line if line.text else None

    def _is_code(self, line: Line) -> bool:
        """Whether a line is indented code. Behind a blank line containers end that it is not in. A fence in a
        block that begins as code is text, even where the code ends before it."""
        if not line.text:
            return False
        if line.indents == (0,):
            self.code, self.levels = False, 1
            self.depths = [0] if self.blank else self.depths
            return False
        self.depths += [0] * (len(line.indents) - len(self.depths))
        begins = 0 if self.blank or self.code else self.levels
        places = list(zip(line.indents, self.depths, strict=False))
        self.code = any(indent >= 4 * (depth + 1) for indent, depth in places[begins:])
        self.began_as_code = self.began_as_code or self.code
        if self.blank and not self.code:
            self.depths = [min(depth, indent // 4) for indent, depth in places]
        self.levels = len(line.indents)
        return self.code

    def _indent(self, line: Line) -> None:
        """A container begins whose content is indented."""
        self.depths[len(line.indents) - 1] = line.indents[-1] // 4 + 1

    def _block(self, line: Line, blank: bool) -> Iterator[Block]:
        if line.text[0] not in lines.STARTERS:
            yield self._text(line, blank, item=False)
            return
        if (tag := lines.raw_tag(line.text)) is not None and self._skip_raw(line, tag):
            return
        if (container := lines.container(line.text)) is not None:
            if container.form == "indented":
                self._indent(line)
            else:
                self._skip_options(line)
            self.blank = True
            if container.title:
                yield Block("title", (_part(line, *container.title),))
            return
        if lines.is_rule(line.text):
            return
        at = lines.item_end(line.text)
        if at:
            if not self.in_list and (self.after_fence or lines.begins_list(line.text)):
                self.in_list = True
                yield Block("list", (_whole(line),))
            self._indent(line)
            line = line.behind(at)
        if line.text:
            yield from self._leaf(line, blank or at > 0, item=at > 0)

    def _leaf(self, line: Line, blank: bool, *, item: bool) -> Iterator[Block]:
        if (heading := lines.heading(line.text)) is not None:
            self.blank = True
            yield Block("heading", (_part(line, *heading),))
        elif at := lines.abbreviation_end(line.text):
            yield Block("abbreviation", (_part(line, at, len(line.text)),))
        elif lines.is_mark(line.text):
            outside = len(line.indents) == 1 and line.indents[0] <= 3
            loose = blank or outside
            if outside:
                self.blank, self.began_as_code = True, False
            yield Block("mark", (_whole(line),), loose=loose)
        elif (snippet := lines.snippet(line.text)) is not None:
            yield from self._snippet(line, snippet)
        elif lines.defined_label(line.text) is None:
            yield self._text(line, blank, item=item)

    def _text(self, line: Line, blank: bool, *, item: bool) -> Block:
        read = (self._table(line, item) or self._display(line, item)) if blank else None
        return read or self._paragraph(line, item)

    def _gather(self, line: Line, item: bool) -> list[Line]:
        """The lines up to the next blank one, to a comment alone on its line or to a fence."""
        gathered = [line]
        number = self.number
        while (following := self._peek()) is not None and not lines.is_mark(following.text):
            if item and following.indents <= line.indents and lines.item_end(following.text):
                break
            gathered.append(following)
            self.number += 1
        self.number = number
        return gathered

    def _table(self, line: Line, item: bool) -> Block | None:
        following = self._peek()
        if following is None or not may_be_table(line.text, following.text):
            return None
        gathered = self._gather(line, item)
        rows = read_rows([one.text for one in gathered])
        if rows is None:
            return None
        self.number += len(gathered) - 1
        kept = [gathered[0], *gathered[2:]]
        cells = (tuple(_part(one, *cell) for cell in row) for one, row in zip(kept, rows, strict=True))
        return Block("table", tuple(map(_whole, kept)), tuple(cells))

    def _display(self, line: Line, item: bool) -> Block | None:
        opener = next((mark for mark in _CLOSERS if line.text.startswith(mark)), None)
        if opener is None:
            return None
        gathered = self._gather(line, item)
        text = "\n".join(one.text for one in gathered)
        closing = text.find(_CLOSERS[opener], len(opener))
        rest = text[closing + len(_CLOSERS[opener]) :]
        if closing < 0 or (rest if opener != "\\begin{" else rest.partition("}")[2]):
            return None
        self.number += len(gathered) - 1
        return Block("display", tuple(map(_whole, gathered)))

    def _paragraph(self, line: Line, item: bool) -> Block:
        segments = [_whole(line)]
        while (following := self._peek()) is not None:
            if not item and len(segments) == 1 and lines.is_underline(following.text):
                self.number += 1
                self.blank = True
                return Block("heading", tuple(segments))
            if lines.interrupts(following.text, item=self.in_list) and not covers(
                self.within, following.start
            ):
                break
            segments.append(_whole(following))
            self.number += 1
        return Block("text", tuple(segments))

    def _snippet(self, line: Line, snippet: lines.Snippet) -> Iterator[Block]:
        if snippet.section:
            return
        names = [_part(line, *snippet.file)] if snippet.file else []
        while not snippet.file and (following := self._peek()) is not None:
            self.number += 1
            if lines.snippet(following.text) is not None:
                break
            names.append(_whole(following))
        yield Block("snippet", (_whole(line), *names))

    def _skip_raw(self, line: Line, tag: str) -> bool:
        """Pass over the inside of a raw element, but for cells in it; where nothing closes it, it is read."""
        if tag in self.unclosed:
            return False
        closing = re.compile(f"</{tag}", re.IGNORECASE).search(self.source.text, line.start)
        if closing is None:
            self.unclosed.add(tag)
            return False
        self.raw_until = self.source.place(closing.start()).line
        return True

    def _skip_options(self, line: Line) -> None:
        while (following := self._peek()) is not None and following.indents[-1] >= line.indents[-1] + 4:
            self.number += 1


def _whole(line: Line) -> Span:
    return Span(line.start, line.start + len(line.text))


def _part(line: Line, begin: int, end: int) -> Span:
    return Span(line.start + begin, line.start + end)
