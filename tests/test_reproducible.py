"""The same book gives the same bytes, wherever and however often it is built."""

from pathlib import Path
import shutil

import pytest

from tests.sites import mkdocs, snapshot

ROOT = Path(__file__).parent.parent


def test_two_builds_in_two_folders_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a page hangs on the folder, the hour, the order of a set, or what an earlier build kept."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    sites = []
    for seed, folder in (("1", tmp_path / "a"), ("2", tmp_path / "far" / "away")):
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "site", "tests"))
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = mkdocs(folder, "build", "-q", "--strict")
        assert done.returncode == 0, done.stderr
        sites.append(snapshot(folder / "site"))
    one, other = sites
    assert set(one) == set(other)
    assert [name for name in one if one[name] != other[name]] == []
    assert "sitemap.xml" in one
