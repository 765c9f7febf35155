"""`mkdocs build` with the plugin: what it builds, and that nothing red comes out of it."""

from html.parser import HTMLParser
import json
import os
from pathlib import Path
import re
import shutil

import pytest

from tallybook.book import check_book
from tallybook.options import find_project
from tallybook.outlets import text
from tallybook.press.audit import left_over
from tests.sites import CONFIG, mkdocs, snapshot, write

CHAPTER = """\
# 均值是2.00<!--= (1 + 3) / 2 -->

```python exec
y = [0.84853, 1]
print("ready")
```

## 得到0.849<!--= y[0] -->

第一个分量是0.849，也就是[0.849, 1]<!--= y -->。
"""
QUOTING = "# Home\n\nWrite `3<!--= n -->`, or\n\n````markdown\n3<!--= n -->\n````\n"
RED = CHAPTER.replace("[0.849, 1]", "[0.857, 1]")


@pytest.fixture
def site(tmp_path):
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": CHAPTER})
    return tmp_path


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A green site, built once."""
    folder = tmp_path_factory.mktemp("green")
    write(folder, {"mkdocs.yml": CONFIG, "docs/index.md": QUOTING, "docs/a.md": CHAPTER})
    done = mkdocs(folder, "build", "--strict")
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_a_number_stands_in_its_page_with_its_key_alone(built):
    page = (built / "a" / "index.html").read_text("utf-8")
    assert '<data value="0.84853, 1" class="tally tally-short" data-n="4">[0.849, 1]</data>' in page
    assert "y[0]" not in re.sub("(?s)<script.*?</script>", "", page)


def test_the_page_tells_of_its_numbers_in_one_script(built):
    page = (built / "a" / "index.html").read_text("utf-8")
    (script,) = re.findall('(?s)<script type="application/json" id="tally-data">(.*?)</script>', page)
    data = json.loads(script)
    number = data["numbers"]["4"]
    assert (number["line"], number["account"], number["code"]) == (10, "bound", "y")
    assert data["values"][number["value"]] == "[0.84853, 1]"


def test_a_number_in_a_heading_reads_the_same_in_title_contents_and_search(built):
    page = (built / "a" / "index.html").read_text("utf-8")
    index = json.loads((built / "search" / "search_index.json").read_text("utf-8"))
    assert "<title>均值是2.00 - A site</title>" in page
    assert re.findall(r'<a href="#[^"]*" class="nav-link">(.*?)</a>', page) == ["均值是2.00", "得到0.849"]
    found = [entry for entry in index["docs"] if entry["location"].partition("#")[0] == "a/"]
    assert [entry["title"] for entry in found] == ["均值是2.00", "均值是2.00", "得到0.849"]
    assert not any("expression" in entry["text"] for entry in found)


def test_a_page_asks_no_other_host(built):
    page = (built / "a" / "index.html").read_text("utf-8")
    assert "assets/tallybook/tallybook.css" in page
    assert {"tallybook.css", "tallybook.js"} <= set(os.listdir(built / "assets" / "tallybook"))
    ours = snapshot(built / "assets" / "tallybook")
    texts = [content for name, content in ours.items() if name.endswith((".css", ".js"))]
    elsewhere = rb"(?<!xmlns=')https?:|url\((?!\"data:|\"TallybookMath)|[^:]//\w"
    assert texts
    assert not any(re.search(elsewhere, content) for content in texts)


@pytest.mark.parametrize("how", [(), ("-q",), ("-q", "--strict"), ("--strict",)], ids=" ".join)
def test_a_number_that_drifts_ends_the_build_and_leaves_the_old_site(site, built, how, monkeypatch):
    monkeypatch.chdir(site)
    shutil.copytree(built, site / "site")
    write(site, {"docs/index.md": RED})
    done = mkdocs(site, "build", *how)
    report = text.show(check_book(find_project(site), [site / "docs" / "index.md"]).report)
    assert done.returncode == 1
    assert "drift: the text says 0.857" in done.stderr
    assert re.fullmatch(
        re.escape("\n".join(report))
        + r" No page was written; site/ still holds the build of (\d{4}-\d\d-\d\d )?\d\d:\d\d\.\n",
        done.stderr.partition("ERROR   -  the numbers of the book do not tally\n\n")[2],
    )
    assert snapshot(site / "site") == snapshot(built)


def test_a_first_build_that_is_red_writes_no_page(site):
    write(site, {"docs/index.md": RED})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert "No page was written; site/ holds no build yet." in done.stderr
    assert not (site / "site").exists()


def test_a_warning_ends_a_strict_build_alone(site):
    write(site, {"docs/index.md": CHAPTER + "\n还有7。\n"})
    told = "docs/index.md:12:3: unaccounted (warning): nothing answers for 7"
    plain = mkdocs(site, "build")
    assert (plain.returncode, told in plain.stderr) == (0, True)
    assert mkdocs(site, "build", "--strict").returncode == 1


def test_options_under_the_plugin_are_told_where_they_belong(site):
    write(site, {"mkdocs.yml": CONFIG.replace("tallybook]", "{tallybook: {cells: all, no_such: 1}}]")})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    for name in ("cells", "no_such"):
        assert (
            f"Plugin 'tallybook' option '{name}': options of tallybook belong in [tool.tallybook] of "
            "pyproject.toml or in tallybook.toml"
        ) in done.stderr


def test_options_that_cannot_be_read_end_the_build(site):
    write(site, {"tallybook.toml": "cell = 'all'\n"})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert "there is no option cell: did you mean cells?" in done.stderr


def test_a_page_that_is_no_chapter_may_hold_no_cell(site):
    write(
        site,
        {
            "tallybook.toml": 'chapters = ["docs/index.md"]\n',
            "docs/other.md": "# Other\n\nNo cell.\n",
            "docs/stray.md": "# Stray\n\n```python exec\nx = 1\n```\n",
        },
    )
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert "docs/stray.md:3:1: not-a-chapter: this page holds a cell and is no chapter" in done.stderr
    assert "= add it to the option `chapters`" in done.stderr
    assert "docs/other.md" not in done.stderr


def test_a_site_is_found_from_its_own_folder(tmp_path):
    """Cells import what stands beside mkdocs.yml, wherever MkDocs is called from."""
    cell = "```python exec\nfrom lengths import n\nm = int(open('data.txt').read())\n```\n"
    write(
        tmp_path,
        {
            "elsewhere/readme.txt": "",
            "books/one/mkdocs.yml": CONFIG,
            "books/one/docs/index.md": f"# One\n\n{cell}\n长度是3<!--= n -->，读到4<!--= m -->。\n",
            "books/one/lengths.py": "n = 3\n",
            "books/one/data.txt": "4\n",
        },
    )
    config = tmp_path / "books" / "one" / "mkdocs.yml"
    done = mkdocs(tmp_path / "elsewhere", "build", "-q", "-f", "../books/one/mkdocs.yml")
    assert (done.returncode, done.stderr) == (0, "")
    assert 'data-n="2">4</data>' in (config.parent / "site" / "index.html").read_text("utf-8")


def test_the_chapters_of_a_site_in_a_subfolder_are_its_own_pages(tmp_path):
    """Options stand further up, where another docs folder stands too."""
    write(
        tmp_path,
        {
            "pyproject.toml": "[tool.tallybook]\nunaccounted = 'fail'\n",
            "docs/index.md": "# Not of this site: 1+1=3\n",
            "book/mkdocs.yml": CONFIG.replace("theme", "docs_dir: text\ntheme"),
            "book/text/index.md": CHAPTER,
        },
    )
    done = mkdocs(tmp_path / "book", "build", "-q")
    assert (done.returncode, done.stderr) == (0, "")


def test_line_ends_and_a_byte_order_mark_change_nothing(site):
    page = "---\ntitle: 题\n---\n" + CHAPTER
    crlf = b"\xef\xbb\xbf" + page.replace("\n", "\r\n").encode()
    write(site, {"docs/crlf.md": crlf, "docs/lf.md": page})
    done = mkdocs(site, "build", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    texts = [_article(site / "site" / name / "index.html") for name in ("crlf", "lf")]
    assert texts[0] == texts[1]
    assert "\r" not in texts[0]
    assert "ready" in texts[0]


def test_a_binding_that_readers_would_see_ends_the_build(site):
    """A template of the theme shows what no chapter holds."""
    hidden = '{% extends "base.html" %}{% block footer %}<!--= 1 -->&lt;!--~ seen --&gt;{% endblock %}'
    write(site, {"mkdocs.yml": CONFIG.replace("theme: mkdocs", "theme: {name: mkdocs, custom_dir: over}")})
    write(site, {"over/main.html": hidden})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert "pages do not show what was checked: do not publish this site" in done.stderr
    assert "index.md: readers of this page would see <!--= 1 -->" in done.stderr
    assert "index.md: readers of this page would see <!--~ seen -->" in done.stderr


def test_a_binding_that_code_quotes_is_no_leak(built):
    page = (built / "index.html").read_text("utf-8")
    assert "<code>3&lt;!--= n --&gt;</code>" in page
    assert list(left_over(page)) == []


def test_a_block_that_none_makes_ends_the_build(site):
    write(site, {"docs/index.md": CHAPTER + "\n/// sorces\n///\n\n/// funktion | f\n///\n"})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    asked = "is the block called so, and is its extension among markdown_extensions?"
    assert f"index.md: readers of this page would see /// sorces: {asked}" in done.stderr
    assert f"index.md: readers of this page would see /// funktion | f: {asked}" in done.stderr


def test_one_line_in_the_configuration_is_enough(tmp_path):
    """Formulas, captions and details need no extension that the author names."""
    figure = "def _repr_svg_(self):\n        return '<svg xmlns=\"http://www.w3.org/2000/svg\"/>'"
    cell = f'```python exec alt="A line."\nclass Line:\n    {figure}\n\nLine()\n```\n'
    blocks = "/// figure-caption\nA line.\n///\n\n/// details | More\nText.\n///\n"
    chapter = f"# One\n\nIt is 2<!--= 1 + 1 -->, and $x^2$.\n\n$$\nx_1\n$$\n\n{cell}\n{blocks}"
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": chapter})
    done = mkdocs(tmp_path, "build", "-q", "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert page.count("<math") == 2
    assert "<figcaption>" in page
    assert "<details>" in page
    assert "///" not in page
    assert "$$" not in page


def test_a_number_that_its_page_does_not_show_ends_the_build(site):
    """A hook that takes a page's text away stands for any Markdown that swallows it."""
    hook = "def on_page_markdown(markdown, **rest):\n    return markdown.split('第')[0]\n"
    write(site, {"mkdocs.yml": CONFIG + "hooks: [hook.py]\n", "hook.py": hook})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert "docs/index.md:10:7: not-rendered: 0.849 does not stand on the page" in done.stderr


