"""A chapter as it would be with other texts: each is read and judged anew, its cells run once for all."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tallybook.book import Book
from tallybook.chapter import Chapter
from tallybook.checked import Checked, job_for, judge_chapter, read_chapter
from tallybook.job import CellStep, Named, NamesStep, Outcome, Run, Step, Value
from tallybook.plan import Plan
from tallybook.worker import run_job

Asked = tuple[int, tuple[str, ...]]
"""A name as it is looked up: how many cells and expressions run before, and its spellings."""


@dataclass(frozen=True)
class Answers:
    """What a run gave for its cells and expressions, and for the names that were asked between them."""

    frame: tuple[Step, ...]
    outcomes: tuple[Outcome, ...]
    names: dict[Asked, Value | None]

    @classmethod
    def of(cls, steps: Sequence[Step], run: Run) -> "Answers":
        outcomes = [
            outcome
            for step, outcome in zip(steps, run.outcomes, strict=False)
            if not isinstance(step, NamesStep)
        ]
        values = (value for outcome in run.outcomes if isinstance(outcome, Named) for value in outcome.values)
        return cls(_frame(steps), tuple(outcomes), dict(zip(_asked(steps), values, strict=False)))

    def run(self, steps: Sequence[Step]) -> Run:
        """The run of steps with the same frame that ask no name but those that were asked."""
        outcomes: list[Outcome] = []
        before = 0
        for step in steps:
            if isinstance(step, NamesStep):
                outcomes.append(Named(tuple(self.names.get((before, spellings)) for spellings in step.names)))
            elif before == len(self.outcomes):
                break
            else:
                outcomes.append(self.outcomes[before])
                before += 1
        return Run(tuple(outcomes))


def reread(book: Book, checked: Checked, texts: Iterable[str]) -> Iterator[Checked]:
    """A chapter of the book with each of the texts in its place."""
    source, options = checked.chapter.source, checked.options
    read = [read_chapter(replace(source, text=text), options) for text in texts]
    answers = Answers.of(checked.plan.steps, checked.run)
    alike = [plan.steps for _, plan in read if _frame(plan.steps) == answers.frame]
    asked = {name for steps in alike for name in _asked(steps)}
    if not asked <= answers.names.keys():
        steps = _asking(checked.plan.steps, asked)
        answers = Answers.of(steps, _run(book, checked.chapter, steps, checked))
    for chapter, plan in read:
        known = _frame(plan.steps) == answers.frame
        run = answers.run(plan.steps) if known else _run(book, chapter, plan.steps, checked)
        yield judge_chapter(chapter, plan, run, book.register, options)


def _frame(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The cells and expressions, without the alt texts, which are prose."""
    return tuple(
        replace(step, alt=None) if isinstance(step, CellStep) else step
        for step in steps
        if not isinstance(step, NamesStep)
    )


def _asked(steps: Sequence[Step]) -> Iterator[Asked]:
    before = 0
    for step in steps:
        if isinstance(step, NamesStep):
            yield from ((before, spellings) for spellings in step.names)
        else:
            before += 1


def _asking(steps: Sequence[Step], asked: set[Asked]) -> list[Step]:
    """The cells and expressions with all these names asked between them."""
    frame = [step for step in steps if not isinstance(step, NamesStep)]
    asking: list[Step] = []
    for before in range(len(frame) + 1):
        names = tuple(sorted(spellings for at, spellings in asked if at == before))
        asking += [NamesStep(names)] if names else []
        asking += frame[before : before + 1]
    return asking


def _run(book: Book, chapter: Chapter, steps: Sequence[Step], checked: Checked) -> Run:
    return run_job(job_for(book.project, chapter, Plan(list(steps)), checked.options))
