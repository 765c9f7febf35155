"""Fences as Python-Markdown with superfences reads them: by line and prefix, before anything else."""

from dataclasses import dataclass
import re

from tallybook.source import Source, Span

_TAB = 4
_OPENING = re.compile(r"(?P<prefix>[> ]*)(?P<marks>`{3,}|~{3,})[ ]*(?P<header>.*)$")
_HEADER = re.compile(r"(?:\.?(?P<language>[\w#.+-]+)(?=[ ]|$))?[ ]*(?P<rest>.*)$")
_OPTION = re.compile(
    r"(?P<class>\.[\w-]+)|(?P<id>\#[\w:.-]+)"
    r"|(?P<key>[A-Za-z][\w-]*)(?:=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s}\"']+)))?"
    r"|(?P<stray>\S+)"
)


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence with its header; `first` and `last` are the lines of its marks, counted from 1.

    `last` is None where no line closes it as superfences reads: then all of it is text.
    `ended` is the line at which the reader gave it up.
    """

    first: int
    last: int | None
    ended: int
    prefix: str
    marks: str
    header: str

    @property
    def language(self) -> str:
        if self.header.startswith("{"):
            return next((word[1:] for word in self.header[1:].split() if word.startswith(".")), "")
        match = _HEADER.match(self.header)
        return match["language"] or "" if match else ""

    def options(self) -> list[tuple[str, str | None]]:
        """(name, value) pairs in the order written; a bare word or a class has the value None."""
        braced = self.header.startswith("{")
        match = _HEADER.match(self.header)
        rest = self.header if braced or match is None else match["rest"]
        pairs: list[tuple[str, str | None]] = []
        for option in _OPTION.finditer(rest.strip().removeprefix("{").removesuffix("}")):
            if option["class"]:
                pairs.append((option["class"][1:], None))
            elif option["id"]:
                pairs.append(("id", option["id"][1:]))
            elif option["key"]:
                value = next((option[name] for name in ("double", "single", "bare") if option[name] is not None), None)
                pairs.append((option["key"], value))
            else:
                pairs.append((option["stray"], None))
        return pairs[1:] if braced and pairs and pairs[0] == (self.language, None) else pairs


def find_fences(source: Source, first: int = 1) -> list[Fence]:
    """Every fence from line `first` on, closed or not. A fence opens no other one inside itself."""
    fences: list[Fence] = []
    opened: _Open | None = None
    total = len(source.line_starts)
    line = first
    while line <= total:
        text = source.line_text(line)
        if opened is None:
            opened = _open(text, line)
        else:
            state = opened.read(text.expandtabs(_TAB))
            if state != "content":
                last = line if state == "closed" else None
                fences.append(opened.fence(last, line))
                opened = None
        line += 1
    if opened is not None:
        fences.append(opened.fence(None, total))
    return fences


def _open(text: str, line: int) -> "_Open | None":
    if "```" not in text and "~~~" not in text:
        return None
    match = _OPENING.match(text.expandtabs(_TAB))
    return _Open(line, match["prefix"], match["marks"], match["header"].rstrip()) if match else None


class _Open:
    """A fence that is being read."""

    def __init__(self, first: int, prefix: str, marks: str, header: str) -> None:
        self.first = first
        self.prefix = prefix
        self.marks = marks
        self.header = header
        self.depth = prefix.count(">")
        self.empty = 0

    def fence(self, last: int | None, ended: int) -> Fence:
        return Fence(self.first, last, ended, self.prefix, self.marks, self.header)

    def read(self, text: str) -> str:
        """What one more line makes of the fence: "content", "closed" or "given up"."""
        cut = 0
        while cut < min(len(text), len(self.prefix)) and text[cut] in "> ":
            cut += 1
        prefix, content = text[:cut], text[cut:]
        return self._read_quoted(prefix, content) if self.depth else self._read_plain(prefix, content)

    def _read_plain(self, prefix: str, content: str) -> str:
        if ">" in prefix:
            return "given up"
        if not content.strip():
            return "content"
        if len(prefix) != len(self.prefix):
            return "given up"
        return "closed" if self._closes(content) else "content"

    def _read_quoted(self, prefix: str, content: str) -> str:
        depth = prefix.count(">")
        if depth > self.depth:
            return "given up"
        if not content:
            self.empty += 1
            return "content"
        if len(prefix) < len(self.prefix) or (self.empty and depth < self.depth):
            return "given up"
        if self._closes(content):
            return "closed"
        self.empty = 0
        return "content"

    def _closes(self, content: str) -> bool:
        return content.startswith(self.marks) and not content[len(self.marks) :].strip(" ")


def fence_body(source: Source, fence: Fence) -> str:
    """The text between the marks with the fence's prefix cut off; line ends become \\n."""
    lines = []
    for line in range(fence.first + 1, (fence.last or fence.ended + 1)):
        raw = source.line_text(line)
        if "\t" in raw[: len(fence.prefix)]:
            raw = raw.expandtabs(_TAB)
        lines.append(raw[len(fence.prefix) :] if raw.strip() else "")
    return "\n".join(lines) + "\n" if lines else ""


def fence_span(source: Source, fence: Fence) -> Span:
    """From the first character of the opening line to the end of the closing line."""
    return Span(source.line_span(fence.first).start, source.line_span(fence.last or fence.ended).end)
