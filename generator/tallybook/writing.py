"""The parts of a written numeral: digits, places, exponent, unit, each with its place in the text."""

from dataclasses import dataclass
import re

from tallybook.glyphs import CURRENCY, DIGIT, FROM_SUPERSCRIPT, SIGN, TO_ASCII
from tallybook.source import Span

UNITS = {"": 0, "%": -2, "‰": -3, "万": 4, "亿": 8, "万亿": 12, "°": 0}
"""A unit of a numeral and the power of ten that it stands for."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A numeral taken apart. Strings are in ASCII; spans are in the string it was read from.

    `head` holds whole part, point and places; it is empty in a bare power of ten, 10⁻⁵.
    """

    whole: str
    point: bool
    places: str
    more: bool
    exponent: str
    unit: str
    head: Span
    exponent_span: Span
    end: int

    @property
    def shift(self) -> int:
        """The power of ten of exponent and unit together."""
        return int(self.exponent or "0") + UNITS[self.unit]

    @property
    def is_power(self) -> bool:
        """Whether it is a bare power of ten: a closed form."""
        return self.head.end == self.head.start


def _head(marks: str) -> re.Pattern[str]:
    # At most ten thousands marks: a longer run is a list, and is not read again from each of its numbers.
    thousands = rf"{DIGIT}{{1,3}}(?:(?:{marks}){DIGIT}{{3}}){{1,10}}(?!(?:{marks})?{DIGIT})|" if marks else ""
    return re.compile(
        rf"(?![0０](?:{DIGIT}|[xX][0-9A-Fa-f]))(?P<whole>{thousands}{DIGIT}++)"
        # not possessive: Python 3.11.2 sets a group inside a possessive one even where it does not match
        rf"(?:[.．](?P<places>{DIGIT}++)|(?![.．]{DIGIT}))(?![.．]{DIGIT})"
    )


_HEADS = {
    # (tex, inside brackets)
    (False, False): _head(","),
    (False, True): _head(""),
    (True, False): _head(r",|\{,\}|\\,"),
    (True, True): _head(r"\{,\}|\\,"),
}
_CODE = re.compile(r"(?!0[0-9xXbBoO])(?P<whole>[0-9]++)(?:\.(?P<places>[0-9]*+)|(?!\.))(?!\.[0-9])")
_MORE = re.compile(r"…|\.{3}(?!\.)|\s?\\[lcd]?dots(?![A-Za-z])")
_E = re.compile(r"[eE](?P<e>[-−+]?[0-9]{1,4})(?![0-9A-Za-z_])")
_RAISED = r"(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})(?![⁰¹²³⁴⁵⁶⁷⁸⁹])"
_BRACED = r"\s?\^\s?\{\s?(?P<braced>[-−+]?[0-9]{1,4})\s?\}"
# TeX raises one character behind ^; in plain text the whole number is meant.
_POWERS = {
    False: rf"(?:{_RAISED}|{_BRACED}|\^(?P<caret>[-−+]?[0-9]{{1,4}})(?![0-9.]))",
    True: rf"(?:{_RAISED}|{_BRACED}|\s?\^\s?(?P<caret>[0-9])(?![0-9]))",
}
_POWER = {tex: re.compile(power) for tex, power in _POWERS.items()}
_TIMES_TEN = {
    tex: re.compile(rf"\s{{0,3}}(?:[×xX*·⋅]|\\times|\\cdot)(?:\s|\\[,;!]){{0,3}}[1１][0０]{power}")
    for tex, power in _POWERS.items()
}
# A percent sign with an operand right behind it is the modulo operator.
_UNIT = re.compile(
    r"(?:\\[,;])?(?:\\?%|％)(?![0-9A-Za-z(])"
    r"|[ \u00a0](?:\\?%|％)(?!\s?[0-9A-Za-z(])"
    r"|(?:[ \u00a0]|\\[,;])?(?:‰|万亿|[万亿]|\\(?:text|mathrm)\{\s?(?:‰|万亿|[万亿])\s?\})"
    r"|°(?![A-Za-z])|\s?\^\s?\{?\s?\\circ(?![A-Za-z])\s?\}?"
)
_UNIT_SIGN = re.compile(r"万亿|[%‰万亿]")
MONEY = rf"\\?[{CURRENCY}][ \u00a0]?"
"""A sign of a currency in front of a numeral: a sign of the numeral may stand before it, -$4.50."""

