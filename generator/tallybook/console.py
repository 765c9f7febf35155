"""Console sessions (pycon): run their statements one by one, written out as the console would."""

from collections.abc import Callable
import sys
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from doctest import Example


class NoConsole(Exception):
    """A console cell whose prompts cannot be read."""


def run_console(code: str, namespace: dict[str, Any], compiled: Callable[[str, int], CodeType]) -> None:
    """Run each statement behind `>>>` and `...`; what the cell says they print is passed over.

    `compiled(source, index)` compiles a statement that begins at that line of the code, counted from 0.
    """
    from doctest import DocTestParser  # here, since it loads much and few chapters have a console

    try:
        examples = DocTestParser().get_examples(code)
    except ValueError as error:
        raise NoConsole(f"the prompts of the cell cannot be read ({error})") from error
    if not examples:
        raise NoConsole("a console cell has no statement: begin one with `>>> `")
    display, sys.displayhook = sys.displayhook, sys.__displayhook__
    try:
        for example in examples:
            print(_prompted(example))
            exec(compiled(example.source, example.lineno), namespace)
    finally:
        sys.displayhook = display


def _prompted(example: "Example") -> str:
    first, *rest = example.source.rstrip("\n").split("\n")
    return "\n".join([f">>> {first}", *(f"... {line}".rstrip() for line in rest)])
