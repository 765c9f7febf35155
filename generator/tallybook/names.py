"""Names in the code of cells: which ones it assigns, and calls with literal arguments."""

import ast
from collections.abc import Iterator

_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def assigned_names(tree: ast.AST) -> dict[str, int]:
    """The names that module-level code assigns, each with the line of its first assignment.

    Loop variables, imports, functions and classes are none: no text speaks of what a loop left behind.
    """
    found: dict[str, int] = {}
    for node in _own_nodes(tree):
        match node:
            case ast.Assign(targets=targets):
                pass
            case ast.AnnAssign(target=target, value=ast.expr()) | ast.NamedExpr(target=target):
                targets = [target]
            case ast.AugAssign(target=target):
                targets = [target]
            case _:
                continue
        for name in (name for target in targets for name in _target_names(target)):
            found.setdefault(name, node.lineno)
    return found


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that belongs to the module's own scope, in reading order."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES | _COMPREHENSIONS):
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _target_names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _target_names(part)
        case ast.Starred(value=inner):
            yield from _target_names(inner)


Call = tuple[str, list[object], dict[str, object]]


def literal_call(text: str) -> Call | None:
    """`silu(1)` as a name and its arguments; None for all that is no call with literal arguments."""
    try:
        node = ast.parse(text, mode="eval").body
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords if keyword.arg}
        if len(given) < len(node.keywords):
            return None
        return node.func.id, [ast.literal_eval(argument) for argument in node.args], given
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined_names(tree: ast.AST) -> dict[str, int]:
    """Every name that module-level code binds, each with the line that binds it first."""
    found = assigned_names(tree)
    for node in _own_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.setdefault(name, node.lineno)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                for alias in aliases:
                    found.setdefault((alias.asname or alias.name).partition(".")[0], node.lineno)
            case ast.For(target=target):
                for name in _target_names(target):
                    found.setdefault(name, node.lineno)
            case _:
                continue
    return found
