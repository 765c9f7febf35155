"""The Markdown extension: what pages are made with, under MkDocs and under any host of Python-Markdown."""

from typing import Any

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from pymdownx.blocks import BlocksExtension, BlocksProcessor

from tallybook.press.blocks import BLOCKS
from tallybook.press.math import typeset

_BEHIND_RAW_HTML = 25


class TallybookExtension(BlocksExtension):  # type: ignore[misc]
    """The reader's blocks, and formulas as MathML."""

    def __init__(self, **options: Any) -> None:
        self.config = {"language": ["en", "the language of what the engine itself says on a page"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register what is ours."""
        super().extendMarkdown(md)
        md.postprocessors.register(_Formulas(md), "tallybook-math", _BEHIND_RAW_HTML)

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: BlocksProcessor) -> None:
        """Register the blocks."""
        for block in BLOCKS:
            block_mgr.register(block, self.getConfigs())


class _Formulas(Postprocessor):
    def run(self, text: str) -> str:
        """The page with its formulas set."""
        return typeset(text)
