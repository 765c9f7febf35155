"""The usual mistakes of an implementer, made in the reference: the chapter on normalisation tells each."""

from pathlib import Path
import shutil
from typing import Any

import pytest

from tests.books import report_of, tallybook

ROOT = Path(__file__).parent.parent
CHAPTER = "03-normalization.md"
MISTAKES = {
    "the variance divides by n-1": (
        "return mean(deviation * deviation, axis)",
        "return mean(deviation * deviation, axis) * x.shape[axis] / (x.shape[axis] - 1)",
    ),
    "no epsilon": ("return np.sqrt(square + eps)", "return np.sqrt(square)"),
    "epsilon outside the root": ("return np.sqrt(square + eps)", "return np.sqrt(square) + eps"),
    "RMSNorm subtracts the mean": (
        'return x / scale * _weight("gain", gain, x, 1.0)',
        'return (x - mean(x, axis)) / scale * _weight("gain", gain, x, 1.0)',
    ),
    "LayerNorm subtracts no mean": ("return (x - mean(x, axis)) / scale", "return x / scale"),
    "the gain is dropped": (
        '* _weight("gain", gain, x, 1.0) + _weight("bias", bias, x, 0.0)',
        '+ _weight("bias", bias, x, 0.0)',
    ),
    "the bias is dropped": (' + _weight("bias", bias, x, 0.0)', ""),
    "the statistics run over the positions": (
        "    axis: int = -1,\n) -> Array:",
        "    axis: int = 0,\n) -> Array:",
    ),
}
NONE = "none"


@pytest.fixture(scope="module", name="reports")
def _reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The chapter's report with each of the mistakes and with none, from one run of the command."""
    root = tmp_path_factory.mktemp("mistakes")
    for name, (right, wrong) in {NONE: ("", ""), **MISTAKES}.items():
        project = root / name
        (project / "docs").mkdir(parents=True)
        for file in (CHAPTER, "sources.yml"):
            shutil.copy(ROOT / "docs" / file, project / "docs")
        shutil.copytree(ROOT / "figures", project / "figures")
        shutil.copytree(ROOT / "generator" / "refblock", project / "generator" / "refblock")
        (project / "tallybook.toml").write_text('pythonpath = [".", "generator"]\nunaccounted = "fail"\n')
        if right:
            _replace_once(project / "generator" / "refblock" / "normalization.py", right, wrong)
    done = tallybook(root, "check", "--format", "json", NONE, *MISTAKES)
    assert (done.returncode, done.stderr) == (1, "")
    return {chapter["path"].split("/")[0]: chapter for chapter in report_of(done)["chapters"]}


def _replace_once(file: Path, right: str, wrong: str) -> None:
    code = file.read_text("utf-8")
    assert code.count(right) == 1
    file.write_text(code.replace(right, wrong), "utf-8")


def test_without_a_mistake_the_chapter_tallies(reports: dict[str, dict[str, Any]]) -> None:
    assert reports[NONE]["findings"] == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_at_a_number_or_at_a_cell(mistake: str, reports: dict[str, dict[str, Any]]) -> None:
    kinds = {finding["kind"] for finding in reports[mistake]["findings"] if finding["severity"] == "error"}
    assert kinds & {"drift", "cell-raised"}
