"""Whether the sides of a chain agree: the verdict on each pair of neighbours."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from tallybook import numerals
from tallybook.equations import arithmetic
from tallybook.equations.arithmetic import Interval, Undefined
from tallybook.equations.chains import Chain, Side
from tallybook.equations.resolution import Circumstances, Known, Unresolved, Value, items_of
from tallybook.equations.terms import Group, Number, Sum, Term
from tallybook.numerals import Numeral

_NO_INTEGER: Final = Decimal("0.0")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A side with what it comes to; `literals` are its numerals where it is nothing but numerals."""

    side: Side
    value: Value
    literals: tuple[Numeral, ...] | None

    @property
    def exact(self) -> bool:
        return not self.side.lookups


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring sides; `rounded` where a ≈ stands between them."""

    left: Resolved
    right: Resolved
    rounded: bool


def pairs(chain: Chain, known: Known) -> Iterator[Pair]:
    """Neighbours that can be compared: an unknown name is stepped over, an unread side cuts the chain, and
    so does one behind a word that the session knows: it may be a factor."""
    before: Resolved | None = None
    rounded = False
    if chain.weighty:
        return
    for at, side in enumerate(chain.sides):
        rounded = rounded or (at > 0 and chain.relations[at - 1] == "≈")
        try:
            unread = side is None or any(word.written in known for word in side.behind)
            now = None if side is None or unread else resolve(side, Circumstances(known))
        except Unresolved:
            continue
        except Undefined:
            now = None
        if before is not None and now is not None and len(items_of(before.value)) == len(items_of(now.value)):
            yield Pair(before, now, rounded)
        before, rounded = now, False


def resolve(side: Side, circumstances: Circumstances) -> Resolved:
    return Resolved(side, circumstances.value(side.term), literals(side.term))


def literals(term: Term) -> tuple[Numeral, ...] | None:
    """The numerals, signs included, of a side that is one numeral or a group of them."""
    match term:
        case Number(numeral):
            return (numeral,)
        case Sum(((sign, Number(numeral)),)):
            return (replace(numeral, value=numeral.value * sign),)
        case Group(items):
            found: list[Numeral] = []
            for item in items:
                inner = literals(item)
                if inner is None:
                    return None
                found += inner
            return tuple(found)
        case _:
            return None


def agrees(pair: Pair) -> bool:
    """Whether a written side admits the other; two written ones are held against the coarser of the two,
    and two that are worked out must be equal.
    """
    return all(
        arithmetic.close(*values) if held is None else numerals.admits(*held)
        for held, values in zip(_held(pair), _values(pair), strict=True)
    )


def held(pair: Pair) -> list[tuple[Numeral, Decimal]]:
    """The written numerals of a pair, each with the value that it is held against."""
    return [each for each in _held(pair) if each is not None]


def _held(pair: Pair) -> Iterator[tuple[Numeral, Decimal] | None]:
    """For each two elements the written one and the value of the other; None where both are worked out."""
    left, right = _written(pair.left, pair.rounded), _written(pair.right, pair.rounded)
    exact = pair.left.exact and pair.right.exact
    for ours, theirs, (first, second) in zip(left, right, _values(pair), strict=True):
        if ours is not None and theirs is not None:
            coarse, fine = (ours, theirs) if ours.step > theirs.step else (theirs, ours)
            yield coarse, fine.value
        elif ours is not None:
            yield ours, _decimal(second, exact)
        else:
            yield None if theirs is None else (theirs, _decimal(first, exact))


def _values(pair: Pair) -> Iterator[tuple[Interval, Interval]]:
    return zip(items_of(pair.left.value), items_of(pair.right.value), strict=True)


def _written(side: Resolved, rounded: bool) -> tuple[Numeral | None, ...]:
    if side.literals is None:
        return (None,) * len(items_of(side.value))
    return tuple(map(numerals.approximate, side.literals)) if rounded else side.literals


def _decimal(value: Interval, exact: bool) -> Decimal:
    """The value; one that came through floating-point numbers is not written as an exact integer."""
    number = arithmetic.to_decimal(value.low)
    return number if exact else number + _NO_INTEGER
