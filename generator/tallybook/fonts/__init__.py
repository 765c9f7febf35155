"""The font that figures are measured with, so that a machine without a Chinese font draws the same figure,
and the one that pages set their formulas in.

A project makes the first known to matplotlib in its `figures/__init__.py`

    from matplotlib import font_manager
    from tallybook.fonts import FILE

    font_manager.fontManager.addfont(FILE)

and names its family in its style file: `font.family: Tallybook Sans SC, DejaVu Sans`. The second one comes
with matplotlib and has the raised and lowered digits that the first lacks.
"""

from pathlib import Path

FAMILY = "Tallybook Sans SC"
FILE = Path(__file__).with_name("TallybookSansSC-Regular.otf")
MATH = Path(__file__).with_name("TallybookMath-Regular.woff2")
