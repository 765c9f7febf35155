"""Chapters as programs and notebooks: they run by themselves and show the chapter's numbers."""

import json
from pathlib import Path
import subprocess
import sys

import nbformat
import pytest

from tallybook.book import check_book
from tallybook.cli import main
from tallybook.options import find_project
from tallybook.report import Account

ROOT = Path(__file__).parent.parent
CHAPTERS = sorted((ROOT / "docs").glob("[0-9]*.md"))
RUN = """
import builtins, json, sys
import nbformat
from tallybook.values import value_of
told, shown = [], builtins.print

def listen(*given, **how):
    if len(given) == 3 and given[1] == "|":
        value = value_of(given[2])
        told.append((given[0], value.display or value.items))

builtins.print = listen
session = {"__name__": "__main__"}
for cell in nbformat.read(sys.argv[1], as_version=4).cells:
    if cell.cell_type == "code":
        try:
            exec(cell.source, session)
        except Exception:
            if "raises-exception" not in cell.metadata.get("tags", []):
                raise
shown(json.dumps(told))
"""
EXAMPLE = """---
title: Two numbers
---
# Two numbers

The mean of [1, 3]<!--= x --> is:

```python exec
x = [1, 3]
mean = sum(x) / 2
```

It is 2<!--= mean -->, and a sum of
texts fails:

```pycon exec
>>> mean
2.0
```

```python exec raises="TypeError"
1 + '''two
lines'''
```

```python exec raises="ZeroDivisionError"
if mean:
    1 / 0
```
"""
PROGRAM = """# %%
import sys

sys.path[:0] = ['.']  # run this where the book stands

# %% [markdown]
# # Two numbers
#
# The mean of [1, 3] is:

# %%
print('[1, 3]', '|', x)

# %%
x = [1, 3]
mean = sum(x) / 2

# %% [markdown]
# It is 2, and a sum of
# texts fails:

# %%
print('2', '|', mean)

# %%
mean

# %%
try:
    exec("1 + '''two\\nlines'''")
except TypeError as raised:
    print(repr(raised))

# %%
try:
    if mean:
        1 / 0
except ZeroDivisionError as raised:
    print(repr(raised))
"""


def test_a_program_holds_the_text_the_cells_and_the_numbers(tmp_path, capsys):
    chapter = tmp_path / "two.md"
    chapter.write_text(EXAMPLE, "utf-8")
    assert main(["export", str(chapter), "--to", "py"]) == 0
    assert capsys.readouterr().out == PROGRAM


def test_a_notebook_is_valid_and_the_same_each_time(tmp_path):
    chapter = tmp_path / "two.md"
    chapter.write_bytes(EXAMPLE.replace("\n", "\r\n").encode())
    made = [tmp_path / name for name in ("one.ipynb", "other.ipynb")]
    for file in made:
        assert main(["export", str(chapter), "--to", "ipynb", "--output", str(file)]) == 0
    one, other = (file.read_bytes() for file in made)
    assert one == other
    book = nbformat.read(made[0], as_version=4)
    nbformat.validate(book)
    kinds = [cell.cell_type for cell in book.cells]
    assert kinds == ["code", "markdown", "code", "code", "markdown", "code", "code", "code", "code"]
    assert book.cells[-1].metadata == {"tags": ["raises-exception"]}
    assert "\r" not in one.decode()


def test_a_file_that_is_no_text_is_told(tmp_path, capsys):
    chapter = tmp_path / "bad.md"
    chapter.write_bytes(b"\xff")
    assert main(["export", str(chapter), "--to", "py"]) == 2
    assert "bad.md is no text: byte 0 is not UTF-8; save the file as UTF-8 text" in capsys.readouterr().err


def test_a_folder_is_no_chapter(tmp_path, capsys, monkeypatch):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["export", "docs", "--to", "py"]) == 2
    assert capsys.readouterr().err == "tallybook: docs is a folder: name one chapter\n"


def test_a_notebook_names_the_package_that_it_needs(tmp_path, capsys, monkeypatch):
    chapter = tmp_path / "two.md"
    chapter.write_text(EXAMPLE, "utf-8")
    monkeypatch.setitem(sys.modules, "nbformat", None)
    assert main(["export", str(chapter), "--to", "ipynb"]) == 2
    assert capsys.readouterr().err == "tallybook: a notebook needs nbformat: pip install nbformat\n"


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_both_forms_give_the_numbers_of_the_book(chapter, tmp_path):
    program, notebook = tmp_path / "chapter.py", tmp_path / "chapter.ipynb"
    assert main(["export", str(chapter), "--to", "py", "--output", str(program)]) == 0
    assert main(["export", str(chapter), "--to", "ipynb", "--output", str(notebook)]) == 0
    ran = subprocess.run([sys.executable, program], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    told = subprocess.run(
        [sys.executable, "-c", RUN, notebook], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert told.returncode == 0, told.stderr
    expected = _bound(chapter)
    assert [items for _, items in json.loads(told.stdout)] == expected
    assert sum(" | " in line for line in ran.stdout.split("\n")) >= len(expected)


def _bound(chapter: Path) -> list[list[str]]:
    """What the code computes for each bound number of a chapter, in order."""
    project = find_project(chapter)
    (checked,) = check_book(project, [chapter]).checked
    kinds = [number for number in checked.numbers if number.account is Account.BOUND]
    return [list(number.computed or ()) for number in kinds]
