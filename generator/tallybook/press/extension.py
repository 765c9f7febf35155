"""The Markdown extension: what pages are made with, under MkDocs and under any host of Python-Markdown."""

from typing import Any

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from pymdownx.blocks import BlocksExtension, BlocksProcessor

from tallybook.exercises import asks
from tallybook.functions import Functions
from tallybook.press.bibliography import Bibliography, read_bibliography
from tallybook.press.blocks import BLOCKS
from tallybook.press.blocks.exercise import Hint
from tallybook.press.citing import register_links
from tallybook.press.math import register_headings, typeset
from tallybook.press.tables import Tables

_BEFORE_ALL = 1000
_BEHIND_ALL = 0
_BEHIND_RAW_HTML = 25


class TallybookExtension(BlocksExtension):  # type: ignore[misc]
    """The reader's blocks, tables that scroll, formulas as MathML, and links to the sources."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "language": ["en", "the language of what the engine itself says on a page"],
            "sources": ["", "the register of sources: its path"],
            "functions": [Functions(), "the functions that blocks describe, with where to look for them"],
        }
        super().__init__(**options)
        given = self.getConfig("sources")
        if not isinstance(given, Bibliography):
            self.setConfig("sources", read_bibliography(given, self.getConfig("language")))

    def extendMarkdown(self, md: Markdown) -> None:
        """Register what is ours."""
        super().extendMarkdown(md)
        md.preprocessors.register(_Hints(md, self.getConfigs()), "tallybook-hints", _BEFORE_ALL)
        register_links(md, self.getConfig("sources"))
        md.treeprocessors.register(Tables(md), "tallybook-tables", _BEHIND_ALL)
        md.postprocessors.register(_Formulas(md), "tallybook-math", _BEHIND_RAW_HTML)
        register_headings(md)

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: BlocksProcessor) -> None:
        """Register the blocks."""
        for block in BLOCKS:
            if block is not Hint:
                block_mgr.register(block, self.getConfigs())


class _Hints(Preprocessor):
    """Takes the name `hint`, which is an admonition of pymdownx too, on pages that ask a question."""

    def __init__(self, md: Markdown, config: dict[str, Any]) -> None:
        super().__init__(md)
        self._config = config
        self._other: tuple[Any, Any] | None = None

    def run(self, lines: list[str]) -> list[str]:
        """Change which block the name stands for; the lines stay as they are."""
        blocks: Any = self.md.parser.blockprocessors["blocks"]
        if blocks.blocks.get(Hint.NAME) not in (None, Hint):
            self._other = blocks.blocks[Hint.NAME], blocks.config[Hint.NAME]
        if asks("\n".join(lines)):
            blocks.blocks[Hint.NAME], blocks.config[Hint.NAME] = Hint, self._config
            blocks.trackers.setdefault(Hint.NAME, {})
        elif self._other is not None:
            blocks.blocks[Hint.NAME], blocks.config[Hint.NAME] = self._other
        else:
            blocks.blocks.pop(Hint.NAME, None)
        return lines


class _Formulas(Postprocessor):
    def run(self, text: str) -> str:
        """The page with its formulas set."""
        return typeset(text)
