"""The inside of a block: prose with formulas, code, images, links and comments told apart."""

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from html import unescape
import re
from typing import Literal

from tallybook.chapter import OPAQUE, Passage, PassageForm
from tallybook.source import Source, Span

_SPECIAL = re.compile(r"[\\`$<!\[\]&{]")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()>#+.!|~^$-])")
_MATH = re.compile(r"\$(?!\s)((?:\\.|[^\\$])+?)(?<!\s)\$", re.DOTALL)
_DOUBLE = re.compile(r"\$\$((?:\\.|[^\\$])+?)\$\$", re.DOTALL)
_PARENTHESES = re.compile(r"\\\(((?:\\[^)]|[^\\])+?)\\\)", re.DOTALL)
_TAG = re.compile(r"</?([A-Za-z][\w-]*)(?:\s[^<>]*|/)?>|<[A-Za-z][\w+.-]*:[^<>\s]*>")
_ALT = re.compile(r"!\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]")
_TAIL = re.compile(r"\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_CITATION = re.compile(r"\[@[^\]\n]+\]")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]\w*);")
_ATTRIBUTES = re.compile(r"\{:?[ ]*(?:[#.][\w:.-]+|[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s}\"']+))(?:[ ]+[^{}\n]*)?[ ]*\}|\{:[^{}\n]*\}")
_SOFT = frozenset(
    "a abbr b bdi cite data del dfn em font i ins kbd label mark q s samp small span strong time u var wbr".split()
)
_BINDING_START = re.compile(r"<!--[=@~]")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment in a block: its span with the marks, and where it stands in the block's prose."""

    span: Span
    at: int


@dataclass(frozen=True, slots=True)
class Slip:
    """A binding where renderers show it, or text that comes from elsewhere."""

    where: Literal["math", "alt", "attribute", "link", "abbreviation", "template"]
    span: Span


@dataclass(slots=True)
class Inline:
    """A block's prose passage, the passages inside it by their place in the prose, its comments."""

    prose: Passage
    inner: dict[int, Passage] = field(default_factory=dict)
    wholes: dict[int, Span] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)


def read_inline(
    source: Source, segments: tuple[Span, ...], block: int, *, form: PassageForm = "prose", heading: bool = False
) -> Inline:
    """Tell apart what the lines of one block hold. Linear in their length."""
    return _Reader(source, segments, block).read(form, heading)


def join_lines(source: Source, segments: tuple[Span, ...], block: int) -> Passage:
    """The lines of one block as they stand, joined by line ends."""
    pieces: list[tuple[int, int]] = []
    parts: list[str] = []
    length = 0
    for segment in segments:
        pieces.append((length, segment.start))
        parts.append(source.slice(segment))
        length += len(parts[-1]) + 1
    return Passage("prose", "\n".join(parts), tuple(pieces) or ((0, 0),), block)


def read_display(source: Source, segments: tuple[Span, ...], block: int) -> tuple[Passage, list[Slip]]:
    """The inside of a display formula, and the bindings in it that readers would see."""
    raw = join_lines(source, segments, block)
    opening = 0 if raw.text.startswith("\\begin") else 2
    closing = max(raw.text.rfind("$$", opening), raw.text.rfind("\\]", opening)) if opening else len(raw.text)
    slips = []
    for found in _BINDING_START.finditer(raw.text):
        start = raw.offset(found.start())
        slips.append(Slip("math", Span(start, start + 5)))
    return replace(raw.cut(opening, closing), form="display"), slips


