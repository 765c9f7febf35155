"""The options of a book, each declared once."""

from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import Literal

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
    """Bytes that one cell may print."""


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
    tags: tuple[str, ...] = ()
    """What a text may say in brackets of what it rests on, and the grades of the register. Default: none."""
    style: bool = False
    """Whether small slips of typesetting are told."""
    raw: bool = True
    """Whether a site holds its chapters as text too, and all that they draw on as one file."""
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
