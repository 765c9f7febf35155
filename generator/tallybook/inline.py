"""The inside of a block: prose with formulas, code, images, links and comments told apart."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from html import unescape
import re

from tallybook.chapter import OPAQUE, Citation, Passage, PassageForm
from tallybook.codes import Codes
from tallybook.copying import UNSEEN, Copy
from tallybook.leaves import Comment, Inline, Slip, Where, join_lines
from tallybook.source import Source, Span

_SPECIAL = re.compile(r"[\\`$<\[\]&{]|!(?=\[)")
_ESCAPED = re.compile(r"\\[\\`*_{}\[\]()>#+.!|~^$-]")
_MATH = re.compile(r"\$(?!\s)((?:[^\\$]++|\\.)++)(?<!\s)\$", re.DOTALL)
_DOUBLE = re.compile(r"\$\$((?:[^\\$]++|\\.)++)\$\$", re.DOTALL)
_PARENTHESES = re.compile(r"\\\(((?:[^\\]++|\\[^)])++)\\\)", re.DOTALL)
_TAG = re.compile(
    r"</?([A-Za-z][\w-]*+)(?:\s(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>|\s[^<>]*+>|/?>)"
    r"|<[A-Za-z][\w+.-]*+:[^<>\s]*+>"
)
_ALT = re.compile(r"!\[((?:\\.|[^\[\]\\]++|\[[^\[\]]*+\])*+)\]", re.DOTALL)
_TAIL = re.compile(
    r"\((?:<[^<>\n]*+>|(?:[^()\s]++|\([^()\s]*+\))*+)(?:\s++(?:\"[^\"\n]*+\"|'[^'\n]*+'))?\s*+\)"
)
_TAIL_WITH_COMMENT = re.compile(r"\([^()\s<]*+<!--[=@~][^)\n]*+\)")
_LABEL = re.compile(r"\[([^\[\]]{0,999})\]")
_REFERENCE = re.compile(r"\[[\^@][^\[\]\n]++\]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")
_ATTRIBUTES = re.compile(
    r"\{:?[ ]*+(?:[#.][\w:.-]++|[\w-]++=)(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^{}\"'\n])*+\}|\{:[^{}\n]*+\}"
)
_SOFT = re.compile(
    "a|abbr|b|bdi|cite|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|time|u|var|wbr",
    re.IGNORECASE,
)
_BINDING_START = re.compile(r"<!--[=@~](?![=@~])")
_STRAY_END = re.compile(r"[ \t]-->(?:[^ \t]|$)")


def read_inline(
    source: Source,
    segments: tuple[Span, ...],
    block: int,
    *,
    form: PassageForm = "prose",
    heading: bool = False,
    labels: frozenset[str] = frozenset(),
) -> Inline:
    """Tell apart what the lines of one block hold, in time linear in their length. `labels` are those of
    the links' addresses that the chapter defines, in lower case."""
    raw = join_lines(source, segments, block, form, heading=heading)
    return _Reader(raw, labels).read() if _SPECIAL.search(raw.text) else Inline(raw)


def read_display(source: Source, segments: tuple[Span, ...], block: int) -> tuple[Passage, list[Slip]]:
    """The inside of a display formula, and the bindings in it that readers would see."""
    raw = join_lines(source, segments, block, "display")
    marks = 0 if raw.text.startswith("\\begin") else 2
    slips = [Slip("math", raw.span(*found.span())) for found in _BINDING_START.finditer(raw.text)]
    return raw.cut(marks, len(raw.text) - marks, "display"), slips


