"""A new value in the style of a written number: the digits change, all other glyphs stay."""

from dataclasses import replace
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
import re

from tallybook import han
from tallybook.glyphs import FULL_WIDTH_DIGITS, SUPERSCRIPT_DIGITS, TO_FULL_WIDTH, TO_SUPERSCRIPT
from tallybook.numerals import Numeral, admits, approximate, signed
from tallybook.writing import SIGNED, Parts, dissect_whole

_LONGEST = 400
"""No number of more digits is spelled."""

_WIDE = Context(prec=2 * _LONGEST, traps=[])
_MARK = re.compile(r"\{,\}|\\,|,")


def respell(numeral: Numeral, value: Decimal) -> str | None:
    """The nearest spelling of `value` in the style of `numeral`: its places, glyphs, unit and exponent form.

    None where the style cannot say it: 0.5 as an integer, 3 as √2/2.

    >>> respell(signed("－０．８５７", 0), Decimal("-0.8485")), respell(signed("2", 0), Decimal("0.5"))
    ('－０．８４９', None)
    """
    if not value.is_finite() or not numeral.value.is_finite():
        return _respell_word(numeral, value)
    parts = dissect_whole(numeral.text)
    if parts is None:
        return _respell_closed(numeral, value)
    if numeral.priced and value.is_signed() and not SIGNED.match(numeral.text):
        return None  # $-4.50 is nobody's style
    sign, money = _sign(numeral.text, value)
    spelled = _power(numeral, parts, value) if parts.is_power else _digits(numeral, parts, value.copy_abs())
    if spelled is None:
        return None
    for text in (sign + spelled, money + spelled):  # a value that rounds to 0 has no sign
        again = _reread(text.removeprefix(money), numeral)
        if again and admits(again, value) and (again.value or text == money + spelled):
            return text
    return None


def _reread(text: str, numeral: Numeral) -> Numeral | None:
    """What `text` reads as where it stands in place of `numeral`; None if it is no numeral."""
    for again in (signed(text, 0), signed(text, 0, tex=True), signed(text, 0, code=True)):
        if again and again.text == text:
            return approximate(again) if numeral.step else again
    return None


def _sign(text: str, value: Decimal) -> tuple[str, str]:
    """What stands in front of the digits, with a sign and without; a new sign is in the digits' style."""
    match = SIGNED.match(text)
    written, money = (match[0], match["money"] or "") if match else ("", "")
    if not value.is_signed():
        return (written if written[:1] in ("+", "＋") else money), money
    if written and written[0] not in "+＋":
        return written, money
    return ("－" if _is_full_width(text) else "-") + money, money


def _digits(numeral: Numeral, parts: Parts, magnitude: Decimal) -> str | None:
    """The numeral's text behind its sign, its digits and its exponent rewritten."""
    exponent = int(parts.exponent or "0")
    normal = parts.exponent and len(parts.whole) == 1 and parts.whole != "0"
    if normal and magnitude:
        exponent += magnitude.adjusted() - parts.shift
    elif magnitude.adjusted() - parts.shift > _LONGEST:
        return None
    rounding = ROUND_DOWN if parts.more else ROUND_HALF_UP
    mantissa = _rounded(magnitude, parts, exponent, rounding)
    if normal and mantissa >= 10:  # 9.96 rounds to 10.0
        exponent += 1
        mantissa = _rounded(magnitude, parts, exponent, rounding)
    whole, _, places = f"{mantissa:f}".partition(".")
    head = numeral.text[parts.head.start : parts.head.end]
    digits = _marked(whole, head)
    if parts.point:
        digits += ("．" if "．" in head else ".") + places
    if _is_full_width(head):
        digits = digits.translate(TO_FULL_WIDTH)
    return digits + _tail(numeral.text, parts, parts.head.end, exponent)


def _rounded(magnitude: Decimal, parts: Parts, exponent: int, rounding: str) -> Decimal:
    shift = parts.shift - int(parts.exponent or "0") + exponent
    scaled = _WIDE.scaleb(magnitude, -shift)
    return scaled.quantize(Decimal((0, (1,), -len(parts.places))), rounding=rounding, context=_WIDE)


def _marked(whole: str, head: str) -> str:
    """The whole part with the thousands marks of the old one."""
    mark = _MARK.search(head)
    return f"{int(whole):,}".replace(",", mark[0]) if mark else whole


def _is_full_width(text: str) -> bool:
    return any(digit in FULL_WIDTH_DIGITS for digit in text)


def _power(numeral: Numeral, parts: Parts, value: Decimal) -> str | None:
    """A bare power of ten with another exponent."""
    if not value:
        return None
    sign = SIGNED.match(numeral.text)
    return _tail(numeral.text, parts, sign.end() if sign else 0, value.adjusted())


def _tail(text: str, parts: Parts, start: int, exponent: int) -> str:
    """The text from `start` on, with another exponent in the glyphs of the old one."""
    span = parts.exponent_span
    old, new = text[span.start : span.end], str(exponent)
    if not parts.exponent or int(parts.exponent) == exponent:
        return text[start:]
    if text[span.start - 1] in "eE":
        new = f"{exponent:+0{len(old)}d}" if old[0] in "+-−" else new
    if old[0] in "⁺⁻" or old[0] in SUPERSCRIPT_DIGITS:
        new = new.translate(TO_SUPERSCRIPT)
    elif text[span.start - 1] == "^" and len(new) > 1:
        new = "{" + new + "}"
    return text[start : span.start] + new + text[span.end :]


def _respell_word(numeral: Numeral, value: Decimal) -> str | None:
    """∞ may change its sign; nan stays."""
    if admits(numeral, value):
        return numeral.text
    if not (value.is_infinite() and numeral.value.is_infinite()):
        return None
    sign = SIGNED.match(numeral.text)
    return numeral.text[sign.end() :] if sign else "-" + numeral.text


def _respell_closed(numeral: Numeral, value: Decimal) -> str | None:
    """A number in characters may change; any other closed form says nothing but itself."""
    if admits(numeral, value):
        return numeral.text
    if any(sign not in han.SIGNS for sign in numeral.text) or value.adjusted() > _LONGEST:
        return None
    whole = value.to_integral_value(ROUND_HALF_UP)
    spelled = han.spell(int(whole))
    if spelled is None or not admits(replace(numeral, value=whole), value):
        return None
    return "两" if spelled == "二" else spelled  # as before a measure word
