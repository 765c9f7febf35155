"""Exact arithmetic: fractions, roots and logarithms to fifty digits, intervals for what is rounded."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
import math
from typing import Final

from tallybook.numerals import NOISE

MOST_BITS: Final = 20_000
MOST_FACTORIAL: Final = 300
DIGITS: Final = 50
_CONTEXT: Final = Context(DIGITS, ROUND_HALF_EVEN, MIN_EMIN, MAX_EMAX, traps=[])
_NOISE: Final = Fraction(NOISE)
_LARGEST_EXPONENT: Final = 10_000


class Undefined(Exception):
    """The arithmetic gives no number, or one too large to be worked out."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from `low` to `high`; a point where the value is known."""

    low: Fraction
    high: Fraction

    @classmethod
    def point(cls, value: Fraction | int) -> "Interval":
        exact = Fraction(value)
        return cls(exact, exact)

    @property
    def is_point(self) -> bool:
        return self.low == self.high

    def __neg__(self) -> "Interval":
        return Interval(-self.high, -self.low)

    def __add__(self, other: "Interval") -> "Interval":
        return _bounded(self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Interval") -> "Interval":
        return _bounded(self.low - other.high, self.high - other.low)

    def __mul__(self, other: "Interval") -> "Interval":
        if self.is_point and other.is_point:
            return _bounded(*(self.low * other.low,) * 2)
        return _hull([one * two for one in (self.low, self.high) for two in (other.low, other.high)])

    def __truediv__(self, other: "Interval") -> "Interval":
        if other.low <= 0 <= other.high:
            raise Undefined("division by zero")
        return self * Interval(1 / other.high, 1 / other.low)


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def _bounded(low: Fraction, high: Fraction) -> Interval:
    if _bits(low) > MOST_BITS or _bits(high) > MOST_BITS:
        raise Undefined("too large")
    return Interval(low, high)


def _hull(values: list[Fraction]) -> Interval:
    return _bounded(min(values), max(values))


def _rising(function: Callable[[Fraction], Fraction], value: Interval) -> Interval:
    if value.is_point:
        return Interval.point(function(value.low))
    return Interval(function(value.low), function(value.high))


def to_decimal(value: Fraction) -> Decimal:
    """A fraction to fifty digits, an integer with all of its own."""
    if value.denominator == 1:
        return Decimal(value.numerator)
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))


def close(one: Interval, two: Interval) -> bool:
    """Whether two points are equal but for floating-point noise."""
    if one.low.denominator == two.low.denominator == 1:
        return one == two
    return abs(one.low - two.low) <= _NOISE * (max(abs(one.low), abs(two.low)) or 1)


def _to_fraction(value: Decimal) -> Fraction:
    if not value.is_finite() or abs(value.adjusted()) > _LARGEST_EXPONENT:
        raise Undefined("no number")
    return Fraction(value)


def _whole_root(value: int, degree: int) -> int | None:
    if degree == 2:
        root = math.isqrt(value)
    else:
        root = int(_CONTEXT.power(Decimal(value), 1 / Decimal(degree)).to_integral_value())
    return root if root**degree == value else None


def _root(value: Fraction, degree: int) -> Fraction:
    if value < 0 and degree % 2:
        return -_root(-value, degree)
    if value < 0 or degree < 1 or degree > MOST_BITS:
        raise Undefined("no real root")
    above, below = (_whole_root(part, degree) for part in (value.numerator, value.denominator))
    if above is not None and below is not None:
        return Fraction(above, below)
    number = to_decimal(value)
    return _to_fraction(_CONTEXT.sqrt(number) if degree == 2 else _CONTEXT.power(number, 1 / Decimal(degree)))


def root(value: Interval, degree: Interval) -> Interval:
    """The real root, exact where it is rational."""
    return _rising(lambda number: _root(number, whole(degree)), value)


def whole(value: Interval) -> int:
    """The integer that a value is; Undefined for any other."""
    if not value.is_point or value.low.denominator != 1:
        raise Undefined("not an integer")
    return int(value.low)


