"""Chapters run in processes of their own: whatever a cell does is one trouble, and the others still run."""

from dataclasses import dataclass
from importlib import import_module
import multiprocessing
import os
from pathlib import Path
import subprocess
import sys
import threading
import time

import pytest

from tallybook.execution import (
    CellStep,
    Job,
    Limits,
    Named,
    NamesStep,
    Output,
    Ran,
    Run,
    Step,
    Trouble,
    Value,
    ValueStep,
)
from tallybook.starting import context_for
from tallybook.worker import run_job, run_jobs

ROOT = Path(__file__).parent.parent


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> str:
    return str(tmp_path)


def job(root: str, *steps: Step | str, seconds: float = 60.0, path: str = "docs/a.md") -> Job:
    """A chapter of these steps; a text is a cell, at line 10, 20 and so on."""
    made = (CellStep(step, 10 * at) if isinstance(step, str) else step for at, step in enumerate(steps, 1))
    return Job(path, root, tuple(made), (root,), Limits(seconds, memory=2**29))


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
        "def wait():\n    while True: pass\n\nwait()",
        "cell-timeout",
        11,
        "the cell did not end within 1 s",
        1,
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
        "x = 1\nbytearray(30 << 30)", "cell-memory", 11, "the cell needs more than 0.5 GiB of memory"
    ),
    "30 GB of numbers": Hostile(
        "import numpy as np\nnp.zeros((30 << 30) // 8)",
        "cell-memory",
        11,
        "the cell needs more than 0.5 GiB of memory",
    ),
    "memory bit by bit": Hostile(
        "kept = []\nwhile True: kept.append(bytearray(1 << 24))",
        "cell-memory",
        11,
        "the cell needs more than 0.5 GiB of memory",
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
        "import os, stat\nfor number in range(3, 64):\n    try:\n"
        "        if stat.S_ISSOCK(os.fstat(number).st_mode): os.write(number, b'{}\\n')\n"
        "    except OSError: pass",
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
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, root], cwd=ROOT, capture_output=True, text=True, check=False
    )
    expected = [f"{name}|{each.kind}|{each.line}" for name, each in HOSTILE.items()]
    method = "fork" if sys.platform == "linux" else "spawn"
    assert (done.stdout.split("\n"), done.stderr) == ([method, *expected, ""], "")


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_each_way_to_start_gives_the_same(root: str, method: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tallybook.worker.context_for", lambda jobs: multiprocessing.get_context(method))
    run = run_job(
        job(root, "x = [1, 3]\nprint('here')\nx", ValueStep("x", 15), NamesStep((("x",), ("y",)), 16))
    )
    value = Value((2,), ("1", "3"))
    assert run.outcomes == (
        Ran((Output("text", "here\n"), Output("text", "[1, 3]"))),
        value,
        Named((value, None)),
    )


def test_a_command_forks_and_a_process_with_threads_does_not(root: str):
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        method = context_for([]).get_start_method()
        assert method == ("forkserver" if sys.platform == "linux" else "spawn")
        assert shown(run_job(job(root, "2 + 2"))) == "4"
    finally:
        ended.set()
        thread.join()


def test_runs_come_in_the_order_of_the_jobs_and_are_told_as_they_end(root: str):
    jobs = [job(root, f"{number}", path=f"docs/{number}.md") for number in range(5)]
    told: list[str] = []
    runs = run_jobs(jobs, on_done=lambda one, run: told.append(f"{one.path} {shown(run)}"))
    assert [shown(run) for run in runs] == list("01234")
    assert sorted(told) == [f"docs/{number}.md {number}" for number in range(5)]


def test_a_chapter_without_steps_starts_no_process(root: str):
    assert run_job(job(root)) == Run(())


def test_of_a_cell_that_forks_only_the_first_process_reports(root: str):
    code = "import os\nchild = os.fork()\nif child: os.waitpid(child, 0)"
    run = run_job(job(root, code, ValueStep("1 + 1", 15), "print('once')"))
    assert [type(outcome) for outcome in run.outcomes] == [Ran, Value, Ran]
    assert shown(run) == "once\n"


def test_what_a_cell_starts_ends_with_its_chapter(root: str):
    code = "import os, time\nchild = os.fork()\nif not child: time.sleep(1000)\nchild"
    child = int(shown(run_job(job(root, code))))
    assert is_gone(child)


def is_gone(process: int) -> bool:
    """Whether a process has ended, waited for; one that nobody has asked for its status is a zombie."""
    for _ in range(1000):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_a_run_ends_with_the_command_that_started_it(root: str):
    script = (
        "import sys\nfrom tests.test_worker import job\nfrom tallybook.worker import run_job\n"
        'code = \'import os\\nprint(os.getpid(), file=open("pid", "w"), flush=True)\\nwhile True: pass\'\n'
        "run_job(job(sys.argv[1], code))"
    )
    command = subprocess.Popen([sys.executable, "-c", script, root], cwd=ROOT)
    note = Path(root, "pid")
    while not (note.exists() and note.read_text(encoding="utf-8").endswith("\n")):
        time.sleep(0.01)
    command.kill()
    command.wait()
    assert is_gone(int(note.read_text(encoding="utf-8")))


def test_a_thread_left_running_holds_nothing_up(root: str):
    run = run_job(
        job(root, "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()")
    )
    assert run.outcomes == (Ran(()),)


def test_output_comes_in_order_whoever_writes_it(root: str):
    code = (
        "import os, subprocess, sys\nprint('one')\nos.write(1, b'two\\n')\n"
        "subprocess.run([sys.executable, '-c', 'print(\"three\")'])\nprint('four')"
    )
    assert shown(run_job(job(root, code))) == "one\ntwo\nthree\nfour\n"


def test_output_belongs_to_the_cell_that_writes_it(root: str):
    run = run_job(
        job(
            root,
            "def f():\n    print('told')\n    return 2\n\nprint('a')",
            ValueStep("f()", 12),
            "print('b')",
        )
    )
    assert [shown(run, at) for at in (0, 2)] == ["a\n", "b\n"]


def test_errors_and_quiet_cells_show_nothing(root: str):
    run = run_job(
        job(root, "import sys\nprint('no', file=sys.stderr)", CellStep("print('no')\n2", 20, quiet=True))
    )
    assert run.outcomes == (Ran(()), Ran(()))


def test_output_that_is_no_utf_8_is_shown_with_marks(root: str):
    assert (
        shown(run_job(job(root, "import os\nos.write(1, b'\\xff\\n')\nprint('\\ud800')")))
        == "\ufffd\n\\ud800\n"
    )


@pytest.mark.parametrize(
    "harm",
    [
        "import sys\nsys.stdout = None",
        "import io, sys\nsys.stdout = io.StringIO()\nprint('lost')",
        "import sys\nsys.stdout.close()",
        "import os\nos.close(1)",
        "import os\nos.dup2(os.open(os.devnull, os.O_WRONLY), 1);",
    ],
)
def test_the_next_cell_has_its_output_again(root: str, harm: str):
    run = run_job(job(root, harm, "print('here')"))
    assert [shown(run, at) for at in (0, 1)] == ["", "here\n"]


def test_nothing_leaks_into_another_chapter(root: str):
    harm = (
        "import os, sys\nimport numpy as np\nimport matplotlib.pyplot as plt\n"
        "os.chdir('/')\nos.environ['TOLD'] = '1'\nnp.set_printoptions(precision=1)\n"
        "plt.rcParams['lines.linewidth'] = 9\nnp.pi = 3\nsys.path.clear()"
    )
    ask = (
        "import os\nimport numpy as np\nimport matplotlib.pyplot as plt\n"
        "print(os.getcwd(), os.environ.get('TOLD'))\n"
        "print(np.array([0.125]), plt.rcParams['lines.linewidth'], np.pi)"
    )
    for run in run_jobs([job(root, harm), job(root, ask), job(root, harm), job(root, ask)])[1::2]:
        assert shown(run) == f"{os.path.realpath(root)} None\n[0.125] 1.5 3.141592653589793\n"


def test_the_environment_is_reduced_and_threads_are_pinned(root: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET", "told")
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    names = "'SECRET', 'OMP_NUM_THREADS', 'MPLBACKEND', 'PATH'"
    ask = f"import os\nprint(*(os.environ.get(name) for name in ({names})))"
    assert shown(run_job(job(root, ask))) == f"None 1 svg {os.environ['PATH']}\n"
    assert os.environ["OMP_NUM_THREADS"] == "8"


def test_an_expression_without_end_ends_the_run_at_its_line(root: str):
    run = run_job(job(root, "x = 1", ValueStep("sum(0 for _ in iter(int, 1))", 15), "x", seconds=1))
    sentence = "`sum(0 for _ in iter(int, 1))` did not end within 1 s"
    assert (trouble(run).kind, trouble(run).message, trouble(run).line) == ("cell-timeout", sentence, 15)
    assert len(run.outcomes) == 2
    assert trouble(run).traceback.endswith('  File "<expression>", line 1 in <module>\n')


def test_a_call_in_the_text_without_end_ends_the_run_at_its_line(root: str):
    run = run_job(job(root, "def f(n):\n    while True: pass", NamesStep((("f(1)",),), 15), seconds=1))
    assert (trouble(run).kind, trouble(run).message) == ("cell-timeout", "`f(1)` did not end within 1 s")


def test_an_expression_that_fails_does_not_end_the_run(root: str):
    run = run_job(job(root, "x = 1", ValueStep("y", 15), ValueStep("1 / 0", 16), ValueStep("x", 17)))
    assert [getattr(outcome, "kind", None) for outcome in run.outcomes] == [
        None,
        "no-such-name",
        "not-a-number",
        None,
    ]


def test_a_cell_that_raises_ends_the_run(root: str):
    run = run_job(job(root, "1 / 0", "x = 1", ValueStep("x", 25)))
    assert (len(run.outcomes), trouble(run).kind) == (1, "cell-raised")


def test_a_crash_after_the_last_step_is_a_crash(root: str):
    code = (
        "import os, threading, time\nthreading.Thread(target=lambda: (time.sleep(0.2), os._exit(5))).start()"
    )
    run = run_job(job(root, code, ValueStep("time.sleep(1000)", 15)))
    assert trouble(run).message == "`time.sleep(1000)` ended the process with status 5 (os._exit)"


def test_modules_of_the_project_are_found_and_named_where_they_raise(root: str):
    Path(root, "drawings").mkdir()
    Path(root, "drawings/fan.py").write_text("def draw(n):\n\n    return 1 / n\n", encoding="utf-8")
    run = run_job(job(root, "from drawings import fan\n\nfan.draw(0)"))
    begin, where = trouble(run).message.split(": ")
    assert begin == "the cell raised ZeroDivisionError"
    assert where.endswith(" (in drawings/fan.py:3)")
    assert trouble(run).line == 12
    assert "drawings/fan.py" in trouble(run).traceback
    assert "tallybook" not in trouble(run).traceback


def test_a_run_imports_modules_as_they_are_now(root: str, monkeypatch: pytest.MonkeyPatch):
    module = Path(root, "lately.py")
    module.write_text("state = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(root)
    import_module("lately")
    module.write_text("state = 22\n", encoding="utf-8")
    assert shown(run_job(job(root, "import lately\nlately.state"))) == "22"


def test_a_run_tells_what_it_drew_on(root: str):
    Path(root, "drawings").mkdir()
    Path(root, "drawings/fan.py").write_text("", encoding="utf-8")
    Path(root, "data.csv").write_text("1\n", encoding="utf-8")
    code = (
        "import drawings.fan, numpy\n"
        "open('data.csv').read()\nopen('made.txt', 'w').close()\nopen('/dev/null').close()\n"
        "try: open('missing.csv')\nexcept OSError: pass\n"
        "try: import missing_package\nexcept ImportError: pass"
    )
    run = run_job(job(root, code))
    assert run.modules == ("drawings/fan.py",)
    assert run.files == ("data.csv", "missing.csv")
    assert {"numpy", "missing_package"} <= set(run.packages)
    assert "drawings" not in run.packages


def test_a_figure_is_shown_with_its_texts_and_what_it_was_given(root: str):
    code = (
        "import matplotlib.pyplot as plt\n\ndef draw(x, *, title):\n    figure, axes = plt.subplots()\n"
        "    axes.plot(x)\n    axes.set_title(title)\n    return figure\n\ndraw([1.5, 2], title='half 0.5')"
    )
    run = run_job(job(root, code))
    assert isinstance(run.outcomes[0], Ran)
    (figure,) = run.outcomes[0].outputs
    assert (figure.form, figure.texts, figure.given) == ("svg", ("half 0.5",), Value((2,), ("1.5", "2")))
    again = run_job(job(root, code))
    assert again.outcomes == run.outcomes
