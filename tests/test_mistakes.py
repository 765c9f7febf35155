"""The usual mistakes of an implementer, made in the reference: the chapters that teach the part tell each."""

from dataclasses import dataclass
from pathlib import Path
import shutil

import pytest

from tallybook.book import book_files, check_book
from tallybook.findings import Finding, FindingKind
from tallybook.options import Options, Project

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Mistake:
    """What to write instead in a module of the reference, and the chapter that must tell it."""

    module: str
    right: str
    wrong: str
    chapter: str


NORM, ATTENTION, HEADS = "normalization", "attention", "heads"
CHAPTER_3, CHAPTER_4, CHAPTER_5 = "03-normalization", "04-attention", "05-positions"
CHAPTER_6, CHAPTER_7, CHAPTER_10 = "06-ffn", "07-prenorm-block", "10-real-models"
MISTAKES = {
    "the variance divides by n-1": Mistake(
        NORM,
        "return mean(deviation * deviation, axis)",
        "return mean(deviation * deviation, axis) * x.shape[axis] / (x.shape[axis] - 1)",
        CHAPTER_3,
    ),
    "no epsilon": Mistake(NORM, "return np.sqrt(square + eps)", "return np.sqrt(square)", CHAPTER_3),
    "epsilon outside the root": Mistake(
        NORM, "return np.sqrt(square + eps)", "return np.sqrt(square) + eps", CHAPTER_3
    ),
    "RMSNorm subtracts the mean": Mistake(
        NORM,
        'return x / scale * _weight("gain", gain, x, 1.0)',
        'return (x - mean(x, axis)) / scale * _weight("gain", gain, x, 1.0)',
        CHAPTER_3,
    ),
    "LayerNorm subtracts no mean": Mistake(
        NORM, "return (x - mean(x, axis)) / scale", "return x / scale", CHAPTER_3
    ),
    "the gain is left out": Mistake(
        NORM,
        '* _weight("gain", gain, x, 1.0) + _weight("bias", bias, x, 0.0)',
        '+ _weight("bias", bias, x, 0.0)',
        CHAPTER_3,
    ),
    "the bias is left out": Mistake(NORM, ' + _weight("bias", bias, x, 0.0)', "", CHAPTER_3),
    "the statistics run over the positions": Mistake(
        NORM, "    axis: int = -1,\n) -> Array:", "    axis: int = 0,\n) -> Array:", CHAPTER_3
    ),
    "the mask is off": Mistake("masks", "np.where(mask, scores, -np.inf)", "np.asarray(scores)", CHAPTER_4),
    "the mask is off by one": Mistake(
        "masks", "np.arange(keys) <= np.arange(", "np.arange(keys) - 1 <= np.arange(", CHAPTER_4
    ),
    "the scores are divided by the root of the whole width": Mistake(
        ATTENTION, "/ np.sqrt(q.shape[-1])", "/ np.sqrt(2 * q.shape[-1])", CHAPTER_4
    ),
    "softmax runs over the wrong axis": Mistake(
        ATTENTION,
        "softmax(mask_scores(attention_scores(q, k), mask))",
        "softmax(mask_scores(attention_scores(q, k), mask), axis=-2)",
        CHAPTER_4,
    ),
    "the heads are not split": Mistake(
        HEADS, "x.reshape(*x.shape[:-1], heads, -1)", "x.reshape(*x.shape[:-1], 1, -1)", CHAPTER_4
    ),
    "no output projection": Mistake(HEADS, "joined, output)", "joined, joined)", CHAPTER_4),
    "the norm comes after the sum": Mistake(
        "block",
        "sublayer = post_norm if w.post_norm else pre_norm",
        "sublayer = pre_norm if w.post_norm else post_norm",
        CHAPTER_7,
    ),
    "the residual is taken after the norm": Mistake(
        "block",
        "return Sublayer(x, read, change, x + change, x + change)",
        "return Sublayer(x, read, change, read + change, read + change)",
        CHAPTER_7,
    ),
    "ReLU for SiLU": Mistake(
        "activations", "return silu(gate) * up", "return relu(gate) * as_array(up)", CHAPTER_6
    ),
    "gate and value are swapped": Mistake(
        "activations", "return silu(gate) * up", "return silu(up) * gate", CHAPTER_6
    ),
    "the rotation goes the other way": Mistake(
        "positions",
        "y_1 = x_1 * np.cos(angles) - x_2",
        "angles = -angles\n    y_1 = x_1 * np.cos(angles) - x_2",
        CHAPTER_5,
    ),
    "the values are rotated too": Mistake(
        HEADS,
        "    v = split_heads(linear(x, weights.w_v, weights.b_v), weights.key_heads)",
        "    v = split_heads(linear(x, weights.w_v, weights.b_v), weights.key_heads)\n"
        "    v = _turned(v, None, weights.rope, start)",
        CHAPTER_10,
    ),
    "the keys and values are not repeated": Mistake(
        HEADS, "return x.repeat(heads // groups, axis=-3)", "return x", CHAPTER_10
    ),
}
NONE = "none"


@pytest.fixture(scope="module", name="reports")
def _reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finding]]:
    """The errors that are found with each of the mistakes, and with none in all those chapters."""
    root = tmp_path_factory.mktemp("mistakes")
    for chapter in {mistake.chapter for mistake in MISTAKES.values()}:
        _project(root / f"{NONE}, {chapter}", chapter)
    for name, mistake in MISTAKES.items():
        _project(root / name, mistake.chapter)
        module = root / name / "generator" / "refblock" / f"{mistake.module}.py"
        code = module.read_text("utf-8")
        assert code.count(mistake.right) == 1, name
        module.write_text(code.replace(mistake.right, mistake.wrong), "utf-8")
    return {folder.name: _findings(folder) for folder in sorted(root.iterdir())}


def _findings(folder: Path) -> list[Finding]:
    project = Project(folder, Options(pythonpath=(".", "generator"), unaccounted="fail"))
    (chapter,) = check_book(project, book_files(project), cached=False).report.chapters
    return [finding for finding in chapter.findings if finding.severity == "error"]


def _project(folder: Path, chapter: str) -> None:
    (folder / "docs").mkdir(parents=True)
    for file in (f"{chapter}.md", "sources.yml"):
        shutil.copy(ROOT / "docs" / file, folder / "docs")
    shutil.copytree(ROOT / "docs" / "data", folder / "docs" / "data")
    shutil.copytree(ROOT / "figures", folder / "figures")
    shutil.copytree(ROOT / "generator" / "refblock", folder / "generator" / "refblock")


def test_without_a_mistake_the_chapters_tally(reports: dict[str, list[Finding]]) -> None:
    assert not any(findings for name, findings in reports.items() if name.startswith(NONE))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_at_a_number_or_at_a_cell(mistake: str, reports: dict[str, list[Finding]]) -> None:
    assert {finding.kind for finding in reports[mistake]} & {FindingKind.DRIFT, FindingKind.CELL_RAISED}
