"""Sides of equations as Python, so that a program without the engine can work them out again."""

from collections.abc import Iterator
from dataclasses import dataclass

from tallybook import numerals
from tallybook.equations.agreement import Pair, Resolved, pairs
from tallybook.equations.chains import Chain
from tallybook.equations.names import Lookup
from tallybook.equations.resolution import Known, items_of
from tallybook.equations.terms import Apply, Group, Name, Number, Power, Product, Raised, Sum, Term
from tallybook.source import Span

_OPERATORS = {"×": "*", "⊙": "*", "/": "/", "mod": "%"}


@dataclass(frozen=True, slots=True)
class Statement:
    """Two neighbouring sides, where each stands in the text, each as Python, and how far apart the precision
    that they are written with lets them be."""

    left: Span
    right: Span
    left_code: str
    right_code: str
    within: float


def statements(chain: Chain, known: Known) -> Iterator[Statement]:
    """The pairs of a chain that can be compared."""
    for pair in pairs(chain, known):
        left, right = pair.left.side, pair.right.side
        yield Statement(left.span, right.span, spelled(left.term), spelled(right.term), _within(pair))


def _within(pair: Pair) -> float:
    """Half a unit in the last place of the coarser side that is nothing but numerals."""
    return max(_half(pair.left, pair.rounded), _half(pair.right, pair.rounded))


def _half(side: Resolved, rounded: bool) -> float:
    written = side.literals or ()
    written = tuple(map(numerals.approximate, written)) if rounded else written
    return max((float(numeral.step) / 2 for numeral in written), default=0.0) if items_of(side.value) else 0.0


def spelled(term: Term) -> str:
    """A term as a Python expression. It calls `name(*spellings)` for what the session knows, `array(items)`
    for a group, and the functions of `arithmetic` by their names there."""
    match term:
        case Number(numeral):
            return f"({numeral.value})"
        case Name(lookup, constant):
            return _name(lookup, constant)
        case Raised(whole, power):
            return f"raised({spelled(power)!r}, {_spellings(whole)})"
        case Sum(terms):
            return "(" + "".join(f"{'-' if sign < 0 else '+'}{spelled(part)}" for sign, part in terms) + ")"
        case Product(first, rest):
            factors = "".join(f"{_OPERATORS[operator]}{spelled(part)}" for operator, part in rest)
            return f"({spelled(first)}{factors})"
        case Power(base, exponent):
            return f"({spelled(base)}**{spelled(exponent)})"
        case Apply(function, arguments):
            return f"{function}_({', '.join(map(spelled, arguments))})"
        case Group(items):
            return f"array([{', '.join(map(spelled, items))}])"


def _name(lookup: Lookup, constant: str | None) -> str:
    return f"name({_spellings(lookup)}{f', constant={constant!r}' if constant else ''})"


def _spellings(lookup: Lookup) -> str:
    return ", ".join(map(repr, lookup.spellings))
