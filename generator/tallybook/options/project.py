"""Where a book stands: the file that holds its options, and what these say of its folders."""

from dataclasses import dataclass
import os
from pathlib import Path
import tomllib
from typing import Any

import yaml

from tallybook.options.reading import read_options
from tallybook.options.table import Options, OptionsError


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
            loaded = read_yaml(config, _Lenient)
            folder = loaded.get("docs_dir") if isinstance(loaded, dict) else None
            if isinstance(folder, str):
                return self.root / folder
        return self.root / "docs"

    @property
    def chapters(self) -> list[Path]:
        return [self.root / path for path in self.options.chapters] or [self.docs]

    @property
    def sources(self) -> Path:
        """The register of sources; it may be missing where no option names it."""
        if self.options.sources is not None:
            named = self.root / self.options.sources
            if not named.is_file():
                raise OptionsError(f"there is no file {shown(named)}, which the option `sources` names")
            return named
        first = self.chapters[0]
        return (first if first.is_dir() else first.parent) / "sources.yml"


class _Lenient(yaml.SafeLoader):
    """Reads mkdocs.yml for one key; the tags of other keys (!ENV, !!python/name) do not matter."""


_Lenient.add_multi_constructor("", lambda loader, suffix, node: None)


def shown(path: Path) -> str:
    """A path as messages show it: relative to where the command runs, POSIX."""
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def find_project(start: Path) -> Project:
    """The project that `start` lies in: the nearest folder upwards with options, else with mkdocs.yml,
    else `start` itself. Raises OptionsError."""
    folder = start if start.is_dir() else start.parent
    for candidate in (folder, *folder.parents):
        own, shared = candidate / "tallybook.toml", candidate / "pyproject.toml"
        table = _tool(shared) if shared.is_file() else None
        if own.is_file() and table is not None:
            where = f"{shown(own)} and {_section(shared)}"
            raise OptionsError(f"{where} both hold options: keep one of the two")
        if own.is_file():
            return Project(candidate, read_options(_toml(own), shown(own)), own)
        if table is not None:
            return Project(candidate, read_options(table, _section(shared)), shared)
    root = next((c for c in (folder, *folder.parents) if (c / "mkdocs.yml").is_file()), folder)
    return Project(root, Options())


def _section(path: Path) -> str:
    return f"{shown(path)} [tool.tallybook]"


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionsError(f"{shown(path)}: not TOML: {error}") from error


def _tool(path: Path) -> Any:
    """What pyproject.toml says of tallybook; None where it says nothing."""
    tools = _toml(path).get("tool")
    return tools.get("tallybook") if isinstance(tools, dict) else None


def read_yaml(path: Path, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> Any:
    """What a YAML file holds; None where it is empty. Raises OptionsError."""
    try:
        return yaml.load(path.read_text("utf-8"), loader)
    except (yaml.YAMLError, ValueError) as error:
        raise OptionsError(f"{shown(path)}: not YAML: {error}") from error
