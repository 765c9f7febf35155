"""What is told of a step that did not answer: it took too long, wrote too much, or ended its process."""

import re
import signal

from tallybook.evaluation import EXPRESSION
from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Step, Trouble, subject
from tallybook.process import LOST

_FRAME = re.compile(r'  File "(.*)", line (\d+)')
_TAIL = 2_000


def timed_out(job: Job, step: Step, errors: str) -> Trouble:
    """A step that took longer than its limit; `errors` holds where it stood."""
    sentence = f"{subject(step)} did not end within {job.limits.seconds:g} s"
    return _trouble(FindingKind.CELL_TIMEOUT, sentence, job, step, errors)


def wrote_too_much(job: Job, step: Step) -> Trouble:
    """A step that wrote more than its limit."""
    sentence = f"{subject(step)} wrote more than {job.limits.output:,} bytes"
    return Trouble(FindingKind.CELL_OUTPUT, sentence, step.line)


def crashed(job: Job, step: Step, status: int | None, errors: str) -> Trouble:
    """A step in which the process ended with `status` (minus the signal's number), or lost its way to us."""
    if status is None or status == LOST:
        sentence = f"{subject(step)} closed or broke the way on which the engine hears of it"
    elif status < 0:
        sentence = f"the process ended by signal {signal.Signals(-status).name}"
    else:
        sentence = f"{subject(step)} ended the process with status {status} (os._exit)"
    return _trouble(FindingKind.CELL_CRASHED, sentence, job, step, errors)


def _trouble(kind: FindingKind, sentence: str, job: Job, step: Step, errors: str) -> Trouble:
    """With the chapter's innermost line and the frames down to it, as faulthandler wrote them."""
    escaped = job.path.encode("ascii", "backslashreplace").decode()
    frames = [found for line in errors.split("\n") if (found := _FRAME.match(line))]
    own = [number for number, frame in enumerate(frames) if frame[1] in (escaped, EXPRESSION)]
    lines = [int(frame[2]) for frame in frames if frame[1] == escaped]
    told = "\n".join(frame.string for frame in frames[: own[-1] + 1 if own else 0]).replace(escaped, job.path)
    words = f"Most recent call first:\n{told}\n" if told else "" if frames else errors[-_TAIL:]
    return Trouble(kind, sentence, lines[0] if lines and isinstance(step, CellStep) else step.line, words)
