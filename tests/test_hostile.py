"""Whatever a chapter does, the command tells it at its place, and the chapter beside it is checked."""

from dataclasses import dataclass
from pathlib import Path
import shutil
from typing import Any

import pytest

from tests.books import GOOD, findings_of, report_of, tallybook

CASES = Path(__file__).with_name("cases") / "hostile"
LIMITS = "[limits]\nseconds = 2\nmemory = 512\noutput = 100_000\n"


@dataclass(frozen=True)
class Told:
    """The findings, each as line, column and kind, and how many numbers of the chapter tally."""

    findings: tuple[str, ...] = ()
    tallies: int = 0


EXPECTED = {
    "a-binding-with-no-number": Told(("7:6: malformed-binding",)),
    "a-cell-in-a-comment": Told(("4:1: readings-differ", "9:6: no-such-name")),
    "a-closed-output": Told(tallies=1),
    "a-fork": Told(tallies=1),
    "a-process-left-behind": Told(tallies=1),
    "a-question": Told(("4:1: cell-raised",)),
    "a-segmentation-fault": Told(("6:1: cell-crashed",)),
    "a-syntax-error": Told(("4:1: cell-raised",)),
    "a-thread-left-behind": Told(tallies=1),
    "an-endless-loop": Told(("5:1: cell-timeout",)),
    "an-endless-recursion": Told(("5:5: cell-raised",)),
    "an-exit-of-python": Told(("6:1: cell-raised",)),
    "an-exit-of-the-process": Told(("4:1: cell-crashed",)),
    "an-expression-that-does-not-parse": Told(("7:6: malformed-binding",)),
    "an-expression-that-exits": Told(("7:6: cell-crashed",)),
    "an-expression-that-never-ends": Told(("9:6: cell-timeout",)),
    "an-interrupt": Told(("4:1: cell-raised",)),
    "an-unclosed-fence": Told(("3:6: no-such-name", "5:1: unclosed-cell", "6:5: unaccounted")),
    "an-unknown-name": Told(("7:6: no-such-name",)),
    "another-folder": Told(tallies=1),
    "changed-builtins": Told(("4:1: cell-crashed",)),
    "fifty-megabytes-of-output": Told(("4:1: cell-output",)),
    "not-a-number": Told(("7:3: drift",)),
    "thirty-gigabytes": Told(("5:1: cell-memory",)),
}
MADE = {
    "an-empty-file": (b"", Told()),
    "a-nul-byte": (GOOD.encode() + b"\0", Told(("1:1: not-utf-8",))),
    "not-utf-8": (GOOD.encode("gb18030"), Told(("1:1: not-utf-8",))),
    "utf-16": (GOOD.encode("utf-16"), Told(("1:1: not-utf-8",))),
    "ten-thousand-numbers": (
        b"```python exec\ny = list(range(10_000))\n```\n\n"
        + b"".join(b"The number is %d<!--= y[%d] -->.\n\n" % (n, n) for n in range(10_000)),
        Told(tallies=10_000),
    ),
    "ten-thousand-brackets": (GOOD.encode() + b"[" * 10_000, Told(tallies=1)),
    "ten-thousand-quotations": (b">" * 10_000 + b" " + b"\n" * 3 + GOOD.encode(), Told(tallies=1)),
}


@pytest.fixture(scope="module", name="report")
def _report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """One run over all cases, each in its own folder beside a good chapter."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "tallybook.toml").write_text(LIMITS)
    for name in (*EXPECTED, *MADE):
        folder = root / name
        folder.mkdir()
        (folder / "good.md").write_text(GOOD, "utf-8")
        if name in MADE:
            (folder / "bad.md").write_bytes(MADE[name][0])
        else:
            shutil.copy(CASES / f"{name}.md", folder / "bad.md")
    done = tallybook(root, "check", "--format", "json", ".")
    assert (done.returncode, done.stderr) == (1, "")
    return report_of(done)


def test_every_case_is_expected() -> None:
    assert {case.stem for case in CASES.glob("*.md")} == set(EXPECTED)


@pytest.mark.parametrize("name", [*EXPECTED, *MADE])
def test_a_hostile_chapter_is_told_and_the_one_beside_it_is_checked(
    name: str, report: dict[str, Any]
) -> None:
    told = EXPECTED[name] if name in EXPECTED else MADE[name][1]
    bad, good = (chapter for chapter in report["chapters"] if chapter["path"].startswith(f"{name}/"))
    assert findings_of(bad) == [f"{name}/bad.md:{finding}" for finding in told.findings]
    assert [finding["traceback"] for finding in bad["findings"] if "tallybook" in finding["traceback"]] == []
    assert (_tallies(bad), _tallies(good)) == (told.tallies, 1)
    assert good["findings"] == []


def _tallies(chapter: dict[str, Any]) -> int:
    return sum(number["verdict"] == "tally" for number in chapter["numbers"])


@pytest.mark.parametrize(
    ("name", "status"),
    [("an-exit-of-the-process", 1), ("a-cell-in-a-comment", 1), ("not-a-number", 1), ("a-fork", 0)],
)
def test_the_exit_status_says_whether_an_error_was_found(name: str, status: int, tmp_path: Path) -> None:
    shutil.copy(CASES / f"{name}.md", tmp_path)
    done = tallybook(tmp_path, "check", f"{name}.md")
    assert (done.returncode, done.stderr) == (status, "")
    assert "Traceback" not in done.stdout
