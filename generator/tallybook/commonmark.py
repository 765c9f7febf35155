"""Which lines CommonMark reads as fences, as indented code and as HTML: its block structure, no more."""

from dataclasses import dataclass, field
import re
from typing import Literal

from tallybook.fences import TAB
from tallybook.source import Source

_DEEPEST = 32
"""Containers inside one another that are followed: nobody writes more, and a line of marks stays cheap."""

_WIDEST = 1000
"""Columns that are looked at for an indent; content that far in is code anyway."""

_HEADING = re.compile(r"#{1,6}(?:[ ]|$)")
_UNDERLINE = re.compile(r"(?:=+|-+)[ ]*$")
_FENCE = re.compile(r"(?P<marks>`{3,})(?P<header>[^`]*)$|(?P<waves>~{3,})(?P<info>.*)$")
_ITEM = re.compile(r"(?:[-+*]|(?P<number>\d{1,9})[.)])(?=[ ]|$)")
_RAW_TAGS = "script|pre|style|textarea"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div"
    "|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe"
    "|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table"
    "|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_ATTRIBUTE = r"[ ]++[A-Za-z_:][\w:.-]*+(?:[ ]*+=[ ]*+(?:[^ \"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?"
COMMENT_ENDS = re.compile("-->")
_HTML: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = (
    (re.compile(rf"<(?:{_RAW_TAGS})(?=[ >]|$)", re.I), re.compile(rf"</(?:{_RAW_TAGS})>", re.I)),
    (re.compile("<!--"), COMMENT_ENDS),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile("<![A-Za-z]"), re.compile(">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{_BLOCK_TAGS})(?=[ >]|/>|$)", re.I), None),
)
_WHOLE_TAG = re.compile(
    rf"(?:<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+[ ]*+/?>|</[A-Za-z][A-Za-z0-9-]*+[ ]*+>)[ ]*$", re.ASCII
)

Form = Literal["fence", "code", "html", "paragraph"]


@dataclass(slots=True)
class Leaf:
    """A leaf that takes in lines: `first` and `last` are the first and the last, counted from 1.

    `closed` says whether marks end it. Of a fence, `lines` is its content, blanks at their ends left out, and
    `in_item` whether a list item holds it. `ends` is what ends an HTML block; None where a blank line does.
    """

    form: Form
    first: int
    last: int
    header: str = ""
    marks: str = ""
    indent: int = 0
    closed: bool = False
    lines: list[str] = field(default_factory=list)
    ends: re.Pattern[str] | None = None
    in_item: bool = False


_PARAGRAPH = Leaf("paragraph", 0, 0)
"""Stands for any paragraph: nobody asks where one begins."""


@dataclass(slots=True)
class _Container:
    """A quotation (`width` 0), or a list item whose content begins `width` columns in."""

    width: int
    filled: bool = False


def read_leaves(source: Source, first: int) -> list[Leaf]:
    """The fences, the indented code and the HTML from line `first` on, in order."""
    scanner = _Scanner()
    for number in range(first, len(source.line_starts) + 1):
        scanner.read(number, source.line_text(number).expandtabs(TAB))
    return scanner.leaves


class _Scanner:
    """Reads one line after the other. `leaf` is the one that is open, `at` how far the line is read and
    `end` where it ends, blanks left out; `kept` is how many of the open containers stay open when a block
    begins in this line."""

    def __init__(self) -> None:
        self.leaves: list[Leaf] = []
        self.containers: list[_Container] = []
        self.leaf: Leaf | None = None
        self.number = self.at = self.end = self.kept = 0
        self.text = ""

    def read(self, number: int, text: str) -> None:
        if not self.containers and self.leaf is _PARAGRAPH and text and text[0].isalpha():
            return
        self.number, self.text, self.at, self.end = number, text, 0, len(text.rstrip(" "))
        self.kept = self._match()
        whole = self.kept == len(self.containers)
        if whole and self.leaf is not None and self._goes_on(self.leaf):
            return
        if self.at >= self.end:
            self._close()
            return
        lazy = self.leaf is _PARAGRAPH
        while self.at < self.end:
            began = self._begin(lazy, lazy and whole)
            if began == "leaf":
                return
            if not began:
                break
            lazy = False
        if self.at < self.end and not lazy:
            self._add(_PARAGRAPH)

    def _indent(self) -> int:
        rest = self.text[self.at : self.at + _WIDEST]
        return len(rest) - len(rest.lstrip(" "))

    def _match(self) -> int:
        """How many of the open containers go on in this line; moves behind their marks."""
        for matched, container in enumerate(self.containers):
            indent = self._indent()
            blank = self.at + indent >= self.end
            if container.width and (indent >= container.width or (blank and container.filled)):
                self.at += min(indent, container.width)
            elif not container.width and indent <= 3 and self.text.startswith(">", self.at + indent):
                self._pass_quote(indent)
            else:
                return matched
        return len(self.containers)

    def _pass_quote(self, indent: int) -> None:
        self.at += indent + 1
        self.at += self.text.startswith(" ", self.at)

    def _goes_on(self, leaf: Leaf) -> bool:
        """Whether a leaf that is no paragraph takes in the line."""
        rest, indent = self.text[self.at : self.end], self._indent()
        if leaf.form == "fence":
            leaf.last = self.number
            marks = rest[indent:]
            if indent <= 3 and marks.startswith(leaf.marks) and not marks.strip(leaf.marks[0]):
                leaf.closed, self.leaf = True, None
            else:
                leaf.lines.append(rest[min(indent, leaf.indent) :])
            return True
        if leaf.form == "html" and (rest or leaf.ends is not None):
            leaf.last = self.number
            self._end_html(leaf, rest)
            return True
        if leaf.form == "code" and (not rest or indent >= 4):
            leaf.last = self.number if rest else leaf.last
            return True
        self.leaf = leaf if leaf is _PARAGRAPH else None
        return False

    def _end_html(self, leaf: Leaf, rest: str) -> None:
        if leaf.ends is not None and leaf.ends.search(rest):
            leaf.closed, self.leaf = True, None

    def _close(self) -> None:
        del self.containers[self.kept :]
        self.leaf = None

    def _fill(self) -> None:
        self._close()
        if self.containers:
            self.containers[-1].filled = True

    def _add(self, leaf: Leaf) -> None:
        self._fill()
        self.leaf = leaf
        if leaf is not _PARAGRAPH:
            leaf.in_item = any(container.width for container in self.containers)
            self.leaves.append(leaf)

    def _push(self, container: _Container) -> None:
        self._fill()
        self.containers.append(container)
        self.kept = len(self.containers)

    def _begin(self, lazy: bool, interrupts: bool) -> Literal["leaf", "container", ""]:
        """What begins here. `lazy` says that a paragraph goes on if nothing does, `interrupts` that it
        stands in the same containers."""
        indent = self._indent()
        rest = self.text[self.at + indent : self.end]
        if indent >= 4:
            if not lazy:
                self._add(Leaf("code", self.number, self.number))
            return "" if lazy else "leaf"
        if rest[0] == ">" and len(self.containers) < _DEEPEST:
            self._push(_Container(0))
            self._pass_quote(indent)
            return "container"
        leaf = self._fence(rest, indent) or self._html(rest, interrupts)
        if leaf is not None:
            self._add(leaf)
            self._end_html(leaf, rest)
            return "leaf"
        if _HEADING.match(rest) or (interrupts and _UNDERLINE.match(rest)) or _is_rule(rest):
            self._fill()
            return "leaf"
        return "container" if self._item(rest, indent, interrupts) else ""

    def _fence(self, rest: str, indent: int) -> Leaf | None:
        match = _FENCE.match(rest) if rest[0] in "`~" else None
        if match is None:
            return None
        marks, header = match["marks"] or match["waves"], match["header"] or match["info"] or ""
        return Leaf("fence", self.number, self.number, header=header.strip(), marks=marks, indent=indent)

    def _html(self, rest: str, interrupts: bool) -> Leaf | None:
        if rest[0] != "<":
            return None
        for begins, ends in _HTML:
            if begins.match(rest):
                return Leaf("html", self.number, self.number, ends=ends)
        whole = not interrupts and _WHOLE_TAG.match(rest)
        return Leaf("html", self.number, self.number) if whole else None

    def _item(self, rest: str, indent: int, interrupts: bool) -> bool:
        """Begin a list item, if one stands here."""
        match = _ITEM.match(rest) if len(self.containers) < _DEEPEST else None
        if match is None or (interrupts and (match.end() == len(rest) or int(match["number"] or 1) != 1)):
            return False
        behind = rest[match.end() : match.end() + 6]
        blanks = len(behind) - len(behind.lstrip(" "))
        if not 1 <= blanks <= 4:
            blanks = 1
        self._push(_Container(indent + match.end() + blanks))
        self.at = min(self.at + indent + match.end() + blanks, len(self.text))
        return True


def _is_rule(rest: str) -> bool:
    return rest[0] in "-*_" and not rest.strip(rest[0] + " ") and rest.count(rest[0]) >= 3
