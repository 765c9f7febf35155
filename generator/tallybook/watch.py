"""A chapter's process as its parent sees it: what it sends, how long it takes, how it ends."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.context import BaseContext
import os
import secrets
import signal
import socket
import time

from tallybook.crashes import crashed, timed_out, wrote_too_much
from tallybook.job import CellStep, Job, Outcome, Output, Ran, Run, Step, Trouble, decode, encode
from tallybook.limits import pinned
from tallybook.process import LAST, serve

_CHUNK = 1 << 20
_LAST_WORDS = 64 * 1024
_START = 60.0  # seconds for a process to be ready: an interpreter and what it preloads may have to be loaded
_GRACE = 0.5  # seconds for a process that is to end to say where it stood


class TooMuch(Exception):
    """A cell printed more than it may."""


class End:
    """The parent's end of one way: what has come, and whether more can come."""

    def __init__(self) -> None:
        self.socket, self.theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.is_open = True
        self.held = bytearray()
        self._searched = 0

    def read(self, most: int) -> None:
        """Take what is there, until `most` bytes are held."""
        while self.is_open and len(self.held) <= most:
            try:
                chunk = self.socket.recv(_CHUNK)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            self.held += chunk
            self.is_open = bool(chunk)

    def take(self, mark: bytes) -> list[bytes]:
        """The pieces that end with `mark`, taken out; what is behind the last mark stays."""
        if self.held.find(mark, max(self._searched - len(mark), 0)) < 0:
            self._searched = len(self.held)
            return []
        *pieces, rest = self.held.split(mark)
        self.held = rest
        self._searched = len(rest)
        return [bytes(piece) for piece in pieces]


class Watch:
    """One running job."""

    def __init__(self, job: Job, context: BaseContext, others: Sequence["Watch"]) -> None:
        self.job = job
        self._mark = b"\0" + secrets.token_bytes(8).hex().encode() + b"\0"
        self._ends = self._lines, self._output, self._errors = End(), End(), End()
        self._outcomes: list[Outcome] = []
        self._pieces: list[bytes] = []  # of the output: outside a cell, inside, outside …
        self._since = time.monotonic()
        self._ready = False
        forked = context.get_start_method() == "fork"
        inherited = [end.socket for each in (*others, self) for end in each._ends] if forked else []
        theirs = tuple(end.theirs for end in self._ends)
        self._process = context.Process(target=serve, args=(encode(job), self._mark, theirs, inherited))  # type: ignore[attr-defined]
        with pinned():
            self._process.start()
        for end in theirs:
            end.close()

    @property
    def sockets(self) -> list[socket.socket]:
        """Where something may come from."""
        return [end.socket for end in self._ends if end.is_open]

    def look(self) -> Run | None:
        """Hear what came and judge the time; the run where it is over, and then the process is gone."""
        status = self._process.exitcode
        try:
            run = self._hear()
        except TooMuch:
            run = self._ended(wrote_too_much(self.job, self._step))
        except Exception:  # whatever a cell wrote in our stead
            run = self._ended(crashed(self.job, self._step, None, ""))
        if run is None and (status is not None or not self._lines.is_open):
            run = self._crashed()
        if run is None and time.monotonic() - self._since > (
            self.job.limits.seconds if self._ready else _START
        ):
            run = self._timed_out()
        if run is not None:
            self.end()
        return run

    def end(self) -> None:
        """End the process and all that it started."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._process.close()
        for end in self._ends:
            end.socket.close()

    @property
    def _step(self) -> Step:
        return self.job.steps[min(len(self._outcomes), len(self.job.steps) - 1)]

    def _hear(self) -> Run | None:
        self._lines.read(_CHUNK)
        self._errors.read(_CHUNK)
        del self._errors.held[:-_LAST_WORDS]
        self._output.read(self.job.limits.output)
        self._pieces += self._output.take(self._mark)
        for line in self._lines.take(b"\n"):
            self._since = time.monotonic()
            self._ready = True
            if line.startswith(LAST.encode()):
                return replace(decode(line[len(LAST) :], Run), outcomes=tuple(self._outcomes))
            if line:
                self._outcomes.append(self._whole(decode(line, Outcome)))  # type: ignore[arg-type]
        if len(self._output.held) > self.job.limits.output:
            raise TooMuch
        return None

    def _whole(self, outcome: Outcome) -> Outcome:
        """A cell's outcome with what it printed, which came by the other way and came before."""
        if not isinstance(self._step, CellStep):
            return outcome
        _, printed, *self._pieces = self._pieces
        if len(printed) > self.job.limits.output:
            raise TooMuch
        if isinstance(outcome, Ran) and printed and not self._step.quiet:
            text = Output("text", printed.decode("utf-8", "replace"))
            return replace(outcome, outputs=(text, *outcome.outputs))
        return outcome

    def _crashed(self) -> Run:
        status = self._wait()
        return self._ended(crashed(self.job, self._step, status, self._last_words))

    def _timed_out(self) -> Run:
        """Let faulthandler write where the step stands, whatever the cell catches."""
        os.kill(self._process.pid, signal.SIGABRT)
        self._wait()
        return self._ended(timed_out(self.job, self._step, self._last_words))

    def _wait(self) -> int | None:
        """The exit status, given some grace, while the last words are heard.

        Not by `join`, which would wait for ever where a cell closed the sentinel.
        """
        end = time.monotonic() + _GRACE
        while (status := self._process.exitcode) is None and time.monotonic() < end:
            self._errors.read(_CHUNK)
            time.sleep(0.005)
        self._errors.read(_CHUNK)
        return int(status) if status is not None else None

    @property
    def _last_words(self) -> str:
        return self._errors.held[-_LAST_WORDS:].decode("utf-8", "replace")

    def _ended(self, trouble: Trouble) -> Run:
        outcomes = self._outcomes[: len(self.job.steps) - 1]
        return Run((*outcomes, trouble))
