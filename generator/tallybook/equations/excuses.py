"""Why two sides that disagree may still be meant so: the closed list of innocent readings."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
import re
from typing import Final

from tallybook import numerals
from tallybook.equations.agreement import Pair, Resolved, agrees, resolve
from tallybook.equations.alternatives import has_bare_log
from tallybook.equations.arithmetic import Interval, Undefined
from tallybook.equations.resolution import PI_CUT_SHORT, Circumstances, Known, Unresolved, items_of, rounded
from tallybook.equations.terms import (
    Apply,
    Group,
    Name,
    Number,
    Power,
    Product,
    Term,
    parts,
    walk,
)
from tallybook.numerals import Numeral


def excuse(pair: Pair, following: Pair | None, known: Known, *, lenient: bool) -> str | None:
    """Why the text may be right all the same, in words that go on from `ambiguous: `; None for a drift."""
    context = _Context(pair, following, known)
    for applies, reason in _EXCUSES if lenient else _EXCUSES[:-_LENIENT]:
        try:
            if applies(context):
                return reason
        except (Undefined, Unresolved):
            continue
    return None


@dataclass(frozen=True, slots=True)
class _Context:
    pair: Pair
    following: Pair | None
    known: Known

    @property
    def terms(self) -> tuple[Term, Term]:
        return self.pair.left.side.term, self.pair.right.side.term


def _log_base_left_open(context: _Context) -> bool:
    return any(map(has_bare_log, context.terms))


def _pi_alone(context: _Context) -> bool:
    return any(isinstance(term, Name) and term.constant == "π" for term in context.terms)


def _pi_cut_short(context: _Context) -> bool:
    names = [part for term in context.terms for part in walk(term)]
    has_pi = any(isinstance(part, Name) and part.constant == "π" for part in names)
    return has_pi and _overlap(context, Circumstances(context.known, rounded, PI_CUT_SHORT))


def _rounded_inputs(context: _Context) -> bool:
    return _overlap(context, Circumstances(context.known, rounded))


def _rounded_inputs_at_approx(context: _Context) -> bool:
    return context.pair.rounded and _rounded_inputs(context)


def _overlap(context: _Context, circumstances: Circumstances) -> bool:
    """Whether the sides can meet once every numeral is any number that it may have been rounded from."""
    left, right = (
        _interval(side, context.pair.rounded, circumstances)
        for side in (context.pair.left, context.pair.right)
    )
    return all(one.low <= two.high and two.low <= one.high for one, two in zip(left, right, strict=True))


def _interval(side: Resolved, approximate: bool, circumstances: Circumstances) -> tuple[Interval, ...]:
    if side.literals is None or not approximate:
        return items_of(resolve(side.side, circumstances).value)
    return tuple(circumstances.numeral(numerals.approximate(numeral)) for numeral in side.literals)


def _running(context: _Context) -> bool:
    """`3+4=7×2=14`: the middle goes on from the left side's value; `2×5×6=2×5=10`: it repeats its start."""
    middle = context.pair.right
    following = context.following
    if middle.literals is not None or following is None or following.left != middle or not agrees(following):
        return False
    first = _leftmost(middle.side.term)
    left = items_of(context.pair.left.value)
    goes_on = first is not None and len(left) == 1 and Fraction(first.value) == left[0].low
    return goes_on or _starts_alike(context.pair.left.side.term, middle.side.term)


def _leftmost(term: Term) -> Numeral | None:
    while not isinstance(term, Number):
        inner = parts(term)
        if not inner or isinstance(term, Apply):
            return None
        term = inner[0]
    return term.numeral


def _starts_alike(longer: Term, shorter: Term) -> bool:
    one, two = (
        [part.numeral.value for part in walk(term) if isinstance(part, Number)] for term in (longer, shorter)
    )
    return len(two) > 1 and one[: len(two)] == two


