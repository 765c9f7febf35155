"""Agree, drift or ambiguous: what the pairs of a chain come to once all innocent readings are tried."""

from dataclasses import dataclass

from tallybook.equations.agreement import Pair, agrees, held, pairs
from tallybook.equations.alternatives import other_reading_agrees
from tallybook.equations.chains import Chain, Side
from tallybook.equations.excuses import excuse
from tallybook.equations.resolution import Known, shown
from tallybook.numerals import Numeral


@dataclass(frozen=True, slots=True)
class Agree:
    left: Side
    right: Side


@dataclass(frozen=True, slots=True)
class Drift:
    """Two sides that disagree, what each comes to, as a message shows it, and the numerals of theirs that
    the other side is held against."""

    left: Side
    right: Side
    left_value: str
    right_value: str
    held: tuple[Numeral, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two sides that disagree in a way that a careful author may have meant."""

    left: Side
    right: Side
    reason: str


Judgement = Agree | Drift | Ambiguous


def judge(chain: Chain, known: Known, *, lenient: bool) -> tuple[Judgement, ...]:
    """One judgement for each pair of neighbouring sides that are read, resolved and alike in shape; a chain
    behind a weighty word is ambiguous as a whole.

    `lenient` is for text without a cell or a binding: there a mismatch that may be meant otherwise
    (integer division, `0=1`) is ambiguous.
    """
    read = [side for side in chain.sides if side is not None]
    if chain.weighty:
        return (Ambiguous(read[0], read[-1], f"the word {chain.weighty} stands before it"),)
    found = list(pairs(chain, known))
    return tuple(
        _judgement(pair, found[at + 1] if at + 1 < len(found) else None, chain, known, lenient)
        for at, pair in enumerate(found)
    )


def _judgement(pair: Pair, following: Pair | None, chain: Chain, known: Known, lenient: bool) -> Judgement:
    left, right = pair.left.side, pair.right.side
    if agrees(pair) or other_reading_agrees(pair, known):
        return Agree(left, right)
    reason = chain.doubt and f"the sentence says {chain.doubt}"
    reason = reason or excuse(pair, following, known, lenient=lenient)
    if reason:
        return Ambiguous(left, right, reason)
    numerals = tuple(numeral for numeral, _ in held(pair))
    return Drift(left, right, shown(pair.left.value), shown(pair.right.value), numerals)
