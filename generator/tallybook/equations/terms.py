"""What a side states, as a tree: no node holds a value before the names are known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tallybook.equations.names import Lookup
from tallybook.numerals import Numeral


@dataclass(frozen=True, slots=True)
class Number:
    numeral: Numeral


@dataclass(frozen=True, slots=True)
class Name:
    """A name or a call. `constant` (π, or e as the base of a power) holds where no name is known."""

    lookup: Lookup
    constant: str | None = None


@dataclass(frozen=True, slots=True)
class Raised:
    """`σ²`: the name `σ2` of the session, or else the power of σ."""

    whole: Lookup
    power: "Power"


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms with their signs, 1 or -1, in order."""

    terms: tuple[tuple[int, "Term"], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors from left to right, each with the operator before it: × / mod ⊙."""

    first: "Term"
    rest: tuple[tuple[str, "Term"], ...]


@dataclass(frozen=True, slots=True)
class Power:
    base: "Term"
    exponent: "Term"


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of the closed list in `arithmetic`, with its arguments."""

    function: str
    arguments: tuple["Term", ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Two or more items in brackets, or a matrix by rows."""

    items: tuple["Term", ...]


Term = Number | Name | Raised | Sum | Product | Power | Apply | Group


def parts(term: Term) -> tuple[Term, ...]:
    """The terms directly inside one."""
    match term:
        case Sum(terms):
            return tuple(part for _, part in terms)
        case Product(first, rest):
            return (first, *(part for _, part in rest))
        case Power(base, exponent):
            return (base, exponent)
        case Raised(_, power):
            return (power,)
        case Apply(_, inner) | Group(inner):
            return inner
        case Number() | Name():
            return ()


def walk(term: Term) -> Iterator[Term]:
    """A term and all terms in it, outer before inner, left before right."""
    waiting = [term]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def lookups(term: Term) -> tuple[Lookup, ...]:
    """What the session is asked for a term, each once, in reading order."""
    found: dict[Lookup, None] = {}
    for part in walk(term):
        match part:
            case Name(lookup) | Raised(lookup):
                found[lookup] = None
            case _:
                pass
    return tuple(found)


def with_numerals(term: Term, change: Callable[[Numeral], Numeral]) -> Term:
    """The same term with other numerals in it."""

    def inner(part: Term) -> Term:
        return with_numerals(part, change)

    match term:
        case Number(numeral):
            return Number(change(numeral))
        case Sum(terms):
            return Sum(tuple((sign, inner(part)) for sign, part in terms))
        case Product(first, rest):
            return Product(inner(first), tuple((operator, inner(part)) for operator, part in rest))
        case Power(base, exponent):
            return Power(inner(base), inner(exponent))
        case Apply(function, arguments):
            return Apply(function, tuple(map(inner, arguments)))
        case Group(items):
            return Group(tuple(map(inner, items)))
        case Name() | Raised():
            return term
