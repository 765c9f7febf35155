"""A number as it is written, and which values the written form admits."""

from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
import re

from tallybook import han
from tallybook.glyphs import TO_ASCII
from tallybook.source import Span
from tallybook.writing import SIGNED, Parts, dissect, dissect_whole

NOISE = Decimal("1e-12")
"""What float64 arithmetic may be off by: relative to the written value, absolute where 0 is written."""

CONTEXT = Context(prec=60, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
"""The arithmetic of all written numbers: wide enough that no rounding of its own is ever seen."""

_ZERO = Decimal(0)
_WORD = re.compile(r"∞|\\infty(?![A-Za-z])|(?:nan|NaN|inf)(?![A-Za-z0-9_])")
_VULGAR = {
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
}
_BRACED = re.compile(r"\{([^{}]*)\}")
_TEX_ROOT = re.compile(r"\\sqrt\s*(?:\{([^{}]*)\}|([0-9]))")
_TEX_FRACTION = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|([0-9]))\s*(?:\{([^{}]*)\}|([0-9]))")
_TEX_SIGNS = {r"\times": "×", r"\cdot": "·", r"\pi": "π", r"\left": "", r"\right": ""}


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as it is written.

    `text` is raw; `value` may be Infinity or NaN, and closed forms hold 50 digits; `step` is one unit in
    the last written place, 0 where the numeral stands for itself; `span` is in the string it was read from.
    `priced` where a currency stands in front of the digits: a sign belongs before it, -$4.50.
    """

    text: str
    value: Decimal
    step: Decimal
    span: Span
    priced: bool = False


def scan(
    text: str, at: int, *, tex: bool = False, inside: bool = False, code: bool = False
) -> Numeral | None:
    """The longest unsigned numeral that starts exactly at `at`, its unit included; None if there is none.

    `inside` brackets a comma separates and is no thousands mark. In `code` there are no units and no marks,
    and a point may end the numeral (`2.`). The caller looks at what stands before and behind.

    >>> scan("约1.2×10⁻⁵。", 1).value
    Decimal('0.000012')
    """
    parts = dissect(text, at, tex=tex, inside=inside, code=code)
    if parts is not None:
        return Numeral(text[at : parts.end], _value(parts), _step(parts), Span(at, parts.end))
    word = _WORD.match(text, at)
    if word:
        value = Decimal("NaN") if word[0].lower() == "nan" else Decimal("Infinity")
        return Numeral(word[0], value, _ZERO, Span(at, word.end()))
    if text[at : at + 1] in _VULGAR:
        above, below = _VULGAR[text[at]].split("/")
        return Numeral(text[at], CONTEXT.divide(Decimal(above), Decimal(below)), _ZERO, Span(at, at + 1))
    return None


def _value(parts: Parts) -> Decimal:
    return Decimal(f"{parts.whole}{parts.places}e{parts.shift - len(parts.places)}")


def _step(parts: Parts) -> Decimal:
    return _last_place(parts) if parts.point else _ZERO


def _last_place(parts: Parts) -> Decimal:
    return Decimal((0, (1,), parts.shift - len(parts.places)))


def signed(
    text: str, at: int, *, tex: bool = False, inside: bool = False, code: bool = False
) -> Numeral | None:
    """As `scan`, with a sign (- − － + ＋) allowed before the numeral or the currency in front of it."""
    sign = SIGNED.match(text, at)
    if not sign:
        return scan(text, at, tex=tex, inside=inside, code=code)
    numeral = scan(text, sign.end(), tex=tex, inside=inside, code=code)
    return numeral and with_sign(text, at, numeral)


def with_sign(text: str, at: int, numeral: Numeral) -> Numeral:
    """The numeral together with the sign that stands at `at`."""
    value = numeral.value if text[at] in "+＋" else numeral.value.copy_negate()
    return replace(numeral, text=text[at : numeral.span.end], value=value, span=Span(at, numeral.span.end))


def closed(text: str, value: Decimal, span: Span) -> Numeral:
    """A closed form such as √2/2: it stands for itself, its value held to 50 digits."""
    return Numeral(text, Context(prec=50, traps=[]).plus(value), _ZERO, span)


def in_characters(text: str, span: Span) -> Numeral | None:
    """A number in Chinese characters, 三 or 三分之一, that takes up the whole text; None if it is none."""
    whole, fraction = han.read(text), han.read_fraction(text)
    if fraction:
        return closed(text, CONTEXT.divide(*fraction), span)
    return None if whole is None else closed(text, whole, span)


def approximate(numeral: Numeral) -> Numeral:
    """The same numeral where the text says that it is rounded (约, ≈): an integer has an interval too."""
    if numeral.step or not numeral.value.is_finite():
        return numeral
    parts = dissect_whole(numeral.text)
    if parts is None:
        whole = han.read(numeral.text)
        return numeral if whole is None or whole % 1 else replace(numeral, step=Decimal(1))
    return numeral if parts.is_power else replace(numeral, step=_last_place(parts))


def ascii(numeral: Numeral) -> str:
    """The numeral in ASCII with its unit, as reports name it.

    >>> ascii(signed("－１２．５％", 0)), ascii(scan("10⁻⁵", 0)), ascii(scan("1{,}234", 0, tex=True))
    ('-12.5%', '1e-05', '1234')
    """
    if not numeral.value.is_finite():
        return str(float(numeral.value))
    parts = dissect_whole(numeral.text)
    if parts is None:
        return _ascii_closed(numeral.text)
    sign = numeral.text[0].translate(TO_ASCII) if SIGNED.match(numeral.text) else ""
    point = "." if parts.point else ""
    exponent = f"e{int(parts.exponent):+03d}" if parts.exponent else ""
    return f"{sign}{parts.whole}{point}{parts.places}{'…' * parts.more}{exponent}{parts.unit}"


def _ascii_closed(text: str) -> str:
    whole, fraction = han.read(text), han.read_fraction(text)
    if whole is not None or fraction:
        return str(whole) if fraction is None else f"{fraction[0]}/{fraction[1]}"
    for sign, spelled in _VULGAR.items():
        text = text.replace(sign, spelled)
    for command, sign in _TEX_SIGNS.items():
        text = text.replace(command, sign)
    before = ""
    while before != text:
        before = text
        text = _TEX_ROOT.sub(lambda m: "√" + _factor(m[1] or m[2]), text)
        text = _TEX_FRACTION.sub(lambda m: f"{_factor(m[1] or m[2])}/{_factor(m[3] or m[4])}", text)
    text = _BRACED.sub(lambda m: _factor(m[1]), re.sub(r"\s|\\[,;!]", "", text))
    return text.translate(TO_ASCII)


def _factor(text: str) -> str:
    return text if re.fullmatch(r"[-−]?√?\w+", text.strip()) else f"({text})"


def admits(numeral: Numeral, value: Decimal) -> bool:
    """Whether the written form allows `value`.

    It allows half a unit of its last place to either side, ends included, widened by `NOISE`. Between an int
    and a written integer there is no noise.
    """
    if numeral.value.is_nan() or value.is_nan():
        return numeral.value.is_nan() and value.is_nan()
    if numeral.value.is_infinite() or value.is_infinite():
        return numeral.value == value
    if not numeral.step and _is_int(numeral.value) and _is_int(value):
        return numeral.value == value
    distance = CONTEXT.subtract(value, numeral.value).copy_abs()
    return CONTEXT.compare(distance, CONTEXT.add(_reach(numeral, value), _noise(numeral))) <= 0


def _is_int(value: Decimal) -> bool:
    # A float's shortest decimal has a point or an exponent: 2.0, 1e+16.
    return value.as_tuple().exponent == 0


def _reach(numeral: Numeral, value: Decimal) -> Decimal:
    """How far from the written value `value` may lie; behind `0.333…` digits may have been cut."""
    away = value.copy_abs() > numeral.value.copy_abs() and value.is_signed() == numeral.value.is_signed()
    if away and _is_cut(numeral):
        return numeral.step
    return CONTEXT.divide(numeral.step, Decimal(2))


def _is_cut(numeral: Numeral) -> bool:
    """Whether dots say that digits follow: 0.333…"""
    return numeral.text.endswith(("…", "...", "dots"))


def _noise(numeral: Numeral) -> Decimal:
    return CONTEXT.multiply(NOISE, numeral.value.copy_abs() or Decimal(1))


def boundary_gap(numeral: Numeral, value: Decimal) -> tuple[Decimal, bool]:
    """How far `value` lies from the nearer end of the numeral's interval, and whether it is a tie.

    A numeral that stands for itself has no ends: Infinity.
    """
    if not numeral.step or not value.is_finite():
        return Decimal("Infinity"), False
    distance = CONTEXT.subtract(value, numeral.value).copy_abs()
    gap = CONTEXT.subtract(distance, _reach(numeral, value)).copy_abs()
    return gap, CONTEXT.compare(gap, _noise(numeral)) <= 0
