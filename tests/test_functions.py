"""Pages that describe the functions of a project: signature, code, the chapters that import them."""

from html import unescape
from pathlib import Path
import re

import pytest

from tallybook.functions import Functions, judge_functions
from tallybook.source import Source
from tests.sites import mkdocs, write

CONFIG = "site_name: Two\ntheme: mkdocs\nplugins: [search, tallybook]\n"
MODULE = '''\
from functools import cache


@cache
def half(value: float, *, times: int = 1) -> float:
    """Halve a number."""
    return value / 2**times


class Row:
    pass
'''
MEND = "write its dotted name; modules are looked for in the folders of the option `pythonpath`"
PAGE = """\
# Halving

```python exec hide
from halves import half
```

/// function | halves.half
Halves a number: $h = v / 2^t$.
///
"""
CHAPTER = """\
# A chapter

```python exec
from halves import half

h = half(5)
```

Half of it is 2.5<!--= h -->.
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("functions")
    pages = {"docs/index.md": "# Home\n", "docs/reference/halves.md": PAGE, "docs/chapter.md": CHAPTER}
    write(folder, {"mkdocs.yml": CONFIG, "halves.py": MODULE, **pages})
    done = mkdocs(folder, "build", "--strict")
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_a_function_stands_with_its_signature_its_code_and_its_chapters(site):
    page = (site / "reference/halves/index.html").read_text("utf-8")
    assert '<h3 id="half"><code>half</code></h3>' in page
    assert "half(value: float, *, times: int = 1) -> float" in unescape(re.sub("<[^>]*>", "", page))
    assert 'Used in <a href="../../chapter/">A chapter</a>' in page
    (details,) = re.findall('(?s)<details class="tally-fold">.*?</details>', page)
    code = re.sub("<[^>]*>", "", details)
    assert "@cache\ndef half(" in code
    assert "Halve a number." in code
    assert "///" not in page


def test_the_card_of_a_number_leads_to_the_function(site):
    page = (site / "chapter/index.html").read_text("utf-8")
    assert "../reference/halves/#half" in page


@pytest.mark.parametrize(
    ("dotted", "mend"),
    [
        ("halves.hal", "did you mean halves.half?"),
        (
            "nowhere.half",
            "write its dotted name; modules are looked for in the folders of the option `pythonpath`",
        ),
    ],
)
def test_a_function_that_is_not_there_is_told_at_its_name(tmp_path, dotted, mend):
    write(tmp_path, {"halves.py": MODULE})
    source = Source("a.md", PAGE.replace("halves.half", dotted))
    (finding,) = judge_functions(source, Functions((tmp_path,)))
    assert source.slice(finding.span) == dotted
    assert finding.message == f"no module of the project has a function {dotted}"
    assert finding.mends == (mend,)


def signature(folder: Path, name: str) -> str | None:
    found = Functions((folder,)).find(f"halves.{name}")
    return found.signature if found else None


def test_a_changed_module_is_read_anew(tmp_path):
    write(tmp_path, {"halves.py": MODULE})
    assert signature(tmp_path, "Row") == "Row"
    assert signature(tmp_path, "third") is None
    write(tmp_path, {"halves.py": MODULE + "\n\ndef third(value):\n    return value / 3\n"})
    assert signature(tmp_path, "third") == "third(value)"


FIELDS = """\
class Row:
    values: list[float]  # [D]
    name: str = (
        "row"
    )

    def first(self) -> float:
        return self.values[0]
"""
LONG = """\
def half(
    一: float,  # what
    *,
    times: int = 1,
) -> dict[
    str, float]: return {}
"""


def test_a_signature_has_the_lines_of_its_module(tmp_path):
    write(tmp_path, {"halves.py": FIELDS + LONG})
    fields = 'Row(\n    values: list[float]  # [D]\n    name: str = (\n        "row"\n    )\n)'
    assert signature(tmp_path, "Row") == fields
    long = "half(\n    一: float,  # what\n    *,\n    times: int = 1,\n) -> dict[\n    str, float]"
    assert signature(tmp_path, "half") == long


def test_a_page_that_describes_a_function_does_not_use_it(site):
    page = (site / "reference/halves/index.html").read_text("utf-8")
    assert page.count("Used in") == 1
    assert "reference" not in page.partition("Used in")[2].partition("</p>")[0]
