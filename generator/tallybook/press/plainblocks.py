"""The `///` blocks of a chapter as plain Markdown: a title in bold, an anchor, and what the block holds."""

import re

from tallybook.edits import Edits
from tallybook.parts import Part, chapter_parts
from tallybook.players import state_title
from tallybook.press.phrases import Phrases
from tallybook.source import Source, Span

_SILENT = frozenset({"caption", "figure-caption", "table-caption", "html", "sources"})
"""Blocks whose header says nothing to a reader."""
_NUMBERED = re.compile(r"(?P<number>[0-9]+)(?P<title>[ \t]*·.*)?")


def write_plain(source: Source, edits: Edits, phrases: Phrases) -> None:
    """Add to `edits` what makes plain Markdown of the chapter's blocks; what they hold stays."""
    for part in chapter_parts(source).walk():
        header = source.place(part.header.start).line
        opening, begin, closing = _heading(part, phrases)
        if opening:
            apart = part.body.start == part.body.end or _is_blank(source, source.place(part.body.start).line)
            gap = "" if apart else _gap(source, part)
            edits.replace(Span(part.header.start, begin), opening)
            edits.replace(Span(part.header.end, part.header.end), closing + gap)
        else:
            edits.replace(_line(source, header), "")
        edits.replace(part.options_span, "")
        if part.closed:
            edits.replace(_line(source, source.place(part.body.end).line), "")


def _line(source: Source, line: int) -> Span:
    """A line and, where it stands beside an empty one, the end of it: nothing runs together."""
    span, last = source.line_span(line), len(source.line_starts)
    apart = line < last and (line == 1 or _is_blank(source, line - 1) or _is_blank(source, line + 1))
    return Span(span.start, source.line_starts[line] if apart else span.end)


def _is_blank(source: Source, line: int) -> bool:
    return not source.line_text(line).strip(" \t>")


def _heading(part: Part, phrases: Phrases) -> tuple[str, int, str]:
    """What stands before the title, where the rest of the title begins, and what stands behind it."""
    start = part.title_span.start
    if part.name in _SILENT or not part.title:
        return "", part.header.end, ""
    if part.name == "function":
        return "**`", start, "`**"
    state = state_title(part.title) if part.name == "state" else None
    if state is not None:
        return f'<a id="{state[0]}"></a>**', part.title_span.end - len(state[1]), "**"
    numbered = _NUMBERED.fullmatch(part.title)
    if numbered is None or part.name not in ("question", "hint", "answer"):
        return "**", start, "**"
    rest = start + numbered.end("number")
    kind = "exercise" if part.name == "question" and numbered["title"] else part.name
    name = getattr(phrases, kind).format(numbered["number"])
    anchor = (part.options or {}).get("id") or f"{kind}-{numbered['number']}"
    if kind == "exercise":
        return f"### {name}", rest, f" {{#{anchor}}}"
    return f'<a id="{anchor}"></a>**{name}' if kind == "question" else f"**{name}", rest, "**"


def _gap(source: Source, part: Part) -> str:
    """An empty line in the containers that the block stands in."""
    line = source.line_span(source.place(part.header.start).line)
    return "\n" + source.text[line.start : part.header.start].rstrip()
