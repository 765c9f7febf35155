"""The options: where they stand, what each one does, and what is said of those that are wrong."""

from dataclasses import fields
import inspect
from pathlib import Path
import tomllib
from typing import Any

import pytest

from tallybook.book import check_book
from tallybook.findings import FindingKind
from tallybook.options import Limits, Options, OptionsError, Override, Project, find_project, read_options
from tallybook.report import Report
from tests.sites import write

CELL = "```python exec\ny = 0.8485\n```\n\n"


def options(text: str) -> Options:
    return read_options(tomllib.loads(text), "tallybook.toml")


def complaint(text: str) -> str:
    with pytest.raises(OptionsError) as raised:
        options(text)
    return str(raised.value)


def report(folder: Path, chapter: str, given: str, path: str = "docs/a.md") -> Report:
    """The report of a chapter of a project with these options."""
    write(folder, {path: chapter})
    return check_book(Project(folder, options(given)), [folder / path], cached=False).report


def kinds(told: Report) -> dict[str, int]:
    return {str(kind): count for kind, count in told.kinds.items()}


def test_the_defaults() -> None:
    assert options("") == Options(
        chapters=(),
        cells="marked",
        equations=None,
        unaccounted=None,
        pythonpath=(".",),
        sources=None,
        limits=Limits(seconds=30.0, memory=2048, output=1_000_000),
        severity={},
        overrides=(),
    )