SIGNED = re.compile(rf"{SIGN}(?:[ \u00a0]|\\[,;! ])*(?P<money>{MONEY})?")
"""A sign and what may stand behind it."""

_MONEY_BEFORE = re.compile(rf"{MONEY}\Z")

UNREAD = re.compile(rf"{DIGIT}+(?:[.．]{DIGIT}+)*")
"""Digits that are no numeral, such as 1.2.0 and 007: one stretch that is stepped over."""

_GOES_ON = frozenset("….eE×xX*·⋅^⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹%％‰万亿° \u00a0\\")
_NOT_A_DIGIT = re.compile(r"[^0-9]")


def before_money(text: str, at: int) -> int:
    """Where the sign of a currency that ends at `at` begins; `at` itself where none stands.

    >>> before_money("about $4.50", 7), before_money("about $4.50", 6)
    (6, 6)
    """
    found = _MONEY_BEFORE.search(text[max(0, at - 3) : at])
    return at - len(found[0]) if found else at


def dissect(
    text: str, at: int, *, tex: bool = False, inside: bool = False, code: bool = False
) -> Parts | None:
    """The parts of the unsigned numeral that starts at `at`; None if there is none. See `numerals.scan`."""
    match = (_CODE if code else _HEADS[tex, inside]).match(text, at)
    if not match:
        return None
    whole = _NOT_A_DIGIT.sub("", match["whole"].translate(TO_ASCII))
    places, end = match["places"], match.end()
    head = Span(at, end)
    if text[end : end + 1] not in _GOES_ON:  # the most of all numerals
        decimals = (places or "").translate(TO_ASCII)
        return Parts(whole, places is not None, decimals, False, "", "", head, Span(end, end), end)
    more = _MORE.match(text, end) if places else None
    if more:
        return Parts(whole, True, places.translate(TO_ASCII), True, "", "", head, Span(end, end), more.end())
    power = _exponent(text, head, whole, places, tex=tex, code=code)
    exponent, exponent_span = "", Span(end, end)
    if power:
        kind = power.lastgroup or ""
        exponent = power[kind].translate(FROM_SUPERSCRIPT).translate(TO_ASCII)
        exponent_span, end = Span(*power.span(kind)), power.end()
        if power.re is _POWER[tex]:
            head, whole = Span(at, at), "1"
    unit, end = ("", end) if code else _unit(text, end)
    decimals = (places or "").translate(TO_ASCII)
    return Parts(whole, places is not None, decimals, False, exponent, unit, head, exponent_span, end)


def dissect_whole(text: str) -> Parts | None:
    """The parts of a numeral that takes up the whole text, its sign stepped over; None for a closed form."""
    sign = SIGNED.match(text)
    at = sign.end() if sign else 0
    readings = (dissect(text, at), dissect(text, at, tex=True), dissect(text, at, code=True))
    return next((parts for parts in readings if parts is not None and parts.end == len(text)), None)


def _exponent(
    text: str, head: Span, whole: str, places: str | None, *, tex: bool, code: bool
) -> re.Match[str] | None:
    found = _E.match(text, head.end)
    if found or code:
        return found
    if whole == "10" and places is None:
        found = _POWER[tex].match(text, head.end)
    return found or _TIMES_TEN[tex].match(text, head.end)


def _unit(text: str, at: int) -> tuple[str, int]:
    match = _UNIT.match(text, at)
    if not match:
        return "", at
    sign = _UNIT_SIGN.search(match[0].translate(TO_ASCII))
    return (sign[0] if sign else "°"), match.end()
