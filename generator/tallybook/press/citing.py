"""Links to the sources and to what the tags mean, made from the text: never inside a link or a heading."""

import re
from typing import Any
from urllib.parse import quote, unquote
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from tallybook.chapter import Binding, Chapter, Kind
from tallybook.press.bibliography import Bibliography, anchor_of
from tallybook.source import Source, Span
from tallybook.sources import Entry

_CITATION = r"\[@(?P<key>[^\s\[\]]++)(?P<place>[^\[\]\n]*+)\]"
_MARK = r"<!--tally-(?P<form>cite|source) (?P<content>[^\s>]+)-->"
_BEHIND_LINKS = 125
_SIGN = "†"
_CLOSED = frozenset({"a", "button", "summary", "h1", "h2", "h3", "h4", "h5", "h6"})


def last_citations(chapter: Chapter) -> set[int]:
    """The bindings to show as citations, by their index: of those that follow each other in a block and name
    the same place, the last."""
    cited = [
        (index, item)
        for index, item in enumerate(chapter.items)
        if isinstance(item, Binding) and item.kind is Kind.CITED
    ]
    named = [(item.block, item.content) for _, item in cited]
    behind = [*named[1:], None]
    return {index for (index, _), one, other in zip(cited, named, behind, strict=False) if one != other}


def instead_of(source: Source, binding: Binding) -> tuple[Span, str]:
    """The stretch to replace for a binding that cites, and by what: behind a number by what becomes a sign,
    below a table by a paragraph that says the citation in words."""
    number = source.place(binding.span.start).line
    line = source.line_span(number)
    before = source.text[line.start : binding.span.start]
    content = quote(binding.content)
    if before.strip(" \t>"):
        return binding.span, f"<!--tally-cite {content}-->"
    empty = before.rstrip()
    said = f"{before}<span></span><!--tally-source {content}-->"  # a comment at its start would be HTML
    return line, f"{empty}\n{said}\n{empty}"


def register_links(md: Markdown, bibliography: Bibliography) -> None:
    """Make citations and tags of a page links."""
    patterns = md.inlinePatterns
    patterns.register(_Citations(_CITATION, md, bibliography), "tallybook-citations", _BEHIND_LINKS)
    patterns.register(_Marks(_MARK, md, bibliography), "tallybook-marks", _BEHIND_LINKS)
    if bibliography.tags:
        known = "|".join(map(re.escape, bibliography.tags))
        patterns.register(_Tags(rf"\[({known})\]", md, bibliography), "tallybook-tags", _BEHIND_LINKS)


class _Links(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, bibliography: Bibliography) -> None:
        super().__init__(pattern, md)
        self.bibliography = bibliography

    @property
    def closed(self) -> bool:
        """Whether no link may stand here."""
        inline: Any = self.md.treeprocessors["inline"]
        return not _CLOSED.isdisjoint(inline.ancestors)

    def cite(self, entry: Entry, place: str) -> Element | str:
        """A citation in words."""
        label = self.bibliography.label(entry, place)
        address = "" if self.closed else self.bibliography.address(entry.key)
        if not address:
            return AtomicString(label)
        return self.anchored(_link(label, address, "tally-cited"), entry.key)

    def anchored(self, link: Element, key: str) -> Element:
        """The link, with the id by which the register leads back where it is the first of its source."""
        if key not in self.bibliography.anchored:
            self.bibliography.anchored.add(key)
            link.set("id", anchor_of(key))
        return link


def _link(text: str, address: str, kind: str) -> Element:
    link = Element("a", {"class": kind, "href": address})
    link.text = AtomicString(text)
    return link


class _Citations(_Links):
    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        """`[@key place]` as a citation in words; one of no source stays as it is."""
        entry = self.bibliography.register.entries.get(m["key"])
        if entry is None:
            return None, None, None
        return self.cite(entry, m["place"].strip()), m.start(), m.end()


class _Marks(_Links):
    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        """What stands behind a cited number; nothing where no link may stand or the source is unknown."""
        key, _, place = unquote(m["content"]).partition(" ")
        entry = self.bibliography.register.entries.get(key)
        if entry is None:
            return "", m.start(), m.end()
        if m["form"] == "source":
            return self._words(entry, place.strip()), m.start(), m.end()
        address = "" if self.closed else self.bibliography.address(key)
        return self._sign(entry, place.strip(), address) if address else "", m.start(), m.end()

    def _words(self, entry: Entry, place: str) -> Element:
        words = Element("span", {"class": "tally-below"})
        words.text = AtomicString(self.bibliography.phrases.source)
        cited = self.cite(entry, place)
        if isinstance(cited, Element):
            words.append(cited)
        else:
            words.text = AtomicString(words.text + cited)
        return words

    def _sign(self, entry: Entry, place: str, address: str) -> Element:
        raised = Element("sup", {"class": "tally-cite", "data-search-exclude": ""})
        said = self.bibliography.phrases.source + self.bibliography.label(entry, place)
        link = SubElement(raised, "a", {"href": address, "title": said, "aria-label": said})
        link.text = AtomicString(_SIGN)
        self.anchored(link, entry.key)
        return raised


class _Tags(_Links):
    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        """A tag, which leads to what it means where that is explained."""
        tag = m[1]
        explained = tag in self.bibliography.anchors and not self.closed
        address = self.bibliography.address(tag) if explained else ""
        if address:
            return _link(m[0], address, "tally-tag"), m.start(), m.end()
        chip = Element("span", {"class": "tally-tag"})
        chip.text = AtomicString(m[0])
        return chip, m.start(), m.end()
