"""The course of a page's numbers: which assignments they came through, as data that its script walks back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tallybook.job import Glimpse
from tallybook.lineage import Assignment
from tallybook.origins import Origins
from tallybook.press.filling import places_of_names

_DEFINES = ("def ", "async def ", "class ", "@")
_MOST_LINES = 10


@dataclass
class Course:
    """Collects the steps that a page's numbers came through; each step and each value is told once.

    `cells` are the anchors of the cells that the page shows, by their first lines; `references` the addresses
    of pages on functions and classes, by their dotted names.
    """

    origins: Origins
    cells: Mapping[int, str]
    references: Mapping[str, str]
    _pool: dict[tuple[str, str], int] = field(default_factory=dict)
    _met: set[int] = field(default_factory=set)
    _waiting: list[int] = field(default_factory=list)

    def code(self, code: str, before: int, kept: Iterable[str] = ()) -> dict[str, Any]:
        """A piece of code that ran when so many assignments had been made: its `inputs`, each a name, the
        place in the pool of what it was and the step that gave it (or None); and its `fills`, from where to
        where in the code which input stands. `kept` are names that it reads without naming them."""
        numbers: dict[str, int] = {}
        inputs: list[list[Any]] = []
        fills: list[list[int]] = []
        for start, end, name in places_of_names(code):
            if name not in numbers and (found := self._input(name, before)):
                numbers[name] = len(inputs)
                inputs.append(found)
            if name in numbers:
                fills.append([start, end, numbers[name]])
        inputs += self.inputs({*kept, *self._read_later(numbers, before)} - numbers.keys(), before)
        return {key: told for key, told in (("code", code), ("inputs", inputs), ("fills", fills)) if told}

    def inputs(self, names: Iterable[str], before: int) -> list[list[Any]]:
        """What names were when so many assignments had been made; without those that nothing is known of."""
        return [found for name in sorted(names) if (found := self._input(name, before))]

    def value(self, text: str, kind: str = "") -> int:
        """The place of a value in the pool: a text, a shape, the name of a function or of a class."""
        return self._pool.setdefault((kind, text), len(self._pool))

    def told(self) -> dict[str, Any]:
        """The pool, and the steps by their numbers, which say their order."""
        steps: dict[int, dict[str, Any]] = {}
        while self._waiting:
            number = self._waiting.pop()
            steps[number] = self._step(number, self.origins.lineage.assignments[number])
        return {"values": [self._pooled(*each) for each in self._pool], "steps": steps}

    def _input(self, name: str, before: int) -> list[Any] | None:
        giver = self.origins.lineage.giver(name, before)
        if giver is None:
            return None
        glimpse = self.origins.glimpse(name, giver)
        value = self._value(glimpse)
        imported = self.origins.lineage.assignments[giver].text.startswith(("import ", "from "))
        if imported and (glimpse is None or glimpse.sort in ("function", "object")):
            return None if value is None else [name, value, None]
        if giver not in self._met:
            self._met.add(giver)
            self._waiting.append(giver)
        return [name, value, giver]

    def _read_later(self, names: Iterable[str], before: int) -> set[str]:
        """The names that the chapter's own functions among `names` read when they are called."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            giver = self.origins.lineage.giver(waiting.pop(), before)
            later = self.origins.lineage.assignments[giver].later - found if giver is not None else ()
            found.update(later)
            waiting += later
        return found

    def _value(self, glimpse: Glimpse | None) -> int | None:
        if glimpse is None:
            return None
        if glimpse.sort in ("function", "object"):
            return self.value(glimpse.said, glimpse.sort)
        if glimpse.sort == "text":
            return self.value(glimpse.said)
        if glimpse.items or 0 in glimpse.shape:
            return self.value(nested(glimpse.shape, glimpse.items))
        return self.value("×".join(map(str, glimpse.shape)), "shape")

    def _step(self, number: int, assignment: Assignment) -> dict[str, Any]:
        if assignment.text.startswith(_DEFINES):
            told: dict[str, Any] = {"code": _cut(assignment.text, 1)}
        else:
            told = self.code(_cut(assignment.text, _MOST_LINES), number, assignment.names & assignment.uses)
        told["line"] = assignment.line
        if assignment.cell in self.cells:
            told |= {"cell": self.cells[assignment.cell], "row": assignment.line - assignment.cell + 1}
        if files := self.origins.files(number):
            told["stored"] = list(files)
        return told

    def _pooled(self, kind: str, text: str) -> Any:
        if not kind:
            return text
        href = self.references.get(text)
        return {kind: text, "href": href} if href else {kind: text}


def _cut(text: str, most: int) -> str:
    lines = text.split("\n")
    return text if len(lines) <= most else "\n".join([*lines[:most], "…"])


def nested(shape: tuple[int, ...], items: tuple[str, ...]) -> str:
    """Numbers as Python writes lists of them.

    >>> nested((2, 2), ("1", "2", "3", "4"))
    '[[1, 2], [3, 4]]'
    """
    rows = list(items)
    for size in reversed(shape):
        starts = range(0, len(rows), size) if size else ()
        rows = [f"[{', '.join(rows[at : at + size])}]" for at in starts] or ["[]"]
    return rows[0]
