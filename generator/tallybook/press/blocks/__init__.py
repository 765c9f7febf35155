"""The reader's blocks: what stands between lines of slashes and is more than text."""

from pymdownx.blocks.block import Block

from tallybook.press.blocks.exercise import Answer, Hint, Question
from tallybook.press.blocks.function import FunctionBlock
from tallybook.press.blocks.player import Player, State
from tallybook.press.blocks.sources import Sources

BLOCKS: tuple[type[Block], ...] = (Player, State, Question, Hint, Answer, Sources, FunctionBlock)
"""Every block, as the extension registers them."""
