"""Step players as a chapter needs them: states with an id, a name and a text, one of them the default."""

from bisect import bisect_left
from collections.abc import Iterator
from difflib import get_close_matches
import re
from typing import Any

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.optionlines import OptionLines
from tallybook.parts import Part, chapter_parts
from tallybook.source import Source, Span

_TITLE = re.compile(r"(?P<id>[^\s·]+)[ \t]*·[ \t]*(?P<name>.+)")
_SENTENCE = re.compile(r"[。！？!?…]|(?:[^\W\d_]|\S [^\w\s]*\d\S*)[.](?=\s|\Z)")  # no 1. of a list
_OPTIONS: dict[str, dict[str, type]] = {"player": {"default": str}, "state": {}}
_PASSED = "attrs"  # pymdownx.blocks gives it to every block


def state_title(title: str) -> tuple[str, str] | None:
    """Id and name of a state; None where its title does not give both."""
    match = _TITLE.fullmatch(title)
    return (match["id"], match["name"]) if match else None


def find_states(source: Source) -> Iterator[tuple[str, Span]]:
    """The id of every state that gives one, and where it stands."""
    for part in chapter_parts(source).walk():
        title = state_title(part.title) if part.name == "state" else None
        if title is not None:
            yield title[0], Span(part.title_span.start, part.title_span.start + len(title[0]))


def judge_players(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each player and each state that is not what a reader needs."""
    source = chapter.source
    parts = chapter_parts(source)
    sentences = _sentences(chapter) if any(part.name == "state" for part in parts.walk()) else []
    for part, outer in parts.nested():
        if part.name not in _OPTIONS:
            continue
        yield from _judge_options(part, source)
        if part.name == "player":
            yield from _judge_player(part, source)
        else:
            yield from _judge_state(part, outer[-1] if outer else None)
            if not _says_something(part, sentences):
                mend = "write at least one sentence on what has changed, besides the figure and its caption"
                yield Finding(FindingKind.NO_TEXT, part.header, "this state has no text", "", (mend,))


def _judge_options(part: Part, source: Source) -> Iterator[Finding]:
    known = _OPTIONS[part.name]
    lines = OptionLines(source, part.options_span)
    if part.options is None:
        message = f"the options of this {part.name} are no YAML, so the whole block is read as text"
        mend = "write one option a line, its name, a colon and its value"
        yield _bad(lines.trouble(), message, mend)
        return
    for key, node in lines.entries():
        name = lines.written(key)
        value: Any = part.options.get(name)
        if name not in known and name != _PASSED:
            near = get_close_matches(name, known, 1)
            mend = f"did you mean {near[0]}? " if near else ""
            mend += f"the options are {', '.join(known)}" if known else f"a {part.name} has no options"
            yield _bad(lines.span(key), f"{name} is no option of a {part.name}", mend)
        elif not isinstance(value, known.get(name, dict)):
            what = "a text" if name in known else "a mapping"
            yield _bad(
                lines.span(node), f"{name} is {what}, not {value!r}", f"put it in quotation marks: {name}: …"
            )


def _judge_player(part: Part, source: Source) -> Iterator[Finding]:
    if not part.title:
        mend = f"write {part.marks} player | and then its title"
        yield _bad(part.header, "this player has no title, so it is read as text", mend)
    titles = [state_title(inner.title) for inner in part.parts if inner.name == "state"]
    for inner in part.parts:
        if inner.name != "state" and get_close_matches(inner.name, ["state"], 1):
            yield _bad(inner.header, f"there is no block {inner.name}", "did you mean state?")
    if not titles:
        mend = f"write {part.marks}/ state | id · name into it, and {part.marks}/ at the end of each"
        yield _bad(part.header, "this player has no states", mend)
    default = (part.options or {}).get("default")
    ids = [title[0] for title in titles if title is not None]
    if titles and isinstance(default, str) and default not in ids:
        lines = OptionLines(source, part.options_span)
        span = next(lines.span(node) for key, node in lines.entries() if lines.written(key) == "default")
        near = get_close_matches(default, ids, 1)
        mend = f"did you mean {near[0]}? " if near else ""
        mend += f"the states are {', '.join(ids)}"
        message = f"no state of this player has the id {default}"
        yield Finding(FindingKind.MISSING_STATE, span, message, "", (mend,))


def _judge_state(part: Part, outer: Part | None) -> Iterator[Finding]:
    if outer is None or outer.name != "player":
        near = outer is not None and bool(get_close_matches(outer.name, ["player"], 1))
        mend = "did you mean player?" if near else "write /// player | and a title above it, and /// below it"
        label = f"the block round it is called {outer.name}" if outer is not None else ""
        yield _bad(part.header, "this state stands in no player", mend, label)
    if state_title(part.title) is None:
        message = "the first line of a state gives its id and its name"
        yield _bad(
            part.title_span if part.title else part.header, message, f"write {part.marks} state | id · name"
        )


def _bad(span: Span, message: str, mend: str, label: str = "") -> Finding:
    return Finding(FindingKind.BAD_BLOCK, span, message, label, (mend,))


def _sentences(chapter: Chapter) -> list[int]:
    """Where each paragraph begins that holds a sentence."""
    return [
        item.offset(0)
        for item in chapter.items
        if isinstance(item, Passage)
        and item.form == "prose"
        and not item.heading
        and _SENTENCE.search(item.text)
    ]


def _says_something(state: Part, sentences: list[int]) -> bool:
    """Whether a paragraph of the state holds a sentence: no caption, and no title of a block in it."""
    inner = [part for part in state.walk() if part is not state]
    captions = [Span(part.header.start, part.body.end) for part in inner if part.name.endswith("caption")]
    apart = [*captions, *(part.header for part in inner)]
    at = bisect_left(sentences, state.body.start)
    while at < len(sentences) and sentences[at] < state.body.end:
        if not any(span.start <= sentences[at] < span.end for span in apart):
            return True
        at += 1
    return False
