"""Comments that run over the end of a line."""

from bisect import bisect_right
import re

from tallybook.fences import Fence, fence_span
from tallybook.source import Source, Span

_BLANK_LINE = re.compile(r"(?>\r\n|\r|\n)[> \t]*+[\r\n]")


def find_comments(source: Source, fences: list[Fence], start: int) -> tuple[list[Span], list[Span]]:
    """The comments of several lines behind `start`, in order, in two lists.

    Those of the first begin a line: they hide all that stands in them, blank lines and cells too. Those of
    the second begin behind other text and end in the same block. A fence opens and closes none; what else
    a `<!--` begins is text.
    """
    text = source.text
    hidden: list[Span] = []
    within: list[Span] = []
    covered = [fence_span(source, fence) for fence in fences if fence.last is not None]
    openings = _outside(text, "<!--", covered)
    closings = _outside(text, "-->", covered) if openings else []
    at, done, shown = 0, start, start
    for opening, following in zip(openings, [*openings[1:], len(text)], strict=False):
        while at < len(closings) and closings[at] < opening + 4:
            at += 1
        if at == len(closings):
            break
        comment = Span(opening, closings[at] + 3)
        # Python-Markdown looks for no HTML block between a <!-- and its -->, even where they are text.
        outer = opening >= done
        done = comment.end if outer else done
        if opening < shown or _on_one_line(source, comment):
            continue
        if outer and _begins_line(source, opening):
            hidden.append(comment)
            shown = comment.end
        elif following >= comment.end and _in_one_block(text, comment, covered):
            within.append(comment)
    return hidden, within


def _outside(text: str, mark: str, covered: list[Span]) -> list[int]:
    """Where a mark stands in no fence."""
    places: list[int] = []
    at = 0
    for match in re.finditer(mark, text):
        while at < len(covered) and covered[at].end <= match.start():
            at += 1
        if at == len(covered) or match.start() < covered[at].start:
            places.append(match.start())
    return places


def _on_one_line(source: Source, span: Span) -> bool:
    return source.place(span.start).line == source.place(span.end).line


def _begins_line(source: Source, offset: int) -> bool:
    """Whether at most three spaces stand before: farther in, Python-Markdown looks for no HTML block."""
    lead = source.place(offset).column - 1
    return lead <= 3 and not source.text[offset - lead : offset].strip(" ")


def _in_one_block(text: str, comment: Span, covered: list[Span]) -> bool:
    at = bisect_right(covered, comment.start, key=lambda span: span.start)
    fenced = at < len(covered) and covered[at].start < comment.end
    return not fenced and _BLANK_LINE.search(text, comment.start, comment.end) is None


def covers(spans: list[Span], offset: int) -> bool:
    """Whether one of the spans, which stand in order, holds an offset."""
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end
