"""Where other renderers, which follow CommonMark, show a chapter otherwise than Python-Markdown does."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
import re
import unicodedata

from tallybook.cells import CellReader, may_run
from tallybook.chapter import Binding, Passage
from tallybook.commonmark import COMMENT_ENDS, Leaf, read_leaves
from tallybook.fences import TAB, Fence, body_lines, fence_header, read_header
from tallybook.findings import Finding, FindingKind
from tallybook.rows import may_be_table, read_rows
from tallybook.source import Source, Span

HIDDEN = "this cell stands in a comment, so it does not run: take the comment away, or the word exec"
BACKTICK = ("CommonMark reads no fence where a backtick stands in its header", "write the header without it")
CODE = ("CommonMark reads this cell as indented code", "put it at the left, outside of lists and admonitions")
TEXT = ("CommonMark reads this cell as text", CODE[1])
LIST_ENDS = (
    "Python-Markdown ends the list before this cell, CommonMark does not",
    "indent the cell by four columns",
)
NO_CELL = "CommonMark reads a cell here, but it is none for Python-Markdown and does not run"
APART = "give the fence lines of its own, its closing marks as many and as far in as the opening ones"
SHOWN = "CommonMark reads this line as code, so its readers see the binding"
UNCLOSED = (
    "CommonMark hides all that follows this <!--, for nothing closes it",
    "close it with -->, or write &lt;!--",
)
STRONG = (
    "CommonMark shows these ** as they are, for they stand between punctuation and a letter",
    "move the punctuation to the other side of the **, or leave a blank behind it",
)
TABLE = (
    "CommonMark reads a table here, Python-Markdown goes on with the paragraph",
    "leave a blank line before it",
)
LIST = (
    "CommonMark begins a list here, Python-Markdown goes on with the paragraph",
    "leave a blank line before it",
)
DOLLAR = ("Python-Markdown makes a formula of this, other renderers do not", "write \\$ for a dollar")
_STARS = re.compile(r"(?<!\*)\*{2,8}(?!\*)")


def differs(span: Span, message: str, *mends: str) -> Finding:
    return Finding(FindingKind.READINGS_DIFFER, span, message, "", mends, severity="warning")


class Readings:
    """CommonMark's reading of a chapter from line `first` on."""

    def __init__(self, source: Source, first: int) -> None:
        self.source = source
        self.leaves = read_leaves(source, first)

    def of_comments(self) -> Iterator[Finding]:
        """A warning at a comment that hides the rest of the chapter; at most one can."""
        last = self.leaves[-1] if self.leaves else None
        reaches_end = last is not None and last.last == len(self.source.line_starts)
        if last is not None and reaches_end and last.ends is COMMENT_ENDS and not last.closed:
            at = self.source.text.index("<!--", self.source.line_starts[last.first - 1])
            yield differs(Span(at, at + 4), *UNCLOSED)

    def of_cells(self, cells: list[Fence], others: list[Fence], reader: CellReader) -> Iterator[Finding]:
        """A warning at each cell that CommonMark does not show as it runs, and at each of its own. `others`
        are the fences that a comment hides or that nothing closes, which other findings tell of."""
        fences = {leaf.first: leaf for leaf in self.leaves if leaf.form == "fence"}
        for fence in cells:
            leaf = fences.get(fence.first)
            difference = self._elsewhere(fence) if leaf is None else self._difference(fence, leaf)
            if difference is not None:
                yield differs(fence_header(self.source, fence), *difference)
        told = {fence.first for fence in (*cells, *others)}
        for line, leaf in fences.items():
            header = read_header(leaf.header) if line not in told else None
            if header is not None and may_run(*header, reader.cells):
                at = self.source.text.index(leaf.marks, self.source.line_starts[line - 1])
                yield differs(Span(at, self.source.line_ends[line - 1]), NO_CELL, APART)

    def of_bindings(self, bindings: Iterable[Binding]) -> Iterator[Finding]:
        """A warning at the first binding in each stretch that CommonMark reads as code."""
        told: Leaf | None = None
        for binding in bindings:
            leaf = self._leaf(self.source.place(binding.span.start).line)
            if leaf is not None and leaf is not told and leaf.form != "html":
                told = leaf
                yield differs(binding.span, SHOWN, CODE[1])

    def _leaf(self, line: int) -> Leaf | None:
        """The leaf of code or HTML that a line belongs to."""
        at = bisect_right(self.leaves, line, key=lambda leaf: leaf.first) - 1
        return self.leaves[at] if at >= 0 and line <= self.leaves[at].last else None

    def _elsewhere(self, fence: Fence) -> tuple[str, str]:
        """What CommonMark makes of a cell that it reads as no fence."""
        leaf = self._leaf(fence.first)
        if leaf is None:
            return BACKTICK if "`" in fence.header and fence.marks[0] == "`" else TEXT
        if leaf.form == "code":
            return CODE
        part = "CommonMark reads this cell as a part of"
        if leaf.form == "fence":
            return f"{part} the fence that begins at line {leaf.first}", APART
        if leaf.ends is COMMENT_ENDS:
            return f"{part} the comment that begins at line {leaf.first}", "close the comment with -->"
        return f"{part} the HTML that begins at line {leaf.first}", "leave a blank line before the cell"

    def _difference(self, fence: Fence, leaf: Leaf) -> tuple[str, str] | None:
        if fence.last is None or leaf.last < fence.last:
            return f"CommonMark ends this cell at line {leaf.last} already", APART
        if leaf.last > fence.last or not leaf.closed:
            return f"CommonMark does not end this cell at line {fence.last}", APART
        lines = zip(body_lines(self.source, fence), leaf.lines, strict=True)
        for number, (ours, theirs) in enumerate(lines, fence.first + 1):
            if ours.rstrip(" ") != theirs:
                mend = "indent the code as far as the fence"
                return f"CommonMark reads line {number} of this cell with another indentation", mend
        blank = not self.source.line_text(fence.first - 1).strip() if fence.first > 1 else True
        return LIST_ENDS if leaf.in_item and blank and fence.width < TAB else None


