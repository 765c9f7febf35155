"""A new value in the style of the old spelling: only digits change."""

from decimal import Decimal
import re

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.glyphs import TO_FULL_WIDTH
from tallybook.numerals import Numeral, admits, approximate, in_characters, signed
from tallybook.quotes import Quantity, quantity_before
from tallybook.source import Span
from tallybook.spelling import respell
from tallybook.writing import dissect_whole


def numeral(text: str | None) -> Numeral:
    assert text is not None
    for read in (signed(text, 0), signed(text, 0, tex=True), signed(text, 0, code=True)):
        if read is not None and read.text == text:
            return read
    read = in_characters(text, Span(0, len(text)))
    assert read is not None
    return read


SPELLED = [
    ("0.857", "0.8485281374238571", "0.849"),
    ("0.857", "0.8999", "0.900"),
    ("0.857", "12.3456", "12.346"),
    ("－０．８５７", "-0.8485", "－０．８４９"),
    ("－0.857", "-0.8485", "－0.849"),
    ("−0.25", "-0.2449", "−0.24"),
    ("−0.25", "0.2449", "0.24"),
    ("-0.25", "-0.001", "0.00"),
    ("0.25", "-0.75", "-0.75"),
    ("０．２５", "-0.75", "－０．７５"),
    ("+0.25", "0.75", "+0.75"),
    ("+0.25", "-0.75", "-0.75"),
    ("-$4.50", "-5.256", "-$5.26"),
    ("-$4.50", "4.5", "$4.50"),
    ("-$4.50", "-0.001", "$0.00"),
    ("− €4.50", "4.5", "€4.50"),
    ("+\\$4.50", "-4.5", "-\\$4.50"),
    ("2", "3", "3"),
    ("2", "3.0000000000000004", "3"),
    ("2", "-3", "-3"),
    ("12.5%", "0.875", "87.5%"),
    ("80 %", "0.75", "75 %"),
    ("５０％", "0.75", "７５％"),
    ("0.39 亿", "41000000", "0.41 亿"),
    ("3900万", "41000000", "4100万"),
    ("1.5万亿", "2.04e12", "2.0万亿"),
    ("45.0°", "60", "60.0°"),
    ("50,257", "50258", "50,258"),
    ("50,257", "999", "999"),
    ("1,234", "1234567", "1,234,567"),
    ("1{,}234", "5678", "5{,}678"),
    ("50\\,257", "32000", "32\\,000"),
    ("1.2×10⁻⁵", "3.44e-4", "3.4×10⁻⁴"),
    ("1.2 × 10^{-5}", "3.44e14", "3.4 × 10^{14}"),
    ("1.2×10^-5", "3.44e-4", "3.4×10^{-4}"),
    ("1.2\\times 10^{-5}", "-3.44e-5", "-3.4\\times 10^{-5}"),
    ("9.9×10³", "99960", "1.0×10⁵"),
    ("1.2×10⁻⁵", "3.4e500", "3.4×10⁵⁰⁰"),
    ("0.50", "1e-500", "0.00"),
    ("12.5×10³", "3210", "3.2×10³"),
    ("0.0×10³", "120", "0.1×10³"),
    ("1e-05", "1e-4", "1e-04"),
    ("1e-5", "1e-4", "1e-4"),
    ("2.0e+03", "2.5e-3", "2.5e-03"),
    ("10⁻⁵", "1e-6", "10⁻⁶"),
    ("10^{-5}", "0.001", "10^{-3}"),
    ("10^5", "1e12", "10^{12}"),
    ("-10⁻⁵", "-1e-3", "-10⁻³"),
    ("10⁻⁵", "-1e-5", "-10⁻⁵"),
    ("0.333…", "0.6666666666666666", "0.666…"),
    ("2.", "3", "3."),
    ("∞", "-Infinity", "-∞"),
    ("−∞", "Infinity", "∞"),
    ("三", "4", "四"),
    ("三", "2", "两"),
    ("三", "12", "十二"),
    ("十二", "110", "一百一十"),
    ("½", "0.5", "½"),
    ("半", "0.5", "半"),
]
UNSAYABLE = [
    ("2", "0.5"),
    ("2", "2.3"),
    ("80%", "0.805"),
    ("3900万", "39000001"),
    ("3×10⁻¹²", "3.2e-12"),
    ("10⁻⁵", "2e-6"),
    ("10⁻⁵", "0"),
    ("½", "0.25"),
    ("半", "0.25"),
    ("三", "3.5"),
    ("三", "-3"),
    ("三", "1e9"),
    ("三分之一", "0.25"),
    ("0.5", "NaN"),
    ("0.5", "Infinity"),
    ("nan", "0.5"),
    ("∞", "5"),
    ("0.5", "1e500"),
    ("12.5×10³", "1e500"),
    ("1.2×10⁻⁵", "1e50000"),
]