class _Reader:
    def __init__(self, source: Source, segments: tuple[Span, ...], block: int) -> None:
        self.block = block
        self.raw = join_lines(source, segments, block)
        self.text = self.raw.text
        self.out: list[str] = []
        self.out_pieces: list[tuple[int, int]] = []
        self.length = 0
        self.brackets: list[int] = []
        self.ticks = _runs_of_ticks(self.text)
        self.no_comment_end = False
        self.inner: dict[int, Passage] = {}
        self.wholes: dict[int, Span] = {}
        self.comments: list[Comment] = []
        self.slips: list[Slip] = []

    def read(self, form: PassageForm, heading: bool) -> Inline:
        text, at = self.text, 0
        while at < len(text):
            match = _SPECIAL.search(text, at)
            stop = match.start() if match else len(text)
            if stop > at:
                self._emit(at, stop)
            at = self._special(stop) if match else stop
        prose = Passage(form, "".join(self.out), tuple(self.out_pieces) or ((0, self.raw.pieces[0][1]),), self.block, heading)
        return Inline(prose, self.inner, self.wholes, self.comments, self.slips)

    def _emit(self, start: int, end: int) -> None:
        """Copy `text[start:end]` to the prose, with the places of its lines."""
        at = start
        while at < end:
            newline = self.text.find("\n", at, end)
            stop = newline + 1 if newline >= 0 else end
            self.out_pieces.append((self.length, self.raw.offset(at)))
            self.out.append(self.text[at:stop])
            self.length += stop - at
            at = stop

    def _put(self, sign: str, at: int) -> None:
        self.out_pieces.append((self.length, self.raw.offset(at)))
        self.out.append(sign)
        self.length += len(sign)

    def _enclose(self, form: PassageForm, start: int, end: int, inner: tuple[int, int]) -> int:
        """An element of its own: one OPAQUE sign in the prose, its inside a passage."""
        self.inner[self.length] = replace(self.raw.cut(*inner), form=form)
        self.wholes[self.length] = Span(self.raw.offset(start), self.raw.offset(end - 1) + 1)
        self._put(OPAQUE, start)
        return end

    def _special(self, at: int) -> int:
        sign = self.text[at]
        if sign == "\\":
            return self._backslash(at)
        if sign == "`":
            return self._code(at)
        if sign == "$":
            return self._math(at)
        if sign == "<":
            return self._angle(at)
        if sign == "&":
            return self._entity(at)
        if sign == "{":
            return self._brace(at)
        return self._bracket(at, sign)

    def _backslash(self, at: int) -> int:
        if (math := _PARENTHESES.match(self.text, at)) is not None:
            self._note_slips("math", math)
            return self._enclose("math", at, math.end(), math.span(1))
        if (escaped := _ESCAPED.match(self.text, at)) is not None:
            self._put(escaped[1], at + 1)
            return at + 2
        self._emit(at, at + 1)
        return at + 1

    def _code(self, at: int) -> int:
        run = at
        while run < len(self.text) and self.text[run] == "`":
            run += 1
        places = self.ticks.get(run - at, [])
        after = bisect_left(places, run)
        if after == len(places):
            self._emit(at, run)
            return run
        return self._enclose("code", at, places[after] + run - at, (run, places[after]))

    def _math(self, at: int) -> int:
        match = _DOUBLE.match(self.text, at) if self.text.startswith("$$", at) else _MATH.match(self.text, at)
        if match is None:
            self._emit(at, at + 1)
            return at + 1
        self._note_slips("math", match)
        return self._enclose("math", at, match.end(), match.span(1))

    def _angle(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            end = -1 if self.no_comment_end else self.text.find("-->", at + 4)
            if end >= 0:
                self.comments.append(Comment(Span(self.raw.offset(at), self.raw.offset(end + 2) + 1), self.length))
                return end + 3
            self.no_comment_end = True
        elif (tag := _TAG.match(self.text, at)) is not None:
            self._note_slips("attribute", tag)
            name = (tag[1] or "").lower()
            if name == "br":
                self._put("\n", at)
            elif name not in _SOFT:
                self._put(OPAQUE, at)
            return tag.end()
        self._emit(at, at + 1)
        return at + 1

    def _entity(self, at: int) -> int:
        match = _ENTITY.match(self.text, at)
        sign = unescape(match[0]) if match else ""
        if match is None or len(sign) != 1:
            self._emit(at, at + 1)
            return at + 1
        self._put(sign, at)
        return match.end()

    def _brace(self, at: int) -> int:
        if self.text.startswith(("{{", "{%"), at):
            self.slips.append(Slip("template", Span(self.raw.offset(at), self.raw.offset(at) + 2)))
        elif (match := _ATTRIBUTES.match(self.text, at)) is not None:
            self._note_slips("attribute", match)
            return match.end()
        self._emit(at, at + 1)
        return at + 1

    def _bracket(self, at: int, sign: str) -> int:
        if sign == "!":
            return self._image(at)
        if sign == "[":
            reference = _FOOTNOTE.match(self.text, at) or _CITATION.match(self.text, at)
            if reference is not None:
                self._put(OPAQUE, at)
                return reference.end()
            self.brackets.append(len(self.out))
        elif self.brackets:
            opening = self.brackets.pop()
            tail = _TAIL.match(self.text, at + 1)
            if tail is not None:
                self._note_slips("link", tail)
                self._unlink(opening)
                return tail.end()
        self._emit(at, at + 1)
        return at + 1

    def _unlink(self, opening: int) -> None:
        """Take the opening bracket of a link out of the prose: readers do not see it."""
        self.out[opening] = "\u200b"

    def _image(self, at: int) -> int:
        alt = _ALT.match(self.text, at)
        tail = _TAIL.match(self.text, alt.end()) if alt else None
        if alt is None or tail is None:
            self._emit(at, at + 1)
            return at + 1
        self._note_slips("alt", alt)
        return self._enclose("alt", at, tail.end(), alt.span(1))

    def _note_slips(self, where: Literal["math", "alt", "attribute", "link"], match: re.Match[str]) -> None:
        for found in _BINDING_START.finditer(match[0]):
            start = self.raw.offset(match.start() + found.start())
            self.slips.append(Slip(where, Span(start, start + 5)))


def _runs_of_ticks(text: str) -> dict[int, list[int]]:
    """Where runs of backticks start, by their length: a code span ends at a run as long as its first."""
    runs: dict[int, list[int]] = {}
    if "`" in text:
        for match in re.finditer("`+", text):
            runs.setdefault(len(match[0]), []).append(match.start())
    return runs
