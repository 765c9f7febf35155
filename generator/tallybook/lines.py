"""What one line of a chapter is, told from the line alone."""

from dataclasses import dataclass
import re
from typing import Literal

from tallybook.fences import TAB
from tallybook.source import Source

_FRONT_MATTER = re.compile(
    r"-{3}[ \t]*(?:\r\n|\r|\n)(?P<yaml>.*?(?:\r\n|\r|\n))(?:-{3}|\.{3})[ \t]*(?=[\r\n]|\Z)", re.DOTALL
)
_YAML_KEY = re.compile(r"(?:[ \t]*(?:\#[^\r\n]*)?(?:\r\n|\r|\n))*+[\w\"'.-][^\r\n:]*:(?:\s|$)")
_ITEM = re.compile(r"(?:(?:[-*+]|\d{1,3}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?|:[ \t]+|\[\^[^\]\n]+\]:[ \t]*)")
_LIST = re.compile(r"(?:[-*+]|1[.)])[ \t]+\S")
_LATER_ITEM = re.compile(r"(?!1[.)])\d+[.)](?:[ \t]|$)")
_CLOSING = re.compile(r"[ \t]+#+$")
_HEADING = re.compile(r"#{1,6}(?=[ \t]|[^#\s])[ \t]*")
_ADMONITION = re.compile(r"!!!|\?\?\?\+?|===[!+]{0,2}")
_TYPES = re.compile(r"[ \t]*(?:[\w-]+[ \t]*)*+")
_SLASHES = re.compile(r"/{3,}(?:[ \t]+(?P<name>[\w-]+)(?:[ \t]*\|[ \t]*(?P<title>.*))?)?[ \t]*$")
_UNTITLED = ("html", "define", "caption")
_NUMBER = re.compile(r"[0-9]*(?:[ \t]*·[ \t]*)?")
_ID = re.compile(r"[^\s·]+[ \t]*·[ \t]*")
_LEADS = {"question": _NUMBER, "hint": _NUMBER, "answer": _NUMBER, "state": _ID}  # what no reader counts with
_ABBREVIATION = re.compile(r"\*\[[^\]\n]+\]:[ \t]*")
_DEFINITION = re.compile(r"\[(?P<label>[^\[\]]*)\]:[ \t]*\S++(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?$")
_LABELS = re.compile(
    r"(?:\A|[\r\n])[> \t]*+\[(?P<label>[^\[\]\r\n^][^\[\]\r\n]*+)\]:[ \t]*+[^\s]++"
    r"(?:[ \t]++(?:\"[^\"\r\n]*+\"|'[^'\r\n]*+'|\([^()\r\n]*+\)))?[ \t]*+(?=[\r\n]|\Z)"
)
_RAW = re.compile(r"<(script|style|pre|textarea)\b", re.IGNORECASE)
_SNIPPET = re.compile(
    r"-+8<-+(?:[ \t]+(?P<quote>[\"'])(?P<file>.+)(?P=quote)|(?P<section>[ \t]+\[.*\]))?[ \t]*$"
)
STARTERS = frozenset("-*+#/!?=:<[_0123456789")
"""What a line begins with that is more than text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the prefix of its containers: `start` is the offset of `text`. `indents` are the columns
    before each mark of quotation and those before the text, without the one that belongs to a mark."""

    number: int
    start: int
    text: str
    indents: tuple[int, ...] = (0,)

    def behind(self, at: int) -> "Line":
        """The line from a character of its text on."""
        return Line(self.number, self.start + at, self.text[at:], self.indents)


def read_line(number: int, start: int, raw: str) -> Line:
    """The line whose text begins at an offset."""
    if raw[:1] not in (" ", "\t", ">"):
        return Line(number, start, raw.rstrip())
    text = raw.lstrip(" \t>")
    lead = len(raw) - len(text)
    first, *others = (len(blanks.expandtabs(TAB)) for blanks in raw[:lead].split(">"))
    return Line(number, start + lead, text.rstrip(), (first, *(max(columns - 1, 0) for columns in others)))


def front_matter_end(source: Source) -> int:
    """The offset behind the front matter; 0 where there is none."""
    if not source.text.startswith("---"):
        return 0
    match = _FRONT_MATTER.match(source.text)
    return match.end() if match and _YAML_KEY.match(match["yaml"]) else 0


def first_line(source: Source) -> int:
    """The first line behind the front matter."""
    end = front_matter_end(source)
    return source.place(end).line + 1 if end else 1


