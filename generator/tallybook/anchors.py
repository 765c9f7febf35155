"""What a chapter's links can point at: states, headings, cells and questions, each by an id of its own."""

from collections.abc import Iterator
from difflib import get_close_matches
import re
from unicodedata import normalize

from tallybook.chapter import Cell, Chapter, Passage
from tallybook.exercises import find_exercises
from tallybook.findings import Finding, FindingKind
from tallybook.lines import first_line
from tallybook.parts import skipped_lines
from tallybook.players import find_states
from tallybook.source import Source, Span

_HEADING_ID = re.compile(r"\{:?[^{}]{0,200}?#(?P<id>[^\s{}#.=]{1,99}+)[^{}]{0,200}+\}[ \t]*+#*+[ \t]*+$")
_ANY_ID = re.compile(r"\{:?[^{}\r\n]*?#([^\s{}#.=]{1,99})|\bid=[\"']?([^\s\"'>{}]{1,99})")
_LINK = re.compile(r"(?:\]\([ \t]*<?|\]:[ \t]*<?|\bhref=[\"'])#(?P<id>[^\s()<>\"'%:]{1,99})(?=[\s)>\"']|\Z)")
_COUNT = re.compile(r"[-_]\d+$")
_SIGNS = re.compile(r"[\W_]+")

Anchor = tuple[str, Span, str]
"""An id, where it stands, and what it is the id of."""


def judge_anchors(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each id that stands twice, and for each link to a state that is not there."""
    source = chapter.source
    states = list(find_states(source))
    anchors = [(id, span, "state") for id, span in states]
    anchors = sorted([*anchors, *_others(chapter)], key=lambda anchor: anchor[1].start)
    seen: dict[str, Anchor] = {}
    for id, span, kind in anchors:
        _, other, of = seen.setdefault(id, (id, span, kind))
        if other != span and {kind, of} != {"question"}:  # the pairing speaks of two questions
            message = f"the {of} at line {source.place(other.start).line} has the id {id} too"
            yield Finding(FindingKind.DUPLICATE_ID, span, message, "", ("give one of them an id of its own",))
    if states:
        yield from _judge_links(chapter, sorted({id for id, _ in states}), set(seen))


def _others(chapter: Chapter) -> Iterator[Anchor]:
    """The ids of headings, cells and questions."""
    source = chapter.source
    for item in chapter.items:
        if isinstance(item, Cell) and item.options.id:
            header = Span(item.span.start, source.line_ends[source.place(item.span.start).line - 1])
            given = re.compile(rf"(?:\bid=[\"']?|#)({re.escape(item.options.id)})")
            match = given.search(source.text, header.start, header.end)
            yield item.options.id, Span(*match.span(1)) if match else header, "cell"
        elif isinstance(item, Passage) and item.heading:
            start = item.offset(0)
            span = Span(start, source.line_ends[source.place(start).line - 1])
            if match := _HEADING_ID.search(source.slice(span)):
                yield match["id"], Span(start + match.start("id"), start + match.end("id")), "heading"
    for exercise in find_exercises(source, first_line(source)):
        if exercise.part.name == "question" and exercise.number:
            yield exercise.id, exercise.part.header, "question"


def _judge_links(chapter: Chapter, states: list[str], known: set[str]) -> Iterator[Finding]:
    """Findings for links within the page whose id is none of it and looks like a state's. Of other ids
    whoever makes the page knows more: a theme and its extensions make some."""
    source = chapter.source
    named = {id for match in _ANY_ID.finditer(source.text) for id in match.groups() if id} | known
    headings = {_bare(item.text) for item in chapter.items if isinstance(item, Passage) and item.heading}
    hidden = _hidden_lines(source)
    for match in _LINK.finditer(source.text):
        id = match["id"]
        if id in named or _bare(_COUNT.sub("", id)) in headings or _bare(id) in headings:
            continue
        near = get_close_matches(id, states, 1)
        span = Span(match.start("id"), match.end("id"))
        if near and source.place(span.start).line not in hidden:
            message = f"no state of this chapter has the id {id}"
            yield Finding(FindingKind.MISSING_STATE, span, message, "", (f"did you mean {near[0]}?",))


def _bare(text: str) -> str:
    """A heading or its slug without what slugs differ in."""
    return _SIGNS.sub("", normalize("NFKC", text).casefold())


def _hidden_lines(source: Source) -> set[int]:
    """The lines of fences and of comments."""
    skipped = skipped_lines(source, first_line(source)).items()
    return {line for first, last in skipped for line in range(first, last + 1)}
