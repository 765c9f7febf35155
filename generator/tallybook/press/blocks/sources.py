"""The register of sources on a page: each with all that it says, and the chapters that cite it."""

from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString
from pymdownx.blocks.block import Block

from tallybook.press.bibliography import Bibliography, anchor_of
from tallybook.sources import Entry


class Sources(Block):  # type: ignore[misc]
    """The sources by their authors; each has its key as id."""

    NAME = "sources"

    def on_create(self, parent: Element) -> Element:
        """The element that holds the sources."""
        bibliography: Bibliography = self.config["sources"]
        shelf = SubElement(parent, "div", {"class": "tally-sources"})
        for entry in bibliography.sorted():
            _show(
                SubElement(shelf, "section", {"class": "tally-source", "id": entry.key}), entry, bibliography
            )
        return shelf


def _show(section: Element, entry: Entry, bibliography: Bibliography) -> None:
    said = bibliography.phrases
    head = SubElement(section, "p")
    head.text = AtomicString(f"{entry.authors}{said.stop}")
    link = _text(head, "a", entry.title)
    link.set("href", entry.url)
    link.tail = AtomicString(f"{said.comma}{entry.year}{said.stop}")
    if entry.grade:
        _grade(head, entry.grade, bibliography)
    facts = SubElement(section, "dl")
    told = (
        (said.adopted, entry.adopted),
        (said.place, entry.place),
        (said.version, entry.version),
        (said.checked, entry.checked or said.unchecked),
    )
    for name, value in told:
        if value:
            _text(facts, "dt", name)
            _text(facts, "dd", value)
    citing = bibliography.citing.get(entry.key, ())
    if citing:
        _text(facts, "dt", said.citing)
        where = SubElement(facts, "dd")
        for number, chapter in enumerate(citing):
            link = _text(where, "a", chapter.title)
            link.set("href", bibliography.address(anchor_of(entry.key), chapter.file))
            link.tail = AtomicString(said.between if number + 1 < len(citing) else "")


def _grade(head: Element, grade: str, bibliography: Bibliography) -> None:
    explained = grade in bibliography.anchors
    tag = _text(head, "a" if explained else "span", f"[{grade}]")
    tag.set("class", "tally-tag")
    if explained:
        tag.set("href", bibliography.address(grade))


def _text(parent: Element, tag: str, text: str) -> Element:
    element = SubElement(parent, tag)
    element.text = AtomicString(text)
    return element
