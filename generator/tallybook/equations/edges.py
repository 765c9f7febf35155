"""Where a side may begin and end: whatever is not surely harmless beside it leaves it unread."""

from collections.abc import Sequence
from typing import Final

from tallybook.equations.tokens import Kind, Token

_NOT_BEHIND: Final = frozenset("乘除加减以的比到至点第模余与和及或跟幂方负号十百千万亿倍")
_NOT_BEFORE: Final = frozenset("乘除加减倍余分之到至点十百千万亿次方成折多几左以或和")
_LISTS: Final = frozenset({",", "，", "、"})


def may_begin(before: Token | None, content: Sequence[Token]) -> bool:
    """Whether a chain may begin with `content` behind the token `before`; None is the start of a line."""
    if not content:
        return False
    if before is None:
        return True
    match before.kind:
        case Kind.HAN:
            return before.text[-1] not in _NOT_BEHIND and not _is_bare(content)
        case Kind.WORD:
            return not _is_bare(content)
        case Kind.COMMA:
            return content[0].spaced or before.text != "," or content[0].kind is not Kind.NUMBER
        case Kind.EDGE:
            return before.text in "(["
        case Kind.STOP:
            return True
        case _:
            return False


def may_end(tokens: Sequence[Token], at: int) -> bool:
    """Whether a chain may end before `tokens[at]`; behind the last token is the end of a line."""
    after, *rest = [*tokens[at : at + 3], None, None, None][:3]
    if after is None:
        return True
    match after.kind:
        case Kind.HAN:
            return after.text[0] not in _NOT_BEFORE
        case Kind.COMMA | Kind.STOP if after.text in _LISTS:
            return not _goes_on(*rest)
        case Kind.STOP | Kind.WORD | Kind.TEXT:
            return True
        case Kind.EDGE:
            return after.text in ")]" or (rest[0] is not None and rest[0].kind is Kind.HAN)
        case _:
            return False


def _is_bare(content: Sequence[Token]) -> bool:
    return len(content) <= 2 and content[-1].kind is Kind.NUMBER and content[0].kind in (Kind.NUMBER, Kind.SIGN)


def _goes_on(item: Token | None, behind: Token | None) -> bool:
    """Whether a list of bare numbers goes on behind a comma: `i=0,1,2` and `i=1, …, n` state no equation."""
    if item is None:
        return False
    if item.kind is Kind.NUMBER:
        return behind is None or behind.kind in (Kind.COMMA, Kind.STOP, Kind.HAN, Kind.EDGE, Kind.WALL, Kind.TEXT)
    return item.kind is Kind.WALL
