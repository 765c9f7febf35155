"""Search: words of Chinese told apart, numbers found wherever they stand."""

from types import SimpleNamespace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
import rjieba

_ENDS = r"[\s$€£¥￥\u200b\u3000、。，．？！；：:;,()\[\]{}（）［］【】「」《》“”‘’=≈~→|]+"
_SIGN = r"[-+−](?=\d)"
SEPARATOR = rf"{_ENDS}(?:{_SIGN})?|^{_SIGN}"
"""What ends a word: blanks and marks, brackets and relations, and the sign of a number behind one of them.
A hyphen inside a word ends none: Qwen3-8B is one. \\u200b is what the search parts words of Han with."""
ENGLISH = r"[\s\-:;!?=≈()\[\]{}\"'“”‘’/|$€£¥]+|[.,](?!\d)"
"""As for other sites in English, but a number stays one, and its currency stands apart."""


def prepare_search(config: MkDocsConfig, language: str) -> None:
    """Give Material's search, where it is there and the site is Chinese or English, what tells words apart.

    Call it before the search reads its options; a separator that the author set stays.
    """
    search: Any = config.plugins.get("material/search")
    if search is None:
        return
    if language[:2] in ("", "en") and not search.config.separator:
        search.config.separator = ENGLISH
    if not language.startswith("zh"):
        return
    from material.plugins.search import plugin

    if plugin.jieba is None:
        plugin.jieba = SimpleNamespace(cut=lambda word: rjieba.cut(word.decode()))
    if not search.config.separator:
        search.config.separator = SEPARATOR
