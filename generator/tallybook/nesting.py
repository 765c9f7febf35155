"""The `///` blocks of a chapter by their lines: each block is closed, and each closing line closes one."""

from collections.abc import Iterator

from tallybook.chapter import Chapter
from tallybook.findings import Finding, FindingKind
from tallybook.lines import first_line
from tallybook.parts import CLOSING, OPENING, TORN, Part, chapter_parts, skipped_lines
from tallybook.source import Source, Span

_OURS = frozenset({"player", "state", "question", "hint", "answer", "sources", "function"})
_KNOWN = _OURS | {
    *("admonition", "caption", "define", "details", "figure-caption", "html", "tab", "table-caption"),
    *("attention", "caution", "danger", "error", "note", "tip", "warning"),
}
"""Blocks of our own and of pymdownx: a chapter that holds none of them may have no blocks at all."""


def judge_nesting(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each block that is not closed, and for each line that seems to begin or end one."""
    source = chapter.source
    found = chapter_parts(source)
    torn = list(_torn(source)) if "///" in source.text else []
    if not torn and not any(part.name in _KNOWN for part in found.walk()):
        return
    excused = [(marks, span.start) for span, marks, _ in torn]
    for span, marks, name in torn:
        mend = f"write {marks} {name} | and then its title"
        yield Finding(
            FindingKind.BAD_BLOCK, span, f"this line begins no {name}: no | stands in it", "", (mend,)
        )
    for part, outer in found.nested():
        if not part.closed:
            yield _unclosed(part, outer, source)
            excused += [(part.marks, part.header.start)] * any(part.marks == one.marks for one in outer)
    yield from _strays(found.strays, excused, source)


def _torn(source: Source) -> Iterator[tuple[Span, str, str]]:
    """Lines that name a block of ours, and are no first line of one, with their slashes and the name."""
    line = first_line(source)
    skipped = skipped_lines(source, line)
    while line <= len(source.line_starts):
        text, last = source.line_text(line), skipped.get(line, line)
        match = TORN.match(text) if last == line else None
        if match and match["name"].lower() in _OURS and not OPENING.match(text):
            start = source.line_starts[line - 1]
            span = Span(start + match.start("marks"), start + len(text.rstrip()))
            yield span, match["marks"], match["name"].lower()
        line = last + 1


def _unclosed(part: Part, outer: tuple[Part, ...], source: Source) -> Finding:
    like = next((one.name for one in reversed(outer) if one.marks == part.marks), "")
    if like:
        message = f"this {part.name} has as many slashes as a block round it"
        label = f"the first line {part.marks} closes the outer one"
        marks = max((one.marks for one in outer), key=len) + "/"
        mends: tuple[str, ...] = (
            f"if the {like} ends above this line, write {part.marks} on a line of its own there",
            f"if this {part.name} stands in it, write {marks} {part.name} here, and {marks} to close it",
        )
    else:
        message = f"this {part.name} is not closed"
        at = part.body.end
        if at < len(source.text):
            closer = CLOSING.match(source.line_text(source.place(at).line))
            marks = closer["marks"] if closer else ""
            round_it = next((one.name for one in outer if one.marks == marks), "block")
            label = f"line {source.place(at).line} closes the {round_it} round it"
        else:
            label = "the file ends first"
        mends = (f"write {part.marks} on a line of its own behind its last one",)
    return Finding(FindingKind.BAD_BLOCK, part.header, message, label, mends)


def _strays(strays: tuple[Span, ...], excused: list[tuple[str, int]], source: Source) -> Iterator[Finding]:
    """The closing lines that close nothing, but for those that an earlier finding mends with its own."""
    waiting: dict[str, list[int]] = {}
    for marks, at in sorted(excused, reverse=True):
        waiting.setdefault(marks, []).append(at)
    for span in strays:
        earlier = waiting.get(source.slice(span), [])
        if earlier and earlier[-1] < span.start:
            earlier.pop()
            continue
        mend = "take it out, or write the first line of its block above it"
        yield Finding(FindingKind.BAD_BLOCK, span, "this line closes no block", "", (mend,))
