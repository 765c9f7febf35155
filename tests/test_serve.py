"""`mkdocs serve` with the plugin: whatever is wrong, the pages stand, say so, and follow each change."""

from html import unescape
import re

from tests.sites import CONFIG, served, write

OPTIONS = 'pythonpath = ["code"]\n'
CHAPTER = """\
# Lengths

```python exec
from lengths import twice
n = int(open("data.txt").read())
```

Twice two is 4<!--= twice(2) -->, and the file says 3<!--= n -->.
"""
OTHER = """\
# Other

| a | b |
|---|---|
| 5 | 2 |

<!--= [5, 2] -->
"""
CODE = "FACTOR = 2\n\n\ndef twice(x):\n    return FACTOR * x\n"


def bar(page: str) -> str:
    """What the bar of a page says, "" where it has none."""
    found = re.search('(?s)<aside class="tally-bar".*?</aside>', page)
    return " ".join(unescape(re.sub("<.*?>", " ", found[0])).split()) if found else ""


def test_the_pages_follow_what_is_broken_and_mended(tmp_path):
    red = CHAPTER.replace("is 4", "is 5")
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": red, "docs/other.md": OTHER})
    write(tmp_path, {"tallybook.toml": OPTIONS, "code/lengths.py": CODE, "data.txt": "3\n"})
    with served(tmp_path, "--strict") as site:
        # broken from the start
        page = site.await_page("", bar)
        assert "To mend on this page: 1. In the whole book: 1." in bar(page)
        assert "line 8" in bar(page)
        assert "drift the text says 5, the code computes 4" in bar(page)
        assert '<a href="#tally-1">' in page
        assert '<data value="4" class="tally tally-drift" data-n="1" id="tally-1" title="drift: ' in page
        assert "docs/index.md:8:14: drift: the text says 5" in site.said.read_text("utf-8")
        assert "To mend on this page: 0. In the whole book: 1." in bar(site.await_page("other/", bar))

        # mended
        write(tmp_path, {"docs/index.md": CHAPTER})
        page = site.await_page("", lambda page: not bar(page))
        assert "tally-drift" not in page
        assert '<data value="4" class="tally" data-n="1">4</data>' in page

        # broken by a module, which its author's editor puts in place of the old one
        write(tmp_path, {"code/lengths.new": CODE.replace("FACTOR = 2", "FACTOR = 3.5")})
        (tmp_path / "code" / "lengths.new").replace(tmp_path / "code" / "lengths.py")
        page = site.await_page("", bar)
        assert "the text says 4, the code computes 7" in bar(page)
        write(tmp_path, {"code/lengths.py": CODE})
        site.await_page("", lambda page: not bar(page))

        # broken by a file that a cell reads
        write(tmp_path, {"data.txt": "33\n"})
        page = site.await_page("", bar)
        assert "the text says 3, the code computes 33" in bar(page)
        write(tmp_path, {"data.txt": "3\n"})
        site.await_page("", lambda page: not bar(page))

        # broken by the options: an unaccounted number is an error now, then they cannot be read
        write(tmp_path, {"docs/other.md": OTHER + "\nAnd 7.\n"})
        site.await_page("other/", lambda page: "unaccounted nothing answers for 7" in bar(page))
        write(tmp_path, {"tallybook.toml": OPTIONS + 'unaccounted = "ignore"\n'})
        site.await_page("other/", lambda page: not bar(page))
        write(tmp_path, {"tallybook.toml": OPTIONS + "nothing = 1\n"})
        site.await_page("other/", lambda page: "there is no option nothing" in bar(page))
        write(tmp_path, {"tallybook.toml": OPTIONS})
        site.await_page("other/", lambda page: "unaccounted nothing answers for 7" in bar(page))


def test_a_page_shows_what_became_of_its_cells(tmp_path):
    """A cell that fails ends the run; a file that is no text is a page without any."""
    failing = "# A\n\n```python exec hide\nimport os\nos._exit(3)\n```\n\nFour is 4<!--= 2 * 2 -->.\n"
    failing += "\n```python exec\nprint(5)\n```\n"
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": failing, "docs/bytes.md": b"# B\xff\n"})
    with served(tmp_path) as site:
        page = site.await_page("", bar)
        assert "cell-crashed" in bar(page)
        assert "print(5)" in site.await_page("plain.md", str)
        assert re.search('(?s)<div class="tally-output tally-trouble highlight">.*?cell-crashed: ', page)
        assert 'class="tally tally-drift" data-n="1">4</data>' in page
        assert "not-utf-8 this file is no text: byte 3 is not UTF-8" in bar(site.await_page("bytes/", bar))
        assert "docs/bytes.md:1:1: not-utf-8" in site.said.read_text("utf-8")


def test_a_cell_that_writes_what_it_reads_does_not_build_without_end(tmp_path):
    """Each build rewrites the file; another change then is still seen, and by one more build alone."""
    code = "from pathlib import Path\nout = Path('out.txt')\nout.write_text('1')\nn = int(out.read_text())\n"
    cell = f"```python exec\n{code}```\n"
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": f"# A\n\n{cell}\nOne is 1<!--= n -->.\n"})
    with served(tmp_path) as site:
        site.await_page("", lambda page: 'data-n="1">1</data>' in page)
        write(tmp_path, {"docs/index.md": f"# A\n\n{cell}\nOne is 2<!--= n -->.\n"})
        site.await_page("", bar)
        write(tmp_path, {"docs/index.md": f"# A\n\n{cell}\nAnd one is 1<!--= n -->.\n"})
        site.await_page("", lambda page: "And one is" in page)
        assert site.said.read_text("utf-8").count("Building documentation...") == 3
