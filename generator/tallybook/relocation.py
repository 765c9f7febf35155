"""A kept run as it reads now: its cells may have moved in the chapter, and alt texts are prose."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
import re

from tallybook.job import CellStep, Job, Outcome, Ran, Run, Trouble
from tallybook.svg import titled


def relocated(run: Run, lines: Sequence[int], job: Job) -> Run:
    """The run, made when the steps stood at `lines`, with the lines and the alt texts of `job`."""
    moves = _Moves(lines, job)
    outcomes = (moves.moved(outcome, number) for number, outcome in enumerate(run.outcomes))
    return replace(run, outcomes=tuple(outcomes))


class _Moves:
    def __init__(self, lines: Sequence[int], job: Job) -> None:
        self._job = job
        cells = [number for number, step in enumerate(job.steps) if isinstance(step, CellStep)]
        self._starts = [lines[number] for number in cells]
        self._moves = [job.steps[number].line - lines[number] for number in cells]
        self._place = re.compile(rf'((?:File "|\b){re.escape(job.path)}(?:", line |:))(\d+)')

    def moved(self, outcome: Outcome, number: int) -> Outcome:
        step = self._job.steps[number]
        if isinstance(outcome, Trouble):
            return self._told(outcome, None if isinstance(step, CellStep) else step.line)
        if not isinstance(outcome, Ran) or not isinstance(step, CellStep):
            return outcome
        outputs = (
            replace(output, body=titled(output.body, step.alt)) if output.form == "svg" else output
            for output in outcome.outputs
        )
        warnings = (self._told(warning, None) for warning in outcome.warnings)
        return Ran(tuple(outputs), tuple(warnings), outcome.looks)

    def _told(self, trouble: Trouble, line: int | None) -> Trouble:
        return replace(
            trouble,
            line=self._line(trouble.line) if line is None else line,
            message=self._text(trouble.message),
            traceback=self._text(trouble.traceback),
        )

    def _line(self, line: int) -> int:
        cell = bisect_right(self._starts, line) - 1
        return line + self._moves[cell] if cell >= 0 else line

    def _text(self, text: str) -> str:
        return self._place.sub(lambda found: f"{found[1]}{self._line(int(found[2]))}", text)