class _Reader:
    """Walks from one special sign to the next; `element_end` is where the last element ended."""

    def __init__(self, raw: Passage, labels: frozenset[str]) -> None:
        self.raw = raw
        self.text = raw.text
        self.labels = labels
        self.copy = Copy(raw)
        self.found = Inline(raw)
        self.brackets: list[tuple[int, int]] = []
        self.element_end = -1
        self.template_line = 0
        self.plain_dollar = -1
        self.next_end = 0
        self.no_parenthesis = False

    def read(self) -> Inline:
        at = 0
        while (match := _SPECIAL.search(self.text, at)) is not None:
            at = _HANDLERS[match[0]](self, match.start())
        return replace(self.found, prose=self.copy.passage())

    def _enclose(self, form: PassageForm, at: int, end: int, inner: tuple[int, int]) -> int:
        """An element of its own: one OPAQUE sign in the prose, its inside a passage."""
        self.found.inner[self.copy.place(at)] = self.raw.cut(*inner, form)
        self.element_end = end
        return self.copy.put(OPAQUE, at, end)

    def _slip(self, where: Where, start: int, end: int) -> None:
        self.found.slips.append(Slip(where, self.raw.span(start, end)))

    def _note(self, where: Where, begin: int, end: int) -> None:
        """A slip for each binding in a stretch."""
        for found in _BINDING_START.finditer(self.text, begin, end):
            self._slip(where, *found.span())

    def _backslash(self, at: int) -> int:
        if self.text.startswith("\\(", at) and not self.no_parenthesis:
            if (math := _PARENTHESES.match(self.text, at)) is not None:
                self._note("math", *math.span())
                return self._enclose("math", at, math.end(), math.span(1))
            self.no_parenthesis = True
        if _ESCAPED.match(self.text, at) is None:
            return at + 1
        self.copy.skip(at, at + 1)
        return at + 2

    @cached_property
    def codes(self) -> Codes:
        return Codes(self.text)

    def _code(self, at: int) -> int:
        code = self.codes.at(at)
        if code is not None:
            inside, end = code
            return self._enclose("code", at, end, (at + end - inside, inside))
        while at < len(self.text) and self.text[at] == "`":
            at += 1
        return at

    def _dollar(self, at: int) -> int:
        double = self.text.startswith("$$", at)
        match = (_DOUBLE if double else _MATH).match(self.text, at) if at != self.plain_dollar else None
        if match is None or ("`" in match[0] and self.codes.cut(*match.span())):
            return at + 1
        if not double and self.text[match.end() : match.end() + 1].isdecimal():
            self._slip("dollar", *match.span())
            self._note("math", *match.span())
            self.plain_dollar = match.end() - 1
            return at + 1
        self._note("math", *match.span())
        return self._enclose("math", at, match.end(), match.span(1))

    def _angle(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self._comment(at)
        tag = _TAG.match(self.text, at)
        if tag is None:
            return at + 1
        self._note("attribute", *tag.span())
        name = tag[1] or ""
        if _SOFT.fullmatch(name):
            return self.copy.skip(at, tag.end())
        return self.copy.put("\n" if name.lower() == "br" else OPAQUE, at, tag.end())

    def _comment(self, at: int) -> int:
        end = self._comment_end(at + 4)
        if end < 0 or self.text.find("<!--", at + 4, end) >= 0:
            self._note("unclosed", at, at + 6)
            return at + 4
        self.found.comments.append(Comment(self.raw.span(at, end + 3), self.copy.place(at)))
        if _BINDING_START.match(self.text, at):
            behind = at == self.element_end or self.text[at - 1 : at] in ("*", "_")
            if behind and _ATTRIBUTES.match(self.text, end + 3):
                self._slip("braces", at, end + 3)
                self.element_end = end + 3
            elif self._goes_on(end + 3):
                self._slip("arrow", at, end + 3)
        return self.copy.skip(at, end + 3)

    def _comment_end(self, at: int) -> int:
        """Where the next --> stands, -1 where there is none."""
        if 0 <= self.next_end < at:
            self.next_end = self.text.find("-->", at)
        return self.next_end

    def _goes_on(self, at: int) -> bool:
        """Whether a comment that ended goes on to another -->, on its line; the arrow of a text has blanks
        on both sides or none."""
        end = self._comment_end(at)
        stretch = self.text[at : end + 4] if end >= 0 and self.text.find("<!--", at, end) < 0 else ""
        return "\n" not in stretch[:-1] and _STRAY_END.search(stretch) is not None

    def _entity(self, at: int) -> int:
        match = _ENTITY.match(self.text, at)
        sign = unescape(match[0]) if match else ""
        return self.copy.put(sign, at, match.end()) if match and len(sign) == 1 else at + 1

    def _brace(self, at: int) -> int:
        if self.text.startswith(("{{", "{%"), at):
            if at >= self.template_line:
                self._slip("template", at, at + 2)
                line_end = self.text.find("\n", at)
                self.template_line = line_end if line_end >= 0 else len(self.text)
            return at + 1
        match = _ATTRIBUTES.match(self.text, at)
        if match is None or not self._takes_attributes(at, match.end()):
            return at + 1
        self._note("attribute", *match.span())
        return self.copy.skip(at, match.end())

    def _takes_attributes(self, at: int, end: int) -> bool:
        """Whether braces stand where attributes do: behind an element, on a last line of their own, at the
        end of a heading; elsewhere they are text, `{x=1}`."""
        before = self.text[at - 1 : at]
        if at == self.element_end or before == "*":
            return True
        if before == "_":
            return self.text[at + 1] in ".#:"
        return end == len(self.text) and (before == "\n" or (self.raw.heading and before == " "))

    def _image(self, at: int) -> int:
        alt = _ALT.match(self.text, at)
        end = self._tail(alt.end(), alt[1]) if alt else None
        if alt is None or end is None:
            return at + 1
        self._note("alt", *alt.span())
        return self._enclose("alt", at, end, alt.span(1))

    def _open_bracket(self, at: int) -> int:
        reference = _REFERENCE.match(self.text, at)
        if reference is not None:
            cited = self._cites(reference)
            return self.copy.put(UNSEEN if cited else OPAQUE, at, reference.end())
        self.brackets.append((at, self.copy.place(at)))
        return at + 1

    def _cites(self, reference: re.Match[str]) -> bool:
        """Whether this is a citation, which is noted; what stands round it reads as if it were not there."""
        text = reference[0][1:-1]
        if not text.startswith("@") or self._tail(reference.end(), text) is not None:
            return False
        key, _, place = text[1:].replace("\t", " ").partition(" ")
        start = reference.start() + 2
        span, named = self.raw.span(*reference.span()), self.raw.span(start, start + len(key))
        self.found.citations.append(Citation(span, key, named, place.strip()))
        return True

    def _close_bracket(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        opening, place = self.brackets.pop()
        text = self.text[opening + 1 : at] if at - opening <= 1000 else ""
        end = self._tail(at + 1, text)
        if end is None:
            return at + 1
        self.copy.hide(place)
        self.element_end = end
        return self.copy.skip(at, end)

    def _tail(self, at: int, text: str) -> int | None:
        """The end of a link or an image whose text ends at `at`, by its address or by a label; None if it
        is none."""
        if self.text.startswith("(", at):
            tail = _TAIL.match(self.text, at) or _TAIL_WITH_COMMENT.match(self.text, at)
            if tail is not None:
                self._note("link", *tail.span())
                return tail.end()
        label = _LABEL.match(self.text, at) if self.labels else None
        if label is not None and (label[1] or text).lower() in self.labels:
            return label.end()
        return at if text.lower() in self.labels else None


_HANDLERS: dict[str, Callable[[_Reader, int], int]] = {
    "\\": _Reader._backslash,
    "`": _Reader._code,
    "$": _Reader._dollar,
    "<": _Reader._angle,
    "&": _Reader._entity,
    "{": _Reader._brace,
    "!": _Reader._image,
    "[": _Reader._open_bracket,
    "]": _Reader._close_bracket,
}
