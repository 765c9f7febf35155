"""The report as JSON: key by key what other programs rely on."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tallybook import __version__
from tallybook.book import check_book
from tallybook.findings import FindingKind
from tallybook.options import Options, Project
from tallybook.outlets.json import show
from tallybook.report import Account
from tests.sites import write

TESTS = Path(__file__).parent
SCHEMA = json.loads((TESTS / "report.schema.json").read_text("utf-8"))
CHAPTER = """\
---
title: 3
---

# 一

```python exec
y = [-1, 1]
n = 39_000_000
e = 1e-5
h = 2**0.5 / 2
nan = float("nan")
```

得到[-1, 1]<!--= y -->，共3900万<!--= n -->个，ε=10⁻⁵<!--= e -->，√2/2<!--= h -->，三<!--= 3 -->层；
占80%<!--@ bert §3.1 -->，32<!--~ 举例 -->头；0.5<!--= nan -->；又是[-1, 1]，见图 1；有4096个。

1+3=5
"""
SOURCES = "bert: {authors: A, title: T, year: 2018, url: u}\n"


def report(folder: Path, chapter: str) -> dict[str, Any]:
    write(folder, {"a.md": chapter, "sources.yml": SOURCES})
    project = Project(folder, Options(chapters=(".",)))
    told = show(check_book(project, [folder / "a.md"], cached=False).report)
    loaded: dict[str, Any] = json.loads(told, parse_constant=lambda constant: pytest.fail(constant))
    jsonschema.validate(loaded, SCHEMA)
    return loaded


def numbers(folder: Path, chapter: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report(folder, chapter)["chapters"][0]["numbers"]
    return found


def test_the_schema_is_one_and_names_every_account_and_kind() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    parts = SCHEMA["$defs"]
    assert parts["number"]["properties"]["account"]["enum"] == [str(account) for account in Account]
    assert parts["finding"]["properties"]["kind"]["enum"] == [str(kind) for kind in FindingKind]


def test_every_report_fits_the_schema() -> None:
    cases = TESTS / "cases" / "check"
    book = check_book(Project(cases, Options()), sorted(cases.glob("*.md")), cached=False)
    jsonschema.validate(json.loads(show(book.report)), SCHEMA)


def test_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = report(tmp_path, CHAPTER)
    assert [*told] == ["tool", "version", "ok", "summary", "chapters"]
    assert (told["tool"], told["version"], told["ok"]) == ("tallybook", __version__, False)
    assert told["summary"] == {
        "chapters": 1,
        "cells": 1,
        "numbers": 12,
        "bound": 6,
        "cited": 1,
        "free": 1,
        "output": 0,
        "equation": 2,
        "repeat": 1,
        "unaccounted": 1,
        "structural": 1,
        "drifts": 2,
        "failures": 0,
        "errors": 2,
        "warnings": 1,
        "coverage": 0.9167,
    }
    assert [chapter["path"] for chapter in told["chapters"]] == ["a.md"]


def test_each_number_has_its_account_values_and_verdict(tmp_path: Path) -> None:
    keys = ("text", "values", "account", "expression", "computed", "verdict")
    assert [tuple(number[key] for key in keys) for number in numbers(tmp_path, CHAPTER)] == [
        ("[-1, 1]", ["-1", "1"], "bound", "y", ["-1", "1"], "tally"),
        ("3900万", ["3900万"], "bound", "n", ["39000000"], "tally"),
        ("10⁻⁵", ["1e-05"], "bound", "e", ["1e-05"], "tally"),
        ("√2/2", ["√2/2"], "bound", "h", ["0.7071067811865476"], "tally"),
        ("三", ["3"], "bound", "3", ["3"], "tally"),
        ("80%", ["80%"], "cited", None, None, None),
        ("32", ["32"], "free", None, None, None),
        ("0.5", ["0.5"], "bound", "nan", ["nan"], "drift"),
        ("[-1, 1]", ["-1", "1"], "repeat", None, None, "tally"),
        ("1", ["1"], "structural", None, None, None),
        ("4096", ["4096"], "unaccounted", None, None, None),
        ("1+3", ["1", "3"], "equation", None, None, None),
        ("5", ["5"], "equation", None, None, "drift"),
    ]


def test_a_number_may_say_why(tmp_path: Path) -> None:
    told = {number["text"]: number for number in numbers(tmp_path, CHAPTER)}
    assert (told["80%"]["why"], told["32"]["why"], told["[-1, 1]"]["why"]) == ("bert §3.1", "举例", "line 15")
    assert told["1"]["pattern"] == "figure or table"
    assert {"why", "pattern"}.isdisjoint(told["√2/2"])


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_are_those_of_the_file(end: str, mark: str, tmp_path: Path) -> None:
    first, *_, last = numbers(tmp_path, mark + CHAPTER.replace("\n", end))
    keys = ("line", "column", "end_line", "end_column")
    assert tuple(first[key] for key in keys) == (15, 3, 15, 10)
    assert tuple(last[key] for key in keys) == (18, 5, 18, 6)


def test_a_table_is_one_number_over_its_lines(tmp_path: Path) -> None:
    cell = "```python exec\nt = [[0.5, 0.25], [1.5, 2.25]]\n```\n\n"
    table = "| a | b |\n|--|--|\n| 0.5 | 0.25 |\n| 1.5 | 2.25 |\n<!--= t -->\n"
    (number,) = numbers(tmp_path, cell + table)
    assert (number["line"], number["end_line"], number["verdict"]) == (5, 8, "tally")
    assert number["values"] == number["computed"] == ["0.5", "0.25", "1.5", "2.25"]


def test_what_is_no_number_of_json_is_text(tmp_path: Path) -> None:
    chapter = "```python exec\ny = [float('nan'), -float('inf')]\n```\n\n得到[nan, -∞]<!--= y -->。\n"
    (number,) = numbers(tmp_path, chapter)
    assert (number["values"], number["computed"]) == (["nan", "-inf"], ["nan", "-inf"])
    assert number["verdict"] == "tally"


def test_a_finding_says_where_what_why_and_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chapter = "```python exec\ny = 0.8485281374238571\n```\n\n第一个分量约为0.857<!--= y -->。\n"
    (finding,) = report(tmp_path, chapter)["chapters"][0]["findings"]
    assert finding == {
        "kind": "drift",
        "severity": "error",
        "line": 5,
        "column": 8,
        "end_line": 5,
        "end_column": 13,
        "message": "the text says 0.857, the code computes 0.8485281",
        "label": "y = 0.8485281374238571, 8 units off in the last written place",
        "mends": [
            "to follow the code, write 0.849        (tallybook fix a.md:5)",
            "if the text is right, look at `y`, last assigned at a.md:2",
        ],
        "suggestion": "0.849",
        "traceback": "",
    }


def test_a_traceback_holds_the_chapters_own_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (finding,) = report(tmp_path, "```python exec\n1 / 0\n```\n")["chapters"][0]["findings"]
    assert finding["kind"] == "cell-raised"
    assert 'File "a.md", line 2, in <module>\n' in finding["traceback"]
    assert "tallybook" not in finding["traceback"]


def test_a_drift_stands_at_the_right_hand_one_of_two_sides(tmp_path: Path) -> None:
    told = [
        (number["text"], number["verdict"]) for number in numbers(tmp_path, "于是(1+3)/2=2，又有1+1=3。\n")
    ]
    assert told == [("(1+3)/2", "tally"), ("2", "tally"), ("1+1", None), ("3", "drift")]
