"""One chapter in one process, many side by side: started, watched, ended by the parent."""

from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
import os
import time

from tallybook.job import Job, Run
from tallybook.starting import context_for
from tallybook.watch import Watch

_TICK = 0.05  # seconds between two looks at processes that say nothing
_PAUSE = 0.002  # seconds in which lines gather, so that a process need not wake us for each


def run_job(job: Job) -> Run:
    """Run one chapter in a process of its own."""
    return run_jobs([job])[0]


def run_jobs(jobs: Sequence[Job], *, on_done: Callable[[Job, Run], None] | None = None) -> list[Run]:
    """Run chapters side by side, as many at once as there are cores; the runs in the order of the jobs.

    `on_done` is told of each run when it ends. A job that fails, in whatever way, leaves the others be.
    """
    context = context_for(jobs)
    waiting = deque((number, job) for number, job in enumerate(jobs) if job.steps)
    running: dict[int, Watch] = {}
    runs = {number: Run(()) for number, job in enumerate(jobs) if not job.steps}
    try:
        while waiting or running:
            while waiting and len(running) < _cores():
                number, job = waiting.popleft()
                running[number] = Watch(job, context, list(running.values()))
            wait([end for each in running.values() for end in each.sockets], _TICK)
            time.sleep(_PAUSE)
            for number, watch in list(running.items()):
                if run := watch.look():
                    runs[number] = run
                    del running[number]
                    if on_done:
                        on_done(watch.job, run)
    finally:
        for watch in running.values():
            watch.end()
    return [runs[number] for number in range(len(jobs))]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
