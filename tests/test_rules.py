"""The rule by which a number passed, in the words of its card."""

from decimal import Decimal

import pytest

from tallybook.numerals import approximate, signed
from tallybook.press.cardwords import CHINESE, ENGLISH
from tallybook.press.rules import rule_of, rule_of_pairs, small


def rule(*pairs: tuple[str, str], rounded: bool = False) -> str:
    written = []
    for text, value in pairs:
        numeral = signed(text, 0)
        assert numeral is not None
        assert numeral.text == text
        written.append((approximate(numeral) if rounded else numeral, Decimal(value)))
    return rule_of(written, CHINESE.rule)


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("0.4472", "0.4472135955", "写到4位小数，允许±0.00005；差0.000014"),
        ("-0.50", "-0.5", "写到2位小数，允许±0.005；一点不差"),
        ("3", "3", "整数就是它自己，要正好相等；一点不差"),
        ("1", "0.9999999999999998", "整数就是它自己，要正好相等；只差浮点误差"),
        ("12.5%", "0.1254", "精确到0.001，允许±0.0005；差0.0004"),
        ("0.39亿", "39123456", "精确到1000000，允许±500000；差120000"),
        ("1.2×10⁻⁵", "0.00001234", "精确到0.000001，允许±0.0000005；差0.00000034"),
        ("½", "0.5", "½就是它自己，要正好相等；一点不差"),
        ("∞", "Infinity", "∞就是它自己，要正好相等"),
    ],
)
def test_what_one_number_admits(text: str, value: str, told: str) -> None:
    assert rule((text, value)) == told


def test_an_integer_that_is_said_to_be_rounded() -> None:
    assert rule(("25662", "25662.2222"), rounded=True) == "精确到1，允许±0.5；差0.22"


def test_a_group() -> None:
    assert rule(("0.33", "0.3333"), ("-0.33", "-0.3349"), ("∞", "Infinity")) == (
        "3个数，逐个比：写到2位小数，允许±0.005；最多差0.0049"
    )
    assert rule(("0.33", "0.3333"), ("2", "2")) == "2个数，逐个比：都不超过各自最后一位的一半"


def test_where_there_is_nothing_to_compare() -> None:
    assert rule() == ""
    assert rule_of_pairs((), ENGLISH.rule) == "the product of the sizes is what the code computes"


@pytest.mark.parametrize(
    ("number", "told"), [("34.4", "34"), ("0.00123", "0.0012"), ("3.749e-11", "3.7×10⁻¹¹"), ("1200", "1200")]
)
def test_a_small_number_in_two_digits(number: str, told: str) -> None:
    assert small(Decimal(number)) == told
