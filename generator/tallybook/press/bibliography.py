"""The register of sources as readers meet it: what a citation is called, and where it leads."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
import posixpath
import re

from tallybook.chapter import OPAQUE, Chapter, Passage
from tallybook.citations import cited_keys
from tallybook.parts import find_parts
from tallybook.press.phrases import ENGLISH, Phrases, phrases_for
from tallybook.source import Source
from tallybook.sources import Entry, Register, read_register

_MORE = re.compile(r"[, ]+(?:et al\.?|等)$")
_NAMES = re.compile(r"\s*[,，、]\s*")


@dataclass(frozen=True)
class Citing:
    """A chapter that cites a source: its title, and its file as the site names it."""

    title: str
    file: str


@dataclass
class Bibliography:
    """`page` is the file that shows the register, empty where none does; `anchors` are the tags that it
    explains, each at an id of its own; `here` is the file of the page that is being made, and `anchored`
    are the sources to whose first citation on it a link leads."""

    register: Register
    tags: tuple[str, ...] = ()
    phrases: Phrases = ENGLISH
    page: str = ""
    anchors: frozenset[str] = frozenset()
    citing: dict[str, list[Citing]] = field(default_factory=dict)
    here: str = ""
    anchored: set[str] = field(default_factory=set)

    def turn_to(self, file: str) -> None:
        """Go on with another page."""
        self.here, self.anchored = file, set()

    def address(self, id: str, file: str = "") -> str:
        """The address, as a Markdown file links to it, of an id on the page of the register or in `file`;
        empty where there is no such page."""
        target = file or self.page
        if not target:
            return ""
        return f"#{id}" if target == self.here else f"{self._path(target)}#{id}"

    def _path(self, target: str) -> str:
        return posixpath.relpath(target, posixpath.dirname(self.here) or ".")

    def label(self, entry: Entry, place: str = "") -> str:
        """What a citation says: who and when, and where in it."""
        return f"{self.name(entry)}{self.phrases.comma}{place}" if place else self.name(entry)

    def name(self, entry: Entry) -> str:
        """A source in short: what the register calls it, or its authors and its year."""
        if entry.short:
            return entry.short
        authors = family_names(entry)
        several = len(authors) > 2 or _MORE.search(entry.authors) is not None
        named = authors[0] + self.phrases.others if several else self.phrases.both.join(authors)
        return f"{named}{' ' if named[-1].isascii() else ''}{entry.year}"

    def sorted(self) -> list[Entry]:
        """The sources by their authors' names, those of the same authors by year."""
        return sorted(self.register.entries.values(), key=_order)


def family_names(entry: Entry) -> list[str]:
    """The last names of the authors, in the order of the source."""
    names = [name for name in _NAMES.split(_MORE.sub("", entry.authors.strip())) if name]
    return [name.split()[-1] for name in names] or [entry.authors]


def _order(entry: Entry) -> tuple[list[str], int, str]:
    return [name.casefold() for name in family_names(entry)], entry.year, entry.key


def anchor_of(key: str) -> str:
    """The id of the first citation of a source on a page."""
    return f"cite-{key}"


def read_bibliography(path: str, language: str) -> Bibliography:
    """The register at a path alone: for hosts that know of no chapters. Raises OptionsError."""
    return Bibliography(
        read_register(Path(path)) if path else Register("", {}), phrases=phrases_for(language)
    )


def shows_register(text: str) -> bool:
    """Whether a page holds the block that stands for the register."""
    return "///" in text and any(part.name == "sources" for part in find_parts(Source("", text)).walk())


def explained(text: str, tags: Iterable[str]) -> frozenset[str]:
    """The tags that a page gives an id: `{#tag}` at a heading."""
    return frozenset(tag for tag in tags if f"{{#{tag}}}" in text or f'id="{tag}"' in text)


def citing_chapters(chapters: Iterable[tuple[str, Chapter]]) -> dict[str, list[Citing]]:
    """Which chapters cite each source, by its key; `chapters` are pairs of a file and what stands in it."""
    found: dict[str, list[Citing]] = {}
    for file, chapter in sorted(chapters, key=lambda pair: pair[0]):
        for key in dict.fromkeys(cited_keys(chapter)):
            found.setdefault(key, []).append(Citing(title_of(chapter, file), file))
    return found


def title_of(chapter: Chapter, file: str) -> str:
    """What a chapter calls itself: its first heading, or else its file."""
    return next(_headings(chapter), file)


def _headings(chapter: Chapter) -> Iterator[str]:
    for item in chapter.items:
        if isinstance(item, Passage) and item.heading:
            yield item.text.replace(OPAQUE, "").replace("*", "").strip()
