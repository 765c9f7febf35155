"""Readings of the same signs under which two sides may agree: another base of `log`, a unit left out."""

from dataclasses import replace
import re
from typing import Final

from tallybook import numerals
from tallybook.equations.agreement import Pair, agrees, resolve
from tallybook.equations.arithmetic import Interval, Undefined
from tallybook.equations.resolution import Circumstances, Known, Unresolved
from tallybook.equations.terms import Apply, Term, walk, with_numerals
from tallybook.numerals import Numeral

_UNIT: Final = re.compile(r"\s*\\?[%％‰万亿]+$|\s*\\(?:text|mathrm)\s*\{.*\}$")
_LOG_BASES: Final = (Interval.point(2), Interval.point(10))


def other_reading_agrees(pair: Pair, known: Known) -> bool:
    """Whether the sides agree with another base of a bare `log`, or with a unit left unread on one side."""
    if has_bare_log(pair.left.side.term) or has_bare_log(pair.right.side.term):
        return any(_agrees_under(pair, Circumstances(known, log_base=base)) for base in _LOG_BASES)
    units = [
        any(_UNIT.search(numeral.text) for numeral in side.side.numerals) for side in (pair.left, pair.right)
    ]
    return units[0] != units[1] and _agrees_under(_without_units(pair), Circumstances(known))


def has_bare_log(term: Term) -> bool:
    return any(
        isinstance(part, Apply) and part.function == "log" and len(part.arguments) == 1 for part in walk(term)
    )


def _agrees_under(pair: Pair, circumstances: Circumstances) -> bool:
    try:
        left, right = (resolve(side.side, circumstances) for side in (pair.left, pair.right))
    except (Undefined, Unresolved):
        return False
    return agrees(replace(pair, left=left, right=right))


def _without_units(pair: Pair) -> Pair:
    sides = (
        replace(side.side, term=with_numerals(side.side.term, _plain)) for side in (pair.left, pair.right)
    )
    left, right = sides
    return replace(pair, left=replace(pair.left, side=left), right=replace(pair.right, side=right))


def _plain(numeral: Numeral) -> Numeral:
    bare = numerals.scan(_UNIT.sub("", numeral.text), 0)
    return replace(bare, span=numeral.span) if bare else numeral
