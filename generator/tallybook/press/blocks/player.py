"""A step player: states with a figure and a text each, all on the page; a script shows one at a time."""

from xml.etree import ElementTree

from pymdownx.blocks.block import Block, type_string


class Player(Block):
    """The states of one course; `default` is the id of the one to show first."""

    NAME = "player"
    ARGUMENT = True
    OPTIONS = {"default": ("", type_string)}

    def on_create(self, parent: ElementTree.Element) -> ElementTree.Element:
        """The element that holds the states."""
        attributes = {"class": "tally-player", "data-default": self.options["default"]}
        return ElementTree.SubElement(parent, "div", attributes)


class State(Block):
    """One state: its id and its name before what it shows."""

    NAME = "state"
    ARGUMENT = True

    def on_create(self, parent: ElementTree.Element) -> ElementTree.Element:
        """The element that holds the state's name, figure and text."""
        id, _, name = self.argument.partition(" · ")
        state = ElementTree.SubElement(parent, "div", {"class": "tally-state", "id": id.strip()})
        title = ElementTree.SubElement(state, "p", {"class": "tally-state-name"})
        title.text = name.strip()
        return state
