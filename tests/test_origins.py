"""Which assignments a chapter's numbers came through, what each one left, and which files it read."""

from pathlib import Path

import pytest

from tallybook.book import check_book
from tallybook.checked import Checked
from tallybook.explaining import explain
from tallybook.job import Glimpse
from tallybook.options import Options, Project
from tallybook.origins import Origins, find_origins
from tallybook.outlets import text
from tests.sites import write

CHAPTER = """\
```python exec
from __future__ import annotations
import json
from pathlib import Path


def read(name):
    return json.loads((Path("data") / name).read_text())
```

```python exec
x = [1, 3]
print(read("other.json"))
x = [each * 2 for each in x]; n = 2
stored = read("x.json")
with open("data/more.txt") as file:
    more = float(file.read())
both = stored[0] + more
```

```python exec raises="ValueError"
before = 7
int("x")
after = 8
```

有[2, 6]<!--= x -->，2<!--= n -->，0.5<!--= stored[0] -->，1.75<!--= both * 1 -->，7<!--= before -->。
"""


@pytest.fixture(name="checked")
def _checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checked:
    monkeypatch.chdir(tmp_path)
    data = {"data/x.json": "[0.5]", "data/other.json": "1", "data/more.txt": "1.25"}
    write(tmp_path, {"a.md": CHAPTER, **data})
    (checked,) = check_book(Project(tmp_path, Options()), [tmp_path / "a.md"]).checked
    assert checked.report.errors == 0, checked.report.findings
    return checked


def origins(checked: Checked) -> Origins:
    return find_origins(checked.chapter, checked.plan, checked.run)


def given(found: Origins, name: str, before: int) -> Glimpse | None:
    return found.glimpse(name, found.lineage.giver(name, before))


def test_each_assignment_tells_what_it_left(checked: Checked) -> None:
    found = origins(checked)
    names = [assignment.names for assignment in found.lineage.assignments]
    first, second, count = [at for at, name in enumerate(names) if name & {"x", "n"}]
    assert given(found, "x", first + 1) == Glimpse("x", "numbers", (2,), ("1", "3"))
    assert given(found, "x", count) == Glimpse("x", "numbers", (2,), ("2", "6"))
    assert (second, given(found, "n", 99)) == (first + 1, Glimpse("n", "numbers", (), ("2",)))
    assert given(found, "Path", 99) == Glimpse("Path", "function", said="pathlib.Path")
    assert given(found, "read", 99) is given(found, "json", 99) is given(found, "unknown", 99) is None


def test_a_cell_that_is_to_raise_tells_of_what_it_did_before(checked: Checked) -> None:
    found = origins(checked)
    assert given(found, "before", 99) == Glimpse("before", "numbers", (), ("7",))
    assert given(found, "after", 99) is None


def test_a_number_that_came_through_a_file_of_data_says_so(checked: Checked) -> None:
    assert {number.expression: number.stored for number in checked.report.counted} == {
        "x": (),
        "n": (),
        "stored[0]": ("data/x.json",),
        "both * 1": ("data/x.json", "data/more.txt"),
        "before": (),
    }


def test_list_and_explain_show_it(checked: Checked) -> None:
    shown = list(text.show_numbers(checked.report, structural=False))
    assert shown[2] == "a.md:27:33: bound: 0.5  stored[0]  stored in data/x.json"
    assert "  stored in   data/x.json, data/more.txt" in list(explain(checked, 27, 56))


def test_a_kept_run_tells_the_same(checked: Checked) -> None:
    source = checked.chapter.source
    (again,) = check_book(Project(Path.cwd(), Options()), [Path(source.path).resolve()]).checked
    assert again.run.outcomes == checked.run.outcomes
    assert [number.stored for number in again.numbers] == [number.stored for number in checked.numbers]


def test_without_a_run_nothing_is_known(checked: Checked) -> None:
    (read,) = check_book(Project(Path.cwd(), Options()), [Path("a.md").resolve()], execute=False).checked
    assert origins(read).looks == {}
    assert [number.stored for number in read.report.counted] == [()] * 5