def test_with_material_outputs_and_figures_stand_in_lists_and_under_captions(tmp_path):
    config = """\
site_name: A site
theme: {name: material, font: false, language: zh}
plugins: [search, tallybook]
markdown_extensions: [attr_list, pymdownx.blocks.caption, pymdownx.arithmatex]
"""
    chapter = """\
# A

- one

    ```python exec fold
    class Square:
        def _repr_svg_(self):
            return '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"/></svg>'
    ```

```python exec hide id="square" alt="A square"
Square()
```

/// figure-caption
The caption.
///
"""
    write(tmp_path, {"mkdocs.yml": config, "docs/index.md": CHAPTER, "docs/a.md": chapter})
    done = mkdocs(tmp_path, "build", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "site" / "a" / "index.html").read_text("utf-8")
    assert '<details class="tally-fold"><summary>代码</summary><div class="highlight">' in page
    figure = re.search("(?s)<figure.*?</figure>", page)
    assert figure is not None
    assert _outline(figure[0]) == [
        ("figure", "__figure-caption_1"),
        ("div", "square"),
        ("svg", None),
        ("title", None),
        ("g", "square-a"),
        ("figcaption", None),
        ("p", None),
        ("span", None),
    ]


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs).get("id")))


def _outline(html: str) -> list[tuple[str, str | None]]:
    """Each element of a piece of HTML with its id."""
    outline = _Outline()
    outline.feed(html)
    return outline.tags


