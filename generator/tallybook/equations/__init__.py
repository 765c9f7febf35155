"""The arithmetic that the text itself states: equations are found, their names looked up, their sides compared."""

from tallybook.equations.chains import Chain, Side, read_chains
from tallybook.equations.doubt import doubt
from tallybook.equations.evaluation import Computed, Known
from tallybook.equations.judging import Agree, Ambiguous, Drift, Judgement, judge
from tallybook.equations.names import Lookup

__all__ = [
    "Agree",
    "Ambiguous",
    "Chain",
    "Computed",
    "Drift",
    "Judgement",
    "Known",
    "Lookup",
    "Side",
    "doubt",
    "judge",
    "read_chains",
]
