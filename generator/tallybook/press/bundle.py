"""The bundle: a book's chapters, what they draw on, and a program that recomputes their numbers."""

from collections.abc import Iterator
from io import BytesIO
import json
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from tallybook.chapter import Binding, Cell, Kind, Passage
from tallybook.checked import Checked
from tallybook.equations.python import statements
from tallybook.exporting import plain_code
from tallybook.job import Ran, Value
from tallybook.options import Project
from tallybook.plan import known_names
from tallybook.project import is_installed
from tallybook.report import Account
from tallybook.source import Span

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a bundle: the first that a zip can hold."""
_LONGEST = 60


def bundle(project: Project, checked: tuple[Checked, ...]) -> bytes:
    """A zip that is the same to the byte wherever the same book is built: sorted, undated, not compressed."""
    files = dict(_files(project, checked))
    files["recompute.py"] = Path(__file__).with_name("recompute.py").read_bytes()
    files["recompute.json"] = _steps(project, checked).encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, _EPOCH)
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, files[name])
    return packed.getvalue()


def _files(project: Project, checked: tuple[Checked, ...]) -> Iterator[tuple[str, bytes]]:
    """What lies under the root of the project: chapters, the register, modules, files that were read."""
    root = project.root.resolve()
    paths = {Path(one.chapter.source.path).resolve() for one in checked} | {project.sources.resolve()}
    paths |= {root / name for one in checked for name in (*one.run.modules, *one.run.files)}
    paths |= {path for path in root.iterdir() if path.name.startswith("LICENSE")}
    for path in paths:
        if path.is_file() and path.is_relative_to(root) and not is_installed(str(path)):
            yield path.relative_to(root).as_posix(), path.read_bytes()


def _steps(project: Project, checked: tuple[Checked, ...]) -> str:
    """What `recompute.py` reads."""
    root = project.root.resolve()
    chapters = [
        {
            "path": Path(one.chapter.source.path).resolve().relative_to(root).as_posix(),
            "steps": list(_chapter_steps(one)),
        }
        for one in checked
    ]
    folders = sorted({folder for one in checked for folder in one.options.pythonpath} | _roots(checked))
    book = {"pythonpath": folders, "chapters": [chapter for chapter in chapters if chapter["steps"]]}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _roots(checked: tuple[Checked, ...]) -> set[str]:
    """The folders from which the modules of the project were imported."""
    found = set()
    for name in {module for one in checked for module in one.run.modules}:
        path = Path(name).parent
        while (path / "__init__.py").as_posix() in {module for one in checked for module in one.run.modules}:
            path = path.parent
        found.add(path.as_posix())
    return found


def _chapter_steps(checked: Checked) -> Iterator[dict[str, Any]]:
    """The cells that do not draw, the bound numbers, and the equations of a chapter, in reading order."""
    taken = {number.span for number in checked.numbers if number.account is Account.EQUATION}
    for index, item in enumerate(checked.chapter.items):
        if isinstance(item, Cell):
            outcome = checked.run.outcome(checked.plan.at[index][0])
            draws = isinstance(outcome, Ran) and any(output.form == "svg" for output in outcome.outputs)
            if not draws:
                raises = {"raises": item.options.raises} if item.options.raises else {}
                yield {"code": plain_code(item), **raises}
        elif isinstance(item, Binding) and item.kind is Kind.COMPUTED:
            yield from _bound(checked, index, item)
        elif isinstance(item, Passage):
            yield from _stated(checked, index, item, taken)


def _bound(checked: Checked, index: int, binding: Binding) -> Iterator[dict[str, Any]]:
    for quote, expression, step in zip(
        binding.quotes, binding.expressions, checked.plan.at[index], strict=False
    ):
        outcome = checked.run.outcome(step)
        if isinstance(outcome, Value):
            line = checked.chapter.source.place(quote.span.start).line
            text = _flat(quote.text)
            yield {"line": line, "text": text, "expression": expression, "is": outcome.items}


def _stated(checked: Checked, index: int, passage: Passage, taken: set[Span]) -> Iterator[dict[str, Any]]:
    source = checked.chapter.source
    names = known_names(checked.plan, index, checked.run)
    known = {name: value for name, value in names.items() if value is not None}
    for chain in checked.plan.chains.get(index, ()):
        for stated in statements(chain, known):
            sides = [passage.span(side.start, side.end) for side in (stated.left, stated.right)]
            if taken.isdisjoint(sides):
                continue  # an assumption, or one that can be read in two ways
            span = Span(sides[0].start, sides[1].end)
            yield {
                "line": source.place(span.start).line,
                "text": _flat(source.slice(span)),
                "left": stated.left_code,
                "right": stated.right_code,
                "within": stated.within,
            }


def _flat(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else folded[: _LONGEST - 1] + "…"
