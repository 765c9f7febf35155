"""The reader's blocks: what stands between lines of slashes and is more than text."""

from pymdownx.blocks.block import Block

from tallybook.press.blocks.player import Player, State

BLOCKS: tuple[type[Block], ...] = (Player, State)
"""Every block, as the extension registers them."""
