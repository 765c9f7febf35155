"""What a chapter is made of: frozen records, each with the span that it was read from."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from sys import maxsize
from typing import Literal

from tallybook.findings import Finding
from tallybook.quotes import Quantity
from tallybook.source import Source, Span

PassageForm = Literal["prose", "math", "display", "code", "alt"]
OPAQUE = "\ufffc"


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch that a reader sees as one, comments taken out and places kept.

    `pieces` are pairs (offset in `text`, offset in the source): from the first on, both run side by
    side to the next pair. In prose, a formula, inline code or an image is a passage of its own, and
    one OPAQUE sign stands for it. Passages of one `block` (a paragraph, a heading, a cell of a
    table) share its number.
    """

    form: PassageForm
    text: str
    pieces: tuple[tuple[int, int], ...]
    block: int
    heading: bool = False
    ordinal: bool = False

    def offset(self, at: int) -> int:
        """The source offset of `text[at]`."""
        begin, offset = self.pieces[bisect_right(self.pieces, (at, maxsize)) - 1]
        return offset + at - begin

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`."""
        first = self.offset(start)
        return Span(first, self.offset(end - 1) + 1 if end > start else first)

    def cut(self, start: int, end: int, form: PassageForm) -> "Passage":
        """The passage `text[start:end]` alone."""
        first = bisect_right(self.pieces, (start, maxsize))
        last = bisect_left(self.pieces, (end,), first)
        pieces = [(0, self.offset(start)), *((at - start, offset) for at, offset in self.pieces[first:last])]
        return Passage(form, self.text[start:end], tuple(pieces), self.block)


@dataclass(frozen=True, slots=True)
class CellOptions:
    hide: bool = False
    fold: bool = False
    quiet: bool = False
    raises: str | None = None
    id: str | None = None
    alt: str | None = None
    passed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A Python fence that runs. `span` is the fence with its marks, `line` the first line of its code."""

    span: Span
    code: str
    line: int
    prefix: str
    language: str
    options: CellOptions = field(default_factory=CellOptions)

    @property
    def console(self) -> bool:
        return self.language == "pycon"


@dataclass(frozen=True, slots=True)
class OutputFence:
    """The fence right behind a cell that states the cell's output; `body` is its text without marks."""

    span: Span
    body: Span
    text: str
    prefix: str
    cell: Cell


class Kind(StrEnum):
    """What an author says that a quote is."""

    COMPUTED = "computed"
    CITED = "cited"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Quote:
    """What the text states in one place: a numeral or a group of them, as written.

    `places[i]` is the source span of the i-th element of `quantity`.
    """

    span: Span
    text: str
    quantity: Quantity
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    """One comment: what it says of the quotes before it, in order; several only where it holds `;`."""

    span: Span
    kind: Kind
    content: str
    expressions: tuple[str, ...]
    quotes: tuple[Quote, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Citation:
    """A source that the text names, `[@key place]`; `place` is empty where none is written."""

    span: Span
    key: str
    key_span: Span
    place: str


@dataclass(frozen=True, slots=True)
class Asked:
    """An expression of a question: its answer, or what a usual mistake comes to. `words` are where readers
    are told what is asked for, or the mistake's name."""

    expression: str
    span: Span
    name: str = ""
    words: Span | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer readers can type, at `places` behind the point. `span` is its header, `options`
    are its option lines."""

    span: Span
    options: Span
    places: int
    answer: Asked
    mistakes: tuple[Asked, ...] = ()

    @property
    def expressions(self) -> tuple[Asked, ...]:
        """The answer and the mistakes, in the order of their steps."""
        return self.answer, *self.mistakes


Item = Cell | OutputFence | Binding | Question | Passage


@dataclass(frozen=True)
class Chapter:
    """A source and what it holds, in reading order; `findings` are slips that reading alone shows."""

    source: Source
    items: tuple[Item, ...]
    findings: tuple[Finding, ...]
    citations: tuple[Citation, ...] = ()

    def is_stated(self, index: int) -> bool:
        """Whether an output fence behind the cell that is item `index` states what it prints."""
        return isinstance(next(iter(self.items[index + 1 : index + 2]), None), OutputFence)
