"""The reference stays small, and every public function says what a reader asks."""

import ast
from collections.abc import Iterator
import importlib
import inspect
from pathlib import Path
import re
from typing import Any

import pytest

import refblock

FOLDER = Path(refblock.__path__[0])
FILES = sorted(FOLDER.glob("*.py"))
NUMBERS = "examples.py"  # holds numbers, not code
PLAIN = {"as_array", "check_shapes", "upside_down"}  # of the house, not of the Transformer


def bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """The statements of every module, class and function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield node.body


def code_lines(source: str) -> int:
    """Lines that are neither blank, comment, docstring nor import."""
    tree, others = ast.parse(source), set[int]()
    texts = [
        statement
        for body in bodies(tree)
        for statement in body
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    ]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in (*texts, *imports):
        others.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(source.split("\n"), start=1)
    return sum(line.strip() != "" and line.strip()[0] != "#" and n not in others for n, line in lines)


def test_code_lines_leave_out_what_is_no_code() -> None:
    source = '"""Text,\nlong."""\n\nimport re\n\n# why\nx = (\n    1\n)\n"""What x is."""\n'
    assert code_lines(source) == 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_module_is_read_at_a_sitting(file: Path) -> None:
    source = file.read_text("utf-8")
    assert source.count("\n") <= 250
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            text = ast.get_docstring(node, clean=False) or ""
            assert (node.end_lineno or 0) - node.lineno + 1 - text.count("\n") <= 40, node.name


def test_the_whole_is_small() -> None:
    assert len(FILES) > 10
    assert sum(code_lines(file.read_text("utf-8")) for file in FILES if file.name != NUMBERS) <= 640


def functions() -> list[Any]:
    """Every public function of the reference, once."""
    found: list[Any] = []
    for file in FILES:
        module = importlib.import_module(f"refblock.{file.stem}" if file.stem != "__init__" else "refblock")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_") and name not in PLAIN:
                found.append(pytest.param(function, id=f"{file.stem}.{name}"))
    return found


@pytest.mark.parametrize("function", functions())
def test_a_docstring_has_its_parts_in_order(function: object) -> None:
    """One sentence; the formula; shapes; what it is not; the source; an example."""
    text = inspect.getdoc(function) or ""
    sentence, formula, rest = text.split("\n\n", 2)
    assert re.fullmatch(r"[A-Z][^\n]*\.", sentence)
    assert all(line.startswith("    ") for line in formula.split("\n"))
    order = re.fullmatch(r"Shapes: .*\n(?:Not|Unlike) .*\nSource: .*\n\n>>> .*", rest, re.DOTALL)
    assert order, rest
