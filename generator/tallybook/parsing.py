"""Source -> Chapter: cells, bindings and passages with their spans, in reading order."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from tallybook.bindings import (
    NO_LAST_SIDE,
    NO_TABLE,
    TOUCHES,
    BindingReader,
    begins_binding,
    malformed,
    many_lines,
    slip_finding,
)
from tallybook.blocks import Block, find_blocks
from tallybook.candidates import Candidate, has_ordinals, states_number, table_quote
from tallybook.cells import CellReader
from tallybook.chapter import Binding, Cell, Chapter, Citation, Item, OutputFence, Passage, Question, Quote
from tallybook.comments import covers, find_comments
from tallybook.exercises import QuestionReader
from tallybook.fences import Fence, fence_body, fence_header, fence_span, find_fences
from tallybook.findings import Finding
from tallybook.inline import read_display, read_inline
from tallybook.leaves import Inline
from tallybook.lines import find_labels, front_matter_end
from tallybook.quotes import Quantity, read_formula
from tallybook.readings import DOLLAR, HIDDEN, LIST, Readings, differs, of_strong, of_tables
from tallybook.rows import has_pipe, may_be_table
from tallybook.source import Source, Span
from tallybook.unread import snippet_findings, template_finding

Cells = Literal["marked", "all"]


def parse(source: Source, cells: Cells = "marked", folders: Sequence[Path] = ()) -> Chapter:
    """Read a chapter as Python-Markdown with superfences renders it. The files of its snippets are looked
    for in `folders`."""
    return _Parser(source, cells, folders).parse()


def _holds_number(text: str) -> bool:
    for item in parse(Source("", text)).items:
        if isinstance(item, Cell) or (isinstance(item, Passage) and states_number(item)):
            return True
    return False


class _Parser:
    def __init__(self, source: Source, cells: Cells, folders: Sequence[Path]) -> None:
        self.source = source
        self.folders = folders
        self.start = front_matter_end(source)
        self.first = source.place(self.start).line + 1 if self.start else 1
        self.labels = find_labels(source)
        self.cells = CellReader(source, cells)
        self.bindings = BindingReader(source)
        self.questions = QuestionReader(source)
        self.items: list[Item] = []
        self.findings: list[Finding] = []
        self.readings: list[Finding] = []
        self.cited: list[Citation] = []
        self.paragraphs: list[tuple[Span, ...]] = []
        self.running: list[Fence] = []
        self.block = 0
        self.above: Block | None = None
        self.above_quote: Quote | None = None

    def parse(self) -> Chapter:
        fences = find_fences(self.source, self.first)
        hidden, within = find_comments(self.source, fences, self.start)
        shown: list[Fence] = []
        others: list[Fence] = []
        for fence in fences:
            if covers(hidden, self.source.line_starts[fence.first - 1]):
                others.append(fence)
                if self.cells.runs(fence):
                    self.findings.append(differs(fence_header(self.source, fence), HIDDEN))
            elif fence.last is None:
                others.append(fence)
                self.findings += self.cells.unclosed(fence)
            else:
                shown.append(fence)
        questions = deque(self.questions.read(self.first))
        for block in find_blocks(self.source, self.first, shown, hidden, within):
            while questions and questions[0].span.start < block.segments[0].start:
                self._add_question(questions.popleft())
            self.block += 1
            self._read(block)
        for question in questions:
            self._add_question(question)
        self.findings += [many_lines(span) for span in hidden if begins_binding(self.source.text, span.start)]
        self.findings += [*self.bindings.findings, *self.cells.findings, *self.questions.findings]
        self.findings += self._compare(others)
        return Chapter(self.source, tuple(self.items), tuple(self.findings), tuple(self.cited))

    def _compare(self, others: list[Fence]) -> Iterator[Finding]:
        """Where CommonMark reads otherwise: told in chapters that run or bind something."""
        bindings = [item for item in self.items if isinstance(item, Binding)]
        if not bindings and not self.running and "exec" not in self.source.text:
            return
        readings = Readings(self.source, self.first)
        yield from readings.of_cells(self.running, others, self.cells)
        if bindings or self.running:
            yield from self.readings
            for segments in self.paragraphs:
                yield from of_tables(self.source, segments)
            for item in self.items:
                if isinstance(item, Passage) and item.form == "prose":
                    yield from of_strong(self.source, item)
            yield from readings.of_comments()
            yield from readings.of_bindings(bindings)

    def _read(self, block: Block) -> None:
        if block.form == "mark":
            self._read_mark(block)
            return
        if block.form == "list":
            self.readings.append(differs(block.segments[0], *LIST))
            return
        self.above, self.above_quote = block, None
        if block.fence is not None:
            self._read_fence(block.fence)
        elif block.form == "table":
            self._read_table(block)
        elif block.form == "display":
            self._read_display(block)
        elif block.form == "snippet":
            self.findings += snippet_findings(self.source, block.segments, self.folders, _holds_number)
        else:
            self._read_text(block)

    def _add_question(self, question: Question) -> None:
        """A question's options hold words that readers see: their numbers want an answer too."""
        self.items.append(question)
        for span in (asked.words for asked in question.expressions):
            if span is not None:
                self.block += 1
                self.items.append(Passage("alt", self.source.slice(span), ((0, span.start),), self.block))

    def _read_fence(self, fence: Fence) -> None:
        cell = self.cells.read(fence)
        previous = next((item for item in reversed(self.items) if not _is_alt(item)), None)
        if cell is not None:
            self.items.append(cell)
            self.running.append(fence)
            self._read_alt(fence, cell)
        elif fence.language == "output" and isinstance(previous, Cell):
            self.items.append(_output_fence(self.source, fence, previous))

    def _read_alt(self, fence: Fence, cell: Cell) -> None:
        """A cell's alternative text is read like an image's: its numbers want an answer too."""
        alt, line = cell.options.alt or "", self.source.line_span(fence.first)
        places = [self.source.text.find(f"alt={quote}{alt}", line.start, line.end) for quote in ('"', "'")]
        if alt and max(places) >= 0:
            self.items.append(Passage("alt", alt, ((0, max(places) + 5),), self.block))

    def _read_text(self, block: Block) -> None:
        if block.form == "abbreviation":
            inline = read_inline(self.source, block.segments, self.block, form="alt")
            self.findings += [slip_finding("abbreviation", comment.span) for comment in inline.comments]
            self.items.append(inline.prose)
            return
        heading = block.form == "heading"
        inline = read_inline(self.source, block.segments, self.block, heading=heading, labels=self.labels)
        if len(block.segments) > 1:
            self.paragraphs.append(block.segments)
            self.findings += self._cut_heads(block.segments, inline)
        self._add(inline)

    def _cut_heads(self, segments: tuple[Span, ...], inline: Inline) -> Iterator[Finding]:
        """Bindings whose | gives a table's head more cells than it has delimiters, so that it is no table."""
        head, delimiter = (self.source.slice(segment) for segment in segments[:2])
        if may_be_table(head, delimiter):
            for comment in inline.comments:
                if segments[0].holds(comment.span) and has_pipe(self.source.slice(comment.span)):
                    yield slip_finding("pipe", comment.span)

    def _add(self, inline: Inline, *, row_end: int = 0) -> None:
        """The passages of a block first, then its bindings: both stand at the same place of the run.
        `row_end` is where the row ends whose cell the block is."""
        for slip in inline.slips:
            if slip.where == "template":
                self.findings.append(template_finding(slip.span))
            elif slip.where == "dollar":
                self.readings.append(differs(slip.span, *DOLLAR))
            elif slip.where == "unclosed" and self.source.text.find("-->", slip.span.end, row_end) >= 0:
                self.findings.append(slip_finding("pipe", slip.span))
            else:
                self.findings.append(slip_finding(slip.where, slip.span))
        if inline.prose.text:
            self.items.append(inline.prose)
        self.items += [inline.inner[at] for at in sorted(inline.inner) if inline.inner[at].text]
        self.cited += inline.citations
        self.items += self.bindings.read_block(inline)

    def _read_table(self, block: Block) -> None:
        counted = has_ordinals(self.source, block.rows)
        for number, (row, segment) in enumerate(zip(block.rows, block.segments, strict=True)):
            for column, cell in enumerate(row):
                inline = read_inline(self.source, (cell,), self.block, labels=self.labels)
                if counted and number and not column:
                    inline = replace(inline, prose=replace(inline.prose, ordinal=True))
                self._add(inline, row_end=segment.end)
                self.block += 1

    def _read_display(self, block: Block) -> None:
        whole, slips = read_display(self.source, block.segments, self.block)
        self.items.append(whole)
        self.findings += [slip_finding(slip.where, slip.span) for slip in slips]
        quantity = read_formula(whole.text)
        if isinstance(quantity, Quantity):
            self.above_quote = Candidate(0, whole, quantity).quote(self.source)

    def _read_mark(self, block: Block) -> None:
        span = block.segments[0]
        below = self.above is not None and self.above.form in ("table", "display")
        if below and not block.loose and begins_binding(self.source.text, span.start):
            self.findings.append(malformed(span, *TOUCHES))
            return
        why = NO_LAST_SIDE if below else NO_TABLE
        if below and self.above is not None and self.above.form == "table":
            self.above_quote = table_quote(self.source, self.above.rows)
        binding = self.bindings.read_mark(span, self.above_quote, why, self.block)
        if binding is not None:
            self.items.append(binding)
            self.above = self.above_quote = None


def _output_fence(source: Source, fence: Fence, cell: Cell) -> OutputFence:
    span = fence_span(source, fence)
    body = Span(source.line_starts[fence.first], source.line_starts[(fence.last or fence.ended) - 1])
    return OutputFence(span, body, fence_body(source, fence), fence.prefix, cell)


def _is_alt(item: Item) -> bool:
    return isinstance(item, Passage) and item.form == "alt"
