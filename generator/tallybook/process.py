"""A chapter's process, from inside: set up, take the steps, send each outcome as a line of JSON."""

from collections.abc import Sequence
from contextlib import suppress
import faulthandler
import importlib
import os
import signal
import socket
import sys
from typing import NoReturn, TextIO
import warnings

from tallybook.execution import Session
from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Outcome, Run, Trouble, decode, encode
from tallybook.limits import cap_memory, die_with_parent, environment
from tallybook.project import ProjectFiles
from tallybook.trail import Trail, forget_modules

LOST = 74
"""The exit status of a process that can no longer reach its parent: a cell closed the way."""


LAST = "="
"""What the last line begins with: it says what the run drew on."""


class Ways:
    """The ways to the parent. Only the process that was started may use them: a cell may fork."""

    def __init__(self, outcomes: socket.socket, output: socket.socket, errors: socket.socket) -> None:
        self._outcomes = outcomes
        self._output = output
        self._errors = errors
        self._process = os.getpid()
        self._null = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (held open to the end)
        self._stdout = _writer(1)
        self._stderr = _writer(2)

    def send(self, line: str) -> None:
        """Send one line of JSON."""
        self._write(self._outcomes, line.encode(errors="replace") + b"\n")

    def mark(self, mark: bytes) -> None:
        """Say in the output itself that a cell begins or ends here."""
        if os.getpid() == self._process:
            with suppress(OSError, ValueError):
                self._stdout.flush()
        self._write(self._output, mark)

    def lead_streams(self) -> None:
        """Lead the standard streams, Python's and the system's, to the parent, whatever was done to them."""
        os.dup2(self._null.fileno(), 0)
        os.dup2(self._output.fileno(), 1)
        os.dup2(self._errors.fileno(), 2)
        if self._stdout.closed:
            self._stdout = _writer(1)
        if self._stderr.closed:
            self._stderr = _writer(2)
        sys.stdin, sys.stdout, sys.stderr = self._null, self._stdout, self._stderr

    def _write(self, way: socket.socket, line: bytes) -> None:
        if os.getpid() != self._process:
            os._exit(0)
        try:
            way.sendall(line)
        except OSError:
            os._exit(LOST)


def _writer(descriptor: int) -> TextIO:
    return open(
        descriptor, "w", buffering=1, encoding="utf-8", errors="backslashreplace", newline="\n", closefd=False
    )


def serve(
    job_text: str,
    mark: bytes,
    own: tuple[socket.socket, socket.socket, socket.socket],
    inherited: Sequence[socket.socket],
) -> NoReturn:
    """Run a job to its end. Sends an empty line when ready, a line an outcome, and what the run drew on."""
    for other in inherited:
        other.close()
    ways = Ways(*own)
    ways.lead_streams()
    job = decode(job_text, Job)
    session = Session(job)
    _settle(job, session, own[2])
    session.trail = trail = Trail(ProjectFiles.of(job))
    ways.send("")
    for step in job.steps:
        if isinstance(step, CellStep):
            ways.lead_streams()
            ways.mark(mark)
            outcome = session.run(step)
            ways.mark(mark)
        else:
            outcome = session.run(step)
        ways.send(encode(outcome, Outcome))
        if isinstance(outcome, Trouble) and (
            isinstance(step, CellStep) or outcome.kind is FindingKind.CELL_MEMORY
        ):
            break
    ways.send(LAST + encode(Run((), trail.modules(), trail.files(), trail.packages())))
    os._exit(0)


def _settle(job: Job, session: Session, errors: socket.socket) -> None:
    """Make this process the chapter's own: group, environment, path, modules, memory."""
    if hasattr(os, "setsid"):
        os.setsid()
    die_with_parent()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.enable(errors.fileno(), all_threads=False)
    allowed = environment(os.environ)
    os.environ.clear()
    os.environ.update(allowed)
    os.chdir(job.root)
    sys.path[:0] = job.pythonpath
    sys.argv = [""]
    forget_modules()
    importlib.invalidate_caches()
    sys.modules["__main__"] = session.module
    warnings.resetwarnings()
    warnings.simplefilter("default")
    cap_memory(job.limits.memory)
