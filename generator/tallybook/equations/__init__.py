"""The arithmetic that the text itself states: equations are found, their names looked up, sides compared."""

from tallybook.equations.agreement import Pair, agrees, held, pairs
from tallybook.equations.chains import Chain, Side, read_chains
from tallybook.equations.doubt import doubt
from tallybook.equations.judgement import Agree, Ambiguous, Drift, Judgement, judge
from tallybook.equations.names import Lookup
from tallybook.equations.resolution import Computed, Known, shown

__all__ = [
    "Agree",
    "Ambiguous",
    "Chain",
    "Computed",
    "Drift",
    "Judgement",
    "Known",
    "Lookup",
    "Pair",
    "Side",
    "agrees",
    "doubt",
    "held",
    "judge",
    "pairs",
    "read_chains",
    "shown",
]
