"""The quantity that a formula states."""

from collections.abc import Sequence

from tallybook.quotes.elements import Gap, Quantity, Refusal
from tallybook.quotes.quantities import approximated, read_quantity
from tallybook.quotes.tex import tokenise_tex
from tallybook.quotes.tokens import Token
from tallybook.source import Span

LAST_SIDE = (
    "the last side of the formula is no number and no group of numbers: "
    "end the formula with = or ≈ and the quantity that is meant"
)
EMPTY = "the formula holds no number: put the comment behind the formula that states the quantity"


def read_formula(tex: str) -> Quantity | Refusal:
    """The quantity that the inside of `$…$` states: its last side behind = or ≈.

    A matrix is one group, read row by row. Where rows of a display formula are equations of their own, their
    last sides together are one group.
    """
    tokens = list(tokenise_tex(tex))
    whole = Span(0, len(tex))
    if not any(token.numeral for token in tokens):
        return Refusal(whole, EMPTY)
    sides = [_last_side(tex, chain) for chain in _chains(tokens)]
    read = [side for side in sides if side is not None]
    if len(read) < len(sides):
        return Refusal(whole, LAST_SIDE)
    if len(read) == 1:
        return read[0]
    elements = tuple(element for side in read for element in side.elements)
    if sum(isinstance(element, Gap) for element in elements) > 1:
        return Refusal(whole, LAST_SIDE)
    return Quantity(Span(read[0].span.start, read[-1].span.end), "group", elements)


def _chains(tokens: Sequence[Token]) -> list[list[Token]]:
    """The rows of a formula; one that goes on from the row before belongs to it."""
    chains: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "row":
            chains.append([])
            continue
        goes_on = token.kind in ("relation", "sign", "times", "arrow")
        if not chains[-1] and len(chains) > 1 and goes_on:
            chains.pop()
        chains[-1].append(token)
    return [chain for chain in chains if chain]


def _last_side(tex: str, tokens: Sequence[Token]) -> Quantity | None:
    depth = begin = 0
    relation = ""
    for at, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth == 0 and token.kind == "relation":
            begin, relation = at + 1, token.text
    end = len(tokens)
    while end > begin and (
        tokens[end - 1].kind in ("text", "separator") or tokens[end - 1].text in (".", "。")
    ):
        end -= 1
    quantity = read_quantity(tex, tokens[begin:end], sums=True)
    return approximated(quantity) if quantity and relation == "≈" else quantity
