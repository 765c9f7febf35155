"""The examples of README and guide are real chapters, and the guides leave nothing out."""

from dataclasses import fields
from pathlib import Path
import re

import pytest

from tallybook.chapter import CellOptions
from tallybook.cli import main
from tallybook.findings import FindingKind
from tallybook.options import Options
from tallybook.svg import INK

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
GUIDE = ROOT / "generator" / "WRITING.md"
GUIDES = (GUIDE, ROOT / "docs" / "about" / "writing.md")


def test_the_caught_drift_is_what_the_terminal_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = README.read_text("utf-8")
    chapter = re.search(r"````markdown\n(.*?)````", text, re.DOTALL)
    report = re.search(r"\$ tallybook check norm\.md\n(.*?)```", text, re.DOTALL)
    assert chapter
    assert report
    (tmp_path / "norm.md").write_text(chapter[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "norm.md"]) == 1
    assert capsys.readouterr().out == report[1]


def test_every_option_is_in_the_table() -> None:
    text = README.read_text("utf-8")
    assert all(f"| `{option.name}` |" in text for option in fields(Options))


def test_the_guide_s_chapter_tallies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chapter = re.search(r"`````markdown\n(.*?)`````", GUIDE.read_text("utf-8"), re.DOTALL)
    assert chapter
    (tmp_path / "loan.md").write_text(chapter[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "loan.md"]) == 0
    report = "0 drifts, 0 failures; 14 numbers in 1 chapter checked, 0 unaccounted.\n"
    assert capsys.readouterr().out == report


@pytest.mark.parametrize("guide", GUIDES, ids=["English", "Chinese"])
def test_a_guide_tells_every_kind_of_finding_and_every_option_of_a_cell(guide: Path) -> None:
    text = guide.read_text("utf-8")
    assert [kind for kind in FindingKind if f"`{kind}`" not in text] == []
    options = [field.name for field in fields(CellOptions) if field.name != "passed"]
    assert [name for name in options if not re.search(rf"`{name}\b", text)] == []


def test_the_guide_tells_the_colours_that_follow_the_page() -> None:
    text = GUIDE.read_text("utf-8")
    assert [colour for colour in INK if f"`{colour}`" not in text] == []
