"""What the plugin gives to Material's search on a Chinese site."""

import json
from pathlib import Path
import re

from material.plugins.search import plugin as material
from mkdocs.config.defaults import MkDocsConfig
import pytest

from tallybook.press.searching import ENGLISH, SEPARATOR, prepare_search
from tests.sites import mkdocs, write

CONFIG = """\
site_name: 书
theme: {name: material, language: zh, font: false}
plugins: [search, tallybook]
markdown_extensions:
  - toc
  - pymdownx.arithmatex: {generic: true}
"""
CHAPTER = """\
# 除以 $\\sqrt{d_k}$

层归一化得到2<!--= 1 + 1 -->，而 $y=\\frac{x-\\mu}{r}$。

## 宽度 $d_k$

```python exec alt="一张图"
class Drawing:
    def _repr_svg_(self):
        return '<svg xmlns="http://www.w3.org/2000/svg"><text>只在图里</text></svg>'


Drawing()
```
"""


@pytest.fixture(autouse=True)
def _without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "jieba", None)


def config(theme: str = "material", **search: str) -> MkDocsConfig:
    made = MkDocsConfig()
    made.load_dict({"site_name": "书", "theme": theme, "plugins": [{"search": search}]})
    assert made.validate() == ([], [])
    return made


def separator(made: MkDocsConfig) -> str | None:
    return made.plugins["material/search"].config.separator  # type: ignore[no-any-return]


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_a_chinese_site_gets_words_and_a_separator(language: str) -> None:
    made = config()
    prepare_search(made, language)
    assert separator(made) == SEPARATOR
    assert [*material.jieba.cut("残差连接与层归一化".encode())] == ["残差", "连接", "与", "层", "归一化"]


def test_what_the_author_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "jieba", "the author's")
    made = config(separator=" ")
    prepare_search(made, "zh")
    assert (separator(made), material.jieba) == (" ", "the author's")


def test_a_site_in_another_language_is_left_alone() -> None:
    made = config()
    prepare_search(made, "fr")
    assert (separator(made), material.jieba) == (None, None)


@pytest.mark.parametrize("language", ["en", ""])
def test_an_english_site_gets_a_separator(language: str) -> None:
    made = config()
    prepare_search(made, language)
    assert (separator(made), material.jieba) == (ENGLISH, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a rate of €343.92.", ["a", "rate", "of", "343.92"]),
        ("-$1,343.92, then 12.5%", ["1,343.92", "then", "12.5%"]),
        ("[-0.5, 0.25]", ["0.5", "0.25"]),
        ("well-kept (x=2)", ["well", "kept", "x", "2"]),
    ],
)
def test_amounts_are_found_without_their_currency(text: str, words: list[str]) -> None:
    assert [word for word in re.split(ENGLISH, text) if word] == words


def test_a_theme_with_another_search_is_left_alone() -> None:
    prepare_search(config("mkdocs"), "zh")
    assert material.jieba is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[0.4472, 1.3416]", ["0.4472", "1.3416"]),
        ("[-0.999995, 0.999995]", ["0.999995", "0.999995"]),
        ("-0.5", ["0.5"]),
        ("y=(−1,+2)", ["y", "1", "2"]),
        ("约\u200b0.447213\u200b。", ["约", "0.447213"]),
        ("Qwen3-8B，1e-5，3×4", ["Qwen3-8B", "1e-5", "3×4"]),
        ("√5≈2.2361；“残差”", ["√5", "2.2361", "残差"]),
    ],
)
def test_words_and_numbers_stand_apart(text: str, words: list[str]) -> None:
    assert [word for word in re.split(SEPARATOR, text) if word] == words


def test_a_script_can_read_the_separator() -> None:
    """What older browsers do not know would end the whole search."""
    assert "(?<" not in SEPARATOR + ENGLISH


def test_the_index_of_a_chapter(tmp_path: Path) -> None:
    """Words apart, formulas as plain text, nothing of what stands in a figure."""
    write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": CHAPTER})
    done = mkdocs(tmp_path, "build", "--strict")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    index = json.loads((tmp_path / "site" / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["separator"] == SEPARATOR
    first, second = (entry for entry in index["docs"] if not entry["location"].split("#")[0])
    assert (first["title"], second["title"]) == ("除以\u200b √d_k", "宽度\u200b d_k")
    assert "\u200b层\u200b归一化\u200b" in first["text"]
    assert "y=(x−μ)/r。" in first["text"]
    assert "只在图里" not in str(index)
    assert "只在图里" in page
    assert "<msqrt>" in page
    assert "data-formula" not in page
