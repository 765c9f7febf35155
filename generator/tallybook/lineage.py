"""Which cells and names a value came through, read from the code."""

import ast
from bisect import bisect_left
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from symtable import SymbolTable, symtable

from tallybook.chapter import Cell


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement at a cell's top level that gives `names` their values, drawn from `uses`; what it defines
    reads `later` when it is called. `cell` is the line of its cell's first line, `at` its number there,
    counted from 0."""

    names: frozenset[str]
    uses: frozenset[str]
    later: frozenset[str]
    line: int
    text: str
    cell: int = 0
    at: int = 0


@dataclass(frozen=True)
class Lineage:
    """The assignments of a chapter's cells, in order."""

    assignments: tuple[Assignment, ...]

    def last(self, name: str, before: int) -> Assignment | None:
        """The assignment that gave `name` its value at line `before`."""
        number = self.giver(name, self.reached(before))
        return None if number is None else self.assignments[number]

    def back(self, expression: str, line: int) -> list[Assignment]:
        """The assignments that the value of an expression at `line` came through, in order."""
        return [self.assignments[at] for at in self.course(names_of(expression), self.reached(line))]

    def course(self, names: Iterable[str], before: int) -> list[int]:
        """The assignments, by number, that names came through, as they stood before number `before`."""
        found: set[int] = set()
        todo = [(name, before) for name in names]
        while todo:
            name, before = todo.pop()
            number = self.giver(name, before)
            if number is not None and number not in found:
                found.add(number)
                todo += [(used, number) for used in self.assignments[number].uses]
                todo += [(used, before) for used in self.assignments[number].later]
        return sorted(found)

    def giver(self, name: str, before: int) -> int | None:
        """The number of the assignment that gave `name` its value, before number `before`."""
        numbers = self._givers.get(name, ())
        at = bisect_left(numbers, before)
        return numbers[at - 1] if at else None

    def reached(self, line: int) -> int:
        """How many assignments stand above a line."""
        return bisect_left(self.assignments, line, key=lambda assignment: assignment.line)

    @cached_property
    def _givers(self) -> dict[str, list[int]]:
        """For each name the numbers of the assignments that give it a value, in order."""
        found: dict[str, list[int]] = {}
        for number, assignment in enumerate(self.assignments):
            for name in assignment.names:
                found.setdefault(name, []).append(number)
        return found


def trace(cells: Iterable[Cell]) -> Lineage:
    """The lineage of a chapter. Cells that do not parse add nothing."""
    sessions = (_assignments(cell.code, cell.line) for cell in cells if not cell.console)
    return Lineage(tuple(assignment for assignments in sessions for assignment in assignments))


@lru_cache(maxsize=1024)
def _assignments(code: str, line: int) -> tuple[Assignment, ...]:
    """The assignments of a cell whose code begins at a line."""
    try:
        statements = [(statement, _scope(statement)) for statement in ast.parse(code).body]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    lines = code.split("\n")
    found = []
    for at, (statement, scope) in enumerate(statements):
        if names := frozenset(_bound(statement, scope)):
            first = min(node.lineno for node in (statement, *getattr(statement, "decorator_list", ())))
            text = "\n".join(lines[first - 1 : statement.end_lineno])
            reads = [*_reads(scope), *((name, False) for name in _kept(statement, names))]
            uses, later = (
                frozenset(name for name, when in reads if when is called) for called in (False, True)
            )
            found.append(Assignment(names, uses, later, line + first - 1, text, line, at))
    return tuple(found)


def _scope(statement: ast.stmt) -> SymbolTable:
    return symtable(ast.unparse(_AsGenerators().visit(statement)), "", "exec")


class _AsGenerators(ast.NodeTransformer):
    """Comprehensions as generators: these alone have a scope of their own in every version of Python."""

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.GeneratorExp:
        self.generic_visit(node)
        return ast.GeneratorExp(node.elt, node.generators)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.GeneratorExp:
        self.generic_visit(node)
        return ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)


def _bound(statement: ast.stmt, scope: SymbolTable) -> Iterator[str]:
    if isinstance(statement, ast.Delete) or (
        isinstance(statement, ast.AnnAssign) and statement.value is None
    ):
        return
    yield from (name.get_name() for name in scope.get_symbols() if name.is_assigned() or name.is_imported())
    for node in _walk(statement):
        if isinstance(node, ast.Assign):
            yield from (root for target in node.targets if (root := _root(target)))
        elif isinstance(node, ast.NamedExpr):
            yield node.target.id
    yield from _augmented(statement)


def _walk(statement: ast.stmt) -> Iterator[ast.AST]:
    """The parts of a statement; none of a definition, whose body does not run yet."""
    defines = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return iter(()) if defines else ast.walk(statement)


def _root(target: ast.expr) -> str:
    """The name whose part an assignment changes: `x[0] = 1` changes x."""
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _augmented(statement: ast.stmt) -> Iterator[str]:
    """What `x += 1` changes."""
    for node in _walk(statement):
        if isinstance(node, ast.AugAssign) and (root := _root(node.target)):
            yield root


def _kept(statement: ast.stmt, names: frozenset[str]) -> Iterable[str]:
    """Names whose value before a statement may live on in the one behind it."""
    may_skip = isinstance(statement, ast.If | ast.For | ast.While | ast.Try | ast.Match)
    return names if may_skip else _augmented(statement)


def _reads(scope: SymbolTable, *, called: bool = False) -> Iterator[tuple[str, bool]]:
    """The names of the session that a statement reads, and whether only a function that is called does."""
    called = called or (scope.get_type() == "function" and scope.get_name() != "genexpr")
    for name in scope.get_symbols():
        if name.is_referenced() and (scope.get_type() == "module" or name.is_global()):
            yield name.get_name(), called
    for inner in scope.get_children():
        yield from _reads(inner, called=called)


def names_of(expression: str) -> tuple[str, ...]:
    """The names that an expression reads, in order, builtins left out; () where it does not parse."""
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = {node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return tuple(name for name in names if not hasattr(builtins, name))
