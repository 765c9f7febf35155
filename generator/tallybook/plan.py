"""What the run of a chapter is asked: the steps, and which item of the chapter each one serves."""

from dataclasses import dataclass, field
from functools import lru_cache

from tallybook.chapter import Binding, Cell, Chapter, Kind, Passage, Question
from tallybook.equations import Chain, Lookup, read_chains
from tallybook.equations.names import identifier, lookup
from tallybook.job import CellStep, NamesStep, Run, Step, Value, ValueStep
from tallybook.lineage import trace
from tallybook.options import Equations
from tallybook.quotes import Name


@dataclass
class Plan:
    """The steps in reading order. `at[i]` are the steps of item i; `chains[i]` the equations of a passage;
    `lookups[i]` the names that its NamesStep asks for."""

    steps: list[Step] = field(default_factory=list)
    at: dict[int, tuple[int, ...]] = field(default_factory=dict)
    chains: dict[int, tuple[Chain, ...]] = field(default_factory=dict)
    lookups: dict[int, tuple[Lookup, ...]] = field(default_factory=dict)

    def add(self, item: int, *steps: Step) -> None:
        first = len(self.steps)
        self.steps += steps
        self.at[item] = (*self.at.get(item, ()), *range(first, first + len(steps)))


def make_plan(chapter: Chapter, equations: Equations) -> Plan:
    """Walk the chapter once: a step for each cell, each expression, and the names of each passage."""
    plan = Plan()
    for index, item in enumerate(chapter.items):
        if isinstance(item, Cell):
            plan.add(index, _cell_step(item))
        elif isinstance(item, Binding) and item.kind is Kind.COMPUTED:
            line = chapter.source.place(item.span.start).line
            plan.add(index, *(ValueStep(expression, line) for expression in item.expressions))
            _ask(plan, index, line, [lookup(name, identifier(name)) for name in _names(item)])
        elif isinstance(item, Question):
            line = chapter.source.place(item.span.start).line
            plan.add(index, *(ValueStep(asked.expression, line) for asked in item.expressions))
        elif isinstance(item, Passage) and equations != "off" and _may_state(item):
            tex = item.form in ("math", "display")
            chains = _chains(item.text, tex, equations == "names")
            if chains:
                plan.chains[index] = chains
                sides = [side for chain in chains for side in chain.sides if side is not None]
                line = chapter.source.place(item.offset(0)).line
                _ask(plan, index, line, [asked for side in sides for asked in (*side.lookups, *side.behind)])
    return plan


@lru_cache(maxsize=4096)
def _chains(text: str, tex: bool, names: bool) -> tuple[Chain, ...]:
    """The equations of a text, read once however often the chapter around it changes."""
    return tuple(read_chains(text, tex=tex, names=names))


def _may_state(passage: Passage) -> bool:
    return passage.form != "code" and (
        "=" in passage.text or "≈" in passage.text or "＝" in passage.text or "\\approx" in passage.text
    )


def _cell_step(cell: Cell) -> CellStep:
    options = cell.options
    watched = tuple((each.at, tuple(sorted(each.names))) for each in trace([cell]).assignments)
    return CellStep(
        cell.code, cell.line, options.raises, options.quiet, cell.console, options.id, options.alt, watched
    )


def _names(binding: Binding) -> list[str]:
    return [e.text for quote in binding.quotes for e in quote.quantity.elements if isinstance(e, Name)]


def _ask(plan: Plan, item: int, line: int, lookups: list[Lookup]) -> None:
    asked = tuple({asked.written: asked for asked in lookups}.values())
    if asked:
        plan.lookups[item] = asked
        plan.add(item, NamesStep(tuple(one.spellings for one in asked), line))


def known_names(plan: Plan, item: int, run: Run) -> dict[str, Value | None]:
    """What the names that an item asks for are in the session at its place."""
    lookups = plan.lookups.get(item)
    if not lookups:
        return {}
    step = plan.at[item][-1]
    outcome = run.outcome(step)
    values = getattr(outcome, "values", (None,) * len(lookups))
    return {asked.written: value for asked, value in zip(lookups, values, strict=True)}
