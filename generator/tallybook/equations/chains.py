"""Where a text states an equation: its sides, the relations between them, and what casts doubt on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from tallybook.equations import edges
from tallybook.equations.cursor import Unread
from tallybook.equations.doubt import Cues, doubt
from tallybook.equations.english import set_words_apart
from tallybook.equations.names import Lookup, lookup
from tallybook.equations.prose import WORD
from tallybook.equations.reading import read_side
from tallybook.equations.stretches import read_stretches
from tallybook.equations.terms import Term, lookups
from tallybook.equations.tex import read_formula
from tallybook.equations.tokens import CLOSING, CONTENT, OPERANDS, Kind, Token
from tallybook.numerals import Numeral
from tallybook.source import Span

Relation = Literal["=", "≈"]
_CALLED: Final = frozenset({Kind.NAME, Kind.FUNCTION})


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an equation: where it stands, what it states, and the names and numerals in it.

    `behind` is a word before it that is prose only where the session knows no such name.
    """

    span: Span
    term: Term
    lookups: tuple[Lookup, ...]
    numerals: tuple[Numeral, ...]
    unit: str = ""
    behind: tuple[Lookup, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides joined by relations, one relation fewer than sides; None stands for a side that is unread.

    `doubt` is the word of the sentence that takes the statement back (若, 错误, mod …), or None; `weighty`
    the word right before it for which it cannot be judged (half, about …).
    """

    sides: tuple[Side | None, ...]
    relations: tuple[Relation, ...]
    doubt: str | None = None
    weighty: str | None = None


def read_chains(text: str, *, tex: bool = False, names: bool = True, around: str = "") -> list[Chain]:
    """The equations of a passage, or of the inside of a formula, which `tex` says.

    Without `names` only numbers are read. `around` is the sentence that a formula stands in. Spans are
    offsets in `text`. A chain has at least two sides that are read.
    """
    found: list[Chain] = []
    cast = doubt(around)
    for tokens in [read_formula(text)] if tex else map(set_words_apart, read_stretches(text)):
        cues: Cues | None = None
        for before, sides, relations in _statements(_with_edges(tokens, tex), tex, names):
            read = [side for side in sides if side is not None]
            if len(read) > 1:
                cues = cues or Cues.read(text, tokens[0].start, tokens[-1].end)
                cue = cues.near(read[0].span.start, read[-1].span.end) or cast
                weighty = before.raw if before is not None and before.kind is Kind.WEIGHTY else None
                found.append(Chain(tuple(sides), tuple(relations), cue, weighty))
    return found


def _with_edges(tokens: list[Token], tex: bool) -> list[Token]:
    """Brackets that do not pair up, or hold more than a part of a side, become edges of what is in them.

    Behind a name they are a call: `P(X=1)` and `f(x, axis=0)` state nothing.
    """
    changed = list(tokens)
    opened: list[int] = []
    calls: list[int] = []
    broken = 0  # of the brackets that are open, how many from the outermost on hold a relation
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            if at and tokens[at - 1].kind in _CALLED and (tex or not token.spaced):
                calls.append(len(opened))
            opened.append(at)
        elif token.kind is Kind.CLOSE and not opened:
            changed[at] = _edge(token)
        elif token.kind is Kind.CLOSE:
            start = opened.pop()
            if calls and calls[-1] == len(opened):
                calls.pop()
            if broken > len(opened) or CLOSING[tokens[start].text] != token.text:
                changed[start], changed[at] = _edge(tokens[start]), _edge(token)
                broken = len(opened)
        elif token.kind not in CONTENT:
            broken = len(opened)
            if calls and token.kind is Kind.RELATION and tokens[at - 1].kind is not Kind.NUMBER:
                changed[at] = token._replace(kind=Kind.WALL)
    for start in opened:
        changed[start] = _edge(tokens[start])
    return changed


def _edge(bracket: Token) -> Token:
    return bracket._replace(kind=Kind.WALL if bracket.text in "{}" else Kind.EDGE)


def _statements(
    tokens: list[Token], tex: bool, names: bool
) -> Iterator[tuple[Token | None, list[Side | None], list[Relation]]]:
    """Each stretch of tokens between two edges that holds a relation: what stands before it, its sides and
    its relations."""
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
            side = _side(content, tex, names, token) if begins and ends else None
            sides.append(_behind(side, before) if side is not None and names and not relations else side)
        content = []
        if related:
            relations.append("=" if token is not None and token.text == "=" else "≈")
        else:
            if relations:
                yield before, sides, relations
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
        numerals=tuple(_numerals(tokens)),
        unit=after.text if after is not None and after.kind is Kind.TEXT else "",
    )


def _behind(side: Side, before: Token | None) -> Side:
    """The first side of a chain with the word before it, if a session may have a name like it."""
    if before is None or before.kind is not Kind.WORD or WORD.fullmatch(before.raw):
        return side
    return replace(side, behind=(lookup(before.raw, before.text),))


def _numerals(tokens: Sequence[Token]) -> Iterator[Numeral]:
    """The numerals of a side, each with the sign that is its own and no operator."""
    for at, token in enumerate(tokens):
        if token.numeral is None:
            continue
        sign = tokens[at - 1] if at and tokens[at - 1].kind is Kind.SIGN else None
        if sign is None or (at > 1 and tokens[at - 2].kind in OPERANDS):
            yield token.numeral
        else:
            value = -token.numeral.value if sign.text == "-" else token.numeral.value
            yield Numeral(sign.raw + token.raw, value, token.numeral.step, Span(sign.start, token.end))
