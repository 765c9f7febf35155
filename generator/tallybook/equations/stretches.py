"""Where in prose an equation may stand: only the parts of a line that are near a relation are read at all."""

from collections.abc import Iterator
import re
from typing import Final

from tallybook.equations.prose import read_prose
from tallybook.equations.tokens import Kind, Token

_RELATION_SIGN: Final = re.compile("[=＝≈≒]++")
_STRETCH: Final = re.compile(r"(?:[^\r\n。；？！.]++|\.(?!\s))++")
_FARTHEST: Final = 1_000
_GOES_ON: Final = re.compile(r"[-+−－＋×·*/÷=＝≈^][ \t]*(?:\r\n|\n|\r)\Z")
_CONTINUES: Final = re.compile(r"(?:\r\n|\n|\r)[ \t>]*+(?:[-+*](?![ \t]|\*)|[−－＋×·/÷=＝≈^])")
_MARKS: Final = re.compile(
    # not possessive: Python 3.11.2 loses a possessive group that holds another
    r"[ \t>]*(?:(?:(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+|#{1,6}[ \t]+)?"
)


def read_stretches(text: str) -> Iterator[list[Token]]:
    """The tokens of each stretch between full stops or line ends that holds a relation, as far as a side
    can reach from there. A wall stands where a stretch is cut, by that reach or by a line's end.
    """
    for stretch in _STRETCH.finditer(text):
        for start, end in _reach(text, *stretch.span()):
            marks = _MARKS.match(text, start, end) if start == 0 or text[start - 1] in "\r\n" else None
            tokens = read_prose(text, marks.end() if marks else start, end)
            if start > stretch.start() or _GOES_ON.search(text, max(0, start - 9), start):
                tokens.insert(0, _cut(start))
            if end < stretch.end() or _CONTINUES.match(text, end):
                tokens.append(_cut(end))
            yield tokens


def _reach(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of `text[start:end]` that are near a relation."""
    first = last = -1
    for relation in _RELATION_SIGN.finditer(text, start, end):
        at = relation.start()
        if first >= 0 and at - last > 2 * _FARTHEST:
            yield max(start, first - _FARTHEST), last + _FARTHEST
            first = -1
        first, last = at if first < 0 else first, at
    if first >= 0:
        yield max(start, first - _FARTHEST), min(end, last + _FARTHEST)


def _cut(at: int) -> Token:
    return Token(Kind.WALL, "", "", at)
