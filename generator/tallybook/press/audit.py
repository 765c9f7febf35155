"""A built page against its chapter: every mark is there, and no binding is."""

from collections.abc import Iterator
from html.parser import HTMLParser
import re

from tallybook.findings import Finding, FindingKind
from tallybook.press.rendering import Rendered

_BINDING = re.compile(r"(?:<|&lt;)!--[=@~]")
_LABEL = re.compile(r' data-n="([0-9 ]+)"')
_VERBATIM = frozenset({"code", "pre", "script", "style", "textarea"})


def missing_marks(html: str, rendered: Rendered) -> Iterator[Finding]:
    """A finding for each marked number that the page does not show as one."""
    shown = set(_LABEL.findall(html))
    for mark in rendered.marks:
        if mark.label not in shown:
            text = " ".join(rendered.numbers[mark.keys[0]].text.split())
            mend = "look for a mark above it that is not closed, or Markdown inside the number"
            message = f"{text} does not stand on the page"
            yield Finding(FindingKind.NOT_RENDERED, mark.span, message, "", (mend,))


def leaked_bindings(html: str) -> list[str]:
    """The bindings that a page still holds, as comments or as text outside code."""
    if not _BINDING.search(html):
        return []
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.leaked


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.leaked: list[str] = []
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
            self.leaked.append(f"<!--{data}-->")

    def handle_data(self, data: str) -> None:
        if not self._verbatim:
            self._look(data)

    def _look(self, text: str) -> None:
        match = re.search("<!--[=@~].*", text)
        if match:
            self.leaked.append(match[0])