@pytest.mark.parametrize(("text", "value", "spelled"), SPELLED)
def test_respell(text, value, spelled):
    assert respell(numeral(text), Decimal(value)) == spelled


@pytest.mark.parametrize(("text", "value"), UNSAYABLE)
def test_a_style_that_cannot_say_the_value(text, value):
    assert respell(numeral(text), Decimal(value)) is None


def test_a_number_behind_a_currency_takes_no_sign():
    quote = quantity_before("It is $4.50", 11)
    assert isinstance(quote, Quantity)
    (priced,) = quote.elements
    assert isinstance(priced, Numeral)
    assert respell(priced, Decimal("5.25")) == "5.25"
    assert respell(priced, Decimal("-4.5")) is None


@pytest.mark.parametrize(
    ("text", "value", "spelled"),
    [("3", "4.4", "4"), ("80%", "0.856", "86%"), ("3900万", "41004999", "4100万"), ("三", "4.4", "四")],
)
def test_behind_a_hedge_an_integer_may_be_rounded(text, value, spelled):
    assert respell(approximate(numeral(text)), Decimal(value)) == spelled


def test_a_closed_form_says_nothing_but_itself():
    quantity = quantity_before("√2/2", 4)
    assert isinstance(quantity, Quantity)
    (half_root,) = quantity.elements
    assert isinstance(half_root, Numeral)
    assert respell(half_root, Decimal("0.7071067811865476")) == "√2/2"
    assert respell(half_root, Decimal("0.5")) is None


TAILS = ["", "%", "％", " %", "‰", "万", " 亿", "°", "…"]
POWERS = ["×10⁻⁵", " × 10^{3}", "e-05", "E+3", "\\times 10^{-7}"]


@st.composite
def styles(draw: st.DrawFn) -> str:
    """A numeral with a point, in any style."""
    sign = draw(st.sampled_from(["", "-", "−", "－", "+"]))
    whole = draw(st.integers(0, 99999))
    places = draw(st.text("0123456789", min_size=1, max_size=6))
    digits = draw(st.sampled_from([f"{whole}", f"{whole:,}"])) + "." + places
    if draw(st.booleans()):
        digits = digits.translate(TO_FULL_WIDTH).replace(".", "．")
    tails = [
        "",
        "%",
        "％",
        " %",
        "‰",
        "万",
        " 亿",
        "°",
        "×10⁻⁵",
        " × 10^{3}",
        "e-05",
        "E+3",
        "\\times 10^{-7}",
        "…",
    ]
    return sign + digits + draw(st.sampled_from(tails))


VALUES = st.decimals(-(10**9), 10**9, places=12)


@given(styles(), VALUES)
def test_what_is_spelled_reads_as_the_value_in_the_same_style(text, value):
    old = numeral(text)
    spelled = respell(old, value)
    assert spelled is not None
    new = numeral(spelled)
    assert admits(new, value)
    before, after = dissect_whole(text), dissect_whole(spelled)
    assert before is not None
    assert after is not None
    assert (len(after.places), after.unit, after.more) == (len(before.places), before.unit, before.more)
    assert _glyphs(spelled) == _glyphs(text)


def _glyphs(text: str) -> str:
    """What is neither sign, digit, thousands mark nor exponent."""
    bare = re.sub(r"[-+−－⁻,0-9０-９⁰¹²³⁴⁵⁶⁷⁸⁹]", "", text)
    return bare + ("full" if re.search("[０-９]", text) else "")


@given(styles().filter(lambda text: "…" not in text), VALUES, st.sampled_from([2, -2, 3, -7]))
def test_two_steps_off_never_passes(text, value, units):
    new = numeral(respell(numeral(text), value))
    off = Numeral(new.text, new.value + units * new.step, new.step, new.span)
    if new.step > abs(off.value) * Decimal("1e-11"):
        assert not admits(off, value)


@given(st.integers(-(10**15), 10**15), st.integers(-(10**15), 10**15), st.sampled_from([1, -1, 2]))
def test_integers_stand_for_themselves(old, value, off):
    spelled = respell(numeral(str(old)), Decimal(value))
    assert spelled == str(value)
    assert not admits(numeral(str(value + off)), Decimal(value))


@given(styles(), VALUES)
def test_respelling_is_idempotent(text, value):
    once = respell(numeral(text), value)
    assert respell(numeral(once), value) == once
