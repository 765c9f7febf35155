"""A step player: states with a figure and a text each, all on the page; a script shows one at a time."""

from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString
from pymdownx.blocks.block import Block, type_string

from tallybook.players import state_title
from tallybook.press.phrases import phrases_for


class Player(Block):  # type: ignore[misc]
    """The states of one course; `default` is the id of the one to show first."""

    NAME = "player"
    ARGUMENT = True
    OPTIONS: ClassVar[dict[str, Any]] = {"default": ("", type_string)}

    def on_create(self, parent: Element) -> Element:
        """The element that holds the states."""
        phrases = phrases_for(self.config["language"])
        words = {"play": phrases.play, "pause": phrases.pause, "back": phrases.back, "next": phrases.next}
        attributes = {f"data-{name}": word for name, word in words.items()}
        attributes |= {"class": "tally-player", "role": "group", "aria-roledescription": phrases.player}
        player = SubElement(parent, "div", attributes)
        SubElement(player, "p", {"class": "tally-title"}).text = self.argument
        return player

    def on_end(self, block: Element) -> None:
        """Number the states, and put them where the script shows one at a time."""
        states = [child for child in block if child.get("class") == "tally-state"]
        if not states:
            return
        title = f"{states[0].get('id')}-player"
        block[0].set("id", title)
        block.set("aria-labelledby", title)
        at, shown = list(block).index(states[0]), Element("div", {"class": "tally-states"})
        block.insert(at, shown)
        block.insert(at, Element("div", {"class": "tally-controls"}))
        for count, state in enumerate(states, 1):
            block.remove(state)
            shown.append(state)
            state[0][0].text = AtomicString(f"{count} / {len(states)}")
        self._mark_default(states)

    def _mark_default(self, states: list[Element]) -> None:
        wanted = self.options["default"]
        default = next((state for state in states if state.get("id") == wanted), None)
        (states[0] if default is None else default).set("class", "tally-state tally-default")
        if default is not None:
            mark = SubElement(default[0], "span", {"class": "tally-mark"})
            mark.text = AtomicString(phrases_for(self.config["language"]).default)


class State(Block):  # type: ignore[misc]
    """One state: its id and its name before what it shows."""

    NAME = "state"
    ARGUMENT = True

    def on_validate(self, parent: Element) -> bool:
        """A state without an id and a name is none."""
        return state_title(self.argument) is not None

    def on_create(self, parent: Element) -> Element:
        """The element that holds the state's name, figure and text."""
        id, name = state_title(self.argument) or ("", "")
        attributes = {"class": "tally-state", "id": id, "role": "group", "aria-labelledby": f"{id}-name"}
        state = SubElement(parent, "div", attributes)
        line = SubElement(state, "p", {"class": "tally-name", "id": f"{id}-name"})
        SubElement(line, "span", {"class": "tally-count"}).tail = f" · {name}"
        return state
