"""The README's example is a real chapter, and its report what the command prints."""

from dataclasses import fields
from pathlib import Path
import re

import pytest

from tallybook.cli import main
from tallybook.options import Options

README = Path(__file__).parents[1] / "README.md"


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
