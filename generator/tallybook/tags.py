"""Tags that say what a statement rests on, `[derived]`, of those that a book allows."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
import re

from tallybook.chapter import Binding, Cell, Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.report import GUARDED, Number
from tallybook.source import Span

_BRACKETS = re.compile(r"\[([^\[\]\n]{1,40})\]")


@dataclass(frozen=True, slots=True)
class Tag:
    """A word in brackets that is one of the book's tags, or that is `near` to one."""

    span: Span
    name: str
    near: str = ""


def find_tags(chapter: Chapter, tags: Sequence[str]) -> Iterator[Tag]:
    """The tags of a chapter's text in order, and what differs from one by a single sign."""
    nearest: dict[str, str | None] = dict.fromkeys(tags, "")
    for item in chapter.items if tags else ():
        if isinstance(item, Passage) and item.form == "prose" and "[" in item.text:
            for match in _BRACKETS.finditer(item.text):
                name = match[1]
                if name not in nearest:
                    nearest[name] = next((tag for tag in tags if _one_apart(name, tag)), None)
                if (near := nearest[name]) is not None:
                    yield Tag(item.span(*match.span()), name, near)


def _one_apart(name: str, tag: str) -> bool:
    """Whether one sign more, less or another makes one of the other."""
    short, long = sorted((name, tag), key=len)
    same = 0
    while same < len(short) and short[same] == long[same]:
        same += 1
    return len(tag) > 1 and name != tag and long[same + 1 :] in (short[same:], short[same + 1 :])


def judge_tags(chapter: Chapter, numbers: Iterable[Number], tags: Sequence[str]) -> Iterator[Finding]:
    """A finding for each unknown tag; for a chapter that computes or binds something and holds no tag; for
    each table that calculates in steps and has none in its section. Nothing where the book has no tags."""
    if not tags:
        return
    found = list(find_tags(chapter, tags))
    for tag in found:
        if tag.near:
            message = f"there is no tag {tag.name}"
            yield Finding(FindingKind.MISSING_TAG, tag.span, message, "", (f"did you mean {tag.near}?",))
    known = [tag.span.start for tag in found if not tag.near]
    listed = ", ".join(f"[{tag}]" for tag in tags)
    if not known and any(isinstance(item, Cell | Binding) for item in chapter.items):
        message = "this chapter computes or binds something, and no tag says what that rests on"
        yield Finding(FindingKind.MISSING_TAG, _title(chapter), message, "", (f"write one of {listed}",))
        return
    headings = _headings(chapter)
    tagged = {bisect_right(headings, start) for start in known}
    for head, count in _calculations(chapter, numbers):
        if bisect_right(headings, head.start) not in tagged:
            message = "no tag in the section of this table says what its steps rest on"
            label = f"{count} of its numbers {'is' if count == 1 else 'are'} checked"
            mend = f"write one of {listed} in its section"
            yield Finding(FindingKind.MISSING_TAG, head, message, label, (mend,))


def _headings(chapter: Chapter) -> list[int]:
    """Where the headings of a chapter begin."""
    return [item.offset(0) for item in chapter.items if isinstance(item, Passage) and item.heading]


def _title(chapter: Chapter) -> Span:
    for item in chapter.items:
        if isinstance(item, Passage) and item.heading:
            return item.span(0, len(item.text))
    return chapter.source.line_span(1)


def _calculations(chapter: Chapter, numbers: Iterable[Number]) -> Iterator[tuple[Span, int]]:
    """The heads of the tables that calculate, and how many guarded numbers each holds: its rows are counted
    1, 2, 3 … and say more than a quantity in each cell."""
    source, table_of, worded = chapter.source, dict[int, int](), set[int]()
    for item in chapter.items:
        if isinstance(item, Passage) and item.text:
            line = source.place(item.offset(0)).line
            if item.ordinal:
                table_of[line] = table_of.get(line - 1, line)
            elif line in table_of and any(sign.isalpha() or sign == "=" for sign in item.text):
                worded.add(table_of[line])
    counts = dict.fromkeys(sorted(worded), 0)
    for number in numbers:
        for place in (number.places or (number.span,)) if number.account in GUARDED else ():
            first = table_of.get(source.place(place.start).line)
            if first in worded:
                counts[first] += 1
    for first, count in counts.items():
        if count:
            head = source.line_span(first - 2)  # above the line of delimiters
            text = source.slice(head)
            yield Span(head.start + len(text) - len(text.lstrip(" \t>")), head.end), count
