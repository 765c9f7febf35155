"""Numbers written in Chinese characters: 零 to 万, 两 and 半."""

from decimal import Decimal
import re

from tallybook.numerals import CONTEXT, Numeral, closed
from tallybook.source import Span

DIGITS = "零一二三四五六七八九"
SIGNS = DIGITS + "〇两十百千万半"
_LONGEST = 24  # no number below a hundred million takes more signs
_LIMIT = 10**8
_MULTIPLES = {"十": 10, "百": 100, "千": 1000}
_AS_PLAIN = str.maketrans("〇两", "零二")
_FRACTION = re.compile(f"([{SIGNS}]+)分之([{SIGNS}]+)$")


def read(text: str) -> Decimal | None:
    """The value of a whole number written out in full, or of 半; None for anything else.

    >>> read("一百零二"), read("两"), read("半"), read("一百二")
    (Decimal('102'), Decimal('2'), Decimal('0.5'), None)
    """
    if text in ("半", "一半"):
        return Decimal("0.5")
    plain = text.translate(_AS_PLAIN)
    if not plain or len(plain) > _LONGEST or "半" in plain:
        return None
    value = _sum(plain)
    full = plain if plain.startswith("一十") or not plain.startswith("十") else "一" + plain
    return Decimal(value) if spell(value) == full else None


def _sum(plain: str) -> int:
    total = section = digit = 0
    for sign in plain:
        if sign == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        elif sign in _MULTIPLES:
            section, digit = section + (digit or 1) * _MULTIPLES[sign], 0
        else:
            digit = DIGITS.index(sign)
    return total + section + digit


def spell(value: int) -> str | None:
    """A whole number from 0 to 99999999 in characters, 12 as 一十二; None beyond.

    >>> spell(10203), spell(0), spell(-1)
    ('一万零二百零三', '零', None)
    """
    if not 0 <= value < _LIMIT:
        return None
    if value == 0:
        return "零"
    myriads, rest = divmod(value, 10_000)
    head = _section(myriads) + "万" if myriads else ""
    gap = "零" if myriads and 0 < rest < 1000 else ""
    return head + gap + _section(rest)


def _section(value: int) -> str:
    """A number below 10000; 零 stands once for each run of empty places inside."""
    spelled = ""
    for size, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // size % 10
        if digit:
            spelled += DIGITS[digit] + sign
        elif spelled and value % size and not spelled.endswith("零"):
            spelled += "零"
    return spelled


def numeral_before(text: str, end: int, start: int = 0) -> Numeral | None:
    """The number in characters that ends at `end`: the longest run of their signs, 三分之一 included."""
    window = text[max(start, end - 2 * _LONGEST) : end]
    fraction = _FRACTION.search(window)
    if fraction:
        below, above = read(fraction[1]), read(fraction[2])
        if not below or above is None:
            return None
        return closed(fraction[0], CONTEXT.divide(above, below), Span(end - len(fraction[0]), end))
    at = end
    while at > max(start, end - _LONGEST - 1) and text[at - 1] in SIGNS:
        at -= 1
    value = read(text[at:end])
    return None if value is None else closed(text[at:end], value, Span(at, end))