def _article(page: Path) -> str:
    found = re.search('(?s)role="main">(.*?)</div>\\s*</div>', page.read_text("utf-8"))
    return found[1] if found else ""


def test_an_extension_that_changes_numbers_is_refused(site):
    write(site, {"mkdocs.yml": CONFIG + "markdown_extensions: [pymdownx.smartsymbols]\n"})
    done = mkdocs(site, "build", "-q")
    assert done.returncode == 1
    assert (
        "pymdownx.smartsymbols turns 1/2 into ½ on the page: give it the option `fractions: false`"
        in done.stderr
    )


def test_formulas_stand_on_the_page_as_mathml(site):
    extension = "markdown_extensions:\n  - pymdownx.arithmatex: {generic: true}\n"
    write(site, {"mkdocs.yml": CONFIG + extension, "docs/math.md": "一半是 $\\frac{1}{2}=0.5$。\n"})
    assert mkdocs(site, "build", "-q").returncode == 0
    page = (site / "site/math/index.html").read_text("utf-8")
    assert '<span class="tally-math"><math><mfrac><mn>1</mn><mn>2</mn></mfrac>' in page
    write(site, {"docs/math.md": "一半是 $\\frac{1}{2$，整个是1<!--= 1 -->。\n"})
    done = mkdocs(site, "build", "-q")
    assert "docs/math.md:1:15: bad-math: this formula cannot be set" in done.stderr
