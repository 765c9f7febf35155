"""What a site holds besides its pages: chapters as text, the bundle, the list of numbers, the seal."""

from dataclasses import replace
from io import BytesIO
import json
import os
from pathlib import Path
import re
import subprocess
import sys
from zipfile import ZIP_STORED, ZipFile

import pytest

from tallybook.press.phrases import ENGLISH
from tallybook.press.seal import State, seal, state_of
from tallybook.report import Account, Number
from tallybook.source import Span
from tests.sites import mkdocs, write

CONFIG = "site_name: Two\nsite_url: https://book.example/\ntheme: mkdocs\nplugins: [search, tallybook]\n"
CONFIG += "markdown_extensions: [attr_list]\n"
CHAPTER = """\
---
description: A mean.
---
# A mean {#mean}

```python exec
from numbers_of import ROW

x = list(ROW)
mean = sum(x) / 2
print("the mean is", mean)
```

The row is [1, 3]<!--= x -->, so the mean is (1+3)/2=2, and 2.00<!--= mean -->.
Ba takes 512<!--@ ba §2 --> of them; say 7<!--~ an example -->.

```python exec hide id="line" alt="A line."
class Line:
    def _repr_svg_(self):
        return "<svg xmlns='http://www.w3.org/2000/svg'><title>line</title></svg>"

Line()
```

| step | row |
|---:|---:|
| 1 | 1 |
| 2 | 3 |

<!--= x -->
"""
REGISTER = "ba:\n  authors: Jimmy Ba\n  title: Norms\n  year: 2016\n  url: https://arxiv.org/abs/1607.06450\n"
FILES = {
    "mkdocs.yml": CONFIG,
    "docs/index.md": "# Home\n\nSee [the mean](mean.md).\n",
    "docs/mean.md": CHAPTER,
    "docs/again.md": CHAPTER.replace("# A mean", "# Again").replace("description: A mean.", "title: Again"),
    "docs/sources.yml": REGISTER,
    "numbers_of.py": "ROW = (1, 3)\n",
}
PLAIN = """\
---
description: A mean.
---
# A mean {#mean}

```python
from numbers_of import ROW

x = list(ROW)
mean = sum(x) / 2
print("the mean is", mean)
```

```text
the mean is 2.0
```

The row is [1, 3], so the mean is (1+3)/2=2, and 2.00.
Ba takes 512 of them; say 7.

![A line.](figures/line.svg)

| step | row |
|---:|---:|
| 1 | 1 |
| 2 | 3 |
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A site, built once."""
    folder = tmp_path_factory.mktemp("annex")
    write(folder, FILES)
    done = mkdocs(folder, "build", "--strict")
    assert done.returncode == 0, done.stderr
    return folder


def test_the_authors_file_is_there_byte_for_byte(book):
    assert (book / "site/mean/index.md").read_bytes() == (book / "docs/mean.md").read_bytes()
    assert (book / "site/index.md").read_bytes() == (book / "docs/index.md").read_bytes()


def test_the_plain_text_has_no_bindings_and_its_outputs_filled_in(book):
    assert (book / "site/mean/plain.md").read_text("utf-8") == PLAIN
    assert "<svg" in (book / "site/mean/figures/line.svg").read_text("utf-8")


def test_a_page_shows_the_authors_file_and_says_what_for(book):
    page = (book / "site/mean/source/index.html").read_text("utf-8")
    assert ENGLISH.raw_use in page
    assert "The row is [1, 3]&lt;!--= x --&gt;, so the mean" in page
    assert 'href="../index.md"' in page
    assert 'href="../plain.md"' in page
    assert '<a href="../">' in page


def test_a_chapter_leads_to_its_texts_and_to_the_list_of_numbers(book):
    page = (book / "site/mean/index.html").read_text("utf-8")
    (footer,) = re.findall('(?s)<footer class="tally-seal">.*?</footer>', page)
    for address in re.findall('href="([^"]+)"', footer):
        target = (book / "site/mean" / address).resolve()
        assert (target / "index.html" if address.endswith("/") else target).is_file(), address


def test_llms_txt_names_each_chapter(book):
    listing = (book / "site/llms.txt").read_text("utf-8")
    assert listing.startswith("# Two\n")
    assert "- [A mean](https://book.example/mean/plain.md): A mean.\n" in listing
    assert "- [book.zip](https://book.example/book.zip)\n" in listing


def test_the_option_leaves_the_texts_out(tmp_path):
    write(tmp_path, {**FILES, "tallybook.toml": "raw = false\n"})
    assert mkdocs(tmp_path, "build", "--strict").returncode == 0
    names = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*")}
    assert not {"mean/index.md", "mean/plain.md", "mean/source/index.html", "llms.txt", "book.zip"} & names
    assert "numbers.json" in names


