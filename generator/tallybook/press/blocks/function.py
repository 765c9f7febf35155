"""A function of the project on a page: its name, what its author says of it, its code, who uses it."""

from html import escape
from posixpath import dirname, relpath
from xml.etree.ElementTree import Element, SubElement

from pymdownx.blocks.block import Block

from tallybook.functions import Functions, anchor_of
from tallybook.press.phrases import Phrases, phrases_for


class FunctionBlock(Block):  # type: ignore[misc]
    """The function of the dotted name in the header; what stands in the block is said of it."""

    NAME = "function"
    ARGUMENT = True

    def on_create(self, parent: Element) -> Element:
        """The element that holds heading, signature and text."""
        name = anchor_of(self.argument)
        section = SubElement(parent, "section", {"class": "tally-function"})
        SubElement(SubElement(section, "h3", {"id": name}), "code").text = name
        found = self._functions.find(self.argument)
        if found is not None:
            self._add(section, self._highlighted(found.signature))
        return section

    def on_end(self, block: Element) -> None:
        """Add who uses it, and its code to unfold."""
        found, here = self._functions.find(self.argument), self._functions.here
        using = self._functions.using.get(self.argument, ())
        if using:
            said = SubElement(block, "p", {"class": "tally-using"})
            said.text = self._phrases.using
            for number, chapter in enumerate(using):
                link = SubElement(said, "a", {"href": relpath(chapter.file, dirname(here) or ".")})
                link.text = chapter.title
                link.tail = self._phrases.between if number + 1 < len(using) else ""
        if found is not None:
            summary = f"<summary>{escape(self._phrases.code)}</summary>"
            shown = self._highlighted(found.code)
            self._add(block, f'<details class="tally-fold">{summary}{shown}</details>')

    def _add(self, block: Element, html: str) -> None:
        SubElement(block, "div").text = self.md.htmlStash.store(html)

    def _highlighted(self, code: str) -> str:
        """Code as the host of the page shows it."""
        if "fenced_code_block" not in self.md.preprocessors:
            return f"<pre><code>{escape(code)}</code></pre>"
        fences = self.md.preprocessors["fenced_code_block"]
        shown: str = fences.highlight(code, "python", {}, self.md, classes=[], id_value="", attrs={})
        return shown

    @property
    def _functions(self) -> Functions:
        functions: Functions = self.config["functions"]
        return functions

    @property
    def _phrases(self) -> Phrases:
        return phrases_for(self.config["language"])
