"""Runs are kept for as long as all that they came from is the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from tallybook import cache
from tallybook.cache import FOLDER, lookup, store, why
from tallybook.execution import CellStep, Job, Limits, NamesStep, Ran, Run, Trouble, Value, ValueStep
from tallybook.findings import FindingKind
from tallybook.worker import run_job

CHANGED = ("its cells or expressions, the engine or the interpreter changed",)


@pytest.fixture(name="root")
def _root(tmp_path: Path) -> Path:
    (tmp_path / "lately.py").write_text("state = 2\n", encoding="utf-8")
    (tmp_path / "data.csv").write_text("3\n", encoding="utf-8")
    return tmp_path


def job(root: Path, *, line: int = 10, code: str = "import lately\nx = lately.state", alt: str = "a") -> Job:
    steps = (CellStep(code, line, alt=alt), ValueStep("x", line + 5), NamesStep((("x",),), line + 6))
    return Job("docs/a.md", str(root), steps, (str(root),))


def kept(root: Path, one: Job) -> Run:
    """Run a job and keep the run."""
    run = run_job(one)
    store(one, run, root / FOLDER)
    return run


def test_a_run_is_found_again(root: Path):
    one = job(root)
    assert lookup(one, root / FOLDER) is None
    assert why(one, root / FOLDER) == ("no run of it is kept",)
    run = kept(root, one)
    assert run.outcomes[1] == Value((), ("2",))
    assert lookup(one, root / FOLDER) == run
    assert why(one, root / FOLDER) == ()


def test_prose_limits_and_alt_texts_are_no_part_of_it(root: Path):
    one = job(root)
    run = kept(root, one)
    moved = replace(job(root, line=20, alt="b"), limits=Limits(seconds=1))
    assert lookup(moved, root / FOLDER) == run


@pytest.mark.parametrize(
    "change",
    [
        {"code": "import lately\nx = lately.state + 0"},
        {"path": "docs/b.md"},
        {"pythonpath": ()},
        {"steps": (CellStep("import lately\nx = lately.state", 10), ValueStep("x + 1", 15))},
        {"steps": (CellStep("import lately\nx = lately.state", 10, id="f"), ValueStep("x", 15))},
    ],
)
def test_what_the_chapter_asks_is_part_of_it(root: Path, change: dict[str, object]):
    kept(root, job(root))
    changed = job(root, code=str(change.pop("code"))) if "code" in change else replace(job(root), **change)  # type: ignore[arg-type]
    assert lookup(changed, root / FOLDER) is None


def test_a_change_of_the_cells_or_the_engine_is_the_reason_for_a_run(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    kept(root, job(root))
    assert why(job(root, code="x = 1"), root / FOLDER) == CHANGED
    monkeypatch.setattr(cache, "_engine", lambda: "another")
    assert why(job(root), root / FOLDER) == CHANGED


def test_a_module_that_changes_is_the_reason_for_a_run(root: Path):
    one = job(root)
    kept(root, one)
    (root / "lately.py").write_text("state = 5\n", encoding="utf-8")
    assert why(one, root / FOLDER) == ("lately.py changed",)
    assert lookup(one, root / FOLDER) is None
    assert kept(root, one).outcomes[1] == Value((), ("5",))


def test_files_that_change_come_or_go_are_the_reason_for_a_run(root: Path):
    code = "x = int(open('data.csv').read())\ntry: open('other.csv')\nexcept OSError: pass"
    one = job(root, code=code)
    run = kept(root, one)
    (root / "other.csv").touch()
    assert why(one, root / FOLDER) == ("other.csv changed",)
    (root / "other.csv").unlink()
    assert lookup(one, root / FOLDER) == run
    (root / "data.csv").unlink()
    assert why(one, root / FOLDER) == ("data.csv changed",)


def test_a_package_of_another_version_is_the_reason_for_a_run(root: Path, monkeypatch: pytest.MonkeyPatch):
    one = job(root, code="import numpy\ntry: import to_come\nexcept ImportError: x = 1")
    kept(root, one)
    assert why(one, root / FOLDER) == ()
    states = {"numpy": "99.0", "to_come": "1.0"}
    real = cache._package_state
    monkeypatch.setattr(cache, "_package_state", lambda name, path: states.get(name) or real(name, path))
    first, second = why(one, root / FOLDER)
    assert first.startswith("numpy is 99.0 now, and was ")
    assert second == "to_come is 1.0 now, and was not there"


def trouble(kind: FindingKind) -> Trouble:
    return Trouble(kind, "", 10)


@pytest.mark.parametrize(
    "outcomes",
    [
        (trouble(FindingKind.CELL_RAISED),),
        (Ran(()), trouble(FindingKind.CELL_TIMEOUT)),
        (Ran(()), Value((), ("2",)), trouble(FindingKind.CELL_CRASHED)),
        (),
    ],
)
def test_a_run_that_ended_early_is_not_kept(root: Path, outcomes: tuple[Ran | Value | Trouble, ...]):
    store(job(root), Run(outcomes), root / FOLDER)
    assert not (root / FOLDER).exists()


def test_an_expression_that_failed_and_an_expected_exception_are_kept(root: Path):
    steps = (CellStep("1 / 0", 10, raises="ZeroDivisionError"), ValueStep("y", 15))
    one = Job("docs/a.md", str(root), steps)
    run = kept(root, one)
    assert isinstance(run.outcomes[1], Trouble)
    assert lookup(one, root / FOLDER) == run


@pytest.mark.parametrize("at", [0, 40, 70, 200, -1])
def test_a_damaged_entry_is_a_miss(root: Path, at: int):
    one = job(root)
    kept(root, one)
    (entry,) = (root / FOLDER).glob("*.json")
    whole = entry.read_bytes()
    broken = bytearray(whole)
    broken[at] ^= 1
    for damaged in (bytes(broken), whole[:at], b"", b"\xff"):
        entry.write_bytes(damaged)
        assert lookup(one, root / FOLDER) is None
    assert lookup(one, root / FOLDER / "nowhere") is None


def test_the_folder_is_kept_out_of_git_and_holds_one_entry_a_chapter(root: Path):
    kept(root, job(root))
    kept(root, job(root, code="x = 1"))
    folder = root / FOLDER
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert sorted(path.suffix for path in folder.iterdir()) == ["", ".json"]


def test_a_folder_that_cannot_be_written_to_is_no_error(root: Path):
    (root / "file").touch()
    store(job(root), run_job(job(root)), root / "file")
    assert lookup(job(root), root / "file") is None
