"""Where a side may begin and end: whatever is not surely harmless beside it leaves it unread."""

from collections.abc import Sequence
import re
from typing import Final

from tallybook.equations.tokens import Kind, Token

_NOT_BEHIND: Final = re.compile(
    "(?:[乘除]以|(?<![得达])到|[乘除加减的比至点第模余与和及或跟又幂方负号十百千万亿倍])$"
)
_NOT_BEFORE: Final = frozenset("乘除加减倍余分之到至点十百千万亿次方成折多几左以或和的")
_BARE: Final = frozenset({Kind.NUMBER, Kind.SIGN, Kind.OPEN, Kind.CLOSE})
_BEHIND_ITEM: Final = frozenset({Kind.COMMA, Kind.STOP, Kind.HAN, Kind.EDGE, Kind.WALL, Kind.TEXT})
_JOINT: Final = re.compile("[0-9],[0-9]")
_LISTS: Final = frozenset({",", "，", "、"})


def may_begin(before: Token | None, content: Sequence[Token]) -> bool:
    """Whether a chain may begin with `content` behind the token `before`; None is the start of a line."""
    if not content or content[0].text == "+":
        return False
    if before is None:
        return True
    match before.kind:
        case Kind.HAN:
            return not _NOT_BEHIND.search(before.text[-2:]) and not _is_bare(content)
        case Kind.WORD | Kind.WEIGHTY:
            return not _is_bare(content)
        case Kind.COMMA:
            return content[0].spaced or before.text != "," or content[0].kind is not Kind.NUMBER
        case Kind.EDGE:
            return before.text in "(["
        case Kind.STOP:
            return True
        case _:
            return False


def joins_two(content: Sequence[Token]) -> bool:
    """Whether a comma in a numeral may part two equations: `3×200=600,200×2=400`."""
    return len(content) > 1 and content[0].kind is Kind.NUMBER and _JOINT.search(content[0].raw) is not None


def may_end(tokens: Sequence[Token], at: int) -> bool:
    """Whether a chain may end before `tokens[at]`; behind the last token is the end of a line."""
    if at >= len(tokens):
        return True
    after, rest = tokens[at], tokens[at + 1 : at + 4]
    match after.kind:
        case Kind.HAN:
            return after.text[0] not in _NOT_BEFORE and not _leaves_rest(rest[:1])
        case Kind.COMMA | Kind.STOP if after.text in _LISTS:
            return not _goes_on(rest)
        case Kind.STOP | Kind.WORD | Kind.TEXT:
            return True
        case Kind.EDGE:
            explains = bool(rest) and rest[0].kind is Kind.HAN
            return after.text in ")]" or (explains and not _leaves_rest(rest[2:]))
        case _:
            return False


def _is_bare(content: Sequence[Token]) -> bool:
    """Whether a side is no more than a number, signed or in brackets."""
    return (
        all(token.kind in _BARE for token in content)
        and sum(token.kind is Kind.NUMBER for token in content) == 1
    )


def _leaves_rest(tokens: Sequence[Token]) -> bool:
    """Whether a remainder follows: `37÷4=9（个）……1（根）`."""
    return any(token.text.startswith(("…", "⋯", ".", "余")) for token in tokens)


def _goes_on(tokens: Sequence[Token]) -> bool:
    """Whether a list of bare numbers goes on behind a comma: `i=0,1,2` and `i=1, …, n` state no equation."""
    if not tokens or tokens[0].kind is not Kind.NUMBER:
        return bool(tokens) and tokens[0].kind is Kind.WALL
    return len(tokens) < 2 or tokens[1].kind in _BEHIND_ITEM
