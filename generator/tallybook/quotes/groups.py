"""Bracketed groups out of tokens, and what can be their elements."""

from collections.abc import Sequence
from itertools import pairwise

from tallybook.numerals import Numeral, closed, with_sign
from tallybook.quotes.closed import evaluate
from tallybook.quotes.elements import Element, Gap, Name
from tallybook.quotes.tokens import DEEPEST, Token
from tallybook.source import Span

_PAIRS = {"(": ")", "[": "]", "{": "}"}


def matching(tokens: Sequence[Token]) -> dict[int, int]:
    """For each opening bracket that is closed by its own kind, the index of its closing one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(at)
        elif token.kind == "close" and opened:
            begin = opened.pop()
            if _PAIRS[tokens[begin].text] == token.text:
                found[begin] = at
    return found


def unbraced(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without TeX's braces round the whole: {0.5}."""
    if len(tokens) > 2 and tokens[0].text == "{" and matching(tokens).get(0) == len(tokens) - 1:
        return tokens[1:-1]
    return tokens


def split(tokens: Sequence[Token], kind: str) -> list[Sequence[Token]]:
    """The stretches between tokens of a kind that stand outside all brackets."""
    pieces: list[Sequence[Token]] = []
    depth = begin = 0
    for at, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth == 0 and token.kind == kind:
            pieces.append(tokens[begin:at])
            begin = at + 1
    return [*pieces, tokens[begin:]]


def read_numeral(text: str, tokens: Sequence[Token]) -> Numeral | None:
    """A numeral, with or without a sign, that takes up all tokens."""
    if len(tokens) == 1 and tokens[0].kind == "numeral":
        return tokens[0].numeral
    if len(tokens) == 2 and tokens[0].kind == "sign" and tokens[1].numeral:
        return with_sign(text, tokens[0].span.start, tokens[1].numeral)
    return None


def read_closed(text: str, tokens: Sequence[Token], *, sums: bool) -> Numeral | None:
    """A closed form that takes up all tokens."""
    value = evaluate(tokens, sums=sums)
    if value is None:
        return None
    span = Span(tokens[0].span.start, tokens[-1].span.end)
    return closed(text[span.start : span.end], value, span)


def read_group(text: str, tokens: Sequence[Token], depth: int = 1) -> tuple[Element, ...]:
    """The elements of a bracketed group that takes up all tokens, ravelled; none if it is no group."""
    tokens = _untransposed(tokens)
    if len(tokens) < 3 or tokens[0].kind != "open" or tokens[0].text == "{" or depth > DEEPEST:
        return ()
    if matching(tokens).get(0) != len(tokens) - 1:
        return ()
    pieces = split(tokens[1:-1], "separator")
    if not pieces[-1]:
        pieces.pop()  # (3,)
    found: list[Element] = []
    for piece in pieces:
        elements = _elements(text, piece, depth)
        if not elements:
            return ()
        found += elements
    return tuple(found)


def _untransposed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the sign of transposition behind a row or a column: ravelled they are the same."""
    if len(tokens) < 4 or tokens[-1].kind != "transposed":
        return tokens
    nested = sum(token.kind == "open" for token in tokens) > 1
    separators = {token.text for token in tokens if token.kind == "separator"}
    return tokens if nested or len(separators) > 1 else tokens[:-1]


def _elements(text: str, tokens: Sequence[Token], depth: int) -> Sequence[Element]:
    """What stands between two separators: one element, or NumPy's numbers parted by spaces."""
    tokens = unbraced(tokens)
    if not tokens:
        return ()
    first = tokens[0]
    if len(tokens) == 1 and first.kind == "gap":
        return (Gap(first.span),)
    if len(tokens) == 1 and first.kind == "name":
        return (Name(first.text, first.span),)
    numeral = read_numeral(text, tokens)
    if numeral:
        return (numeral,)
    nested = read_group(text, tokens, depth + 1)
    if nested:
        return nested
    return _spaced(text, tokens, depth) or _closed_element(text, tokens)


def _closed_element(text: str, tokens: Sequence[Token]) -> Sequence[Element]:
    if matching(tokens).get(0) == len(tokens) - 1:  # nested too deep
        return ()
    form = read_closed(text, tokens, sums=True)
    return (form,) if form else ()


def _spaced(text: str, tokens: Sequence[Token], depth: int) -> Sequence[Element]:
    """Elements parted by spaces alone: numbers whose sign is glued to them, gaps and groups."""
    found: list[Element] = []
    pairs = matching(tokens)
    at = 0
    while at < len(tokens):
        end = pairs.get(at, at + (tokens[at].kind == "sign")) + 1
        if at == 0 and end >= len(tokens):
            return ()
        piece = tokens[at:end]
        if found and tokens[at - 1].span.end == tokens[at].span.start:
            return ()
        glued = all(left.span.end == right.span.start for left, right in pairwise(piece))
        if piece[0].kind == "open":
            elements: Sequence[Element] = read_group(text, piece, depth + 1)
        elif piece[0].kind == "gap":
            elements = (Gap(piece[0].span),)
        else:
            numeral = read_numeral(text, piece) if glued else None
            elements = (numeral,) if numeral else ()
        if not elements:
            return ()
        found += elements
        at = end
    return found
