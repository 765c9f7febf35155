"""Where the numbers of a chapter get a mark on its page: never where one would break the Markdown."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
import re

from tallybook.chapter import Chapter, Passage
from tallybook.report import Account, Number
from tallybook.source import Source, Span

_COMMENT = re.compile("<!--.*?-->")
_ENTITY = re.compile(r"&#?\w+;")
_EMPHASIS = re.compile(r"(?<![\\\w])_|_(?!\w)|(?<!\\)\*")
_OPENED = re.compile(r"[ \t>]*(?:\$\$|\\\[|\\begin\{)")
_CLOSED = re.compile(r"(?:\$\$|\\\]|\\end\{\w+\*?\})[ \t]*$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch to mark and the numbers that it stands for, each by its key.

    `value` is what the first of them is; `block` says that the stretch is a display formula, whole lines.
    """

    span: Span
    keys: tuple[int, ...]
    value: str
    block: bool = False

    @property
    def label(self) -> str:
        """The keys as the page's markup names them."""
        return " ".join(map(str, self.keys))


def find_marks(chapter: Chapter, numbers: Mapping[int, Number]) -> list[Mark]:
    """The marks for these numbers in reading order; two of them nest or stand apart.

    A number that cannot be marked with safety (in an alternative text, half inside a link) gets none.
    """
    passages = _Passages(chapter.items)
    computed = {number.span: number.computed for number in numbers.values()}
    found: dict[Span, list[tuple[int, int, str, bool]]] = {}
    for key, number in numbers.items():
        rank = list(Account).index(number.account)
        for span, value, block in _stretches(chapter.source, passages, number, computed):
            found.setdefault(span, []).append((rank, key, value, block))
    marks = []
    for span, claims in sorted(found.items(), key=lambda item: (item[0].start, -item[0].end)):
        claims.sort()
        keys = tuple(dict.fromkeys(key for _, key, _, _ in claims))
        marks.append(Mark(span, keys, claims[0][2], claims[0][3]))
    return list(_nested(marks))


def _nested(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks that lie within or behind those before them, and not across an end."""
    open_ends: list[int] = []
    for mark in marks:
        while open_ends and open_ends[-1] <= mark.span.start:
            open_ends.pop()
        if not open_ends or mark.span.end <= open_ends[-1]:
            open_ends.append(mark.span.end)
            yield mark


class _Passages:
    """Finds the passage that a span was read from: the inside of a formula before the prose round it."""

    def __init__(self, items: Iterable[object]) -> None:
        passages = [item for item in items if isinstance(item, Passage) and item.text]
        self._inner = self._sorted(passage for passage in passages if passage.form != "prose")
        self._prose = self._sorted(passage for passage in passages if passage.form == "prose")

    @staticmethod
    def _sorted(passages: Iterable[Passage]) -> list[tuple[Span, Passage]]:
        placed = [(passage.span(0, len(passage.text)), passage) for passage in passages]
        return sorted(placed, key=lambda pair: pair[0].start)

    def holding(self, span: Span) -> tuple[Span, Passage] | None:
        for passages in (self._inner, self._prose):
            at = bisect_right(passages, span.start, key=lambda pair: pair[0].start) - 1
            if at >= 0 and passages[at][0].holds(span):
                return passages[at]
        return None


def _stretches(
    source: Source, passages: _Passages, number: Number, computed: Mapping[Span, tuple[str, ...] | None]
) -> Iterator[tuple[Span, str, bool]]:
    """What to mark for a number: its span, or of a table each cell that holds an element."""
    values = number.computed or (computed.get(number.of) if number.of else None) or ()
    values = values if len(values) == len(number.values) else number.values
    held = passages.holding(number.span)
    if held is not None:
        span = _marked(source, held, number.span)
        if span is not None:
            stated = number.account is Account.EQUATION
            value = " ".join(_COMMENT.sub("", number.text).split()) if stated else ", ".join(values)
            yield span, value, held[1].form == "display"
        return
    for place, value in zip(number.places, values, strict=False):
        held = passages.holding(place)
        span = _marked(source, held, place) if held is not None else None
        if span is not None:
            yield span, value, False


def _marked(source: Source, held: tuple[Span, Passage], span: Span) -> Span | None:
    inside, passage = held
    match passage.form:
        case "prose":
            return _in_prose(source, span)
        case "math" | "code":
            return _enclosed(source, inside)
        case "display":
            return _lines(source, passage)
    return None


def _enclosed(source: Source, inside: Span) -> Span | None:
    """A formula or inline code with the marks that stand right beside it."""
    text, start, end = source.text, inside.start - 1, inside.end + 1
    sign = text[start]
    if sign == "(":
        return _free(source, Span(start - 1, end + 1))
    widest = 2 if sign == "$" else inside.start
    while inside.start - start < widest and text[start - 1 : start] == sign == text[end : end + 1]:
        start, end = start - 1, end + 1
    return _free(source, Span(start, end))


def _lines(source: Source, passage: Passage) -> Span | None:
    """The lines of a display formula; none where something else stands on them."""
    first = source.place(passage.offset(0)).line
    last = source.place(passage.offset(len(passage.text) - 1)).line + passage.text.endswith("\n")
    start, end = source.line_span(first), source.line_span(last)
    alone = _OPENED.match(source.slice(start)) and _CLOSED.search(source.slice(end))
    return Span(start.start, end.end) if alone else None


def _in_prose(source: Source, span: Span) -> Span | None:
    """The span, escapes and entities at its ends taken in; none where its markup is open on one side."""
    text, start, end = source.text, span.start, span.end
    start -= _is_escaped(text, start)
    entity = _ENTITY.match(text, end - 1)
    end = entity.end() if entity else end
    inside = text[start:end]
    if "](" in inside or "][" in inside or inside.count("$") % 2 or inside.count("`") % 2:
        return None
    if len(re.findall("<[A-Za-z]", inside)) != inside.count("</") or len(_EMPHASIS.findall(inside)) % 2:
        return None
    return _free(source, Span(start, end))


def _is_escaped(text: str, at: int) -> bool:
    backslashes = 0
    while backslashes < at and text[at - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1


def _free(source: Source, span: Span) -> Span | None:
    """The span, unless what it touches would change: attributes and a link's name belong to what stands
    right before them, and whether `_` is emphasis hangs on the letters beside it."""
    before, behind = source.text[span.start - 1 : span.start], source.text[span.end : span.end + 1]
    return None if before == "_" or behind in ("_", "{", "[") else span
