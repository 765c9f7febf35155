"""Closed forms: expressions of whole numbers, such as √2/2 and ((1−2)²+(3−2)²)/2."""

from collections.abc import Sequence
from decimal import Decimal

from tallybook.numerals import CONTEXT
from tallybook.quotes.tokens import DEEPEST, Token
from tallybook.writing import dissect_whole

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
_LARGEST_POWER = 9999
_LARGEST_FACTORIAL = 300
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Unread(Exception):
    """The tokens are no closed form."""


def evaluate(tokens: Sequence[Token], *, sums: bool) -> Decimal | None:
    """The value of a closed form that takes up all tokens; None if they are none.

    A + or − outside brackets is read only with `sums`, where the brackets or the formula say how far the
    expression goes.
    """
    try:
        value, at = _sum(tokens, 0, 0) if sums else _product(tokens, *_sign(tokens, 0), 0)
    except Unread:
        return None
    return value if at == len(tokens) and value.is_finite() else None


def _kind(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].kind if at < len(tokens) else ""


def _sign(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """The index behind an optional sign, and the sign."""
    if _kind(tokens, at) == "sign":
        return at + 1, -1 if tokens[at].text == "-" else 1
    return at, 1


def _sum(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    value, at = _product(tokens, *_sign(tokens, at), depth)
    while _kind(tokens, at) == "sign":
        term, at = _product(tokens, *_sign(tokens, at), depth)
        value = CONTEXT.add(value, term)
    return value, at


def _product(tokens: Sequence[Token], at: int, sign: int, depth: int) -> tuple[Decimal, int]:
    value, at = _factor(tokens, at, depth)
    divided = False
    while True:
        kind = _kind(tokens, at)
        if kind == "over":
            if divided:  # 2024/6/30 is no quotient
                raise Unread
            divided = True
            factor, at = _factor(tokens, at + 1, depth)
            value = _divide(value, factor)
        elif kind == "times" or kind in ("root", "fraction", "pi"):
            if kind != "times" and divided:  # 1/2√5 may be meant either way
                raise Unread
            factor, at = _factor(tokens, at + (kind == "times"), depth)
            value = CONTEXT.multiply(value, factor)
        else:
            return (value if sign > 0 else value.copy_negate()), at


def _factor(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    value, at = _base(tokens, at, depth)
    kind = _kind(tokens, at)
    if kind == "raised":
        return _power(value, Decimal(tokens[at].text)), at + 1
    if kind == "power":
        exponent, at = _exponent(tokens, at + 1, depth)
        return _power(value, exponent), at
    if kind == "factorial":
        return _factorial(value), at + 1
    return value, at


def _base(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    kind = _kind(tokens, at)
    if depth > DEEPEST:
        raise Unread
    if kind == "numeral":
        return _whole(tokens[at]), at + 1
    if kind == "pi":
        return PI, at + 1
    if kind == "open":
        return _bracketed(tokens, at, depth)
    if kind == "root":
        value, at = _base(tokens, at + 1, depth + 1)
        if value.is_signed():
            raise Unread
        return CONTEXT.sqrt(value), at
    if kind == "fraction":
        return _fraction(tokens, at + 1, depth + 1)
    raise Unread


def _bracketed(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    value, end = _sum(tokens, at + 1, depth + 1)
    if _kind(tokens, end) != "close" or tokens[end].text != _CLOSERS[tokens[at].text]:
        raise Unread
    return value, end + 1


def _whole(token: Token) -> Decimal:
    numeral = token.numeral
    if numeral is None or numeral.step or not numeral.value.is_finite():
        raise Unread
    parts = dissect_whole(numeral.text)
    if parts is not None and parts.unit:
        raise Unread
    return numeral.value


def _fraction(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    above, at = _argument(tokens, at, depth)
    below, at = _argument(tokens, at, depth)
    return _divide(above, below), at


def _argument(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    """What a TeX command takes: braces or one digit."""
    if _kind(tokens, at) == "numeral" and len(tokens[at].text) > 1:
        raise Unread
    return _base(tokens, at, depth)


def _divide(above: Decimal, below: Decimal) -> Decimal:
    if not below:
        raise Unread
    return CONTEXT.divide(above, below)


def _exponent(tokens: Sequence[Token], at: int, depth: int) -> tuple[Decimal, int]:
    at, sign = _sign(tokens, at)
    value, at = _base(tokens, at, depth + 1)
    return (value if sign > 0 else value.copy_negate()), at


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    if exponent.copy_abs() > _LARGEST_POWER:
        raise Unread
    value = CONTEXT.power(base, exponent)
    if not value.is_finite():
        raise Unread
    return value


def _factorial(value: Decimal) -> Decimal:
    if value != value.to_integral_value() or not 0 <= value <= _LARGEST_FACTORIAL:
        raise Unread
    product = Decimal(1)
    for factor in range(2, int(value) + 1):
        product = CONTEXT.multiply(product, Decimal(factor))
    return product
