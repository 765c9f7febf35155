"""The command as its users meet it: exit statuses, streams, paths, encodings, and what each verb does."""

import os
from pathlib import Path
import subprocess
import sys

import pytest

from tallybook import __version__
from tallybook.cli import main
from tests.books import CELL, GOOD, report_of, tallybook

DRIFTS = CELL + "约为0.857<!--= y -->，再说一次0.857。\n"


@pytest.fixture(name="book")
def _book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book whose one chapter tallies, in the folder in which the command runs."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(GOOD, "utf-8")
    (tmp_path / "tallybook.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of the command in this process."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_a_book_that_tallies(book: Path) -> None:
    done = tallybook(book, "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0 drifts, 0 failures; 1 number in 1 chapter checked, 0 unaccounted.\n"


def test_a_book_that_drifts(book: Path) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS, "utf-8")
    done = tallybook(book, "check")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("docs/a.md:5:3: drift: the text says 0.857, the code computes 0.8485\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "nowhere"], "tallybook: there is no file or folder nowhere\n"),
        (["check", "docs/b.md"], "tallybook: there is no file or folder docs/b.md\n"),
        (["explain", "docs/a.md"], "tallybook: docs/a.md is no place: write FILE:LINE or FILE:LINE:COL\n"),
        (
            ["explain", "docs/a.md:99"],
            "tallybook: no number stands at docs/a.md:99; tallybook list docs/a.md shows where they stand\n",
        ),
        (["fix", "docs/b.md:3"], "tallybook: there is no file or folder docs/b.md\n"),
    ],
)
def test_a_wrong_place_is_a_complaint(
    arguments: list[str], complaint: str, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *arguments) == (2, "", complaint)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["chek"], "invalid choice: 'chek'"),
        (["check", "--fast"], "unrecognized arguments: --fast"),
        (["check", "--form", "json"], "unrecognized arguments: --form"),
        (["check", "--format", "xml"], "invalid choice: 'xml'"),
        (["explain"], "the following arguments are required: FILE:LINE[:COL]"),
    ],
)
def test_a_wrong_option_is_a_complaint(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit:
        main(arguments)
    out, err = capsys.readouterr()
    assert (exit.value.code, out) == (2, "")
    assert complaint in err


def test_a_file_that_may_not_be_read_is_a_complaint(
    book: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert run(capsys, "check", "--no-cache") == (2, "", "tallybook: docs/a.md: Permission denied\n")


def test_a_mistake_of_our_own_is_no_finding(
    book: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallybook.cli.check_book", lambda *_, **__: 1 / 0)
    status, out, err = run(capsys, "check")
    assert (status, out) == (2, "")
    told = "tallybook: this is a mistake of tallybook's own: please report it with the lines above\n"
    assert err.endswith("ZeroDivisionError: division by zero\n" + told)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        main(["--version"])
    assert (exit.value.code, capsys.readouterr().out) == (0, f"tallybook {__version__}\n")


@pytest.mark.parametrize("lines", [1, 3000])
def test_a_reader_that_has_enough_gets_no_traceback(lines: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(CELL + "约0.85<!--= y -->。\n\n" * lines, "utf-8")
    command = [sys.executable, "-m", "tallybook.cli", "list", "a.md"]
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer) as closed:
        done = subprocess.run(command, cwd=tmp_path, stdout=closed, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0"}])
def test_a_terminal_without_chinese_gets_escapes(environment: dict[str, str], book: Path) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS.replace("约为0.857", "😀约为０．８５７"), "utf-8")
    done = tallybook(book, "check", environment={"PYTHONIOENCODING": ""} | environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("docs/a.md:5:4: drift: ")


def test_json_is_utf_8_wherever_it_is_printed(book: Path) -> None:
    (book / "docs" / "a.md").write_text(GOOD.replace("约为", "😀约为"), "utf-8")
    done = tallybook(book, "list", "--format", "json", environment={"PYTHONIOENCODING": "ascii"})
    assert report_of(done)["chapters"][0]["numbers"][0]["text"] == "0.849"
    done = tallybook(book, "list", "docs/a.md", environment={"PYTHONIOENCODING": "ascii"})
    assert done.stdout.startswith("docs/a.md:5:4: bound: 0.849  y\n")


def test_paths_are_told_from_where_the_command_runs(
    book: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS, "utf-8")
    (book / "other").mkdir()
    for folder, arguments, path in [
        (".", ["check"], "docs/a.md"),
        ("docs", ["check"], "a.md"),
        ("other", ["check", "../docs"], "../docs/a.md"),
        ("other", ["check", str(book / "docs" / "a.md")], "../docs/a.md"),
        ("..", ["check", str(book)], f"{book.name}/docs/a.md"),
    ]:
        monkeypatch.chdir(book / folder)
        _, out, _ = run(capsys, *arguments)
        assert out.startswith(f"{path}:5:3: drift: ")
        assert f"last assigned at {path}:2\n" in out


def test_fix_writes_the_file_it_read_and_no_other_of_that_name(
    book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS, "utf-8")
    other = book / "other" / "docs" / "a.md"
    other.parent.mkdir(parents=True)
    other.write_text("Another book.\n")
    monkeypatch.chdir(book / "other")
    run(capsys, "fix", str(book / "docs" / "a.md"))
    assert other.read_text() == "Another book.\n"
    assert "0.857" not in (book / "docs" / "a.md").read_text("utf-8")


def test_each_file_is_checked_by_the_options_of_its_own_book(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strict = book / "strict" / "docs" / "a.md"
    strict.parent.mkdir(parents=True)
    (book / "strict" / "tallybook.toml").write_text('unaccounted = "fail"\n')
    for file in (strict, book / "docs" / "a.md"):
        file.write_text(GOOD + "\n有4096个。\n", "utf-8")
    status, out, _ = run(capsys, "check", "docs", "strict/docs")
    assert status == 1
    assert "docs/a.md:7:2: unaccounted (warning): " in out
    assert "strict/docs/a.md:7:2: unaccounted: " in out


def test_a_file_outside_any_project(tmp_path: Path) -> None:
    (tmp_path / "note.markdown").write_text(GOOD, "utf-8")
    done = tallybook(tmp_path, "check", "note.markdown")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 number in 1 chapter checked" in done.stdout


def test_a_book_without_numbers_fails_and_a_file_without_passes(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "docs" / "a.md").write_text("有4096个。\n", "utf-8")
    status, out, _ = run(capsys, "check")
    assert (status, out.split("\n")[0]) == (1, "docs:1:1: no-numbers: no number was checked here")
    assert run(capsys, "check", "docs")[0] == 0


def test_chapters_that_are_not_there_are_a_complaint(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "tallybook.toml").write_text('chapters = "text"\n')
    complaint = (
        "tallybook: there is no file or folder text, where the option `chapters` or mkdocs.yml says that"
    )
    assert run(capsys, "check") == (2, "", f"{complaint} the chapters stand\n")


def test_a_page_that_is_no_chapter_may_hold_nothing_to_check(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "tallybook.toml").write_text('chapters = ["text/a.md", "text/sub"]\n')
    (book / "mkdocs.yml").write_text("site_name: A\ndocs_dir: text\ntheme: !ENV [THEME, mkdocs]\n")
    for name, text in {
        "text/a.md": GOOD,
        "text/sub/b.md": GOOD,
        "text/cell.md": "# A\n\n```python exec\ny = 1\n```\n",
        "text/binding.md": "Here is 4<!--~ example -->.\n",
        "text/question.md": "/// question | 1\n    answer: 4\n\nHow many?\n///\n",
        "text/plain.md": "Here is 4.\n",
        "text/binary.md": "\0",
        "elsewhere/cell.md": "```python exec\ny = 1\n```\n",
    }.items():
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        (book / name).write_text(text, "utf-8")
    status, out, _ = run(capsys, "check")
    told = [line for line in out.split("\n") if line.startswith("text/")]
    assert status == 1
    assert told == [
        "text/binding.md:1:10: not-a-chapter: this page holds a binding and is no chapter",
        "text/cell.md:3:1: not-a-chapter: this page holds a cell and is no chapter",
        "text/question.md:1:1: not-a-chapter: this page holds a question's answer and is no chapter",
    ]
    assert "  = add it to the option `chapters`\n" in out
    assert run(capsys, "check", "text/a.md")[0] == 0


def test_a_folder_holds_every_page_that_mkdocs_would_build(
    book: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for path in (
        book / "docs" / "sub" / "b.MKD",
        elsewhere / "c.markdown",
        book / "docs" / ".hidden" / "d.md",
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_text(DRIFTS, "utf-8")
    (book / "docs" / "linked").symlink_to(elsewhere)
    (book / "docs" / "sub" / "loop").symlink_to(book / "docs")
    _, out, _ = run(capsys, "check")
    told = [line.split(":")[0] for line in out.split("\n") if ": drift: " in line]
    assert told == ["docs/linked/c.markdown", "docs/sub/b.MKD"]


def test_no_exec_runs_nothing_and_checks_the_equations(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = book / "proof.txt"
    code = f"```python exec\nopen({str(proof)!r}, 'w')\ny = 1\n```\n\n"
    (book / "docs" / "a.md").write_text(code + "得到2<!--= y -->，1+1=3。\n", "utf-8")
    status, out, _ = run(capsys, "check", "--no-exec")
    assert (status, proof.exists()) == (1, False)
    assert out.startswith(
        "docs/a.md:6:16: drift: the text says 1+1=3, but 1+1 is 2 and 3 stands for itself\n"
    )
    assert out.endswith("1 drift, 0 failures; 3 numbers in 1 chapter checked, 0 unaccounted.\n")
    assert run(capsys, "check")[0] == 1
    assert proof.exists()


def test_a_repeat_of_what_did_not_run_has_no_verdict(book: Path) -> None:
    (book / "docs" / "a.md").write_text(GOOD + "\n又是0.849。\n", "utf-8")
    for arguments, verdicts in [((), ["tally", "tally"]), (("--no-exec",), [None, None])]:
        report = report_of(tallybook(book, "check", "--format", "json", *arguments))
        assert [number["verdict"] for number in report["chapters"][0]["numbers"]] == verdicts


def test_list_shows_each_number_and_its_account(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "约为0.857<!--= y -->，又是0.857；32<!--~ 举例 -->层，1+1=2，三个，见图 1。有4096个。\n"
    (book / "docs" / "a.md").write_text(CELL + text, "utf-8")
    status, out, err = run(capsys, "list")
    assert (status, err) == (0, "")
    assert out == (
        "docs/a.md:5:3: bound: 0.857  y  drift\n"
        "docs/a.md:5:22: repeat: 0.857  line 5  drift\n"
        "docs/a.md:5:28: free: 32  举例\n"
        "docs/a.md:5:44: equation: 1+1\n"
        "docs/a.md:5:48: equation: 2\n"
        "docs/a.md:5:59: unaccounted: 4096\n"
        "6 numbers: 1 bound, 2 equation, 1 free, 1 repeat, 1 structural, 1 unaccounted\n"
    )
    _, out, _ = run(capsys, "list", "--structural")
    assert "docs/a.md:5:56: structural: 1  figure or table\n" in out


def test_list_counts_one_number_as_one(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "list")
    assert out.endswith("\n1 number: 1 bound\n")


def test_list_words_shows_han_numerals_that_nothing_binds(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "两<!--= len([y, y]) -->个，三个位置，第四行，一般，十二层。\n"
    (book / "docs" / "a.md").write_text(CELL + text, "utf-8")
    status, out, _ = run(capsys, "list", "--words")
    assert (status, out) == (
        0,
        "docs/a.md:5:25: 三  两个，三个位置，第四行，\ndocs/a.md:5:37: 十二  ，第四行，一般，十二层。\n",
    )


def test_fix_shows_what_it_would_write_and_writes_it(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = book / "docs" / "a.md"
    raw = ("\ufeff" + DRIFTS.replace("\n", "\r\n") + "尾 \r中\n末").encode()
    file.write_bytes(raw)
    status, out, err = run(capsys, "fix", "--diff")
    assert (status, err, file.read_bytes()) == (1, "tallybook check shows what is left.\n", raw)
    assert "-约为0.857<!--= y -->，再说一次0.857。\n+约为0.849<!--= y -->，再说一次0.849。\n" in out
    assert out.endswith("2 places to mend.\n")
    told = "docs/a.md:5:3: 0.857 -> 0.849\ndocs/a.md:5:24: 0.857 -> 0.849\n2 places mended.\n"
    assert run(capsys, "fix") == (0, told, "")
    assert file.read_bytes() == raw.replace(b"0.857", b"0.849")
    assert run(capsys, "fix") == (0, "0 places mended.\n", "")


def test_fix_mends_one_line_alone(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = book / "docs" / "a.md"
    text = CELL + "约为0.857<!--= y -->。\n\n约为0.86<!--= y -->。\n"
    file.write_text(text, "utf-8")
    status, out, err = run(capsys, "fix", "docs/a.md:7")
    assert (status, out) == (1, "docs/a.md:7:3: 0.86 -> 0.85\n1 place mended.\n")
    assert err == "tallybook check shows what is left.\n"
    assert file.read_text("utf-8") == text.replace("0.86", "0.85")


@pytest.mark.parametrize("line", [1, 7, 999])
def test_fix_says_where_a_line_holds_nothing_to_mend(
    line: int, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, text = book / "docs" / "a.md", CELL + "约为0.857<!--= y -->。\n\n约为0.849<!--= y -->。\n"
    for chapter, status, left in [(GOOD, 0, ""), (text, 1, "tallybook check shows what is left.\n")]:
        file.write_text(chapter, "utf-8")
        told = f"docs/a.md:{line}: no number to mend stands there\n{left}"
        assert run(capsys, "fix", f"docs/a.md:{line}") == (status, "0 places mended.\n", told)
    _, out, err = run(capsys, "fix", "docs/a.md:5", f"docs/a.md:{line}")
    assert out.endswith("1 place mended.\n")
    assert err == f"docs/a.md:{line}: no number to mend stands there\n"


def test_fix_wants_force_for_a_sign_that_flips(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = book / "docs" / "a.md"
    file.write_text(CELL + "约为-0.849<!--= y -->。\n", "utf-8")
    status, out, err = run(capsys, "fix")
    assert (status, out) == (1, "0 places mended.\n")
    assert err == (
        "docs/a.md:5:3: not mended: the sign of -0.849 would flip to 0.8485 "
        "(--force mends sign flips and large changes)\ntallybook check shows what is left.\n"
    )
    assert run(capsys, "fix", "--force")[0] == 0
    assert file.read_text("utf-8") == GOOD


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("[0.4, 0.6]", "[0.5, 0.5]<!--= y -->，又是[0.5, 0.5]", "[0.4, 0.6]<!--= y -->，又是[0.4, 0.6]"),
        ("[0.412, 0.655]", "[0.512, 0.655]<!--= y -->，又是0.512", "[0.412, 0.655]<!--= y -->，又是0.412"),
        ("[0.412, 0.612]", "[0.512, 0.512]<!--= y -->，又是0.512", "[0.412, 0.612]<!--= y -->，又是0.512"),
        ("float('nan')", "约为0.4<!--= y -->", "约为0.4<!--= y -->"),
    ],
)
def test_fix_mends_repeats_where_they_can_mean_one_thing_only(
    code: str, before: str, after: str, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = book / "docs" / "a.md"
    cell = CELL.replace("0.8485", code)
    file.write_text(cell + before, "utf-8")
    run(capsys, "fix")
    assert file.read_text("utf-8") == cell + after


def test_a_suggested_command_does_what_it_says(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS, "utf-8")
    _, out, _ = run(capsys, "check")
    assert "(tallybook fix docs/a.md:5)" in out
    assert run(capsys, "fix", "docs/a.md:5")[0] == 0
    assert run(capsys, "check")[0] == 0


def test_github_annotations_stand_before_the_summary(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "docs" / "a.md").write_text(DRIFTS, "utf-8")
    status, out, _ = run(capsys, "check", "--format", "github")
    first, last, end = out.split("\n")
    assert (status, end) == (1, "")
    assert first.startswith("::error file=docs/a.md,line=5,col=3,")
    assert last == "1 drift, 0 failures; 2 numbers in 1 chapter checked, 0 unaccounted."
