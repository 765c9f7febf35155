"""Where the names of a piece of code stand, so that a page can fill their values in."""

import ast
from collections.abc import Iterator
from functools import lru_cache

Place = tuple[int, int, str]
"""From where to where in the code, in code points, and the name that is read there."""


@lru_cache(maxsize=4096)
def places_of_names(code: str) -> tuple[Place, ...]:
    """The places where code reads names of the session, in order; none inside text in quotes, nor of names
    that a comprehension or a function binds for itself. () for what does not parse."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    own = set(_own(tree))
    starts = _line_starts(code)
    lines = code.split("\n")
    found = []
    for node in _names(tree):
        if node.id not in own and node.end_col_offset is not None:
            line = lines[node.lineno - 1].encode()
            start = starts[node.lineno - 1] + len(line[: node.col_offset].decode())
            found.append((start, start + len(line[node.col_offset : node.end_col_offset].decode()), node.id))
    return tuple(sorted(found))


def _own(tree: ast.AST) -> Iterator[str]:
    """Names that stand for something else inside a part of the code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension):
            yield from (each.id for each in ast.walk(node.target) if isinstance(each, ast.Name))
        elif isinstance(node, ast.arg):
            yield node.arg


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    """The names that are read; none of what is assigned to (`x[0] = 1`), nor of an f-string, whose inside
    Python 3.11 places wrongly."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node
        elif isinstance(node, ast.Assign):
            waiting.append(node.value)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            waiting += [node.value] if node.value else []
        elif not isinstance(node, ast.JoinedStr):
            waiting += ast.iter_child_nodes(node)


def _line_starts(code: str) -> list[int]:
    starts = [0]
    for line in code.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts
