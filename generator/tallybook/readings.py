"""Where CommonMark reads a cell otherwise than Python-Markdown with superfences."""

from collections.abc import Iterator
import re

from tallybook.cells import LANGUAGES, CellReader
from tallybook.fences import Fence
from tallybook.findings import Finding, FindingKind
from tallybook.source import Source, Span

_LIST_FENCE = re.compile(r"[> ]*(?:[-*+]|\d{1,9}[.)])[ ]+(?P<marks>`{3,}|~{3,})[ ]*(?P<language>[\w.]*)[^`]*\bexec\b")


def compare_readings(
    source: Source, fences: list[Fence], hidden: list[Span], cells: CellReader
) -> Iterator[Finding]:
    """A warning at each cell that another renderer would show as something else."""
    inside = [(fence.first, fence.last or fence.ended) for fence in fences]
    for fence in fences:
        if cells.runs(fence):
            why = _difference(source, fence, hidden)
            if why:
                yield _warning(source, fence.first, len(fence.prefix), why)
    if "exec" not in source.text:
        return
    for line in range(1, len(source.line_starts) + 1):
        text = source.line_text(line)
        if "exec" not in text or any(first <= line <= last for first, last in inside):
            continue
        match = _LIST_FENCE.match(text)
        if match and match["language"].lstrip(".") in LANGUAGES:
            why = "a fence on a list item's first line is no cell here, but CommonMark reads one: put it on a line of its own"
            yield _warning(source, line, match.start("marks"), why)


def _difference(source: Source, fence: Fence, hidden: list[Span]) -> str:
    start = source.line_span(fence.first).start
    if any(span.start <= start < span.end for span in hidden):
        return "this cell stands in a comment, so it does not run: take the comment away, or the word exec"
    if "`" in fence.header and fence.marks.startswith("`"):
        return "CommonMark reads no fence where a backtick stands in its header"
    if ">" not in fence.prefix and len(fence.prefix) >= 4 and not _in_item(source, fence):
        return "CommonMark reads a fence that is indented four spaces or more as plain code"
    if fence.last is not None:
        for line in range(fence.first + 1, fence.last):
            text = source.line_text(line).strip()
            if text.startswith(fence.marks) and not text.strip(fence.marks[0]):
                return f"CommonMark ends this fence at line {line} already, whose marks are longer or further in"
    return ""


def _in_item(source: Source, fence: Fence) -> bool:
    """Whether a list item holds the fence for CommonMark too: it is indented as far as the item's text."""
    for line in range(fence.first - 1, 0, -1):
        text = source.line_text(line)
        indent = len(text) - len(text.lstrip())
        if text.strip() and indent < len(fence.prefix):
            item = re.match(r"\s*(?:[-*+]|\d{1,9}[.)])\s+", text)
            if item is not None:
                return len(fence.prefix) - item.end() <= 3
            if indent == 0:
                return False
    return False


def _warning(source: Source, line: int, lead: int, why: str) -> Finding:
    span = source.line_span(line)
    return Finding(FindingKind.READINGS_DIFFER, Span(span.start + lead, span.end), why, severity="warning")
