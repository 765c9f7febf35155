"""How a chapter's process is started: forked where that is safe, from a fork server or anew elsewhere."""

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
import multiprocessing
from multiprocessing.context import BaseContext
import os
import re
import sys
import threading

from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Named, Output, Ran, Run, Trouble, Value, decode, encode
from tallybook.limits import pinned

_HEAVY = ("numpy", "matplotlib.pyplot", "matplotlib.backends.backend_svg")
_ONE_OF_EACH = (
    Value((), ("1",)),
    Ran((Output("text", ""),)),
    Named((None,)),
    Trouble(FindingKind.CELL_RAISED, "", 1),
)
_warmed: set[str] = set()


def context_for(jobs: Sequence[Job]) -> BaseContext:
    """The way to start the processes of these jobs, with what their cells import loaded once for all.

    Fork from this process copies its state, locks included: only where no other thread lives and what
    the cells import was not loaded here before for other ends.
    """
    if sys.platform in ("darwin", "win32"):
        return multiprocessing.get_context("spawn")
    wanted = [name for name in _HEAVY if _is_named(name.partition(".")[0], jobs)]
    if is_alone() and all(name in _warmed or name not in sys.modules for name in wanted):
        _warm(wanted)
        if is_alone():
            return multiprocessing.get_context("fork")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tallybook.process", *wanted])
    return context


def is_alone() -> bool:
    """Whether this process has one thread, those of compiled libraries counted where the system tells."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return threading.active_count() == 1


def _warm(names: Sequence[str]) -> None:
    decode(encode(Run(_ONE_OF_EACH)), Run)  # cattrs makes its functions when they are first used
    with pinned():
        for name in names:
            with suppress(Exception):
                import_module(name)
                _warmed.add(name)


def _is_named(package: str, jobs: Sequence[Job]) -> bool:
    named = re.compile(rf"\b{package}\b")
    return any(isinstance(step, CellStep) and named.search(step.code) for job in jobs for step in job.steps)