def power(base: Interval, exponent: Interval) -> Interval:
    """A power; with an exponent that is no integer the base must be positive."""
    if exponent.is_point and exponent.low.denominator == 1:
        return _whole_power(base, int(exponent.low))
    if base.low <= 0:
        raise Undefined("a root of no positive number")
    return (
        exp(exponent * natural_logarithm(base))
        if not _has_root(exponent)
        else _root_power(base, exponent.low)
    )


def _has_root(exponent: Interval) -> bool:
    return exponent.is_point and exponent.low.denominator <= 64


def _root_power(base: Interval, exponent: Fraction) -> Interval:
    return _whole_power(root(base, Interval.point(exponent.denominator)), exponent.numerator)


def _whole_power(base: Interval, exponent: int) -> Interval:
    if max(_bits(base.low), _bits(base.high)) * abs(exponent) > MOST_BITS:
        raise Undefined("too large")
    if exponent < 0:
        return Interval.point(1) / _whole_power(base, -exponent)
    ends = [base.low**exponent, base.high**exponent]
    if base.low < 0 < base.high and exponent % 2 == 0 and exponent:
        ends.append(Fraction(0))
    return _hull(ends)


def factorial(value: Interval) -> Interval:
    number = whole(value)
    if not 0 <= number <= MOST_FACTORIAL:
        raise Undefined("no factorial")
    return Interval.point(math.factorial(number))


def natural_logarithm(value: Interval) -> Interval:
    if value.low <= 0:
        raise Undefined("a logarithm of no positive number")
    return _rising(lambda number: _to_fraction(_CONTEXT.ln(to_decimal(number))), value)


def logarithm(value: Interval, base: Interval) -> Interval:
    """The logarithm to a base, exact where it is an integer."""
    inexact = natural_logarithm(value) / natural_logarithm(base)
    nearest = round(inexact.low)
    if value.is_point and base.is_point and _whole_power(base, nearest) == value:
        return Interval.point(nearest)
    return inexact


def exp(value: Interval) -> Interval:
    if max(abs(value.low), abs(value.high)) > _LARGEST_EXPONENT:
        raise Undefined("too large")
    return _rising(lambda number: _to_fraction(_CONTEXT.exp(to_decimal(number))), value)


def modulo(value: Interval, divisor: Interval) -> Interval:
    if not whole(divisor):
        raise Undefined("division by zero")
    return Interval.point(whole(value) % whole(divisor))


def floor(value: Interval) -> Interval:
    return _rising(lambda number: Fraction(math.floor(number)), value)


def ceiling(value: Interval) -> Interval:
    return _rising(lambda number: Fraction(math.ceil(number)), value)


def _binomial(above: Interval, below: Interval) -> Interval:
    top, bottom = whole(above), whole(below)
    if not 0 <= bottom <= top <= MOST_FACTORIAL:
        raise Undefined("no binomial")
    return Interval.point(math.comb(top, bottom))


def greatest(*values: Interval) -> Interval:
    return Interval(max(one.low for one in values), max(one.high for one in values))


def least(*values: Interval) -> Interval:
    return Interval(min(one.low for one in values), min(one.high for one in values))


FUNCTIONS: Final[dict[str, tuple[int, Callable[..., Interval]]]] = {
    "sqrt": (1, lambda value: root(value, Interval.point(2))),
    "root": (2, lambda degree, value: root(value, degree)),
    "binom": (2, _binomial),
    "floor": (1, floor),
    "ceil": (1, ceiling),
    "ln": (1, natural_logarithm),
    "lg": (1, lambda value: logarithm(value, Interval.point(10))),
    "log": (2, lambda base, value: logarithm(value, base)),
    "exp": (1, exp),
    "factorial": (1, factorial),
    "max": (0, greatest),
    "min": (0, least),
    "gcd": (0, lambda *values: Interval.point(math.gcd(*map(whole, values)))),
}
"""The functions that a side may hold: how many arguments each takes (0: any number) and what it gives."""
