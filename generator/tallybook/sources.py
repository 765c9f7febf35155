"""The register of sources: keys, what stands behind them, and the places that chapters name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from tallybook.options import OptionsError, read_yaml, shown
from tallybook.source import Source, Span


@dataclass(frozen=True, slots=True)
class Entry:
    """One source of the register. `grade` says what kind of source it is, `short` what a citation calls it
    where that is not its authors and its year, `checked` the day on which all this was compared with it."""

    key: str
    authors: str
    title: str
    year: int
    url: str
    grade: str = ""
    short: str = ""
    adopted: str = ""
    place: str = ""
    version: str = ""
    checked: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """The sources by their keys; `path` is where they stand, `places` are those of the keys in `source`."""

    path: str
    entries: dict[str, Entry]
    source: Source = field(default=Source("", ""), compare=False)
    places: dict[str, Span] = field(default_factory=dict, compare=False)

    def nearest(self, key: str) -> str | None:
        near = get_close_matches(key, self.entries, 1)
        return near[0] if near else None


_REQUIRED = ("authors", "title", "year", "url")
_FIELDS = tuple(item.name for item in fields(Entry) if item.name != "key")


def read_register(path: Path, grades: Sequence[str] = ()) -> Register:
    """The register at `path`; empty where there is no such file. Where `grades` are given, each source has
    one of them. Raises OptionsError."""
    where = shown(path)
    if not path.is_file():
        return Register(where, {})
    loaded = read_yaml(path) or {}
    if not isinstance(loaded, dict):
        raise OptionsError(f"{where}: write a mapping from keys to sources, with {', '.join(_REQUIRED)} each")
    entries = {str(key): _entry(str(key), value, where) for key, value in loaded.items()}
    for entry in entries.values() if grades else ():
        _check_grade(entry, grades, where)
    source = Source(where, path.read_bytes().decode("utf-8"))
    return Register(where, entries, source, dict(_places(source)))


def _places(source: Source) -> Iterator[tuple[str, Span]]:
    """Where each key stands. Raises OptionsError for one that stands twice."""
    lines: dict[str, int] = {}
    node = yaml.compose(source.text, yaml.SafeLoader)
    for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
        span = Span(key.start_mark.index, key.end_mark.index)
        line = source.place(span.start).line
        if lines.setdefault(key.value, line) != line:
            raise OptionsError(
                f"{source.path}: {key.value} stands twice, at lines {lines[key.value]} and {line}: "
                "give each source a key of its own"
            )
        yield key.value, span


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


def _check_grade(entry: Entry, grades: Sequence[str], where: str) -> None:
    if not entry.grade:
        raise OptionsError(f"{where}: {entry.key} lacks a grade: write one of {', '.join(grades)}")
    if entry.grade not in grades:
        near = get_close_matches(entry.grade, grades, 1)
        hint = f"did you mean {near[0]}?" if near else f"write one of {', '.join(grades)}"
        raise OptionsError(f"{where}: {entry.key}: there is no grade {entry.grade}: {hint}")
