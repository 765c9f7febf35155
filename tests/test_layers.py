"""Imports go one way, and there is one copy of every module."""

from pathlib import Path
import re
import subprocess
import sys

ROOT = Path(__file__).parent.parent
SECOND_COPY = re.compile(r"(?:from|import)\s+generator\b|\bgenerator\.(?:tallybook|refblock)\b")


def test_the_contracts_are_kept():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_imports_through_the_source_root():
    """`import generator.tallybook` would make a second copy of every class, in cells too."""
    files = [ROOT / "mkdocs.yml", *(ROOT / "docs").rglob("*.md")]
    for folder in ("generator", "figures", "tests"):
        files += (ROOT / folder).rglob("*.py")
    # This file has to name what it bans.
    files.remove(Path(__file__))
    assert [file.name for file in files if SECOND_COPY.search(file.read_text(encoding="utf-8"))] == []


def test_the_source_root_is_no_package():
    assert not (ROOT / "generator" / "__init__.py").exists()
