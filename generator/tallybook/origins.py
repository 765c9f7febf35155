"""Where numbers come from: the assignments of a chapter with what each one left, by its run."""

from collections.abc import Sequence
from dataclasses import dataclass

from tallybook.chapter import Cell, Chapter
from tallybook.job import Glimpse, Look, Ran, Run
from tallybook.lineage import Lineage, names_of, trace
from tallybook.plan import Plan


@dataclass(frozen=True)
class Origins:
    """A chapter's lineage, and by their numbers what its assignments left."""

    lineage: Lineage
    looks: dict[int, Look]

    def glimpse(self, name: str, giver: int | None) -> Glimpse | None:
        """What an assignment bound a name to; None where nothing is known of it."""
        look = self.looks.get(giver) if giver is not None else None
        return next((each for each in look.glimpses if each.name == name), None) if look else None

    def stored(self, expression: str, line: int) -> tuple[str, ...]:
        """The files of data that the value of an expression at `line` was read from."""
        if not any(look.files for look in self.looks.values()):
            return ()
        course = self.lineage.course(names_of(expression), self.lineage.reached(line))
        return tuple(dict.fromkeys(file for number in course for file in self.files(number)))

    def files(self, number: int) -> Sequence[str]:
        """The files of data that an assignment read."""
        return self.looks[number].files if number in self.looks else ()


def find_origins(chapter: Chapter, plan: Plan, run: Run) -> Origins:
    """The origins of a chapter's numbers. Without a run nothing is known of what its names are."""
    cells = [(index, item) for index, item in enumerate(chapter.items) if isinstance(item, Cell)]
    lineage = trace(cell for _, cell in cells)
    seen: dict[tuple[int, int], Look] = {}
    for index, cell in cells:
        step = plan.at[index][0]
        outcome = run.outcome(step)
        if isinstance(outcome, Ran):
            seen |= {(cell.line, look.at): look for look in outcome.looks}
    keys = ((number, (each.cell, each.at)) for number, each in enumerate(lineage.assignments))
    return Origins(lineage, {number: seen[key] for number, key in keys if key in seen})
