"""Numbers in Chinese characters, against another hand's reading."""

from decimal import Decimal

import cn2an
from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook import han


@given(st.integers(0, 99_999_999))
def test_spelling_and_reading_agree_with_cn2an(value):
    spelled = han.spell(value)
    assert spelled == cn2an.an2cn(value)
    assert spelled is not None
    assert han.read(spelled) == value == cn2an.cn2an(spelled, "strict")


@given(st.text(han.SIGNS, min_size=1, max_size=8))
def test_what_is_read_is_a_number_written_out(text):
    value = han.read(text)
    if value is not None and value % 1 == 0:
        plain = text.replace("两", "二").replace("〇", "零")
        assert han.spell(int(value)) in (plain, plain.removeprefix("一"))


@pytest.mark.parametrize(
    "text", ["", "百", "千", "万", "一百二", "二〇一七", "三五", "十百", "一半半", "零三"]
)
def test_no_number_written_out(text):
    assert han.read(text) is None


def test_a_run_too_long_for_a_number_is_none():
    assert han.read("一" * 1_000_000) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("十", 10), ("一十", 10), ("十万", 100_000), ("两百五十六", 256), ("两万零三", 20_003)],
)
def test_the_usual_short_forms(text, value):
    assert han.read(text) == Decimal(value)


def test_nothing_is_spelled_beyond_the_range():
    assert han.spell(10**8) is None
    assert han.spell(-1) is None
