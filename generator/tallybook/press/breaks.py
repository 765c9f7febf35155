"""Where a line of the page may end within a number: not in a short one, but behind ≈ and arrows."""

from collections.abc import Iterable
import re

from tallybook.edits import Edits
from tallybook.press.marks import Mark
from tallybook.source import Source, Span

_SHORT = 24  # letters that fit on the line of any screen
_END = re.compile(r" |(?<=[0-9A-Za-z])-")
_WIDE = re.compile("[\u2e80-\uffef]")
_CODE = re.compile("[$`]")
_ROW = re.compile(r"[(\[][^()\[\]<\n]*[)\]]")


def stays_whole(text: str) -> bool:
    """Whether a text is short, and a browser would yet end a line in it."""
    return _END.search(text) is not None and len(text) + len(_WIDE.findall(text)) <= _SHORT


def set_breaks(edits: Edits, source: Source, marks: Iterable[Mark]) -> None:
    """Keep short rows whole, and let lines end behind ≈ and arrows, where no browser ends one by itself."""
    found = list(marks)
    done = {mark.span for mark in found}
    for mark in found:
        text, start = source.slice(mark.span), mark.span.start
        ends = [start] if source.text[start - 1 : start] == "≈" else []
        if not mark.block and len(text) > _SHORT and not _CODE.search(text):
            ends += [start + sign.end() for sign in re.finditer("→", text)]
            for row in _ROW.finditer(text):
                span = Span(start + row.start(), start + row.end())
                if stays_whole(row[0]) and span not in done:
                    done.add(span)
                    edits.wrap(span, '<span class="tally-short">', "</span>")
        for end in ends:
            if Span(end, end) not in done:
                done.add(Span(end, end))
                edits.replace(Span(end, end), "<wbr>")