def test_all_options_at_once() -> None:
    text = """
    chapters = ["docs", "more/a.md"]
    cells = "all"
    equations = "numbers"
    unaccounted = "fail"
    pythonpath = "code"
    sources = "docs/sources.yml"
    tags = ["derived", "paper"]
    style = true
    raw = false
    [limits]
    seconds = 5
    memory = 512
    output = 1000
    [severity]
    fragile = "error"
    drift = "warning"
    [[overrides]]
    paths = "docs/old/*"
    cells = "marked"
    equations = "off"
    unaccounted = "ignore"
    """
    assert options(text) == Options(
        ("docs", "more/a.md"),
        "all",
        "numbers",
        "fail",
        ("code",),
        "docs/sources.yml",
        ("derived", "paper"),
        True,
        False,
        Limits(5, 512, 1000),
        {FindingKind.FRAGILE: "error", FindingKind.DRIFT: "warning"},
        (Override(("docs/old/*",), "marked", "off", "ignore"),),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('chapter = "docs"', "there is no option chapter: did you mean chapters?"),
        (
            "verbose = true",
            "there is no option verbose: write one of chapters, cells, equations, unaccounted, pythonpath, "
            "sources, tags, style, raw, limits, severity, overrides",
        ),
        ("chapters = 3", "chapters: 3 is no list"),
        ('chapters = ["docs", 3]', "chapters[1]: 3 is no text"),
        ('cells = "some"', 'cells: "some" is none of "marked", "all"'),
        ("cells = [1]", 'cells: [1] is none of "marked", "all"'),
        ('equations = "of"', 'equations: "of" is none of "off", "numbers", "names"'),
        ("unaccounted = true", 'unaccounted: true is none of "ignore", "warn", "fail"'),
        ("pythonpath = {}", "pythonpath: {} is no list"),
        ("sources = 2017-06-12", 'sources: "2017-06-12" is no text'),
        ("raw = 1", "raw: 1 is neither true nor false"),
        ('style = "Han"', 'style: "Han" is neither true nor false'),
        ("limits = 30", "limits: 30 is no table"),
        ("limits.second = 3", "limits: there is no option second: did you mean seconds?"),
        ('limits.seconds = "3"', 'limits.seconds: "3" is no number above 0'),
        ("limits.seconds = -1", "limits.seconds: -1 is no number above 0"),
        ("limits.seconds = nan", "limits.seconds: NaN is no number above 0"),
        ("limits.memory = 0.5", "limits.memory: 0.5 is no whole number above 0"),
        ("limits.output = false", "limits.output: false is no whole number above 0"),
        ('severity = "error"', 'severity: "error" is no table'),
        ('severity.drift = "off"', 'severity: drift: "off" is none of "error", "warning"'),
        ('severity.drft = "error"', "severity: there is no kind of finding drft: did you mean drift?"),
        ("overrides = {}", "overrides: {} is no list"),
        ('overrides = ["docs"]', 'overrides[0]: "docs" is no table'),
        ("overrides = [{}]", "overrides[0].paths: this is missing"),
        ('overrides = [{ paths = [], cells = "al" }]', 'overrides[0].cells: "al" is none of "marked", "all"'),
        (
            'overrides = [{ paths = [], sources = "a" }]',
            "overrides[0]: there is no option sources: write one of paths, cells, equations, unaccounted",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_option(text: str, message: str) -> None:
    assert complaint(text) == f"tallybook.toml: {message}"


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert complaint('cels = "all"\ncells = 1\nlimits.memory = 0').split("\n") == [
        'tallybook.toml: cells: 1 is none of "marked", "all"',
        "tallybook.toml: limits.memory: 0 is no whole number above 0",
        "tallybook.toml: there is no option cels: did you mean cells?",
    ]


@pytest.mark.parametrize("value", [-3, "text", [-1], True, -2.5, {"a": -1}])
@pytest.mark.parametrize(
    "option", ["cels", "cells", "equations", "unaccounted", "limits", "severity", "overrides"]
)
def test_no_message_speaks_of_the_library_that_reads_options(option: str, value: Any) -> None:
    with pytest.raises(OptionsError, match=r"^here: ") as raised:
        read_options({option: value}, "here")
    for word in ("struct", "typing", "Literal", "object", "iterable", "attribute", "class", "Options"):
        assert word not in str(raised.value)


def test_options_stand_in_pyproject_or_in_a_file_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    inner = tmp_path / "docs" / "more"
    inner.mkdir(parents=True)
    assert find_project(inner) == Project(inner, Options())
    write(tmp_path, {"mkdocs.yml": "site_name: A\n", "docs/pyproject.toml": "[project]\nname = 'a'\n"})
    assert find_project(inner) == Project(tmp_path, Options())
    write(tmp_path, {"pyproject.toml": '[tool.tallybook]\nunaccounted = "fail"\n'})
    shared = Project(tmp_path, Options(unaccounted="fail"), tmp_path / "pyproject.toml")
    assert find_project(inner) == find_project(inner / "a.md") == shared
    write(tmp_path, {"docs/tallybook.toml": 'cells = "all"\n'})
    assert find_project(inner) == Project(
        tmp_path / "docs", Options(cells="all"), tmp_path / "docs/tallybook.toml"
    )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"tallybook.toml": "", "pyproject.toml": "[tool.tallybook]\n"},
            "tallybook.toml and pyproject.toml [tool.tallybook] both hold options: keep one of the two",
        ),
        (
            {"pyproject.toml": "[tool.tallybook]\nverbose = 1\n"},
            "pyproject.toml [tool.tallybook]: there is no option verbose: ",
        ),
        ({"pyproject.toml": "[tool]\ntallybook = 3\n"}, "pyproject.toml [tool.tallybook]: 3 is no table"),
        ({"tallybook.toml": "cells ="}, "tallybook.toml: not TOML: "),
        ({"tallybook.toml": b"\xff"}, "tallybook.toml: not TOML: "),
    ],
)
def test_files_that_hold_no_options(
    files: dict[str, str | bytes], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, files)
    with pytest.raises(OptionsError) as raised:
        find_project(tmp_path)
    assert str(raised.value).startswith(message)


def test_chapters_stand_where_mkdocs_looks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path, Options())
    assert project.chapters == [tmp_path / "docs"]
    write(tmp_path, {"mkdocs.yml": "docs_dir: text\nplugins: !!python/name:a.b\nextra: !ENV A\n"})
    assert project.chapters == [tmp_path / "text"]
    assert Project(tmp_path, options('chapters = "a.md"')).chapters == [tmp_path / "a.md"]
    write(tmp_path, {"mkdocs.yml": "docs_dir: [text\n"})
    with pytest.raises(OptionsError, match=r"^mkdocs\.yml: not YAML: "):
        _ = project.chapters


def test_cells(tmp_path: Path) -> None:
    chapter = "```python\ny = 0.8485\n```\n\n约为0.857<!--= y -->。\n"
    assert kinds(report(tmp_path, chapter, "")) == {"no-such-name": 1}
    assert kinds(report(tmp_path, chapter, 'cells = "all"')) == {"drift": 1}


def test_equations(tmp_path: Path) -> None:
    chapter = CELL + "1+1=3，y=0.9。\n"
    for given, drifts in [
        ("", 2),
        ('equations = "names"', 2),
        ('equations = "numbers"', 1),
        ('equations = "off"', 0),
    ]:
        assert report(tmp_path, chapter, given).drifts == drifts
    assert report(tmp_path, "1+1=3，y=0.9。\n", 'equations = "off"').drifts == 0


