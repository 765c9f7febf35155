"""What a side comes to, exactly, once its names are known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation
from fractions import Fraction
from typing import Final, Protocol

from tallybook.equations import arithmetic
from tallybook.equations.arithmetic import Interval, Undefined, to_decimal
from tallybook.equations.names import Lookup
from tallybook.equations.terms import Apply, Group, Name, Number, Power, Product, Raised, Sum, Term
from tallybook.numerals import Numeral


class Computed(Protocol):
    """What the session gives for a name: ravelled numbers as Decimal reads them; a scalar's shape is ()."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def items(self) -> tuple[str, ...]: ...


Known = Mapping[str, Computed]
"""The session's values by the name or call as it is written (`Lookup.written`)."""


class Unresolved(Exception):
    """A name of the side is not known."""


@dataclass(frozen=True, slots=True)
class Array:
    """Numbers with a shape, ravelled."""

    shape: tuple[int, ...]
    items: tuple[Interval, ...]


Value = Interval | Array


def exactly(numeral: Numeral) -> Interval:
    return Interval.point(_fraction(numeral.value))


def rounded(numeral: Numeral) -> Interval:
    """All numbers that the numeral may have been rounded from."""
    value, half = _fraction(numeral.value), _fraction(numeral.step) / 2
    return Interval(value - half, value + half)


E: Final = Interval.point(Fraction(Decimal("2.71828182845904523536028747135266249775724709369996")))
PI: Final = Interval.point(Fraction(Decimal("3.14159265358979323846264338327950288419716939937511")))
PI_CUT_SHORT: Final = Interval(Fraction(314, 100), Fraction(31416, 10000))


@dataclass(frozen=True)
class Circumstances:
    """How a side is read: what its names are, what its numerals and constants stand for."""

    known: Known
    numeral: Callable[[Numeral], Interval] = exactly
    pi: Interval = PI
    log_base: Interval = E

    def value(self, term: Term) -> Value:
        """What `term` comes to. Raises Unresolved or Undefined."""
        match term:
            case Number(numeral):
                return self.numeral(numeral)
            case Name(lookup, constant):
                return self._name(lookup, constant)
            case Raised(whole, power):
                return self._raised(whole, power)
            case Sum(terms):
                return self._sum(terms)
            case Product(first, rest):
                return self._product(first, rest)
            case Power(base, exponent):
                return _power(self.value(base), _scalar(self.value(exponent)))
            case Apply(function, arguments):
                return self._apply(function, [_scalar(self.value(one)) for one in arguments])
            case Group(items):
                return _group([self.value(item) for item in items])

    def _name(self, lookup: Lookup, constant: str | None) -> Value:
        known = self.known.get(lookup.written)
        if known is not None:
            return _computed(known)
        if constant is None:
            raise Unresolved(lookup.written)
        return E if constant == "e" else self.pi

    def _raised(self, whole: Lookup, power: Power) -> Value:
        """Of the name `σ2` and the power of σ the one that is known; both must agree where both are."""
        named = self.known.get(whole.written)
        try:
            raised = self.value(power)
        except Unresolved:
            if named is None:
                raise
            return _computed(named)
        if named is not None and not _equal(_computed(named), raised):
            raise Unresolved(whole.written)
        return raised

    def _sum(self, terms: tuple[tuple[int, Term], ...]) -> Value:
        total: Value | None = None
        for sign, term in terms:
            value = self.value(term)
            if sign < 0:
                value = _elementwise(Interval.point(-1), value, Interval.__mul__)
            total = value if total is None else _elementwise(total, value, Interval.__add__)
        if total is None:
            raise Undefined("nothing to add")
        return total

    def _product(self, first: Term, rest: tuple[tuple[str, Term], ...]) -> Value:
        product = self.value(first)
        for operator, term in rest:
            value = self.value(term)
            if isinstance(value, Array) and (
                operator in ("/", "mod") or (isinstance(product, Array) and operator != "⊙")
            ):
                raise Undefined("a product of groups may mean several things")
            product = _elementwise(product, value, _OPERATIONS[operator])
        return product

    def _apply(self, function: str, arguments: list[Interval]) -> Value:
        if function == "log" and len(arguments) == 1:
            return arithmetic.logarithm(arguments[0], self.log_base)
        count, apply = arithmetic.FUNCTIONS[function]
        if count and count != len(arguments):
            raise Undefined("another number of arguments")
        return apply(*arguments)


_OPERATIONS: Final = {
    "×": Interval.__mul__,
    "⊙": Interval.__mul__,
    "/": Interval.__truediv__,
    "mod": arithmetic.modulo,
}


def _fraction(number: Decimal) -> Fraction:
    if not number.is_finite() or abs(number.adjusted()) > arithmetic.MOST_BITS // 4:
        raise Undefined("no finite number")
    return Fraction(number)


def _computed(known: Computed) -> Value:
    try:
        items = tuple(Interval.point(_fraction(Decimal(item))) for item in known.items)
    except InvalidOperation as error:
        raise Undefined("no number") from error
    return Array(known.shape, items) if known.shape else items[0]


def _equal(one: Value, two: Value) -> bool:
    left, right = items_of(one), items_of(two)
    return len(left) == len(right) and all(map(arithmetic.close, left, right))


def _scalar(value: Value) -> Interval:
    if isinstance(value, Array):
        raise Undefined("a group where a number is due")
    return value


def _elementwise(one: Value, two: Value, operation: Callable[[Interval, Interval], Interval]) -> Value:
    if isinstance(one, Array) and isinstance(two, Array):
        if one.shape != two.shape:
            raise Undefined("groups of other shapes")
        return Array(one.shape, tuple(map(operation, one.items, two.items)))
    if isinstance(one, Array):
        return Array(one.shape, tuple(operation(item, _scalar(two)) for item in one.items))
    if isinstance(two, Array):
        return Array(two.shape, tuple(operation(one, item) for item in two.items))
    return operation(one, two)


def _power(base: Value, exponent: Interval) -> Value:
    if isinstance(base, Interval):
        return arithmetic.power(base, exponent)
    if len(base.shape) > 1 or exponent.low < 1:
        raise Undefined("a power of a matrix")
    return Array(base.shape, tuple(arithmetic.power(item, exponent) for item in base.items))


def _group(values: list[Value]) -> Array:
    shapes = {value.shape if isinstance(value, Array) else () for value in values}
    if len(shapes) > 1:
        raise Undefined("a group of unequal items")
    items = [item for value in values for item in (value.items if isinstance(value, Array) else (value,))]
    return Array((len(values), *shapes.pop()), tuple(items))


def items_of(value: Value) -> tuple[Interval, ...]:
    """The numbers of a value, ravelled."""
    return value.items if isinstance(value, Array) else (value,)


_SHOWN_DIGITS: Final = Context(12, traps=[])


def shown(value: Value) -> str:
    """A value as a message shows it: exact where twelve digits hold it."""
    items = [format(_SHOWN_DIGITS.plus(to_decimal(item.low)).normalize(), "f") for item in items_of(value)]
    return f"[{', '.join(items)}]" if isinstance(value, Array) else items[0]
