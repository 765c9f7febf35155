"""Makes the web font of formulas beside this file: a subset of STIX Two Math, the same bytes each time.

    pip install -e . fonttools==4.68.0 brotli==1.2.1 ziamath==0.13
    python generator/tallybook/fonts/make_math_font.py

It holds the letters and signs that TeX's commands name, all their larger variants, and the table MATH, by
which a browser builds roots, fractions and brackets. Run it by hand when a formula needs a sign more; nothing
runs it at install or at build. The family has a name of its own, so that no other STIX on a machine can stand
in for it, and since its tall root signs are narrower than those of STIX.
"""

from importlib.resources import files

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import AlternateSubst

from tallybook.fonts import MATH

FAMILY = "Tallybook Math"
SIGNS = (
    range(0x20, 0x7F),  # ASCII
    range(0xA0, 0x100),  # Latin-1
    range(0x2B0, 0x340),  # accents
    range(0x391, 0x3F7),  # Greek
    range(0x2010, 0x2065),  # dashes, dots, primes, and signs that show nothing
    range(0x2070, 0x20A0),  # superscripts, subscripts
    range(0x20D0, 0x20E2),  # accents over a letter
    range(0x2100, 0x2140),  # letters for sets: ℝ ℒ ℎ
    range(0x2190, 0x2300),  # arrows, operators
    range(0x2308, 0x230C),  # ⌈ ⌉ ⌊ ⌋
    range(0x2320, 0x232B),
    range(0x239B, 0x23B8),  # parts of tall brackets
    range(0x23DC, 0x23E2),  # braces over and under
    range(0x25A0, 0x2600),  # shapes
    range(0x27E6, 0x27F0),  # ⟦ ⟧ ⟨ ⟩
    range(0x27F5, 0x2800),  # long arrows
    range(0x2A00, 0x2A07),  # large operators
    range(0x2A7D, 0x2A7F),  # ⩽ ⩾
    range(0x2AAF, 0x2AB1),  # ⪯ ⪰
    range(0x1D400, 0x1D800),  # bold, italic, script, double-struck … letters and digits
)


def main() -> None:
    """Write the subset and say how large it became."""
    font = TTFont(str(files("ziamath.fonts") / "STIXTwoMath-Regular.ttf"), recalcTimestamp=False)
    _narrow_roots(font)
    _keep_script_primes(font)
    subsetter = Subsetter(_options())
    subsetter.populate(unicodes=[code for signs in SIGNS for code in signs])
    subsetter.subset(font)
    _rename(font)
    font.flavor = "woff2"
    font.save(MATH)
    print(f"{MATH.name}: {len(font.getBestCmap())} characters, {MATH.stat().st_size} bytes")


def _narrow_roots(font: TTFont) -> None:
    """Make every size of the root sign as wide as the smallest: by MathML Core a root takes the room of the
    widest of them, and a small one would be followed by a gap."""
    root = font.getBestCmap()[ord("√")]
    width, variants = font["hmtx"][root][0], font["MATH"].table.MathVariants
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    names = {record.VariantGlyph for record in construction.MathGlyphVariantRecord}
    names |= {part.glyph for part in construction.GlyphAssembly.PartRecords}
    for name in sorted(names - {root}):
        glyph = font["glyf"][name]
        glyph.coordinates.scale((width / font["hmtx"][name][0], 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)


def _keep_script_primes(font: TTFont) -> None:
    """Of the shapes for raised and lowered signs keep those of primes, which are drawn raised already."""
    primes = {font.getBestCmap()[ord(sign)] for sign in "′″‴⁗‵"}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            if isinstance(table, AlternateSubst):
                table.alternates = {one: shapes for one, shapes in table.alternates.items() if one in primes}


def _rename(font: TTFont) -> None:
    names = {1: FAMILY, 3: f"2.11;{MATH.stem}", 4: FAMILY, 6: MATH.stem}
    for record in list(font["name"].names):
        if record.nameID in names:
            place = (record.nameID, record.platformID, record.platEncID, record.langID)
            font["name"].setName(names[record.nameID], *place)


def _options() -> Options:
    options = Options()
    options.layout_features = ["ccmp", "locl", "ssty"]
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["DSIG"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    return options


if __name__ == "__main__":
    main()