def test_the_bundle_recomputes_every_number_without_the_engine(book, tmp_path):
    done = _recompute(book, tmp_path)
    assert (done.returncode, done.stdout) == (0, "8 numbers recomputed, 0 off.\n"), done.stderr


def test_the_bundle_tells_a_number_that_is_off(book, tmp_path):
    done = _recompute(book, tmp_path, ROW="(1, 4)")
    assert done.returncode == 1
    assert "docs/mean.md:14: [1, 3]: [1.0, 4.0], not [1.0, 3.0]\n" in done.stdout
    assert "docs/mean.md:14: 2.00: [2.5], not [2.0]\n" in done.stdout


def _recompute(book: Path, folder: Path, **values: str) -> subprocess.CompletedProcess[str]:
    with ZipFile(book / "site/book.zip") as archive:
        archive.extractall(folder)
    for name, value in values.items():
        (folder / "numbers_of.py").write_text(f"{name} = {value}\n")
    command = [sys.executable, "-I", str(folder / "recompute.py")]
    return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=os.sep)


def test_the_bundle_holds_what_the_chapters_draw_on_and_no_date(book):
    with ZipFile(book / "site/book.zip") as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == [
        "docs/again.md",
        "docs/index.md",
        "docs/mean.md",
        "docs/sources.yml",
        "numbers_of.py",
        "recompute.json",
        "recompute.py",
    ]
    assert {(entry.date_time, entry.compress_type) for entry in entries} == {
        ((1980, 1, 1, 0, 0, 0), ZIP_STORED)
    }


def test_the_same_book_gives_the_same_bundle(book, tmp_path):
    write(tmp_path, FILES)
    assert mkdocs(tmp_path, "build").returncode == 0
    one, other = (BytesIO((folder / "site/book.zip").read_bytes()).getvalue() for folder in (book, tmp_path))
    assert one == other


def test_every_number_is_listed_with_what_answers_for_it(book):
    told = json.loads((book / "site/numbers.json").read_text("utf-8"))
    chapter = next(one for one in told["chapters"] if one["path"] == "mean.md")
    assert chapter["url"] == "mean/"
    accounts = [(number["text"], number["account"]) for number in chapter["numbers"]]
    assert ("2.00", "bound") in accounts
    assert ("(1+3)/2", "equation") in accounts
    page = (book / "site/numbers/index.html").read_text("utf-8")
    assert page.count("<tr><td><a href=") >= 2 * len(chapter["numbers"])
    anchor = next(one["anchor"] for one in chapter["numbers"] if one["text"] == "2.00")
    assert f'<a href="../mean/#{anchor}">2.00</a></td><td>computed</td><td><code>mean</code>' in page


def test_values_that_chapters_share_name_the_chapters(book):
    page = (book / "site/numbers/index.html").read_text("utf-8")
    row = "<tr><td><code>ROW</code></td><td><code>numbers_of</code></td>"
    assert f'{row}<td><a href="../again/">Again</a>; <a href="../mean/">A mean</a></td></tr>' in page


def _number(account: Account) -> Number:
    return Number(Span(0, 1), "1", ("1",), account)


def test_a_seal_counts_what_answers_for_the_numbers():
    numbers = [_number(one) for one in (Account.BOUND, Account.EQUATION, Account.CITED, Account.STRUCTURAL)]
    state = State("a1b2c3d", True, "2026-11-30", "0123abcd")
    assert seal(numbers, state, ENGLISH) == (
        "Numbers on this page: 3; recomputed, all in agreement: 2; cited: 1. "
        'Commit a1b2c3d with changes, <span class="tally-short">2026-11-30</span>, lock 0123abcd.'
    )
    assert seal([_number(Account.STRUCTURAL)], state, ENGLISH) == ""
    assert seal([*numbers, replace(_number(Account.BOUND), verdict="drift")], state, ENGLISH) == ""
    assert seal([_number(Account.FREE)], State(), ENGLISH) == (
        "Numbers on this page: 1; recomputed, all in agreement: 0; free: 1. "
    )


def test_the_state_is_the_commits_own_day_and_whether_files_differ_from_it(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert state_of(tmp_path) == State()
    (tmp_path / "uv.lock").write_text("locked")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "One", "--date=2020-02-02T00:00Z"]):
        day = {**os.environ, "GIT_COMMITTER_DATE": "2021-03-04T12:00:00Z"}
        subprocess.run(["git", *command], cwd=tmp_path, check=True, env=day)
    state = state_of(tmp_path)
    assert re.fullmatch("[0-9a-f]{7,}", state.commit)
    assert (state.changed, state.date, len(state.lock)) == (False, "2021-03-04", 8)
    (tmp_path / "uv.lock").write_text("locked anew")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert (state_of(tmp_path).changed, state_of(tmp_path).date) == (True, "1970-01-01")
