"""What a page's script is told of its numbers."""

import json
from pathlib import Path
from typing import Any

import pytest

from tallybook.book import check_book
from tallybook.checked import Checked
from tallybook.options import Options, Project
from tallybook.press.cards import cell_anchors, number_ids
from tallybook.press.phrases import CHINESE
from tallybook.press.rendering import render_chapter
from tallybook.report import Account, Number
from tallybook.source import Span
from tests.sites import write

CHAPTER = """\
```python exec
from statistics import fmean

x = [1, 3]
k = 7
```

```python exec hide
many = list(range(20))
x += [k]
x[0] = 5
for each in many:
    total = each
```

```python exec fold
def scaled(row):
    return [each * k for each in row]


y = scaled(x)
k = 8
```

有[35, 21, 49]<!--= y -->，均值1.6667<!--= fmean(x) / 3 -->，[0, …, 19]<!--= many -->。
$k=8.0$<!--= k * 1.0 -->，又8.0<!--= k * 1.0 -->。(1+3)/2=2，2.00≈1.996。

有x=[5, 3, 7]。
"""


def told(checked: Checked, **references: str) -> dict[str, Any]:
    addresses = {f"statistics.{name}": address for name, address in references.items()}
    data: dict[str, Any] = json.loads(render_chapter(checked, CHINESE, references=addresses).data)
    return data


@pytest.fixture(name="checked")
def _checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checked:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.md": CHAPTER})
    return check_book(Project(tmp_path, Options()), [tmp_path / "a.md"], cached=False).checked[0]


def card(data: dict[str, Any], code: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in data["numbers"].values() if one.get("code") == code)
    return found


def named(data: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    return {name: None if at is None else data["values"][at] for name, at, _ in node.get("inputs", ())}


def test_a_card_names_what_its_expression_reads(checked: Checked) -> None:
    data = told(checked, fmean="reference/statistics/#fmean")
    number = card(data, "fmean(x) / 3")
    assert named(data, number) == {
        "fmean": {"function": "statistics.fmean", "href": "reference/statistics/#fmean"},
        "x": "[5, 3, 7]",
    }
    assert number["fills"] == [[0, 5, 0], [6, 7, 1]]
    assert named(told(checked), number)["fmean"] == {"function": "statistics.fmean"}


def test_the_steps_go_back_to_literals(checked: Checked) -> None:
    data = told(checked)
    steps, codes = data["steps"], []
    waiting = [card(data, "y")]
    while waiting:
        node = waiting.pop()
        codes.append(node["code"].split("\n")[0])
        waiting += [steps[str(step)] for _, _, step in node.get("inputs", ()) if step is not None]
    assert sorted(set(codes)) == sorted(
        ["y", "y = scaled(x)", "def scaled(row):", "k = 7", "x[0] = 5", "x += [k]", "x = [1, 3]"]
    )
    (call,) = [step for step in steps.values() if step["code"] == "y = scaled(x)"]
    assert named(data, call) == {"scaled": None, "x": "[5, 3, 7]", "k": "7"}


def test_a_step_names_its_cell_where_the_page_shows_it(checked: Checked) -> None:
    assert cell_anchors(checked) == {2: "cell-1", 17: "cell-3"}
    text = render_chapter(checked, CHINESE)
    assert [html for html in text.shown.values() if "cell-" in html] == [
        '<div class="tally-cell" id="cell-1"></div>',
        '<div class="tally-cell" id="cell-3"></div>',
    ]
    steps = {step["code"].split("\n")[0]: step for step in told(checked)["steps"].values()}
    assert [steps["y = scaled(x)"].get(key) for key in ("line", "cell", "row")] == [21, "cell-3", 5]
    assert [steps["x[0] = 5"].get(key) for key in ("line", "cell", "row")] == [11, None, None]


def test_values_are_told_in_full_where_they_are_few(checked: Checked) -> None:
    data = told(checked)
    assert data["values"][card(data, "y")["value"]] == "[35, 21, 49]"
    many = card(data, "many")
    assert (data["values"][many["value"]], many["count"]) == ({"shape": "20"}, 20)


def test_an_equation_is_told_with_its_other_side(checked: Checked) -> None:
    data = told(checked)
    sides = [
        (one["line"], [written for written, _ in one["sides"]], one["rule"])
        for one in data["numbers"].values()
        if "sides" in one
    ]
    exact = "整数就是它自己，要正好相等；一点不差"
    assert (26, ["2"], exact) in sides
    assert (26, ["(1+3)/2"], exact) in sides
    (stated,) = [one for one in data["numbers"].values() if "x" in named(data, one) and "sides" in one]
    assert named(data, stated) == {"x": "[5, 3, 7]"}


def test_a_number_inside_a_formula_says_how_it_is_written(checked: Checked) -> None:
    data = told(checked)
    texts = [one.get("text") for one in data["numbers"].values() if one.get("code") == "k * 1.0"]
    assert texts == ["8.0", None]


def test_an_address_stays_where_other_numbers_change() -> None:
    def number(text: str, expression: str | None = None) -> Number:
        account = Account.BOUND if expression else Account.FREE
        return Number(Span(0, 1), text, (text,), account, expression)

    first = number_ids([number("1", "x"), number("2", "y"), number("2", "y"), number("2")])
    assert len(set(first)) == 4
    assert number_ids([number("3", "x"), number("2", "y"), number("2", "y")])[1:] == first[1:3]
