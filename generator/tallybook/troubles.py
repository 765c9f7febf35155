"""From an exception to what a reader is told: our sentence, the chapter's line, the traceback."""

import linecache
import re
import traceback
from types import TracebackType

from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Step, Trouble, subject
from tallybook.project import ProjectFiles

_LINE_END = re.compile(r"\r\n|\n|\r")
_LONGEST_SENTENCE = 500
_LONGEST_TRACEBACK = 20_000


def keep_lines(path: str, code: str, line: int) -> None:
    """Let tracebacks print the lines of a cell that begins at `line` of the chapter."""
    entry = linecache.cache.get(path)
    lines: list[str] = entry[2] if entry and len(entry) == 4 else []
    lines += ["\n"] * (line - 1 - len(lines))
    lines[line - 1 :] = [f"{text}\n" for text in _LINE_END.split(code)]
    linecache.cache[path] = (1, None, lines, path)


def cell_raised(error: BaseException, step: CellStep, job: Job) -> Trouble:
    """An exception that a cell raised, at the innermost line of the chapter that it came through."""
    sentence = f"the cell raised {described(error)}{_module(error, job)}"
    if step.raises:
        sentence += f", and `raises` says {step.raises}"
    return _trouble(FindingKind.CELL_RAISED, sentence, error, step, job)


def short_of_memory(error: MemoryError, step: Step, job: Job) -> Trouble:
    """A step that asked for more memory than its limit."""
    sentence = f"{subject(step)} needs more than {job.limits.memory / 2**30:g} GiB of memory"
    return _trouble(FindingKind.CELL_MEMORY, sentence, error, step, job)


def described(error: BaseException) -> str:
    """The exception's name and what it says, on one line."""
    try:
        lines = _LINE_END.split(error.msg if isinstance(error, SyntaxError) else str(error))
    except Exception:
        lines = ["(its text cannot be made)"]
    name = type(error).__name__
    said = lines[0] if len(lines[0]) <= _LONGEST_SENTENCE else f"{lines[0][:_LONGEST_SENTENCE]}…"
    return f"{name}: {said}" if said else name


def full_traceback(error: BaseException, path: str) -> str:
    """Python's traceback from the chapter's first frame on; the engine's frames are cut off."""
    frame: TracebackType | None = error.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != path:
        frame = frame.tb_next
    told = traceback.TracebackException(type(error), error, frame)
    text = "".join(told.format())
    if len(text) > _LONGEST_TRACEBACK:
        text = f"{text[: _LONGEST_TRACEBACK // 2]}\n…\n{text[-_LONGEST_TRACEBACK // 2 :]}"
    return text


def _places(error: BaseException) -> list[tuple[str, int]]:
    return [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]


def _trouble(kind: FindingKind, sentence: str, error: BaseException, step: Step, job: Job) -> Trouble:
    lines = [line for path, line in _places(error) if path == job.path]
    if not lines and isinstance(error, SyntaxError) and error.filename == job.path and error.lineno:
        lines = [error.lineno]
    line = lines[-1] if lines and isinstance(step, CellStep) else step.line
    return Trouble(kind, sentence, line, full_traceback(error, job.path))


def _module(error: BaseException, job: Job) -> str:
    """Where in a module of the project it was raised, if it was."""
    project = ProjectFiles.of(job)
    for path, line in reversed(_places(error)):
        if path == job.path:
            return ""
        if project.holds(path):
            return f" (in {project.named(path)}:{line})"
    return ""
