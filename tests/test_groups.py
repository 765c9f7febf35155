"""Groups of tests: left out with a line where they cannot run, an error where they are required."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

MARKED = """
import pytest

def test_plain(): pass

@pytest.mark.browser
def test_marked(): pass
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest on one plain test and one of a group, on a machine with no program on its path."""
    monkeypatch.setenv("PATH", str(pytester.path))
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n  browser\n  parity\n")

    def run(*options: str, require: str = ""):
        monkeypatch.setenv("REQUIRE", require)
        pytester.makepyfile(MARKED)
        return pytester.runpytest("-q", *options)

    return run


@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["one process", "workers"])
def test_a_group_that_cannot_run_is_left_out_in_one_line(run, options):
    result = run(*options)
    assert result.ret == 0
    assert result.outlines.count("group browser left out: chromium is not installed") == 1
    assert result.parseoutcomes()["passed"] == 1


def test_a_module_named_after_a_group_that_cannot_run_is_not_imported(run, pytester):
    pytester.makepyfile(test_browser_pages="import no_such_module")
    pytester.mkpydir("browser").joinpath("pages.py").write_text("import no_such_module")
    result = run("--doctest-modules")
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] == 1


def test_a_required_group_that_cannot_run_is_an_error(run):
    result = run(require="browser")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        "*REQUIRE=browser: chromium is not installed (on Debian: apt-get install chromium)"
    )


def test_a_group_that_can_run_runs(run, pytester):
    (pytester.path / "chromium").touch(mode=0o755)
    result = run(require="browser")
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] == 2


def test_an_unknown_group_is_an_error(run):
    result = run(require="browsers")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines("*REQUIRE: there is no group 'browsers', only browser, parity")
