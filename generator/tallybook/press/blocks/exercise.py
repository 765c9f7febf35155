"""Exercises: a question with the form for a typed answer, and its hint and its answer to unfold."""

from collections.abc import Callable
import json
import re
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement

from pymdownx.blocks.block import Block, type_any, type_html_identifier, type_string

from tallybook.press.phrases import Phrases, phrases_for
from tallybook.press.typed import form

_HEADER = re.compile(r"(?P<number>[0-9]+)(?:[ \t]*·[ \t]*(?P<title>.*))?")


class _Numbered(Block):  # type: ignore[misc]
    """A block whose header begins with its number."""

    ARGUMENT = True

    def on_validate(self, parent: Element) -> bool:
        """Whether the header begins with a number."""
        match = _HEADER.fullmatch(self.argument)
        if match is not None:
            self.number, self.title = match["number"], match["title"] or ""
        return match is not None

    @property
    def phrases(self) -> Phrases:
        return phrases_for(self.config["language"])


class Question(_Numbered):
    """A question. One with a title is an exercise, and its title a heading."""

    NAME = "question"
    OPTIONS: ClassVar[dict[str, tuple[Any, Callable[[Any], Any]]]] = {
        "id": ("", type_html_identifier),
        "answer": ("", type_any),
        "asks": ("", type_any),
        "places": (0, type_any),
        "mistake": ("", type_any),
        "check": ("", type_string),
    }

    def on_create(self, parent: Element) -> Element:
        """The element that holds the question's number, its text and, behind it, its hint and its answer."""
        kind = "exercise" if self.title else "question"
        self.id = self.options["id"] or f"{kind}-{self.number}"
        section = SubElement(parent, "section", {"class": "tally-question", "data-number": self.number})
        name = getattr(self.phrases, kind).format(self.number)
        if self.title:
            SubElement(section, "h3", {"id": self.id}).text = f"{name} · {self.title}"
        else:
            section.set("id", self.id)
            SubElement(SubElement(section, "p"), "strong").text = name
        return section

    def on_end(self, block: Element) -> None:
        """Add the form, where the run gave the answer."""
        if self.options["check"]:
            block.append(form(json.loads(self.options["check"]), self.id, self.phrases))


class _Unfolded(_Numbered):
    """A block that readers unfold; it goes to the end of its question where that stands right above."""

    def on_create(self, parent: Element) -> Element:
        """The closed element with its summary."""
        self.parent = parent
        details = SubElement(parent, "details", {"class": f"tally-{self.NAME}"})
        summary = SubElement(details, "summary")
        summary.text = getattr(self.phrases, self.NAME).format(self.number)
        summary.text += f" · {self.title}" if self.title else ""
        return details

    def on_end(self, block: Element) -> None:
        """Join the question, once the text is read: pymdownx looks for open blocks at the end of a parent."""
        siblings = list(self.parent)
        question = siblings[-2] if len(siblings) > 1 and siblings[-1] is block else None
        if question is not None and question.get("data-number") == self.number:
            heading = question.find("h3")
            block.set("id", f"{(question if heading is None else heading).get('id')}-{self.NAME}")
            self.parent.remove(block)
            question.append(block)


class Hint(_Unfolded):
    """What helps without telling the answer."""

    NAME = "hint"


class Answer(_Unfolded):
    """The answer with its way."""

    NAME = "answer"
