"""The rule by which a written number passed, in words."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from tallybook.checking import Pair
from tallybook.numerals import CONTEXT, NOISE, Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.press.cardwords import RuleWords

_HALF = Decimal("0.5")
_LEAST = -7
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def rule_of_pairs(pairs: Sequence[Pair], words: RuleWords) -> str:
    """The rule for a bound quote; a shape that was held against one number has no pairs."""
    if not pairs:
        return words.product
    return rule_of(((pair.element, pair.value) for pair in pairs if isinstance(pair.element, Numeral)), words)


def rule_of(written: Iterable[tuple[Numeral, Decimal]], words: RuleWords) -> str:
    """What numerals admit, and how far off the values are that they stand for."""
    pairs = list(written)
    if not pairs:
        return ""
    finite = [numeral for numeral, _ in pairs if numeral.value.is_finite()]
    told = dict.fromkeys(_allowed(numeral, words) for numeral in finite or [pairs[0][0]])
    if len(told) > 1:
        return words.each.format(len(pairs)) + words.own
    lead = words.each.format(len(pairs)) if len(pairs) > 1 else ""
    return lead + next(iter(told)) + _off(pairs, words)


def _allowed(numeral: Numeral, words: RuleWords) -> str:
    step = numeral.step
    if not step:
        whole = in_ascii(numeral).lstrip("+-").isdigit()
        return words.exact if whole else words.closed.format(" ".join(numeral.text.split()))
    reach = plain(step * _HALF)
    exponent = int(step.as_tuple().exponent)
    if exponent < 0 and in_ascii(numeral)[-1:].isdigit() and "e" not in in_ascii(numeral):
        return words.places.format(-exponent, reach)
    return words.step.format(plain(step), reach)


def _off(pairs: Sequence[tuple[Numeral, Decimal]], words: RuleWords) -> str:
    finite = [(n, value) for n, value in pairs if n.value.is_finite() and value.is_finite()]
    if not finite:
        return ""
    gaps = [(CONTEXT.subtract(value, n.value).copy_abs(), n.value.copy_abs()) for n, value in finite]
    if not any(gap for gap, _ in gaps):
        return words.same
    if all(gap <= NOISE * (size or 1) for gap, size in gaps):
        return words.noise
    largest = max(gap for gap, _ in gaps)
    return (words.off if len(gaps) == 1 else words.most).format(small(largest))


def plain(number: Decimal) -> str:
    """A number without an exponent."""
    return f"{number.normalize(CONTEXT):f}"


def small(number: Decimal) -> str:
    """A number to two significant digits, by a power of ten where it is very small.

    >>> small(Decimal("0.0000136")), small(Decimal("3.749e-11"))
    ('0.000014', '3.7×10⁻¹¹')
    """
    power = number.adjusted()
    rounded = round(number, 1 - power)
    if power >= _LEAST:
        return plain(rounded)
    return f"{plain(rounded.scaleb(-power))}×10{str(power).translate(_RAISED)}"
