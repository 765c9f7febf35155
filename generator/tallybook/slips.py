"""The usual slips of who writes a number down: what a drift looks like to somebody who has made it."""

from decimal import ROUND_DOWN, Decimal

from tallybook.checking import Drift, Pair
from tallybook.numerals import CONTEXT, Numeral, admits

PERCENT_MISSING = "the computed value is a fraction: a % is missing behind the number"
PERCENT_TOO_MANY = "the computed value is a percentage already: the % is one too many"


def usual_slip(drift: Drift) -> str:
    """One sentence that names the slip which explains every wrong element; "" where none does."""
    if not drift.wrong or any(not isinstance(pair.element, Numeral) for pair in drift.wrong):
        return ""
    if all(_is_cut(pair) for pair in drift.wrong):
        return "the value was cut off, not rounded"
    if all(_admits(pair, -pair.value) for pair in drift.wrong):
        return "the sign differs"
    percent = [_has_percent(pair) for pair in drift.wrong]
    if not any(percent) and all(_admits(p, CONTEXT.multiply(p.value, Decimal(100))) for p in drift.wrong):
        return PERCENT_MISSING
    if all(percent) and all(_admits(p, CONTEXT.divide(p.value, Decimal(100))) for p in drift.wrong):
        return PERCENT_TOO_MANY
    if len(drift.wrong) == 2 and _swapped(*drift.wrong):
        first, second = drift.wrong
        return f"elements {first.index + 1} and {second.index + 1} are swapped"
    if len(drift.wrong) == 1 and _mistyped(drift.wrong[0]):
        return "one digit is mistyped"
    return ""


def _admits(pair: Pair, value: Decimal) -> bool:
    return (
        isinstance(pair.element, Numeral)
        and _are_finite(pair)
        and bool(value)
        and admits(pair.element, value)
    )


def _has_percent(pair: Pair) -> bool:
    return "%" in pair.element.text or "％" in pair.element.text


def _are_finite(pair: Pair) -> bool:
    return isinstance(pair.element, Numeral) and pair.element.value.is_finite() and pair.value.is_finite()


def _is_cut(pair: Pair) -> bool:
    element = pair.element
    if not isinstance(element, Numeral) or not element.step or not _are_finite(pair):
        return False
    units = CONTEXT.divide(pair.value, element.step).to_integral_value(ROUND_DOWN)
    return CONTEXT.multiply(units, element.step) == element.value


def _swapped(first: Pair, second: Pair) -> bool:
    return _admits(first, second.value) and _admits(second, first.value)


def _mistyped(pair: Pair) -> bool:
    """Whether one digit of the numeral before its last, written otherwise, would pass."""
    element = pair.element
    if not isinstance(element, Numeral) or not element.step or not _are_finite(pair):
        return False
    step, digits = element.step, CONTEXT.divide(abs(element.value), element.step)
    sign = Decimal(-1 if element.value < 0 else 1)
    units = str(digits.to_integral_value())
    for at, digit in enumerate(units[:-1]):
        for other in "0123456789":
            if other != digit:
                written = CONTEXT.multiply(sign * Decimal(units[:at] + other + units[at + 1 :]), step)
                if abs(written - pair.value) * 2 <= step:
                    return True
    return False
