"""Chapters run in processes of their own: whatever a cell does is one trouble, and the others still run."""

from dataclasses import dataclass
import os
from pathlib import Path
import signal
import subprocess
import sys
import threading
import time

import pytest

from tallybook.execution import CellStep, Job, Limits, NamesStep, Ran, Run, Step, Trouble, ValueStep
from tallybook.worker import run_job, run_jobs


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> str:
    return str(tmp_path)


def job(root: str, *steps: Step | str, seconds: float = 60.0, path: str = "docs/a.md") -> Job:
    """A chapter of these steps; a text is a cell, at line 10, 20 and so on."""
    made = (CellStep(step, 10 * at) if isinstance(step, str) else step for at, step in enumerate(steps, 1))
    return Job(path, root, tuple(made), (root,), Limits(seconds=seconds))


def shown(run: Run, at: int = -1) -> str:
    outcome = run.outcomes[at]
    assert isinstance(outcome, Ran), outcome
    return "".join(output.body for output in outcome.outputs)


def trouble(run: Run) -> Trouble:
    assert isinstance(run.outcomes[-1], Trouble), run
    return run.outcomes[-1]


@dataclass(frozen=True)
class Hostile:
    """A cell at line 10 that does harm, and what is told of it; a message that ends in … only begins so."""

    code: str
    kind: str
    line: int
    message: str
    seconds: float = 60.0


HOSTILE = {
    "an endless loop": Hostile(
        "def wait():\n    while True: pass\n\nwait()", "cell-timeout", 11, "the cell did not end within 1 s", 1
    ),
    "a loop that catches everything": Hostile(
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "cell-timeout",
        12,
        "the cell did not end within 1 s",
        1,
    ),
    "a loop that ignores every signal": Hostile(
        "import signal\nfor number in signal.valid_signals() - {9, 19}:\n"
        "    signal.signal(number, signal.SIG_IGN)\nwhile True: pass",
        "cell-timeout",
        10,
        "the cell did not end within 1 s",
        1,
    ),
    "a system call that never returns": Hostile(
        "import time\ntime.sleep(1000)", "cell-timeout", 11, "the cell did not end within 1 s", 1
    ),
    "os._exit": Hostile(
        "import os\nos._exit(3)", "cell-crashed", 10, "the cell ended the process with status 3 (os._exit)"
    ),
    "os._exit as if all were well": Hostile(
        "import os\nos._exit(0)", "cell-crashed", 10, "the cell ended the process with status 0 (os._exit)"
    ),
    "sys.exit": Hostile("import sys\nsys.exit(0)", "cell-raised", 11, "the cell raised SystemExit: 0"),
    "a segmentation fault": Hostile(
        "import ctypes\nctypes.string_at(0)", "cell-crashed", 11, "the process ended by signal SIGSEGV"
    ),
    "a signal to itself": Hostile(
        "import os\nos.kill(os.getpid(), 9)", "cell-crashed", 10, "the process ended by signal SIGKILL"
    ),
    "input()": Hostile("input('name? ')", "cell-raised", 10, "the cell raised EOFError: …"),
    "30 GB of bytes": Hostile(
        "x = 1\nbytearray(30 << 30)", "cell-memory", 11, "the cell needs more than 2 GiB of memory"
    ),
    "30 GB of numbers": Hostile(
        "import numpy as np\nnp.zeros((30 << 30) // 8)",
        "cell-memory",
        11,
        "the cell needs more than 2 GiB of memory",
    ),
    "memory bit by bit": Hostile(
        "kept = []\nwhile True: kept.append(bytearray(1 << 24))",
        "cell-memory",
        11,
        "the cell needs more than 2 GiB of memory",
    ),
    "50 MB printed": Hostile(
        "print('x' * 50_000_000)", "cell-output", 10, "the cell wrote more than 1,000,000 bytes"
    ),
    "50 MB written past Python": Hostile(
        "import os\nfor _ in range(50): os.write(1, b'x' * 1_000_000)",
        "cell-output",
        10,
        "the cell wrote more than 1,000,000 bytes",
    ),
    "50 MB from a program": Hostile(
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', 'for _ in range(50): print(\"x\" * 1_000_000)'])",
        "cell-output",
        10,
        "the cell wrote more than 1,000,000 bytes",
    ),
    "printing without end, whatever is raised": Hostile(
        "while True:\n    try: print('hello' * 20)\n    except BaseException: pass",
        "cell-output",
        10,
        "the cell wrote more than 1,000,000 bytes",
    ),
    "50 MB shown": Hostile(
        "'x' * 50_000_000",
        "cell-output",
        10,
        "the cell shows 50,000,002 characters, and 1,000,000 are allowed",
    ),
    "a copy that holds the way, and an end": Hostile(
        "import os, time\nif os.fork() == 0: time.sleep(1000)\nos._exit(3)",
        "cell-crashed",
        10,
        "the cell ended the process with status 3 (os._exit)",
    ),
    "endless recursion": Hostile(
        "def f():\n    return f()\n\nf()", "cell-raised", 11, "the cell raised RecursionError: …"
    ),
    "a syntax error": Hostile(
        "x = 1\ny = 2\nz = = 3", "cell-raised", 12, "the cell raised SyntaxError: invalid syntax"
    ),
    "every file closed": Hostile(
        "import os\nos.closerange(0, 256)",
        "cell-crashed",
        10,
        "the cell closed or broke the way on which the engine hears of it",
    ),
    "every file closed, and no end": Hostile(
        "import os\nos.closerange(0, 256)\nwhile True: pass",
        "cell-crashed",
        10,
        "the cell closed or broke the way on which the engine hears of it",
    ),
    "words in the engine's stead": Hostile(
        "import os\nfor number in range(3, 64):\n    try: os.write(number, b'{}\\n')\n    except OSError: pass",
        "cell-crashed",
        10,
        "the cell closed or broke the way on which the engine hears of it",
    ),
    "an exception without words": Hostile(
        "class Odd(Exception):\n    def __str__(self): return 1 / 0\n\nraise Odd",
        "cell-raised",
        13,
        "the cell raised Odd: (its text cannot be made)",
    ),
    "a value that cannot be shown": Hostile(
        "class Odd:\n    def __repr__(self):\n        return 1 / 0\n\nOdd()",
        "cell-raised",
        12,
        "the cell raised ZeroDivisionError: …",
    ),
}


@pytest.fixture(scope="module", name="told")
def _told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trouble]:
    """All hostile chapters and as many harmless ones, run side by side."""
    root = str(tmp_path_factory.mktemp("book"))
    hostile = [job(root, each.code, seconds=each.seconds) for each in HOSTILE.values()]
    harmless = job(root, "x = [1, 3]\nprint('here')", ValueStep("x", 15))
    runs = run_jobs([each for one in hostile for each in (one, harmless)])
    for run in runs[1::2]:
        assert shown(run, 0) == "here\n"
        assert len(run.outcomes) == 2
    return dict(zip(HOSTILE, map(trouble, runs[::2]), strict=True))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_cell_is_one_trouble(name: str, told: dict[str, Trouble]):
    hostile, one = HOSTILE[name], told[name]
    assert (one.kind, one.line) == (hostile.kind, hostile.line)
    begin, cut, _ = hostile.message.partition("…")
    assert one.message.startswith(begin) if cut else one.message == hostile.message


