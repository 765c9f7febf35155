"""Which cells and names a value came through, read from the code."""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from tallybook.chapter import Cell


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement at a cell's top level that gives `names` their values, drawn from `uses`."""

    names: frozenset[str]
    uses: frozenset[str]
    line: int
    text: str


@dataclass(frozen=True)
class Lineage:
    """The assignments of a chapter's cells, in order."""

    assignments: tuple[Assignment, ...]

    def last(self, name: str, before: int) -> Assignment | None:
        """The assignment that gave `name` its value at line `before`."""
        found = None
        for assignment in self.assignments:
            if assignment.line >= before:
                break
            if name in assignment.names:
                found = assignment
        return found

    def later(self, name: str, after: int) -> Assignment | None:
        """The first assignment of `name` behind line `after`."""
        return next((a for a in self.assignments if a.line > after and name in a.names), None)

    def nearest(self, name: str, before: int) -> str | None:
        """The name known at line `before` that is spelled most like `name`."""
        known = {known for a in self.assignments if a.line < before for known in a.names}
        near = get_close_matches(name, known, 1)
        return near[0] if near else None

    def back(self, expression: str, line: int) -> list[Assignment]:
        """The assignments that the value of an expression at `line` came through, in order."""
        found: dict[int, Assignment] = {}
        todo = [(name, line) for name in names_of(expression)]
        while todo:
            name, before = todo.pop()
            assignment = self.last(name, before)
            if assignment is not None and assignment.line not in found:
                found[assignment.line] = assignment
                todo += [(used, assignment.line) for used in assignment.uses]
                if name in assignment.uses:
                    todo.append((name, assignment.line))
        return [found[at] for at in sorted(found)]


def trace(cells: Iterable[Cell]) -> Lineage:
    """The lineage of a chapter. Cells that do not parse add nothing."""
    sessions = (_assignments(cell.code, cell.line) for cell in cells if not cell.console)
    return Lineage(tuple(assignment for assignments in sessions for assignment in assignments))


@lru_cache(maxsize=1024)
def _assignments(code: str, line: int) -> tuple[Assignment, ...]:
    """The assignments of a cell whose code begins at a line."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    lines = code.split("\n")
    return tuple(
        Assignment(
            names,
            frozenset(_used(statement)),
            line + statement.lineno - 1,
            "\n".join(lines[statement.lineno - 1 : statement.end_lineno]),
        )
        for statement in tree.body
        if (names := frozenset(_bound(statement)))
    )


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.AugAssign | ast.Assign):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
            yield from (_root(target) for target in targets if _root(target))


def _root(target: ast.expr) -> str:
    """The name whose part an assignment changes: `x[0] = 1` changes x."""
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _used(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and (
            isinstance(node.ctx, ast.Load) or isinstance(statement, ast.AugAssign)
        ):
            yield node.id


def names_of(expression: str) -> tuple[str, ...]:
    """The names that an expression reads, in order, builtins left out; () where it does not parse."""
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = {node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return tuple(name for name in names if not hasattr(builtins, name))
