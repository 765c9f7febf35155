"""Numbers written in Chinese characters: 零 to 万, 两 and 半."""

from decimal import Decimal

DIGITS = "零一二三四五六七八九"
SIGNS = DIGITS + "〇两十百千万半"
LONGEST = 24
"""No number below a hundred million takes more signs."""
_READ = DIGITS + "十百千万"
_LIMIT = 10**8
_MULTIPLES = {"十": 10, "百": 100, "千": 1000}
_AS_PLAIN = str.maketrans("〇两", "零二")


def read(text: str) -> Decimal | None:
    """The value of a whole number written out in full, or of 半; None for anything else.

    >>> read("一百零二"), read("两"), read("半"), read("一百二")
    (Decimal('102'), Decimal('2'), Decimal('0.5'), None)
    """
    if text in ("半", "一半"):
        return Decimal("0.5")
    plain = text.translate(_AS_PLAIN)
    if not plain or len(plain) > LONGEST or any(sign not in _READ for sign in plain):
        return None
    value = _sum(plain)
    short = plain.removeprefix("一") if plain.startswith("一十") else plain
    return Decimal(value) if spell(value) == short else None


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
    """A whole number from 0 to 99999999 in characters; None beyond.

    >>> spell(10203), spell(12), spell(0), spell(-1)
    ('一万零二百零三', '十二', '零', None)
    """
    if not 0 <= value < _LIMIT:
        return None
    if value == 0:
        return "零"
    myriads, rest = divmod(value, 10_000)
    head = _section(myriads) + "万" if myriads else ""
    gap = "零" if myriads and 0 < rest < 1000 else ""
    spelled = head + gap + _section(rest)
    return spelled.removeprefix("一") if spelled.startswith("一十") else spelled


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


def read_fraction(text: str) -> tuple[Decimal, Decimal] | None:
    """What stands above and below the line in 三分之一 or 百分之八十; None for anything else.

    >>> read_fraction("三分之一"), read_fraction("百分之八十")
    ((Decimal('1'), Decimal('3')), (Decimal('80'), Decimal('100')))
    """
    written_below, mark, written_above = text.partition("分之")
    above, below = read(written_above), read(written_below) or read("一" + written_below)
    return (above, below) if mark and above is not None and below else None


def run_before(text: str, end: int, start: int) -> str:
    """The longest run of signs of a number that ends at `end`, with the run before 分之 if that is there."""
    at = _run_start(text, end, start)
    if text.endswith("分之", start, at):
        at = _run_start(text, at - 2, start)
    return text[at:end]


def _run_start(text: str, end: int, start: int) -> int:
    at = end
    while at > max(start, end - LONGEST - 1) and text[at - 1] in SIGNS:
        at -= 1
    return at
