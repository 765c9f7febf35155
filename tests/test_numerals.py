"""How a number is written, and which values the written form admits."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.glyphs import TO_FULL_WIDTH
from tallybook.numerals import (
    NOISE,
    Numeral,
    admits,
    approximate,
    boundary_gap,
    in_characters,
    scan,
    signed,
)
from tallybook.numerals import ascii as in_ascii
from tallybook.source import Span


def numeral(text: str, **how: bool) -> Numeral:
    read = signed(text, 0, **how) or in_characters(text, Span(0, len(text)))
    assert read is not None
    assert read.text == text
    return read


ADMITTED = [
    # half a unit of the last written place, both ends included
    ("0.4472", "0.44715"),
    ("0.4472", "0.44725"),
    ("0.37", "0.365"),
    ("0.37", "0.375"),
    ("2.67", "2.675"),
    ("2.68", "2.675"),
    ("0.12", "0.125"),
    ("0.13", "0.125"),
    ("-0.25", "-0.2449999999999999"),
    ("-0.25", "-0.255"),
    ("12.5%", "0.12549"),
    ("0.39亿", "39421824"),
    ("1.2×10⁻⁵", "0.00001249"),
    ("3.2×10⁻¹²", "0.00000000000324"),
    ("0.0", "-0.05"),
    ("-0.0", "0.04"),
    # what stands for itself
    ("2", "2"),
    ("2", "2.0000000000000004"),
    ("1", "0.9999999999999999"),
    ("0", "1.1102230246251565e-16"),
    ("0", "-0.0"),
    ("-0", "0"),
    ("80%", "0.8"),
    ("3900万", "39000000"),
    ("10⁻⁵", "1e-05"),
    ("45°", "45.00000000000001"),
    ("½", "0.5"),
    ("三", "3"),
    ("半", "0.5"),
    ("三分之一", "0.3333333333333333"),
    ("9007199254740993", "9007199254740993"),
    ("100000000000000000000", "1e+20"),
    # digits follow: cut or rounded
    ("0.333…", "0.3333333333333333"),
    ("0.666…", "0.6666666666666666"),
    ("0.667…", "0.6666666666666666"),
    ("-0.666…", "-0.6666666666666666"),
    ("∞", "Infinity"),
    ("-∞", "-Infinity"),
    ("nan", "NaN"),
]
REFUSED = [
    ("0.4472", "0.447149"),
    ("0.4472", "0.447251"),
    ("0.0", "0.4"),
    ("1.0", "0.94"),
    ("2.67", "2.676"),
    ("-0.25", "0.25"),
    ("12.5%", "12.5"),
    ("12.5%", "0.1256"),
    ("3.2×10⁻¹²", "0.00000000000314"),
    ("2", "2.4"),
    ("2", "2.00000001"),
    ("0", "0.00000001"),
    ("80%", "0.803"),
    ("3900万", "39000001"),
    ("9007199254740993", "9007199254740992"),
    ("1000000000001", "1000000000002"),
    ("0.333…", "0.3341"),
    ("0.333…", "0.3324"),
    ("0.666…", "-0.6666666666666666"),
    ("三分之一", "0.3334"),
    ("∞", "-Infinity"),
    ("∞", "1e300"),
    ("1.0", "Infinity"),
    ("nan", "0"),
    ("0.0", "NaN"),
]


@pytest.mark.parametrize(("text", "value"), ADMITTED)
def test_admits(text, value):
    assert admits(numeral(text), Decimal(value))


@pytest.mark.parametrize(("text", "value"), REFUSED)
def test_does_not_admit(text, value):
    assert not admits(numeral(text), Decimal(value))


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("3", "3.5", "3.51"),
        ("-6", "-6.24", "-16.24"),
        ("80%", "0.803", "0.806"),
        ("3900万", "39004999", "39005001"),
        ("3×10⁻¹²", "0.0000000000034", "0.0000000000036"),
        ("三", "3.2", "3.6"),
    ],
)
def test_an_integer_has_an_interval_only_where_the_text_says_so(text, inside, outside):
    assert not admits(numeral(text), Decimal(inside))
    assert admits(approximate(numeral(text)), Decimal(inside))
    assert not admits(approximate(numeral(text)), Decimal(outside))


@pytest.mark.parametrize("text", ["10⁻⁵", "½", "半", "∞", "nan", "0.5"])
def test_what_is_no_integer_stays_as_it_is_behind_a_hedge(text):
    read = numeral(text)
    assert approximate(read) is read


@pytest.mark.parametrize(
    ("text", "value", "gap", "tie"),
    [
        ("0.4472", "0.4472499999", "1E-10", False),
        ("0.4472", "0.44721", "0.00004", False),
        ("0.37", "0.375", "0", True),
        ("2.68", "2.67499999999999982236431605997495353221893310546875", "1.8E-16", True),
        ("2", "2", "Infinity", False),
        ("√2/2", "0.7", "Infinity", False),
        ("0.5", "NaN", "Infinity", False),
    ],
)
def test_boundary_gap(text, value, gap, tie):
    read = signed(text, 0) or Numeral(text, Decimal("0.7071"), Decimal(0), Span(0, len(text)))
    distance, is_tie = boundary_gap(read, Decimal(value))
    assert is_tie is tie
    assert distance == Decimal(gap) or abs(distance - Decimal(gap)) < Decimal("1e-17")


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("－１２．５％", "-12.5%"),
        ("３９００万", "3900万"),
        ("1,234.5", "1234.5"),
        ("10⁻⁵", "1e-05"),
        ("10^{12}", "1e+12"),
        ("1.2 × 10⁻⁵", "1.2e-05"),
        ("1E5", "1e+05"),
        ("+3", "+3"),
        ("−∞", "-inf"),
        ("NaN", "nan"),
        ("½", "1/2"),
        ("三分之二", "2/3"),
        ("两", "2"),
        ("一半", "0.5"),
        ("0.333...", "0.333…"),
        ("45°", "45°"),
    ],
)
def test_ascii(text, spelled):
    assert in_ascii(numeral(text)) == spelled


@pytest.mark.parametrize(
    ("text", "how", "read"),
    [
        ("1,234", {"inside": True}, "1"),
        ("1,234,56", {}, "1"),
        ("2.", {}, "2"),
        ("2.", {"code": True}, "2."),
        ("7%3", {}, "7"),
        ("7 % 3", {}, "7"),
        ("80 % ", {}, "80 %"),
        ("10^12", {"tex": True}, "10"),
        ("10^12", {}, "10^12"),
        ("50\\,257", {"tex": True}, "50\\,257"),
        ("50\\,257", {"tex": True, "inside": True}, "50\\,257"),
        ("1e-5x", {}, "1"),
        ("10²", {}, "10²"),
        ("12²", {}, "12"),
        ("3×4", {}, "3"),
        ("3×10^n", {}, "3"),
        ("1e99999", {}, "1"),
    ],
)
def test_the_longest_numeral_is_read(text, how, read):
    found = scan(text, 0, **how)
    assert found is not None
    assert found.text == read


@pytest.mark.parametrize(
    "text", ["", "x", "007", "0010", "００", "1.2.0", "0x1F", ".5", "-1", "info", "nano", "十"]
)
def test_no_numeral(text):
    assert scan(text, 0) is None


DIGITS = st.text("0123456789", min_size=1, max_size=6)
PLAIN = st.builds(
    lambda sign, whole, places: f"{sign}{int(whole)}.{places}",
    st.sampled_from(["", "-"]),
    DIGITS,
    st.text("0123456789", min_size=1, max_size=6),
)
VALUES = st.decimals(-(10**7), 10**7, places=9)


@given(PLAIN)
def test_full_width_forms_read_the_same(text):
    wide = text.translate(TO_FULL_WIDTH).replace(".", "．").replace("-", "－")
    assert (numeral(wide).value, numeral(wide).step) == (numeral(text).value, numeral(text).step)


@given(PLAIN, VALUES)
def test_admits_is_symmetric_in_sign(text, value):
    read = numeral(text)
    flipped = replace(read, value=-read.value)
    assert admits(read, value) == admits(flipped, -value)


@given(PLAIN, st.floats(-1, 1))
def test_the_interval_is_half_a_unit_to_either_side(text, share):
    read = numeral(text)
    value = read.value + read.step * Decimal(share)
    if abs(share) <= 0.5:
        assert admits(read, value)
    elif abs(value - read.value) > read.step / 2 + NOISE * (abs(read.value) or 1):
        assert not admits(read, value)


@given(PLAIN)
def test_what_ascii_says_is_the_value(text):
    assert Decimal(in_ascii(numeral(text))) == numeral(text).value


@given(st.text("0123456789０１９.．,，%％‰万亿×·^{}⁻⁵10eE+-−－ …°\\½∞", max_size=24), st.integers(0, 8))
def test_a_numeral_is_what_stands_at_its_span(text, at):
    for how in ({}, {"tex": True}, {"inside": True}, {"code": True}):
        read = signed(text, at, **how)
        if read is not None:
            assert read.span.start == at
            assert text[read.span.start : read.span.end] == read.text
            assert in_ascii(read)
