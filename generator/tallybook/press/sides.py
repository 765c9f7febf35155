"""The sides of the equations that a chapter states: what each one comes to, and what it was held against."""

from collections.abc import Iterator
from dataclasses import dataclass

from tallybook.chapter import Passage
from tallybook.checked import Checked
from tallybook.equations import Lookup, Pair, Side, agrees, held, pairs, shown
from tallybook.plan import known_names
from tallybook.press.cardwords import RuleWords
from tallybook.press.rules import rule_of
from tallybook.source import Span

_MOST = 12


@dataclass(frozen=True)
class Stated:
    """One side: what it comes to, the names in it and its neighbours, these as pairs of what is written and
    what that comes to, and the rule by which it passed."""

    value: str
    lookups: tuple[Lookup, ...]
    against: tuple[tuple[str, str], ...]
    rule: str


def stated_sides(checked: Checked, words: RuleWords) -> dict[Span, Stated]:
    """Each side that was held against another, by its place."""
    found: dict[Span, Stated] = {}
    for passage, pair in _pairs(checked):
        rule = _rule(pair, words)
        left, right = _spans(passage, pair)
        before = found.get(left)
        against = (*(before.against if before else ()), _told(passage, pair, 1))
        lookups = (*pair.left.side.lookups, *pair.right.side.lookups)
        earlier = before.lookups if before else ()
        found[left] = Stated(_value(pair, 0), (*earlier, *lookups), against, before.rule if before else rule)
        found[right] = Stated(_value(pair, 1), lookups, (_told(passage, pair, 0),), rule)
    return found


def _pairs(checked: Checked) -> Iterator[tuple[Passage, Pair]]:
    for index, item in enumerate(checked.chapter.items):
        if isinstance(item, Passage) and index in checked.plan.chains:
            known = known_names(checked.plan, index, checked.run)
            values = {name: value for name, value in known.items() if value is not None}
            for chain in checked.plan.chains[index]:
                yield from ((item, pair) for pair in pairs(chain, values))


def _spans(passage: Passage, pair: Pair) -> tuple[Span, Span]:
    left, right = pair.left.side.span, pair.right.side.span
    return passage.span(left.start, left.end), passage.span(right.start, right.end)


def _rule(pair: Pair, words: RuleWords) -> str:
    if not agrees(pair):
        return ""
    return rule_of(held(pair), words) or words.sides


def _told(passage: Passage, pair: Pair, at: int) -> tuple[str, str]:
    side: Side = (pair.left, pair.right)[at].side
    return " ".join(passage.text[side.span.start : side.span.end].split()), _value(pair, at)


def _value(pair: Pair, at: int) -> str:
    text = shown((pair.left, pair.right)[at].value)
    return text if text.count(",") < _MOST else ""