def test_unaccounted(tmp_path: Path) -> None:
    gated, other = CELL + "有4096个。\n", "有4096个。\n"
    for given, told in [
        ("", ({"warning": 1}, {})),
        ('unaccounted = "ignore"', ({}, {})),
        ('unaccounted = "warn"', ({"warning": 1}, {"warning": 1})),
        ('unaccounted = "fail"', ({"error": 1}, {"error": 1})),
    ]:
        found = [dict(report(tmp_path, chapter, given).severities) for chapter in (gated, other)]
        assert found == list(told)


def test_pythonpath(tmp_path: Path) -> None:
    write(tmp_path, {"here.py": "n = 2\n", "code/there.py": "n = 3\n"})
    chapter = "```python exec\nfrom here import n\n```\n\n得到2<!--= n -->。\n"
    assert report(tmp_path, chapter, "").ok
    assert kinds(report(tmp_path, chapter.replace("here", "there"), "")) == {"cell-raised": 1}
    there = chapter.replace("here", "there").replace("2", "3")
    assert report(tmp_path, there, 'pythonpath = ["code"]').ok


def test_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    register = "bert: {authors: A, title: T, year: 2018, url: u}\n"
    write(tmp_path, {"register.yml": register})
    chapter = "占80%<!--@ bert §3.1 -->。\n"
    assert kinds(report(tmp_path, chapter, "")) == {"unknown-source": 1}
    assert report(tmp_path, chapter, 'sources = "register.yml"').ok
    write(tmp_path, {"docs/sources.yml": register})
    assert report(tmp_path, chapter, "").ok
    assert report(tmp_path, chapter, 'chapters = "docs/a.md"').ok
    with pytest.raises(
        OptionsError, match=r"^there is no file other\.yml, which the option `sources` names$"
    ):
        report(tmp_path, chapter, 'sources = "other.yml"')


@pytest.mark.parametrize(
    ("given", "code", "kind"),
    [
        ("limits.seconds = 0.5", "while True: pass", "cell-timeout"),
        ("limits.memory = 300", "bytearray(400 << 20)", "cell-memory"),
        ("limits.output = 100", "print('1' * 200)", "cell-output"),
    ],
)
def test_limits(given: str, code: str, kind: str, tmp_path: Path) -> None:
    assert kinds(report(tmp_path, f"```python exec\n{code}\n```\n", given)) == {kind: 1}


def test_severity_is_raised_and_lowered(tmp_path: Path) -> None:
    chapter = CELL + "约为0.857<!--= y -->，有4096个。\n"
    told = report(tmp_path, chapter, 'severity.drift = "warning"\nseverity.unaccounted = "error"')
    severities = {finding.kind: finding.severity for chapter in told.chapters for finding in chapter.findings}
    assert severities == {FindingKind.DRIFT: "warning", FindingKind.UNACCOUNTED: "error"}
    assert not told.ok
    assert report(tmp_path, chapter, 'severity.drift = "warning"').ok


def test_the_last_override_that_matches_a_path_counts(tmp_path: Path) -> None:
    given = """
    unaccounted = "fail"
    overrides = [
      { paths = ["docs/*"], unaccounted = "warn", equations = "off" },
      { paths = ["docs/old/*", "more/*.md"], unaccounted = "ignore" },
    ]
    """
    chapter = "有4096个，1+1=3。\n"
    for path, told in [
        ("a.md", {"unaccounted": 1, "drift": 1}),
        ("docs/a.md", {"unaccounted": 4}),
        ("docs/old/more/a.md", {}),
        ("more/a.md", {"drift": 1}),
    ]:
        assert kinds(report(tmp_path, chapter, given, path)) == told


@pytest.mark.parametrize("kind", [Options, Limits])
def test_each_option_is_documented_where_it_is_declared(kind: type) -> None:
    """A text follows each option; an option without a test here fails too."""
    lines = iter(inspect.getsource(kind).split("\n"))
    tests = Path(__file__).read_text("utf-8")
    for field in fields(kind):
        assert any(line.startswith(f"    {field.name}: ") for line in lines)
        assert next(lines).startswith('    """')
        assert f"def test_{field.name}(" in tests or f"{field.name} = " in tests
