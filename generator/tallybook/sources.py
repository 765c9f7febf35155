"""The register of sources: keys, what stands behind them, and the places that chapters name."""

from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tallybook.options import OptionsError, read_yaml, shown


@dataclass(frozen=True, slots=True)
class Entry:
    """One source of the register."""

    key: str
    authors: str
    title: str
    year: int
    url: str
    adopted: str = ""
    place: str = ""
    version: str = ""
    checked: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """The sources by their keys; `path` is where they stand, for messages."""

    path: str
    entries: dict[str, Entry]

    def nearest(self, key: str) -> str | None:
        near = get_close_matches(key, self.entries, 1)
        return near[0] if near else None


_REQUIRED = ("authors", "title", "year", "url")
_FIELDS = tuple(item.name for item in fields(Entry) if item.name != "key")


def read_register(path: Path) -> Register:
    """The register at `path`; empty where there is no such file. Raises OptionsError."""
    where = shown(path)
    loaded = (read_yaml(path) or {}) if path.is_file() else {}
    if not isinstance(loaded, dict):
        raise OptionsError(f"{where}: write a mapping from keys to sources, with {', '.join(_REQUIRED)} each")
    return Register(where, {str(key): _entry(str(key), value, where) for key, value in loaded.items()})


def _entry(key: str, value: Any, where: str) -> Entry:
    if not key or any(sign.isspace() for sign in key):
        raise OptionsError(f"{where}: {key!r} is no key: chapters name it in one word, <!--@ key place -->")
    if not isinstance(value, dict):
        raise OptionsError(f"{where}: {key} is no mapping: give it {', '.join(_REQUIRED)}")
    for name in value:
        if name not in _FIELDS:
            near = get_close_matches(str(name), _FIELDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"write one of {', '.join(_FIELDS)}"
            raise OptionsError(f"{where}: {key} has no field {name}: {hint}")
    missing = [name for name in _REQUIRED if value.get(name) in (None, "")]
    if missing:
        raise OptionsError(f"{where}: {key} lacks {', '.join(missing)}")
    for name in value:
        if isinstance(value[name], list | dict):
            raise OptionsError(
                f"{where}: {key}: {name} is no text: write it on one line, in quotes if need be"
            )
    if type(value["year"]) is not int:
        raise OptionsError(f"{where}: {key}: the year is {value['year']}, which is no whole number")
    texts = {name: str(value[name]) for name in value if name != "year" and value[name] is not None}
    return Entry(key=key, year=value["year"], **texts)
