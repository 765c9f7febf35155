"""Comments of several lines: what stands in them is on no page."""

from collections.abc import Iterator
import re

from tallybook.fences import Fence, fence_span
from tallybook.source import Source, Span

_OPENING = re.compile(r"<!--")


def find_hidden(source: Source, fences: list[Fence], start: int) -> list[Span]:
    """The comments that run over a line's end, in order. A fence opens and closes none; an unclosed
    `<!--` is text, and so is one inside inline code."""
    text = source.text
    hidden: list[Span] = []
    closings = [match.start() for match in re.finditer("-->", text)] if "<!--" in text else []
    covered = [fence_span(source, fence) for fence in fences if fence.last is not None]
    closings = list(_outside(closings, covered))
    openings = _outside((match.start() for match in _OPENING.finditer(text, start)), covered)
    at, done = 0, start
    for opening in openings:
        if opening < done:
            continue
        while at < len(closings) and closings[at] < opening + 4:
            at += 1
        if at == len(closings):
            break
        end = closings[at] + 3
        if not _one_line(source, opening, end) and not _in_code(source, opening):
            hidden.append(Span(opening, end))
            done = end
    return hidden


def _outside(places: Iterator[int] | list[int], covered: list[Span]) -> Iterator[int]:
    at = 0
    for place in places:
        while at < len(covered) and covered[at].end <= place:
            at += 1
        if at == len(covered) or place < covered[at].start:
            yield place


def _one_line(source: Source, start: int, end: int) -> bool:
    return "\n" not in source.text[start:end] and "\r" not in source.text[start:end]


def _in_code(source: Source, offset: int) -> bool:
    line = source.line_span(source.place(offset).line)
    return source.text.count("`", line.start, offset) % 2 == 1
