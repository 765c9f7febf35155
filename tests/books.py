"""Small books in a folder of their own, checked by the real command as their authors would."""

import json
import os
from pathlib import Path
import subprocess
import sys
from typing import Any

CELL = "```python exec\ny = 0.8485\n```\n\n"
GOOD = CELL + "约为0.849<!--= y -->。\n"
"""A chapter whose one number tallies."""


def tallybook(
    folder: Path, *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder; `environment` comes on top of this process's own."""
    command = [sys.executable, "-m", "tallybook.cli", *arguments]
    own = os.environ | (environment or {})
    return subprocess.run(
        command, cwd=folder, env=own, capture_output=True, encoding="utf-8", errors="replace"
    )


def report_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """What `check --format json` printed: strict JSON, with no NaN in it."""
    loaded: dict[str, Any] = json.loads(done.stdout, parse_constant=_refuse)
    return loaded


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def findings_of(chapter: dict[str, Any]) -> list[str]:
    """The findings of a chapter of a report, each as `path:line:column: kind`."""
    return [
        f"{chapter['path']}:{finding['line']}:{finding['column']}: {finding['kind']}"
        for finding in chapter["findings"]
    ]