def test_a_traceback_begins_in_the_chapter_and_prints_its_lines(told: dict[str, Trouble]):
    first, second, *_ = told["a value that cannot be shown"].traceback.split("\n")
    assert first == "Traceback (most recent call last):"
    assert second == '  File "docs/a.md", line 12, in __repr__'
    assert "return 1 / 0" in told["a value that cannot be shown"].traceback


def test_a_step_that_hangs_or_crashes_says_where_it_stood(told: dict[str, Trouble]):
    where = '  File "docs/a.md", line 11 in wait\n  File "docs/a.md", line 13 in <module>\n'
    assert told["an endless loop"].traceback == f"Most recent call first:\n{where}"
    assert told["a segmentation fault"].traceback.endswith('  File "docs/a.md", line 11 in <module>\n')


SCRIPT = """
import sys
from tests.test_worker import HOSTILE, job, trouble
from tallybook.starting import context_for
from tallybook.worker import run_jobs

jobs = [job(sys.argv[1], each.code, seconds=each.seconds) for each in HOSTILE.values()]
print(context_for(jobs).get_start_method())
for name, run in zip(HOSTILE, run_jobs(jobs)):
    print(name, trouble(run).kind, trouble(run).line, sep="|")
"""


def test_forked_from_a_command_all_is_told_alike(root: str):
    done = subprocess.run([sys.executable, "-c", SCRIPT, root], cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)
    expected = [f"{name}|{each.kind}|{each.line}" for name, each in HOSTILE.items()]
    method = "fork" if sys.platform == "linux" else "spawn"
    assert (done.stdout.split("\n"), done.stderr) == ([method, *expected, ""], "")
