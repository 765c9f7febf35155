"""The register of sources: keys, what stands behind them, and the places that chapters name."""

from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from tallybook.options import OptionsError


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


def read_register(path: Path, shown: str) -> Register:
    """The register at `path`; empty where there is no such file. Raises OptionsError."""
    if not path.is_file():
        return Register(shown, {})
    try:
        loaded = yaml.safe_load(path.read_text("utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise OptionsError(f"{shown}: not YAML: {error}") from error
    if not isinstance(loaded, dict):
        raise OptionsError(f"{shown}: write a mapping from keys to sources, with {', '.join(_REQUIRED)} each")
    return Register(shown, {str(key): _entry(str(key), value, shown) for key, value in loaded.items()})


def _entry(key: str, value: Any, shown: str) -> Entry:
    if not isinstance(value, dict):
        raise OptionsError(f"{shown}: {key} is no mapping: give it {', '.join(_REQUIRED)}")
    for name in value:
        if name not in _FIELDS:
            near = get_close_matches(str(name), _FIELDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(_FIELDS)}"
            raise OptionsError(f"{shown}: {key} has no field {name}: {hint}")
    missing = [name for name in _REQUIRED if not value.get(name)]
    if missing:
        raise OptionsError(f"{shown}: {key} lacks {', '.join(missing)}")
    texts = {name: str(value[name]) for name in value if name != "year"}
    return Entry(key=key, year=int(value["year"]), **texts)
