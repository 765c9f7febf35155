"""Text that comes from elsewhere: lines that only a build fills, so that nobody reads them here."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tallybook.findings import Finding, FindingKind
from tallybook.source import Source, Span

_ELSEWHERE = "this line brings text from elsewhere, which is not read here"


def template_finding(span: Span) -> Finding:
    """A warning at a `{{` or `{%`."""
    mend = "write the text itself, or put the braces in code"
    return Finding(FindingKind.UNREAD, span, _ELSEWHERE, "", (mend,), severity="warning")


def snippet_findings(
    source: Source, segments: tuple[Span, ...], folders: Sequence[Path], holds_number: Callable[[str], bool]
) -> Iterator[Finding]:
    """One finding for a line that brings in files, an error where one of them is there and holds a number.

    `segments` are the line and the names of the files.
    """
    for segment in segments[1:]:
        name = source.slice(segment)
        text = _read(name, folders)
        if text is not None and holds_number(text):
            message = f"this line brings in {name}, whose numbers are not checked"
            yield Finding(FindingKind.UNREAD, segments[0], message, "", ("write its text here",))
            return
    mends = ("write its text here",)
    yield Finding(FindingKind.UNREAD, segments[0], _ELSEWHERE, "", mends, severity="warning")


def _read(name: str, folders: Sequence[Path]) -> str | None:
    """The text of a snippet's file, if it is in one of the folders; its name may go on with lines or a
    section, `part.md:3:7`."""
    for folder in folders:
        for path in (folder / name, folder / name.partition(":")[0]):
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, ValueError):
                continue
    return None
