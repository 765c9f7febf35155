"""What a page weighs: our styles, our scripts and the HTML of each chapter, as they travel."""

import gzip
from pathlib import Path
from urllib.request import urlopen

import pytest

from tallybook import press

ROOT = Path(__file__).parent.parent
WEB = Path(press.__file__).parent / "web"
LIMITS = {".js": 14 * 1024, ".css": 8 * 1024}
CHAPTER = 100 * 1024


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 9))


@pytest.mark.parametrize(("kind", "limit"), LIMITS.items())
def test_what_every_page_loads_is_light(kind: str, limit: int) -> None:
    weights = {path.name: packed(path.read_bytes()) for path in sorted(WEB.glob(f"*{kind}"))}
    assert sum(weights.values()) <= limit, weights


@pytest.mark.browser
def test_every_chapter_is_light(address: str) -> None:
    chapters = [file.stem for file in sorted((ROOT / "docs").glob("[0-9]*.md"))]
    weights = {name: packed(urlopen(f"{address}{name}/").read()) for name in chapters}
    assert max(weights.values()) < CHAPTER, weights
