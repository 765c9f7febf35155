"""The functions of a project's modules that pages describe: signature, code, the chapters that use them."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from textwrap import dedent

from tallybook.chapter import Cell, Chapter
from tallybook.findings import Finding, FindingKind
from tallybook.parts import Part, find_parts
from tallybook.source import Source


@dataclass(frozen=True)
class Function:
    """A function or a class: its name with what it takes, its code, and where that begins in its module."""

    signature: str
    code: str
    line: int


@dataclass(frozen=True)
class Using:
    """A chapter that imports a function: its title, and its file as the site names it."""

    title: str
    file: str


@dataclass
class Functions:
    """What pages know of functions: `folders` are those that modules are imported from; `using` are the
    chapters by the dotted names of what they import; `here` is the file of the page that is being made."""

    folders: tuple[Path, ...] = ()
    using: Mapping[str, list[Using]] = field(default_factory=dict)
    here: str = ""

    def find(self, dotted: str) -> Function | None:
        """The function of that name; None where no module of the project has it."""
        module, _, name = dotted.rpartition(".")
        return next((found for path in self._paths(module) if (found := _function(path, name))), None)

    def beside(self, dotted: str) -> list[str]:
        """The dotted names of what its module defines."""
        module = dotted.rpartition(".")[0]
        paths = self._paths(module)
        return [f"{module}.{node.name}" for path in paths for node in _definitions(path, _changed(path))]

    def _paths(self, module: str) -> Iterator[Path]:
        for folder in self.folders:
            path = folder.joinpath(*module.split("."))
            for candidate in (path.with_suffix(".py"), path / "__init__.py"):
                if module and candidate.is_file():
                    yield candidate


def _function(path: Path, name: str) -> Function | None:
    for node in _definitions(path, _changed(path)):
        if node.name == name:
            lines = path.read_text("utf-8").split("\n")
            first = min(part.lineno for part in (node, *node.decorator_list))
            code = "\n".join(lines[first - 1 : node.end_lineno])
            return Function(_signature(node, lines), code, first)
    return None


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns


_Definition = ast.FunctionDef | ast.ClassDef


@lru_cache(maxsize=256)
def _definitions(path: Path, changed: int) -> tuple[_Definition, ...]:
    """What a module defines; read anew once its file has changed."""
    try:
        body = ast.parse(path.read_text("utf-8")).body
    except (SyntaxError, ValueError):
        return ()
    return tuple(node for node in body if isinstance(node, _Definition))


def _signature(node: _Definition, lines: Sequence[str]) -> str:
    """What one writes to call it, with the line breaks of its module: for a class, its fields."""
    if isinstance(node, ast.ClassDef):
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        inside = "\n".join("\n".join(lines[part.lineno - 1 : part.end_lineno]) for part in fields)
        return f"{node.name}(\n{inside}\n)" if fields else node.name
    if node.returns is None:
        return f"{node.name}({ast.unparse(node.args)})"
    *before, last = lines[node.lineno - 1 : node.returns.end_lineno]
    last = last.encode()[: node.returns.end_col_offset].decode()
    return dedent("\n".join([*before, last])).removeprefix("def ")


def imported(chapter: Chapter) -> Iterator[tuple[str, str]]:
    """Module and name of each thing that a chapter's cells import from a module."""
    for item in chapter.items:
        if isinstance(item, Cell) and not item.console and "import" in item.code:
            for node in _statements(item.code):
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield from ((node.module, alias.name) for alias in node.names)


@lru_cache(maxsize=1024)
def _statements(code: str) -> tuple[ast.AST, ...]:
    try:
        return tuple(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def users(chapters: Iterable[tuple[Using, Chapter]]) -> dict[str, list[Using]]:
    """The chapters by the dotted names of what they import."""
    found: dict[str, list[Using]] = {}
    for using, chapter in chapters:
        for dotted in dict.fromkeys(f"{module}.{name}" for module, name in imported(chapter)):
            found.setdefault(dotted, []).append(using)
    return found


def described(source: Source) -> Iterator[Part]:
    """The blocks of a page that describe a function; their titles are its dotted name."""
    if " function " in source.text:
        yield from (part for part in find_parts(source).walk() if part.name == "function")


def judge_functions(source: Source, functions: Functions) -> Iterator[Finding]:
    """A finding for each block that describes a function which no module of the project has."""
    for part in described(source):
        if functions.find(part.title) is None:
            near = get_close_matches(part.title, functions.beside(part.title), 1)
            mend = f"did you mean {near[0]}?" if near else _MEND
            message = f"no module of the project has a function {part.title}"
            yield Finding(FindingKind.BAD_BLOCK, part.title_span, message, "", (mend,))


_MEND = "write its dotted name; modules are looked for in the folders of the option `pythonpath`"


def anchor_of(dotted: str) -> str:
    """The id of a function on the page that describes it."""
    return dotted.rpartition(".")[2]
