"""Makes the font beside this file: a subset of Noto Sans CJK SC, byte for byte the same each time.

    pip install -e . fonttools noto-cjk-sans-otc==0.0.1
    python generator/tallybook/fonts/make_font.py

It holds ASCII and Latin-1, the signs of formulas, and the 3755 characters of GB 2312 level 1 with those of
EXTRA. Run it by hand when a figure needs a character more; nothing runs it at install or at build.
The family has a name of its own, so that no other Noto on a machine can stand in for it.
"""

from importlib.resources import files

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

from tallybook.fonts import FAMILY, FILE

FACE = "Noto Sans CJK SC"
EXTRA = "熵阈"
SIGNS = (
    range(0x20, 0x7F),  # ASCII
    range(0xA0, 0x100),  # Latin-1: × ÷ ± ² ·
    range(0x391, 0x3CA),  # Greek
    range(0x2010, 0x2040),  # dashes, quotation marks, … ‰ ′
    range(0x2070, 0x20A0),  # superscripts, subscripts
    range(0x2190, 0x21A0),  # arrows
    range(0x2200, 0x2300),  # operators: √ ∞ ≈ ≠ ≤ ⊙ −
    range(0x2460, 0x2474),  # ① to ⑳
    range(0x2500, 0x25D0),  # boxes, blocks, shapes
    range(0x2713, 0x2718),  # check marks
    range(0x3000, 0x3012),  # 、。《》「」【】
    range(0xFF01, 0xFF5F),  # full-width forms
)


def main() -> None:
    """Write the subset and say how large it became."""
    font = _face()
    subsetter = Subsetter(_options())
    subsetter.populate(text=level_one() + EXTRA, unicodes=[code for signs in SIGNS for code in signs])
    subsetter.subset(font)
    _rename(font)
    font.save(FILE)
    print(f"{FILE.name}: {len(font.getBestCmap())} characters, {FILE.stat().st_size} bytes")


def _face() -> TTFont:
    collection = TTCollection(str(files("noto_cjk_sans_otc") / "NotoSansCJK-Regular.ttc"))
    font = next(font for font in collection if font["name"].getDebugName(1) == FACE)
    font.recalcTimestamp = False
    return font


def _options() -> Options:
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    return options


def level_one() -> str:
    """GB 2312 level 1: rows 16 to 55, of which the last ends at its 89th cell."""
    cells = ((row, cell) for row in range(16, 56) for cell in range(1, 95) if (row, cell) < (55, 90))
    return "".join(bytes((0xA0 + row, 0xA0 + cell)).decode("gb2312") for row, cell in cells)


def _rename(font: TTFont) -> None:
    postscript = FILE.stem
    names = {1: FAMILY, 3: f"2.004;{postscript}", 4: FAMILY, 6: postscript}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(
                names[record.nameID], *(record.nameID, record.platformID, record.platEncID, record.langID)
            )
    cff = font["CFF "].cff
    cff.fontNames = [postscript]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName = FAMILY, FAMILY


if __name__ == "__main__":
    main()
