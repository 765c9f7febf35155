"""English words beside an equation: which of them are prose around it, and which may change what it says."""

from collections.abc import Sequence
import re
from typing import Final

from tallybook.equations.names import GREEK
from tallybook.equations.tokens import CONTENT, Kind, Token

_WORD: Final = re.compile("[A-Za-z][a-z]{2,}|[Aa]t|[Oo]n")
_UNIT: Final = re.compile("[A-Za-z][a-z]{2,}")
_PLAIN: Final = re.compile("[A-Za-z]{2,}|[AaI]")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PARTS: Final = (
    "half halves third thirds quarter quarters fourth fifth fifths sixth eighth tenth tenths hundredths"
    " hundred hundreds thousand thousands million millions billion billions trillion trillions dozen dozens"
)
_OPERATES: Final = _set(
    f"{_PARTS} times minus plus over per twice double thrice triple quadruple square squared squares"
    " cube cubed root roots sqrt log ln lg exp sin cos tan cot sec csc sinh cosh tanh arcsin arccos"
    " arctan max min mod modulo modulus factorial xor nor nand choose div quo gcd lcm hcf divided"
    " multiplied less more than add added adding adds subtract subtracted subtracting subtracts take"
    " takes taking taken remove removed removing multiply multiplying divide dividing squaring halving"
    " halved doubling doubled tripled increased decreased reduced raised scaled shifted grown another"
    " additional further extra about approximately approx roughly nearly almost around circa some under"
    " above below beyond up near two three four five six seven eight nine ten eleven twelve twenty"
    " thirty forty fifty sixty seventy eighty ninety score percent percentage pct cent cents negative"
    " inverse reciprocal power powers rounded truncated floor ceil ceiling base binary ternary octal hex"
    " hexadecimal decimal"
)
"""Words that work on what follows them, even across another word: `half the total 8/2`."""

_QUALIFIES: Final = _set(
    "of number numbers no not never wrong false least most mean median mode sum sums product average"
    " difference ratio quotient remainder variance deviation between to or and by vs versus one first second"
    " positive absolute integer int uint abs norm sign det dot cross rank trace var std arg argmax argmin"
    " real imag odds page pages row rows column columns line lines point points fold basis bits bit nats nat"
    " left short long each apiece bps ppm ppb permille"
)
"""Words that may belong to the number beside them."""

_FRACTIONS: Final = _set(_PARTS)
_LETTERS: Final = frozenset(letter.lower() for letter in GREEK)
_CLAUSE: Final = _set("therefore namely consequently accordingly indeed")
_STATES: Final = _set(
    "was were says said know knows show shows find finds found obtain obtains become becomes simply just"
    " implies proves note conclude compute computes calculate calculates"
)
"""No nouns: a name or a bracket behind one of these is no part of a phrase such as `batch size`."""

_PASSED: Final = _set("the an this that in for with as it")
_STARTS: Final = frozenset({Kind.NUMBER, Kind.NAME, Kind.FUNCTION, Kind.OPEN})
_BOUNDS: Final = frozenset({Kind.WORD, Kind.COMMA, Kind.STOP, Kind.HAN, Kind.OPEN})
_GOES_ON: Final = frozenset({Kind.SIGN, Kind.OPERATOR, Kind.CARET, Kind.FUNCTION, Kind.RELATION})
_ENDS: Final = frozenset({Kind.STOP, Kind.WORD, Kind.CLOSE})
_WORDS_BACK: Final = 12