def item_end(text: str) -> int:
    """Where the text begins behind the marks of lists, of a definition or a footnote; 0 where none stands."""
    at = 0
    while at < len(text) and (match := _ITEM.match(text, at)) is not None:
        at = match.end()
    return at


def heading(text: str) -> tuple[int, int] | None:
    """Where the text of a heading begins and ends; None where the line is none."""
    match = _HEADING.match(text) if text.startswith("#") else None
    if match is None:
        return None
    closing = _CLOSING.search(text, match.end())
    return match.end(), closing.start() if closing else len(text)


def is_underline(text: str) -> bool:
    """Whether a line makes the line before it a heading."""
    return text[0] in "=-" and not text.strip(text[0])


def is_rule(text: str) -> bool:
    """Whether a line draws a rule or underlines, so that it says nothing."""
    sign = text[0]
    if sign not in "=-*_":
        return False
    return not text.strip(sign) or (sign != "=" and not text.strip(sign + " \t") and text.count(sign) >= 3)


def is_mark(text: str) -> bool:
    """Whether a line is one comment and nothing else."""
    return text.startswith("<!--") and text.find("-->", 4) == len(text) - 3 and text.find("<!--", 4) < 0


@dataclass(frozen=True, slots=True)
class Container:
    """The first line of an admonition or a tab, whose content is indented, or of a `///` block, whose
    options are; `title` is where its title stands in the line, if readers see one."""

    form: Literal["indented", "slashes"]
    title: tuple[int, int] | None


def container(text: str) -> Container | None:
    """The container that a line begins or ends."""
    if text.startswith("///"):
        match = _SLASHES.match(text)
        if match is None:
            return None
        name, (begin, end) = match["name"] or "", match.span("title")
        if name in _LEADS and (lead := _LEADS[name].match(text, begin)):
            begin = lead.end()
        return Container("slashes", (begin, end) if begin < end and not name.endswith(_UNTITLED) else None)
    opening = _ADMONITION.match(text) if text[0] in "!?=" else None
    if opening is None:
        return None
    types = _TYPES.match(text, opening.end())
    at = types.end() if types else opening.end()
    named = bool(text[opening.end() : at].strip())
    titled = len(text) > at + 1 and text[at] == text[-1] == '"'
    if (at < len(text) and not titled) or not (titled or named):
        return None
    if named is not (text[0] == "!") and text[0] != "?":
        return None
    return Container("indented", (at + 1, len(text) - 1) if titled and len(text) > at + 2 else None)


def abbreviation_end(text: str) -> int:
    """Where the long form of an abbreviation begins; 0 where the line defines none."""
    match = _ABBREVIATION.match(text) if text.startswith("*[") else None
    return match.end() if match else 0


def defined_label(text: str) -> str | None:
    """The label of a link's address that a line defines."""
    match = _DEFINITION.match(text) if text.startswith("[") else None
    return match["label"] if match else None


def find_labels(source: Source) -> frozenset[str]:
    """The labels of all addresses of links that a chapter defines, in lower case."""
    if "]:" not in source.text:
        return frozenset()
    return frozenset(match["label"].lower() for match in _LABELS.finditer(source.text))


def raw_tag(text: str) -> str | None:
    """The name of the tag that a line opens whose inside is no Markdown."""
    match = _RAW.match(text) if text.startswith("<") else None
    return match[1].lower() if match else None


@dataclass(frozen=True, slots=True)
class Snippet:
    """A line of the snippets extension: it names a file, or begins or ends a list of files, or marks a
    section, which brings nothing."""

    file: tuple[int, int] | None
    section: bool


def snippet(text: str) -> Snippet | None:
    """The scissors that a line is."""
    match = _SNIPPET.match(text) if text.startswith("-") and "8<-" in text else None
    if match is None:
        return None
    return Snippet(match.span("file") if match["file"] else None, bool(match["section"]))


def begins_list(text: str) -> bool:
    """Whether a line begins a list inside a paragraph for CommonMark; for Python-Markdown none does."""
    return _LIST.match(text) is not None


def interrupts(text: str, *, item: bool) -> bool:
    """Whether a line inside a paragraph begins another leaf; in an `item` any number goes on with a list."""
    if text[0] not in STARTERS or (not item and _LATER_ITEM.match(text)):
        return False
    return bool(
        _ITEM.match(text)
        or heading(text)
        or is_rule(text)
        or is_mark(text)
        or abbreviation_end(text)
        or defined_label(text) is not None
        or container(text)
        or raw_tag(text)
        or snippet(text)
    )
