"""Runs kept from one command to the next, for as long as all that they came from is the same.

A chapter has one entry. It holds good while what the chapter asks of its session (the code of its cells and
the expressions, in their order, without their lines), the engine and the interpreter, the project's modules,
the files that were read and the packages are as they were. Prose is no part of it.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, version
import os
from pathlib import Path
import platform
import sys
import tempfile

from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Run, Step, Trouble, decode, encode
from tallybook.relocation import relocated

FOLDER = ".tallybook-cache"


@dataclass(frozen=True, slots=True)
class Entry:
    """A run, the lines that its steps stood at, and the state of what it drew on (None: not there)."""

    key: str
    run: Run
    lines: tuple[int, ...]
    files: dict[str, str | None]
    packages: dict[str, str | None]


def lookup(job: Job, folder: Path) -> Run | None:
    """The run of a job that is kept in `folder`, with its lines where the chapter has them now.

    None where there is none, where something that it drew on has changed, or where it cannot be read.
    """
    entry = _read(job, folder)
    return relocated(entry.run, entry.lines, job) if entry and not _changes(entry, job) else None


def why(job: Job, folder: Path) -> tuple[str, ...]:
    """Why the chapter will run: what has changed since its last run that was kept; () if it will not."""
    entry = _read(job, folder)
    return _changes(entry, job) if entry else ("no run of it is kept",)


def store(job: Job, run: Run, folder: Path) -> None:
    """Keep a run that came to its end. One that ended early is not kept: its cause may lie elsewhere.

    A folder that cannot be written to is no error.
    """
    if _ended_early(job, run):
        return
    entry = Entry(
        _key(job),
        run,
        tuple(step.line for step in job.steps),
        {path: _file_state(path, job.root) for path in (*run.modules, *run.files)},
        {name: _package_state(name, job.pythonpath) for name in run.packages},
    )
    text = encode(entry)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        _write(_place(job, folder), f"{_digest(text.encode())}\n{text}")


def _ended_early(job: Job, run: Run) -> bool:
    if len(run.outcomes) < len(job.steps):
        return True
    last = run.outcomes[-1] if run.outcomes else None
    ends = {
        FindingKind.CELL_TIMEOUT,
        FindingKind.CELL_CRASHED,
        FindingKind.CELL_MEMORY,
        FindingKind.CELL_OUTPUT,
    }
    return isinstance(last, Trouble) and (last.kind in ends or isinstance(job.steps[-1], CellStep))


def _changes(entry: Entry, job: Job) -> tuple[str, ...]:
    if entry.key != _key(job):
        return ("its cells or expressions, the engine or the interpreter changed",)
    files = [f"{path} changed" for path, state in entry.files.items() if _file_state(path, job.root) != state]
    for name, state in entry.packages.items():
        if (now := _package_state(name, job.pythonpath)) != state:
            files.append(f"{name} is {now or 'not there'} now, and was {state or 'not there'}")
    return tuple(files)


def _key(job: Job) -> str:
    asked = Job(job.path, "", tuple(map(_unplaced, job.steps)))
    folders = [os.path.relpath(folder, job.root) for folder in job.pythonpath]
    machine = [sys.version, sys.platform, platform.machine()]
    return _digest("\n".join([_engine(), *machine, *folders, encode(asked)]).encode())


def _unplaced(step: Step) -> Step:
    """The step without what the text around it says."""
    return replace(step, line=0, alt=None) if isinstance(step, CellStep) else replace(step, line=0)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


@cache
def _engine() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return _digest(b"".join(source.read_bytes() for source in sources))


def _file_state(path: str, root: str) -> str | None:
    try:
        return _digest(Path(root, path).read_bytes())
    except OSError:
        return None


@cache
def _package_state(name: str, pythonpath: tuple[str, ...]) -> str | None:
    """The version of a package; of a module that no distribution is named after, its size and age."""
    try:
        return version(name)
    except (PackageNotFoundError, ValueError):
        spec = PathFinder.find_spec(name, [*pythonpath, *sys.path])
    if spec is None or spec.origin is None or not os.path.exists(spec.origin):
        return "there" if spec else None
    stat = os.stat(spec.origin)
    return f"{stat.st_size} bytes of {stat.st_mtime_ns}"


def _place(job: Job, folder: Path) -> Path:
    return folder / f"{_digest(job.path.encode())[:32]}.json"


def _read(job: Job, folder: Path) -> Entry | None:
    try:
        digest, _, text = _place(job, folder).read_bytes().partition(b"\n")
        return decode(text, Entry) if digest.decode() == _digest(text) else None
    except Exception:  # whatever is wrong with it, the chapter runs
        return None


def _write(path: Path, text: str) -> None:
    """Write the whole file or nothing, whoever else writes it."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        file.write(text)
    os.replace(file.name, path)
