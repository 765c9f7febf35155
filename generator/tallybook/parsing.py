"""Source -> Chapter: cells, bindings and passages with their spans, in reading order."""

from dataclasses import replace
from typing import Literal

from tallybook.bindings import BindingReader, Candidate, has_ordinals, malformed, slip_finding, table_quote
from tallybook.blocks import Block, find_blocks, front_matter_end
from tallybook.cells import CellReader
from tallybook.chapter import Cell, Chapter, Item, OutputFence, Passage, Quote
from tallybook.comments import find_hidden
from tallybook.fences import Fence, fence_body, fence_span, find_fences
from tallybook.findings import Finding, FindingKind
from tallybook.inline import Inline, Slip, read_display, read_inline
from tallybook.quotes import Quantity, read_formula
from tallybook.readings import compare_readings
from tallybook.source import Source, Span

Cells = Literal["marked", "all"]


def parse(source: Source, cells: Cells = "marked") -> Chapter:
    """Read a chapter as Python-Markdown with superfences renders it."""
    return _Parser(source, cells).parse()


class _Parser:
    def __init__(self, source: Source, cells: Cells) -> None:
        self.source = source
        self.start = front_matter_end(source)
        self.fences = find_fences(source, source.place(self.start).line + 1 if self.start else 1)
        self.hidden = find_hidden(source, self.fences, self.start)
        self.cells = CellReader(source, cells)
        self.bindings = BindingReader(source)
        self.items: list[Item] = []
        self.findings: list[Finding] = []
        self.block = 0
        self.above: Block | None = None
        self.above_quote: Quote | None = None

    def parse(self) -> Chapter:
        shown = [fence for fence in self.fences if not self._is_hidden(fence)]
        closed = {fence.first: fence for fence in shown if fence.last is not None}
        for block in find_blocks(self.source, closed, self.hidden):
            self.block += 1
            self._read(block)
        for fence in shown:
            if fence.last is None:
                self.findings += self.cells.unclosed(fence)
        self.findings += compare_readings(self.source, self.fences, self.hidden, self.cells)
        self.findings += self.bindings.findings + self.cells.findings
        for span in self.hidden:
            if self.source.text.startswith(("<!--=", "<!--@", "<!--~"), span.start):
                self.findings.append(malformed(span, "a binding ends on the line on which it begins"))
        return Chapter(self.source, tuple(self.items), tuple(self.findings))

    def _is_hidden(self, fence: Fence) -> bool:
        start = self.source.line_span(fence.first).start
        return any(span.start <= start < span.end for span in self.hidden)

    def _read(self, block: Block) -> None:
        if block.form == "mark":
            self._read_mark(block)
            return
        self.above, self.above_quote = block, None
        if block.form == "fence":
            self._read_fence(block)
        elif block.form == "table":
            self._read_table(block)
        elif block.form == "display":
            self._read_display(block)
        else:
            self._read_text(block)

    def _read_fence(self, block: Block) -> None:
        fence = block.fence
        if fence is None:
            return
        cell = self.cells.read(fence)
        previous = next((item for item in reversed(self.items) if not _is_alt(item)), None)
        if cell is not None:
            self.items.append(cell)
            self._read_alt(fence, cell)
        elif fence.language == "output" and isinstance(previous, Cell):
            self.items.append(_output_fence(self.source, fence, previous))

    def _read_alt(self, fence: Fence, cell: Cell) -> None:
        """A cell's alternative text is read like an image's: its numbers want an answer too."""
        line = self.source.line_span(fence.first)
        start = self.source.text.find(cell.options.alt or "", line.start, line.end) if cell.options.alt else -1
        if start >= 0:
            self.items.append(Passage("alt", cell.options.alt or "", ((0, start),), self.block))

    def _read_text(self, block: Block) -> None:
        form: Literal["alt", "prose"] = "alt" if block.form == "abbreviation" else "prose"
        inline = read_inline(self.source, block.segments, self.block, form=form, heading=block.form == "heading")
        if form == "alt":
            for comment in inline.comments:
                self.bindings.findings.append(slip_finding(Slip("abbreviation", comment.span)))
            self.items.append(inline.prose)
        else:
            self._add(inline)

    def _add(self, inline: Inline) -> None:
        """The passages of a block first, then its bindings: both stand at the same place of the run."""
        self.findings += [_slip(slip) for slip in inline.slips]
        self.items.append(inline.prose)
        self.items += [inline.inner[at] for at in sorted(inline.inner)]
        self.items += self.bindings.read_block(inline)

    def _read_table(self, block: Block) -> None:
        counted = has_ordinals(self.source, block.rows)
        for number, row in enumerate(block.rows):
            for column, cell in enumerate(row):
                inline = read_inline(self.source, (cell,), self.block)
                if counted and number and not column:
                    inline.prose = replace(inline.prose, ordinal=True)
                self._add(inline)
                self.block += 1
        self.above_quote = table_quote(self.source, block.rows)

    def _read_display(self, block: Block) -> None:
        whole, slips = read_display(self.source, block.segments, self.block)
        self.items.append(whole)
        self.findings += [slip_finding(slip) for slip in slips]
        quantity = read_formula(whole.text)
        if isinstance(quantity, Quantity):
            self.above_quote = Candidate(0, whole, quantity).quote(self.source)

    def _read_mark(self, block: Block) -> None:
        above = self.above
        why = "a binding alone on its line binds the table or the display formula above it, and none stands there"
        quote = None
        if above is not None and above.form in ("table", "display"):
            why = "the formula above this binding holds no number that can be read on its last side"
            quote = self.above_quote
        binding = self.bindings.read_mark(block.segments[0], quote, why, self.block)
        if binding is not None:
            self.items.append(binding)
            self.above_quote = None


def _slip(slip: Slip) -> Finding:
    if slip.where != "template":
        return slip_finding(slip)
    message = "this line brings text from elsewhere, which is not read here"
    return Finding(FindingKind.UNREAD, slip.span, message, severity="warning")


def _output_fence(source: Source, fence: Fence, cell: Cell) -> OutputFence:
    span = fence_span(source, fence)
    first = source.line_starts[fence.first]
    body = Span(first, source.line_starts[(fence.last or fence.ended) - 1])
    return OutputFence(span, body, fence_body(source, fence), fence.prefix, cell)


def _is_alt(item: Item) -> bool:
    return isinstance(item, Passage) and item.form == "alt"
