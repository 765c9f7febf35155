"""The bundled fonts: what they can write and what they are called."""

from fontTools.ttLib import TTFont
from matplotlib import font_manager
import pytest

from tallybook.fonts import FAMILY, FILE, MATH
from tallybook.fonts.make_font import level_one


@pytest.fixture(scope="module")
def characters() -> set[str]:
    return {chr(code) for code in TTFont(FILE).getBestCmap()}


@pytest.mark.parametrize(
    "text", ["αβγεμσ", "√∑∏∞≈≠≤≥×÷±−→←↑↓⊙·…′″‰°½²³", "，。：；？！（）【】「」《》、", "①②③"]
)
def test_it_holds_the_signs_of_a_formula_and_of_chinese_text(text: str, characters: set[str]) -> None:
    assert set(text) <= characters


def test_it_holds_every_common_character(characters: set[str]) -> None:
    common = level_one()
    assert (len(common), common[0], common[-1]) == (3755, "啊", "座")
    assert set(common) <= characters


def test_matplotlib_knows_it_by_its_own_name() -> None:
    assert font_manager.get_font(FILE).family_name == FAMILY


def test_its_licence_stands_beside_it() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in FILE.with_name("OFL.txt").read_text("utf-8")


@pytest.fixture(scope="module", name="math")
def _math() -> TTFont:
    return TTFont(MATH)


@pytest.mark.parametrize("signs", ["xα+−×·√∑∏∫∞≈≤⊙∈→′⊤…", "𝑥𝜎𝐗𝔼𝒳ℝℒℎ", "()[]{}|‖⌈⌉⟨⟩⏞⏟‾", "ˆ¯˜˙\u20d7"])
def test_formulas_find_their_signs(signs: str, math: TTFont) -> None:
    assert set(map(ord, signs)) <= set(math.getBestCmap())


def test_a_browser_can_build_roots_and_brackets_with_it(math: TTFont) -> None:
    variants = math["MATH"].table.MathVariants
    grows = set(variants.VertGlyphCoverage.glyphs)
    assert {math.getBestCmap()[ord(sign)] for sign in "√()[]{}|‖∑∫"} <= grows
    assert {math.getBestCmap()[ord(sign)] for sign in "⏞⏟‾→"} <= set(variants.HorizGlyphCoverage.glyphs)


def test_a_small_root_is_followed_by_no_gap(math: TTFont) -> None:
    """A root takes the room of the widest of its signs."""
    root = math.getBestCmap()[ord("√")]
    variants = math["MATH"].table.MathVariants
    sizes = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    names = [record.VariantGlyph for record in sizes.MathGlyphVariantRecord]
    names += [part.glyph for part in sizes.GlyphAssembly.PartRecords]
    assert len(names) > 5
    assert {math["hmtx"][name][0] for name in names} == {math["hmtx"][root][0]}


def test_the_font_of_formulas_is_small_and_has_its_licence_beside_it() -> None:
    assert MATH.stat().st_size < 150_000
    licence = MATH.with_name("OFL-math.txt").read_text("utf-8")
    assert "The STIX Fonts Project Authors" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
