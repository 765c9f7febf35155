"""The pages on the reference: each function of it is described once, and nothing that is not there."""

import ast
from collections import Counter
from pathlib import Path

from tallybook.functions import Functions, anchor_of, described
from tallybook.source import Source

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "generator" / "refblock").glob("*.py"))
APART = {"__init__", "examples", "typing"}
"""Modules that pages do not describe: values and types, told where they are met."""


def public() -> list[str]:
    """The dotted names of the functions and classes that the reference offers."""
    return [
        f"refblock.{path.stem}.{node.name}"
        for path in MODULES
        if path.stem not in APART
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]


def pages() -> dict[str, list[str]]:
    """The dotted names that each page of the book describes."""
    files = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "docs").rglob("*.md")}
    read = {name: Source.decode(name, path.read_bytes()) for name, path in files.items()}
    return {name: [part.title for part in described(source)] for name, source in read.items()}


def test_each_function_is_described_once() -> None:
    assert Counter(title for titles in pages().values() for title in titles) == Counter(public())


def test_each_described_function_is_there() -> None:
    functions = Functions((ROOT / "generator",))
    for titles in pages().values():
        assert [title for title in titles if functions.find(title) is None] == []


def test_no_page_has_an_address_twice() -> None:
    for titles in pages().values():
        anchors = [anchor_of(title) for title in titles]
        assert len(anchors) == len(set(anchors))
