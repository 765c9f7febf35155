"""The form for a typed answer: what it is compared with, in plain numbers, and what is said of it."""

from collections.abc import Iterable
from decimal import Decimal
import json
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from tallybook.answers import Known
from tallybook.press.phrases import Phrases

_UNSAFE = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&'"})


def option(known: list[Known], places: int) -> str:
    """The option line of a question's block that holds its answer, and its mistakes by their names."""
    answer, *mistakes = known
    check = {
        "asks": answer.asked.name,
        "values": _plain(answer.numbers),
        "places": places,
        "mistakes": [[one.asked.name, _plain(one.numbers)] for one in mistakes],
    }
    text = json.dumps(check, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return f"check: '{text}'"


def _plain(numbers: Iterable[Decimal]) -> list[int | float]:
    return [int(number) if number == number.to_integral_value() else float(number) for number in numbers]


def form(check: dict[str, Any], id: str, phrases: Phrases) -> Element:
    """The form of the question with that id, hidden until the script that compares shows it."""
    values, places = check["values"], check["places"]
    slips = [{"values": slip, "said": phrases.slip.format(name)} for name, slip in check["mistakes"]]
    said = {
        "values": values,
        "places": places,
        "mistakes": slips,
        "right": phrases.right,
        "few": phrases.few.format(places),
        "wrong": phrases.wrong,
        "unread": phrases.unread.format(len(values)),
    }
    data = json.dumps(said, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    made = Element("form", {"class": "tally-typed", "hidden": "hidden", "data-check": data})
    asked = phrases.several.format(len(values)) if len(values) > 1 else ""
    asked += phrases.places.format(places) if places else phrases.whole
    label = phrases.typed.format(check["asks"] or phrases.answered, asked)
    SubElement(made, "label", {"for": f"{id}-typed"}).text = AtomicString(label)
    keys = {"inputmode": _keys(check), "autocomplete": "off", "spellcheck": "false"}
    SubElement(made, "input", {"id": f"{id}-typed", **keys})
    SubElement(made, "button").text = AtomicString(phrases.check)
    SubElement(made, "p", {"role": "status"})
    return made


def _keys(check: dict[str, Any]) -> str:
    """The keys of a phone: those for decimals have neither a minus nor a bracket."""
    numbers = [*check["values"], *(number for _, slip in check["mistakes"] for number in slip)]
    return "decimal" if len(check["values"]) == 1 and min(numbers) >= 0 else "text"