def of_tables(source: Source, segments: tuple[Span, ...]) -> Iterator[Finding]:
    """A warning at each table that begins inside a paragraph."""
    lines = [source.slice(segment) for segment in segments]
    for segment, head, delimiter in zip(segments, lines, lines[1:], strict=False):
        if may_be_table(head, delimiter) and read_rows([head, delimiter]) is not None:
            yield differs(segment, *TABLE)


def of_strong(source: Source, prose: Passage) -> Iterator[Finding]:
    """A warning at each pair of ** in a block that is one for Python-Markdown alone."""
    opening: tuple[int, bool] | None = None
    for at, place in _double_stars(prose):
        before = source.text[place - 1 : place] if at else ""
        behind = source.text[place + 2 : place + 3] if at + 2 < len(prose.text) else ""
        inside, outside = (before, behind) if opening else (behind, before)
        if before == "\\" or not inside.strip():
            continue
        if opening is None:
            opening = place, _flanks(inside, outside)
            continue
        if not opening[1] or not _flanks(inside, outside):
            place = place if opening[1] else opening[0]
            yield differs(Span(place, place + 2), *STRONG)
        opening = None


def _double_stars(prose: Passage) -> Iterator[tuple[int, int]]:
    """Where two stars and no third stand, in a passage and in its source; a comment may part two pairs."""
    for match in _STARS.finditer(prose.text):
        places = [prose.offset(at) for at in range(*match.span())]
        begins = [at for at, place in enumerate(places) if not at or place != places[at - 1] + 1]
        for begin, end in pairwise([*begins, len(places)]):
            if end - begin == 2:
                yield match.start() + begin, places[begin]


def _flanks(inside: str, outside: str) -> bool:
    """Whether a mark of emphasis works for every renderer: some count symbols as punctuation, some do not."""
    if not outside.strip():
        return True
    return all(_is_punctuation(outside, of) or not _is_punctuation(inside, of) for of in ("P", "PS"))


def _is_punctuation(character: str, families: str) -> bool:
    in_ascii = "!" <= character <= "~" and not character.isalnum()
    return in_ascii or unicodedata.category(character)[0] in families
