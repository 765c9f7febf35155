"""A chapter as a program or a notebook that runs by itself and shows the chapter's numbers."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
import re
from textwrap import indent
from typing import Literal

from tallybook.chapter import Binding, Cell, Chapter, Kind
from tallybook.edits import Edits
from tallybook.lines import front_matter_end
from tallybook.removal import NOTHING, removal
from tallybook.source import Source, Span

Form = Literal["py", "ipynb"]
_LINE_END = re.compile(r"\r\n|\r")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a chapter: its text, a cell's code, or the lines that show the numbers of the text above.

    `raises` is the exception that the code should end with.
    """

    form: Literal["text", "code", "numbers"]
    body: str
    raises: str | None = None


def pieces(chapter: Chapter) -> Iterator[Piece]:
    """The chapter in reading order: bindings taken out of the text, and behind it what they evaluate."""
    source, at = chapter.source, front_matter_end(chapter.source)
    bindings: list[Binding] = []
    for item in chapter.items:
        if isinstance(item, Binding):
            bindings.append(item)
        elif isinstance(item, Cell):
            start = source.line_starts[source.place(item.span.start).line - 1]
            yield from _text(source, Span(at, max(at, start)), bindings)
            yield Piece("code", plain_code(item), item.options.raises)
            at, bindings = item.span.end, []
    yield from _text(source, Span(at, max(at, len(source.text))), bindings)


def _text(source: Source, span: Span, bindings: list[Binding]) -> Iterator[Piece]:
    edits = Edits(Source(source.path, source.slice(span)))
    for binding in bindings:
        where, instead = removal(source, binding.span, ())
        edits.replace(Span(where.start - span.start, where.end - span.start), instead)
    text = _LINE_END.sub("\n", edits.apply()).strip("\n")
    if text.strip():
        yield Piece("text", text)
    shown = [line for binding in bindings for line in _shown(binding)]
    if shown:
        yield Piece("numbers", "\n".join(shown))


def _shown(binding: Binding) -> Iterator[str]:
    """For each bound quote a line that prints it as written and as computed."""
    if binding.kind is not Kind.COMPUTED:
        return
    quotes = binding.quotes if len(binding.expressions) > 1 else binding.quotes[:1]
    for quote, expression in zip(quotes, binding.expressions, strict=False):
        yield f"print({_flat(quote.text)!r}, '|', {expression})"


def _flat(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 60 else folded[:59] + "…"


def plain_code(cell: Cell) -> str:
    """A cell's code as a program has it: without a console's prompts."""
    code = _LINE_END.sub("\n", cell.code).rstrip("\n")
    if not cell.console:
        return code
    from doctest import DocTestParser

    return "".join(example.source for example in DocTestParser().get_examples(code)).rstrip("\n")


def as_program(chapter: Chapter, folders: tuple[str, ...]) -> str:
    """The chapter as a program in the percent format. `folders` are those whose modules its cells import."""
    parts = [f"# %%\n{_opening(folders)}"]
    for piece in pieces(chapter):
        if piece.form == "text":
            lines = (f"# {line}".rstrip() for line in piece.body.replace(NOTHING, "").split("\n"))
            parts.append("# %% [markdown]\n" + "\n".join(lines))
        else:
            parts.append(f"# %%\n{_guarded(piece)}")
    return "\n\n".join(parts) + "\n"


def _opening(folders: tuple[str, ...]) -> str:
    return f"import sys\n\nsys.path[:0] = {list(folders)!r}  # run this where the book stands"


def _guarded(piece: Piece) -> str:
    """The code of a piece; what a cell is meant to raise is caught, for a program would end there."""
    if piece.raises is None:
        return piece.body
    inside = indent(piece.body, "    ")
    if _has_long_text(piece.body):
        inside = f"    exec({piece.body!r})"
    return f"try:\n{inside}\nexcept {piece.raises} as raised:\n    print(repr(raised))"


def _has_long_text(code: str) -> bool:
    """Whether a text of several lines stands in the code, which indenting would change."""
    return any(
        isinstance(node, ast.Constant | ast.JoinedStr) and node.lineno != node.end_lineno
        for node in ast.walk(ast.parse(code))
    )


def as_notebook(chapter: Chapter, folders: tuple[str, ...]) -> str:
    """The chapter as a notebook without outputs, as JSON. Raises ModuleNotFoundError without nbformat."""
    from nbformat import NotebookNode, v4, writes

    book = v4.new_notebook()
    book.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    cells: list[NotebookNode] = [v4.new_code_cell(_opening(folders))]
    for piece in pieces(chapter):
        if piece.form == "text":
            cells.append(v4.new_markdown_cell(piece.body))
        else:
            tags = {"tags": ["raises-exception"]} if piece.raises else {}
            cells.append(v4.new_code_cell(piece.body, metadata=tags))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # nbformat draws them by lot
    book["cells"] = cells
    return str(writes(book)) + "\n"
