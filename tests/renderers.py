"""What other people's renderers make of a chapter, to hold our reading against."""

from dataclasses import dataclass
from html import unescape
import re
from typing import Any, cast

import cmarkgfm
from cmarkgfm.cmark import Options
from lxml.html import fragment_fromstring
from markdown import Markdown
from markdown_it import MarkdownIt

TAB = 4
EXTENSIONS = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "pymdownx.arithmatex",
    "pymdownx.blocks.admonition",
    "pymdownx.blocks.caption",
    "pymdownx.blocks.details",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.tabbed",
]
_FULL_HEADER = 1 << 16
"""cmark's CMARK_OPT_FULL_INFO_STRING, which cmarkgfm passes on and does not name."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(
    r'<pre data-sourcepos="(?P<line>\d+):[^"]*"(?: lang="(?P<language>[^"]*)")?'
    r'(?: data-meta="(?P<rest>[^"]*)")?><code>(?P<code>.*?)</code></pre>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Shown:
    """A fence as a renderer shows it: the line of its opening marks, its header, its code."""

    line: int
    header: str
    code: str


@dataclass(frozen=True)
class Stacked:
    """A fence of superfences' own list: the lines of its marks, its language, its code."""

    first: int
    last: int
    language: str
    code: str


class _Fences:
    """Python-Markdown with superfences, which shows the line of each fence in place of its code."""

    def __init__(self) -> None:
        options: dict[str, dict[str, Any]] = {
            "pymdownx.arithmatex": {"generic": True},
            "pymdownx.superfences": {"relaxed_headers": True},
            "pymdownx.blocks.caption": {"types": ["caption", {"name": "figure-caption", "prefix": "图 {}"}]},
        }
        self.markdown = Markdown(extensions=EXTENSIONS, extension_configs=options)
        self.processor = cast(Any, self.markdown.preprocessors["fenced_code_block"])
        self.store = self.processor._store
        self.processor._store = self.remember
        self.found: list[Stacked] = []

    def remember(self, source: str, code: str, start: int, end: int) -> None:
        body = self.processor.rebuild_block(self.processor.code)
        self.found.append(Stacked(start + 1, end, self.processor.lang or "", body))
        self.store(source, f"@@{start + 1}@@", start, end)


def superfences(text: str) -> list[Stacked]:
    """The fences that superfences finds, before indented code takes any of them back."""
    fences = _Fences()
    lines = fences.markdown.preprocessors["normalize_whitespace"].run(text.split("\n"))
    fences.processor.run(lines)
    return fences.found


def python_markdown(text: str) -> tuple[str, list[int]]:
    """The page, and the lines of the fences that it shows as code."""
    page = _Fences().markdown.convert(text)
    shown = [int(line) for line in re.findall(r"@@(\d+)@@", _COMMENT.sub("", page))]
    return page, sorted(shown)


def visible_text(text: str) -> str:
    """What readers of the page see of a chapter, alternative texts included, code left out."""
    page = fragment_fromstring(_COMMENT.sub("", python_markdown(text)[0]), create_parent="div")
    for code in page.xpath("//pre | //script | //style"):
        code.text = ""
        code[:] = []
    texts = [*page.itertext(), *page.xpath("//img/@alt"), *page.xpath("//abbr/@title")]
    return re.sub(r"@@\d+@@", "", " ".join(texts))


def github(text: str) -> str:
    """The page as GitHub's renderer makes it."""
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    return str(cmarkgfm.github_flavored_markdown_to_html(text, options=options))


def github_code(text: str) -> list[Shown]:
    """The fences and the indented code that GitHub's renderer shows."""
    options = Options.CMARK_OPT_SOURCEPOS | Options.CMARK_OPT_GITHUB_PRE_LANG | _FULL_HEADER
    page = cmarkgfm.markdown_to_html_with_extensions(text, options=options, extensions=["table"])
    return [
        Shown(
            int(code["line"]),
            f"{code['language'] or ''} {code['rest'] or ''}".strip(),
            unescape(code["code"]),
        )
        for code in _CODE.finditer(page)
    ]


def github_fences(text: str) -> list[Shown]:
    """The fences with a header that GitHub's renderer shows."""
    return [shown for shown in github_code(text) if shown.header]


def markdown_it_fences(text: str) -> list[Shown]:
    """The fences with a header that markdown-it shows."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    fences = [token for token in tokens if token.type == "fence" and token.info.strip() and token.map]
    return [Shown(token.map[0] + 1, token.info.strip(), token.content) for token in fences if token.map]


def expanded(text: str) -> str:
    """A text with its line ends as \\n and its tabs as columns."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.expandtabs(TAB) for line in lines)
