"""The table of options: declared here once, read once, the same for every way in."""

from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from fnmatch import fnmatch
from pathlib import Path
import tomllib
from typing import Any, Literal, get_args

from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError, transform_error
import yaml

from tallybook.findings import FindingKind, Severity

Cells = Literal["marked", "all"]
Equations = Literal["off", "numbers", "names"]
Unaccounted = Literal["ignore", "warn", "fail"]


class OptionsError(Exception):
    """The options of a project cannot be read; the message says where, what and how to mend it."""


@dataclass(frozen=True)
class Limits:
    """What one cell may take."""

    seconds: float = 30.0
    """Time limit for each cell, by the clock of the process that waits for it."""
    memory: int = 2048
    """Memory of a chapter's process in MiB, where the system can cap it."""
    output: int = 1_000_000
    """Characters that one cell may print."""


@dataclass(frozen=True)
class Override:
    """Options for the chapters whose path matches one of `paths` (as a shell matches names)."""

    paths: tuple[str, ...]
    cells: Cells | None = None
    equations: Equations | None = None
    unaccounted: Unaccounted | None = None


@dataclass(frozen=True)
class Options:
    """[tool.tallybook] in pyproject.toml, or tallybook.toml."""

    chapters: tuple[str, ...] = ()
    """Files and folders that hold the chapters. Default: the docs_dir of mkdocs.yml, else docs."""
    cells: Cells = "marked"
    """Which Python fences run: those marked with exec, or all but those with exec="off"."""
    equations: Equations | None = None
    """Check equations of the text: not at all, of numbers alone, or with names of the session too.
    Default: names in a chapter with cells, numbers in others."""
    unaccounted: Unaccounted | None = None
    """What a number is that nothing answers for. Default: warn in a chapter with a cell or a binding,
    ignore in others."""
    pythonpath: tuple[str, ...] = (".",)
    """Folders, relative to the root, from which cells import the project's modules."""
    sources: str | None = None
    """The register of sources. Default: sources.yml in the first folder of chapters."""
    limits: Limits = field(default_factory=Limits)
    """What one cell may take."""
    severity: dict[FindingKind, Severity] = field(default_factory=dict)
    """The severity of kinds of findings, where it is to be another than theirs."""
    overrides: tuple[Override, ...] = ()
    """Options for some chapters by their path; the last that matches counts."""

    def for_chapter(self, path: str) -> "Options":
        """These options as they hold for one chapter, whose path is relative to the root."""
        options = self
        for override in self.overrides:
            if any(fnmatch(path, pattern) for pattern in override.paths):
                given = {
                    name: value
                    for name in ("cells", "equations", "unaccounted")
                    if (value := getattr(override, name)) is not None
                }
                options = replace(options, **given)
        return options


@dataclass(frozen=True)
class Project:
    """Where a book stands: its root, its options, and the file that they were read from."""

    root: Path
    options: Options
    file: Path | None = None

    @property
    def docs(self) -> Path:
        """The folder that MkDocs builds: docs_dir of mkdocs.yml at the root, else docs."""
        config = self.root / "mkdocs.yml"
        if config.is_file():
            loaded = yaml.load(config.read_text("utf-8"), _Lenient) or {}
            if isinstance(loaded, dict) and isinstance(loaded.get("docs_dir"), str):
                return self.root / loaded["docs_dir"]
        return self.root / "docs"

    @property
    def chapters(self) -> list[Path]:
        return [self.root / path for path in self.options.chapters] or [self.docs]

    @property
    def sources(self) -> Path:
        if self.options.sources is not None:
            return self.root / self.options.sources
        first = self.chapters[0]
        return (first if first.is_dir() else first.parent) / "sources.yml"


class _Lenient(yaml.SafeLoader):
    """Reads mkdocs.yml for one key; the tags of other keys (!ENV, !!python/name) do not matter."""


_Lenient.add_multi_constructor("", lambda loader, suffix, node: None)  # type: ignore[no-untyped-call]


def find_project(start: Path) -> Project:
    """The project that `start` lies in: the nearest folder upwards with options, else with mkdocs.yml,
    else `start` itself. Raises OptionsError."""
    folder = start if start.is_dir() else start.parent
    for candidate in (folder, *folder.parents):
        own, shared = candidate / "tallybook.toml", candidate / "pyproject.toml"
        table = _table(shared) if shared.is_file() else None
        if own.is_file() and table is not None:
            raise OptionsError(f"{own} and [tool.tallybook] in {shared} both hold options: keep one of the two")
        if own.is_file():
            return Project(candidate, read_options(_toml(own), str(own)), own)
        if table is not None:
            return Project(candidate, read_options(table, f"{shared}: [tool.tallybook]"), shared)
    root = next((c for c in (folder, *folder.parents) if (c / "mkdocs.yml").is_file()), folder)
    return Project(root, Options())


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionsError(f"{path}: not TOML: {error}") from error


def _table(path: Path) -> dict[str, Any] | None:
    table = _toml(path).get("tool", {}).get("tallybook")
    return table if isinstance(table, dict) else None


def read_options(table: dict[str, Any], where: str) -> Options:
    """Options from a table; `where` names it in messages. Raises OptionsError."""
    table = {key: [value] if key in ("chapters", "pythonpath") and isinstance(value, str) else value for key, value in table.items()}
    try:
        return _CONVERTER.structure(table, Options)
    except ClassValidationError as error:
        raise OptionsError(f"{where}: {_explain(error)}") from error


def _explain(error: ClassValidationError) -> str:
    unknown = _unknown(error)
    if unknown is None:
        return "; ".join(transform_error(error, path="", format_exception=_format)).replace(" @ .", " in ").replace(" @ ", "")
    name, known = unknown
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(known)}"
    return f"there is no option {name}: {hint}"


def _unknown(error: BaseException) -> tuple[str, list[str]] | None:
    if isinstance(error, ForbiddenExtraKeysError):
        return sorted(error.extra_fields)[0], [item.name for item in fields(error.cl)]
    for inner in getattr(error, "exceptions", ()):
        found = _unknown(inner)
        if found is not None:
            return found
    return None


def _format(error: BaseException, wanted: type | None) -> str:
    if isinstance(error, KeyError):
        return "a value is missing"
    choices = get_args(wanted) if wanted is not None else ()
    words = [str(choice) for choice in choices if isinstance(choice, str)]
    return f"{error}" + (f" (write {', '.join(words)})" if words else "")


def _strictly(kind: type) -> Any:
    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise ValueError(f"{value!r} is no {_NAMES[kind]}")
        return value

    return structure


_NAMES: dict[type, str] = {str: "text", int: "whole number", float: "number"}
_CONVERTER = Converter(forbid_extra_keys=True)
_CONVERTER.register_structure_hook(str, _strictly(str))
_CONVERTER.register_structure_hook(int, _strictly(int))
_CONVERTER.register_structure_hook(float, lambda value, _: float(_strictly((int, float))(value, _)))  # type: ignore[arg-type]
