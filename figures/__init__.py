"""The book's figures: one module a figure, each with a pure `draw(...) -> Figure`.

Every number that a figure shows is passed to its `draw`. Colours are those of `book.mplstyle`: marks that the
page replaces, so that one drawing serves the light scheme and the dark one.
"""

from pathlib import Path

from matplotlib import font_manager

from tallybook.fonts import FILE

STYLE = Path(__file__).with_name("book.mplstyle")
INK, MUTED, RULE, PAPER = "#010101", "#020202", "#030303", "#fefefe"
SERIES = ("#0101f1", "#0101f2", "#0101f3", "#0101f4", "#0101f5", "#0101f6")

font_manager.fontManager.addfont(FILE)