def set_words_apart(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with each name that is surely prose before or behind an equation made a word, each unit
    behind a result a text, the `and` of `24 and a half` a wall. Before a side every other
    word is weighty."""
    changed = list(tokens)
    for at, token in enumerate(tokens):
        if token.kind is Kind.NAME and _is_prose(changed, at):
            changed[at] = token._replace(kind=Kind.WORD)
        elif token.kind is Kind.NAME and _is_weighty(changed, at):
            changed[at] = token._replace(kind=Kind.WEIGHTY)
        elif token.kind is Kind.RELATION:
            _set_unit_apart(changed, at)
        elif token.kind is Kind.WORD and token.text.lower() == "and" and _is_part(tokens[at + 1 : at + 3]):
            changed[at] = token._replace(kind=Kind.WALL)
    return changed


def _is_part(tokens: Sequence[Token]) -> bool:
    return any(token.kind is Kind.NAME and token.raw.lower() in _FRACTIONS for token in tokens)


def _is_prose(tokens: Sequence[Token], at: int) -> bool:
    """Whether the name there is a word before a side: `the total 72/3`, `therefore x`."""
    word = tokens[at].raw.lower()
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None or not after.spaced or after.kind not in _STARTS or not _WORD.fullmatch(tokens[at].raw):
        return False
    if _changes(word):
        return False
    if word in _CLAUSE:
        return at == 0 or tokens[at - 1].kind not in _GOES_ON
    if word not in _STATES and (after.kind is not Kind.NUMBER or _is_range(tokens[at + 1 : at + 4])):
        return False
    return _begins_freely(tokens, at)


def _is_weighty(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is the word there for which the side behind it is not read: `half 8/2`, `relu (1-3)`."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    begins = after is not None and after.spaced and after.kind in (Kind.NUMBER, Kind.OPEN)
    return begins and (_UNIT.fullmatch(tokens[at].raw) is not None or _changes(tokens[at].raw.lower()))


def _changes(word: str) -> bool:
    return word in _OPERATES or word in _QUALIFIES or word in _LETTERS


def _is_range(tokens: Sequence[Token]) -> bool:
    """`pages 10-12`: the hyphen between a smaller and a greater number is no minus."""
    if len(tokens) < 3 or tokens[1].text != "-" or tokens[1].spaced or tokens[2].spaced:
        return False
    low, high = tokens[0].numeral, tokens[2].numeral
    return low is not None and high is not None and low.value < high.value


def _begins_freely(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing that works on the side stands among the words before it: no number, name or sign."""
    for before in reversed(tokens[max(0, at - _WORDS_BACK) : at]):
        word = before.raw.lower()
        if before.kind is Kind.NAME or word in _PASSED:
            if word in _OPERATES or not _PLAIN.fullmatch(before.raw):
                return False
        else:
            return before.kind in _BOUNDS
    return True


def _set_unit_apart(tokens: list[Token], at: int) -> None:
    """Behind `at`, a relation: `72/3=24 years old`. The sides before and behind hold numbers only."""
    signed = at + 1 < len(tokens) and tokens[at + 1].kind is Kind.SIGN
    unit = end = at + 2 + signed
    while end < len(tokens) and tokens[end].kind is Kind.NAME:
        end += 1
    words = tokens[unit:end]
    if not words or tokens[unit - 1].kind is not Kind.NUMBER or not _UNIT.fullmatch(words[0].raw):
        return
    plain = all(
        word.spaced and _PLAIN.fullmatch(word.raw) and not _changes(word.raw.lower()) for word in words
    )
    if plain and _may_end_behind(tokens[end : end + 2]) and _is_arithmetic(tokens, at):
        tokens[unit] = words[0]._replace(kind=Kind.TEXT)
        for place in range(unit + 1, end):
            tokens[place] = tokens[place]._replace(kind=Kind.WORD)


def _may_end_behind(rest: Sequence[Token]) -> bool:
    """`5 feet, 3 inches` and `5 euros and 20 cents` go on."""
    if not rest:
        return True
    if rest[0].kind is Kind.COMMA:
        return len(rest) > 1 and rest[1].kind is not Kind.NUMBER
    return rest[0].kind in _ENDS and rest[0].raw.lower() not in ("and", "with")


def _is_arithmetic(tokens: Sequence[Token], end: int) -> bool:
    """Whether the side that ends before `end` works on numbers, and on no names."""
    start = end
    while start and tokens[start - 1].kind in CONTENT:
        start -= 1
    side = tokens[start:end]
    numbers = sum(token.kind is Kind.NUMBER for token in side)
    return numbers > 1 and all(token.kind is not Kind.NAME for token in side)
