"""A built page against its chapter: every mark is there, and no binding and no line of a block is."""

from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
import re
from unicodedata import normalize

from tallybook.findings import Finding, FindingKind
from tallybook.press.rendering import Rendered
from tallybook.source import Source

_LEFT_OVER = re.compile(r"(?:<|&lt;)!--[=@~]|///")
_BINDING = re.compile(r"<!--[=@~].*")
_BLOCK = re.compile(r"^[ \t]*(/{3,} *[\w-]+(?: *\|.*)?)$", re.MULTILINE)
_UNKNOWN = ": is the block called so, and is its extension among markdown_extensions?"
_VERBATIM = frozenset({"code", "pre", "script", "style", "textarea"})


def unfit_marks(html: str, rendered: Rendered, source: Source) -> Iterator[Finding]:
    """A finding for each marked number that the page does not show, or shows as another."""
    reader = _MarkReader()
    reader.feed(html)
    reader.close()
    shown_by = {label: iter(texts) for label, texts in reader.shown.items()}
    for mark in rendered.marks:
        shown = next(shown_by.get(mark.label, iter(())), None)
        text = " ".join(rendered.numbers[mark.keys[0]].text.split())
        if shown is None:
            mend = "look for a mark above it that is not closed, or Markdown inside the number"
            message = f"{text} does not stand on the page"
            yield Finding(FindingKind.NOT_RENDERED, mark.span, message, "", (mend,))
        elif not _is_shown(source.slice(mark.span), shown):
            mend = "an extension reads signs of it as Markdown: put a backslash before them"
            message = f"{text} stands on the page as {' '.join(shown.split())}"
            yield Finding(FindingKind.NOT_RENDERED, mark.span, message, "", (mend,))


def _is_shown(written: str, shown: str) -> bool:
    """Whether a page says what the source says: in a formula or in code its digits, else every sign."""
    written = unescape(_COMMENT.sub("", written))
    if "$" in written or "\\" in written or "`" in written or "<" in written:
        return _DIGITS.findall(normalize("NFKC", written)) == _DIGITS.findall(normalize("NFKC", shown))
    return "".join(written.split()) == "".join(shown.split())


_DIGITS = re.compile("[0-9]")
_COMMENT = re.compile(r"(?s)<!--.*?-->")


class _MarkReader(HTMLParser):
    """Collects what the marks of a page show, by their labels, in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shown: dict[str, list[str]] = {}
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _MARKS:
            self._open.append(dict(attrs).get("data-n") or "")
            self.shown.setdefault(self._open[-1], []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in _MARKS and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for label in self._open:
            self.shown[label][-1] += data


_MARKS = frozenset({"data", "div"})


def left_over(html: str) -> list[str]:
    """What readers would see of the author's marks outside code: bindings, and blocks that none has made."""
    if not _LEFT_OVER.search(html):
        return []
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.left


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.left: list[str] = []
        self._verbatim = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._verbatim += tag in _VERBATIM
        for _, value in attrs:
            self._look(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for _, value in attrs:
            self._look(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._verbatim -= tag in _VERBATIM and self._verbatim > 0

    def handle_comment(self, data: str) -> None:
        if data[:1] in ("=", "@", "~"):
            self.left.append(f"<!--{data}-->")

    def handle_data(self, data: str) -> None:
        if not self._verbatim:
            self._look(data)
            self.left += [block[1].rstrip() + _UNKNOWN for block in _BLOCK.finditer(data)]

    def _look(self, text: str) -> None:
        match = _BINDING.search(text)
        if match:
            self.left.append(match[0])
