"""Quote and value -> verdict: whether what is written admits what is computed, element by element."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tallybook.job import Value
from tallybook.numerals import Numeral, admits, boundary_gap
from tallybook.quotes import Element, Gap, Name, Quantity


@dataclass(frozen=True, slots=True)
class Pair:
    """One written element and what the code gives for it; `index` counts the quote's elements."""

    index: int
    element: Numeral | Name
    value: Decimal
    shown: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Every element admits its value."""

    pairs: tuple[Pair, ...]

    @property
    def fragile(self) -> tuple[Pair, ...]:
        """The pairs whose value lies so near to a boundary that noise decides."""
        return tuple(
            p for p in self.pairs if isinstance(p.element, Numeral) and _is_fragile(p.element, p.value)
        )


@dataclass(frozen=True, slots=True)
class Drift:
    """Some element does not admit its value. There are no pairs where the elements differ in number, or
    where `product` of a shape's sizes is not the computed scalar."""

    pairs: tuple[Pair, ...]
    written: int
    computed: int
    product: str = ""

    @property
    def wrong(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if not pair.agrees)


_FRAGILE = Decimal("1e-9")
"""How near to a boundary noise may decide, relative to the value …"""
_EDGE = Decimal("0.01")
"""… and in units of the last written place: all of 1234567.891 is near in the other measure."""


def _is_fragile(numeral: Numeral, value: Decimal) -> bool:
    if not numeral.step or not value.is_finite():
        return False
    gap, tie = boundary_gap(numeral, value)
    return not tie and gap <= min(_FRAGILE * abs(value), _EDGE * numeral.step)


def check(quantity: Quantity, value: Value, names: dict[str, Value | None]) -> Tally | Drift:
    """Compare a quote with a value. `names` holds what the names inside the quote are in the session."""
    elements = quantity.elements
    values = tuple(Decimal(item) for item in value.items)
    shown = value.display or value.items
    if quantity.form == "shape" and len(values) == 1 and len(elements) > 1:
        return _check_product(elements, values[0], shown[0])
    places = _align(elements, len(values))
    if places is None:
        return Drift((), sum(not isinstance(element, Gap) for element in elements), len(values))
    pairs = []
    for index, at in places:
        element = elements[index]
        if not isinstance(element, Gap):
            pairs.append(Pair(index, element, values[at], shown[at], _agrees(element, values[at], names)))
    verdict = tuple(pairs)
    if all(pair.agrees for pair in verdict):
        return Tally(verdict)
    return Drift(verdict, len(verdict), len(values))


def _check_product(elements: Sequence[Element], value: Decimal, shown: str) -> Tally | Drift:
    """A scalar against a shape: the product of its sizes."""
    product = Decimal(1)
    for element in elements:
        if isinstance(element, Numeral):
            product *= element.value
    return (
        Tally(())
        if product == value
        else Drift((), len(elements), 1, f"{product:f}, the code computes {shown}")
    )


def _agrees(element: Numeral | Name, value: Decimal, names: dict[str, Value | None]) -> bool:
    if isinstance(element, Numeral):
        return admits(element, value)
    named = names.get(element.text)
    return named is not None and len(named.items) == 1 and Decimal(named.items[0]) == value


def _align(elements: Sequence[Element], count: int) -> list[tuple[int, int]] | None:
    """Which value each element stands for; None where they differ in number.

    What stands before the first gap is counted from the start, the rest from the end.
    """
    fixed = [index for index, element in enumerate(elements) if not isinstance(element, Gap)]
    gaps = [index for index, element in enumerate(elements) if isinstance(element, Gap)]
    if not gaps:
        return [(index, index) for index in fixed] if len(fixed) == count else None
    if len(fixed) > count:
        return None
    before = [index for index in fixed if index < gaps[0]]
    after = [index for index in fixed if index > gaps[0]]
    return list(zip(before, range(len(before)), strict=True)) + list(
        zip(after, range(count - len(after), count), strict=True)
    )