def _unit_changes(context: _Context) -> bool:
    """Behind one side stands a word in Latin letters: it may be a unit."""
    left, right = context.pair.left, context.pair.right
    if not re.search("[A-Za-z]", right.side.unit):
        return False
    one, two = items_of(left.value)[0].low, items_of(right.value)[0].low
    return not (one and two) or not Fraction(2, 3) <= one / two <= Fraction(3, 2)


def _ends_in_exclamation(context: _Context) -> bool:
    return any(map(_exclaimed, context.terms))


def _exclaimed(term: Term) -> bool:
    while not (isinstance(term, Apply) and term.function == "factorial"):
        inner = parts(term)
        if not inner or isinstance(term, Apply | Group):
            return False
        term = inner[-1]
    return True


def _bare_numbers(context: _Context) -> bool:
    left, right = context.pair.left.literals, context.pair.right.literals
    if left is None or right is None:
        return False
    return not any(numeral.step for numeral in (*left, *right)) or len(left) > 1


def _integer_division(context: _Context) -> bool:
    """A whole number less than 1 away from a quotient, a root or a logarithm."""
    for whole, other in (context.pair.left, context.pair.right), (context.pair.right, context.pair.left):
        if whole.literals is None or any(numeral.value % 1 for numeral in whole.literals):
            continue
        divides = any(
            (isinstance(part, Product) and any(operator == "/" for operator, _ in part.rest))
            or isinstance(part, Apply | Power)
            for part in walk(other.side.term)
        )
        apart = (
            abs(one.low - two.low)
            for one, two in zip(items_of(whole.value), items_of(other.value), strict=True)
        )
        if divides and all(distance < 1 for distance in apart):
            return True
    return False


def _order_of_magnitude(context: _Context) -> bool:
    """A bare power of ten, or behind ≈ a whole number that ends in zeros, says how large something is."""
    for side, other in (context.pair.left, context.pair.right), (context.pair.right, context.pair.left):
        if len(items_of(side.value)) > 1:
            continue
        one, two = items_of(side.value)[0].low, items_of(other.value)[0].low
        if _is_power_of_ten(side) and one and Fraction(1, 2) <= two / one <= 2:
            return True
        if (
            context.pair.rounded
            and side.literals
            and one
            and not one % 10
            and Fraction(9, 10) <= two / one <= Fraction(11, 10)
        ):
            return True
    return False


def _is_power_of_ten(side: Resolved) -> bool:
    term = side.side.term
    if isinstance(term, Power):
        return isinstance(term.base, Number) and term.base.numeral.value == 10
    return side.literals is not None and bool(re.match(r"10\s*\^|10[⁰¹²³⁴-⁹]", side.literals[0].text))


def _names_alone(context: _Context) -> bool:
    return not (context.pair.left.side.numerals or context.pair.right.side.numerals)


def _assignment(context: _Context) -> bool:
    """`x=x+1` gives a name a new value."""
    left, right = context.terms
    return (
        isinstance(left, Name)
        and not isinstance(right, Name)
        and left.lookup in context.pair.right.side.lookups
    )


_EXCUSES: Final[tuple[tuple[Callable[[_Context], bool], str], ...]] = (
    (_names_alone, "names alone on both sides state no number"),
    (_assignment, "the name may be given a new value"),
    (_log_base_left_open, "the base of the logarithm is left open"),
    (_pi_alone, "π may be a name"),
    (_pi_cut_short, "π may be cut short"),
    (_rounded_inputs_at_approx, "the numbers it is worked out from are rounded"),
    (_running, "the sides run on, as on a pocket calculator"),
    (_unit_changes, "a unit may change"),
    (_ends_in_exclamation, "! may be an exclamation"),
    (_rounded_inputs, "the numbers it is worked out from are rounded"),
    (_bare_numbers, "bare numbers on both sides state no arithmetic"),
    (_integer_division, "the division may be one of integers"),
    (_order_of_magnitude, "an order of magnitude"),
)
"""Each innocent reading with its reason; the last `_LENIENT` count only where `judge` is lenient."""
_LENIENT: Final = 4
