"""The signs that equations are written with: what both lexers, of prose and of TeX, hand to the reader."""

from enum import IntEnum, auto
from typing import Final, NamedTuple

from tallybook.numerals import Numeral


class Kind(IntEnum):
    """What a token is. The first group makes up a side; the second bounds it."""

    NUMBER = auto()
    NAME = auto()
    FUNCTION = auto()  # ln, max, √, frac, binom …: `text` is its one spelling
    SIGN = auto()  # + or -
    OPERATOR = auto()  # × / mod ⊙
    OPEN = auto()
    CLOSE = auto()
    COMMA = auto()
    RAISED = auto()  # ² or ⁻¹: `text` is the integer in ASCII
    CARET = auto()
    BANG = auto()

    RELATION = auto()  # = or ≈
    STOP = auto()  # punctuation, a line's end, another relation
    HAN = auto()
    WORD = auto()  # an English word that is no name
    WEIGHTY = auto()  # an English word that may change what the side behind it says
    TEXT = auto()  # \text{…}
    EDGE = auto()  # a bracket that holds more than a part of a side
    WALL = auto()  # any sign that is not understood


CONTENT: Final = frozenset(kind for kind in Kind if kind < Kind.RELATION)
OPERANDS: Final = frozenset({Kind.NUMBER, Kind.NAME, Kind.CLOSE, Kind.RAISED, Kind.BANG})


class Token(NamedTuple):
    """A sign: `text` is its one spelling, `raw` what is written from `start` on, `spaced` whether space
    stands before it.
    """

    kind: Kind
    text: str
    raw: str
    start: int
    spaced: bool = False
    numeral: Numeral | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.raw)


CLOSING: Final = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
SIGNS: Final = {"+": "+", "-": "-", "−": "-", "－": "-", "＋": "+"}
OPERATORS: Final = {
    **dict.fromkeys("×✕⨯·⋅∙∗＊", "×"),
    **dict.fromkeys("/／÷∕", "/"),
    "⊙": "⊙",
}
HAN: Final = "㐀-䶿一-鿿豈-﫿々〇"
LONGEST_NUMERAL: Final = 400
"""A longer run of digits is no number that a text states."""
