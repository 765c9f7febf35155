"""Where a text states an equation: its sides, the relations between them, and what casts doubt on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tallybook.equations import edges, prose
from tallybook.equations import tex as formulas
from tallybook.equations.doubt import Cues, doubt
from tallybook.equations.names import Lookup
from tallybook.equations.cursor import Unread
from tallybook.equations.reading import read_side
from tallybook.equations.terms import Term, lookups
from tallybook.equations.tokens import CLOSING, CONTENT, Kind, Token
from tallybook.numerals import Numeral
from tallybook.source import Span

Relation = Literal["=", "≈"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an equation: where it stands, what it states, and the names and numerals in it."""

    span: Span
    term: Term
    lookups: tuple[Lookup, ...]
    numerals: tuple[Numeral, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides joined by relations, one relation fewer than sides; None stands for a side that is unread.

    `doubt` is the word of the sentence that takes the statement back (若, 错误, mod …), or None.
    """

    sides: tuple[Side | None, ...]
    relations: tuple[Relation, ...]
    doubt: str | None = None


def read_chains(text: str, *, tex: bool = False, names: bool = True, around: str = "") -> list[Chain]:
    """The equations of a passage, or of the inside of a formula, which `tex` says.

    Without `names` only numbers are read. `around` is the sentence that a formula stands in. Spans are
    offsets in `text`. A chain has at least two sides that are read.
    """
    found: list[Chain] = []
    cast = doubt(around)
    for tokens in [formulas.read_formula(text)] if tex else prose.read_stretches(text):
        cues: Cues | None = None
        for sides, relations in _statements(_with_edges(tokens), tex, names):
            read = [side for side in sides if side is not None]
            if len(read) > 1:
                cues = cues or Cues.read(text, tokens[0].start, tokens[-1].end)
                cue = cues.near(read[0].span.start, read[-1].span.end) or cast
                found.append(Chain(tuple(sides), tuple(relations), cue))
    return found


def _with_edges(tokens: list[Token]) -> list[Token]:
    """Brackets that do not pair up, or hold more than a part of a side, become edges of what is in them."""
    changed = list(tokens)
    opened: list[int] = []
    broken = 0  # of the brackets that are open, how many from the outermost on hold a relation
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            opened.append(at)
        elif token.kind is Kind.CLOSE and not opened:
            changed[at] = _edge(token)
        elif token.kind is Kind.CLOSE:
            start = opened.pop()
            if broken > len(opened) or CLOSING[tokens[start].text] != token.text:
                changed[start], changed[at] = _edge(tokens[start]), _edge(token)
                broken = len(opened)
        elif token.kind not in CONTENT:
            broken = len(opened)
    for start in opened:
        changed[start] = _edge(tokens[start])
    return changed


def _edge(bracket: Token) -> Token:
    return bracket._replace(kind=Kind.WALL if bracket.text in "{}" else Kind.EDGE)


def _statements(
    tokens: list[Token], tex: bool, names: bool
) -> Iterator[tuple[list[Side | None], list[Relation]]]:
    """Sides and relations of each stretch of tokens between two edges that holds a relation."""
    before: Token | None = None
    content: list[Token] = []
    sides: list[Side | None] = []
    relations: list[Relation] = []
    depth = 0
    for at, token in enumerate([*tokens, None]):
        if token is not None and token.kind in CONTENT and (depth or token.kind is not Kind.COMMA):
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            content.append(token)
            continue
        related = token is not None and token.kind is Kind.RELATION
        if related or relations:
            begins = not edges.joins_two(content) if relations else edges.may_begin(before, content)
            ends = related or edges.may_end(tokens, at)
            sides.append(_side(content, tex, names, token) if begins and ends else None)
        content = []
        if related:
            relations.append("=" if token is not None and token.text == "=" else "≈")
        else:
            if relations:
                yield sides, relations
            before, sides, relations = token, [], []


def _side(tokens: Sequence[Token], tex: bool, names: bool, after: Token | None) -> Side | None:
    try:
        term = read_side(tokens, tex=tex)
    except Unread:
        return None
    return Side(
        span=Span(tokens[0].start, tokens[-1].end),
        term=term,
        lookups=lookups(term) if names else (),
        numerals=tuple(token.numeral for token in tokens if token.numeral is not None),
        unit=after.text if after is not None and after.kind is Kind.TEXT else "",
    )
