"""From a table of TOML to options, or to what is wrong with each of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
import json
from typing import Any, Literal, get_args, get_origin

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error
from cattrs.gen import make_dict_structure_fn

from tallybook.findings import FindingKind, Severity
from tallybook.options.table import Options, OptionsError


def read_options(table: Any, where: str) -> Options:
    """Options from a table; `where` names it in messages. Raises OptionsError."""
    try:
        return _CONVERTER.structure(table, Options)
    except (BaseValidationError, ForbiddenExtraKeysError, ValueError) as error:
        raise OptionsError("\n".join(f"{where}: {line}" for line in _explain(error))) from error


def _explain(error: Exception) -> Iterator[str]:
    """A line for each thing that is wrong, with the name of the option before it."""
    for line in transform_error(error, path="", format_exception=_wording):
        what, _, place = line.rpartition(" @ ")
        option = place.lstrip(".")
        yield f"{option}: {what}" if option else what


def _wording(error: BaseException, wanted: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        known = [item.name for item in fields(error.cl)]
        return "; ".join(_unknown("option", name, known) for name in sorted(error.extra_fields))
    return "this is missing" if isinstance(error, KeyError) else str(error)


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    mend = f"did you mean {near[0]}?" if near else f"write one of {', '.join(known)}"
    return f"there is no {what} {name}: {mend}"


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _of(kind: type | tuple[type, ...], name: str) -> Callable[[Any, Any], Any]:
    """A reader of values of one kind that turns none into another; numbers are sizes, so more than 0."""

    def read(value: Any, _: Any) -> Any:
        fits = isinstance(value, kind) and not isinstance(value, bool)
        if not fits or (isinstance(value, int | float) and not value > 0):
            raise ValueError(f"{_shown(value)} is no {name}")
        return value

    return read


def _switch(value: Any, _: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{_shown(value)} is neither true nor false")
    return value


def _choice(value: Any, wanted: Any) -> Any:
    if value not in get_args(wanted):
        raise ValueError(f"{_shown(value)} is none of {', '.join(map(_shown, get_args(wanted)))}")
    return value


def _several(value: Any, wanted: Any) -> Any:
    """A list; a single text stands for a list of one."""
    kind = get_args(wanted)[0]
    items = [value] if kind is str and isinstance(value, str) else value
    if not isinstance(items, list):
        raise ValueError(f"{_shown(value)} is no list")
    return tuple(_CONVERTER.structure(items, list[kind]))  # type: ignore[valid-type]


def _table(made: type) -> Callable[[Any, Any], Any]:
    read_fields: Callable[[Any, Any], Any] = make_dict_structure_fn(
        made, _CONVERTER, _cattrs_forbid_extra_keys=True
    )

    def read(value: Any, wanted: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError(f"{_shown(value)} is no table")
        return read_fields(value, wanted)

    return read


def _severities(value: Any, _: Any) -> dict[FindingKind, Severity]:
    if not isinstance(value, dict):
        raise ValueError(f"{_shown(value)} is no table")
    return {_finding_kind(name): _severity(name, severity) for name, severity in value.items()}


def _finding_kind(name: str) -> FindingKind:
    try:
        return FindingKind(name)
    except ValueError:
        raise ValueError(_unknown("kind of finding", name, list(FindingKind))) from None


def _severity(kind: str, value: Any) -> Severity:
    try:
        severity: Severity = _choice(value, Severity)
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from error
    return severity


def _is(origin: object) -> Callable[[Any], bool]:
    return lambda wanted: get_origin(wanted) is origin


_CONVERTER = Converter()
_CONVERTER.register_structure_hook(str, _of(str, "text"))
_CONVERTER.register_structure_hook(bool, _switch)
_CONVERTER.register_structure_hook(int, _of(int, "whole number above 0"))
_CONVERTER.register_structure_hook(float, _of((int, float), "number above 0"))
_CONVERTER.register_structure_hook_func(_is(Literal), _choice)
_CONVERTER.register_structure_hook_func(_is(tuple), _several)
_CONVERTER.register_structure_hook_func(_is(dict), _severities)
_CONVERTER.register_structure_hook_factory(is_dataclass, _table)
