"""The bundled font: what it can write and what it is called."""

from fontTools.ttLib import TTFont
from matplotlib import font_manager
import pytest

from tallybook.fonts import FAMILY, FILE
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
