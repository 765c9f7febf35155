"""What a page's script knows of its numbers: a card for each that is marked, and what led to it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
import json
from typing import Any

from tallybook.chapter import Binding, Cell, Kind, Quote
from tallybook.checked import Checked
from tallybook.checking import Tally, check
from tallybook.glimpses import MOST
from tallybook.job import Value
from tallybook.origins import find_origins
from tallybook.plan import known_names
from tallybook.press.cardwords import RuleWords
from tallybook.press.course import Course, nested
from tallybook.press.marks import Mark
from tallybook.press.phrases import Phrases
from tallybook.press.rules import rule_of_pairs
from tallybook.press.sides import Stated, stated_sides
from tallybook.press.texform import as_tex
from tallybook.report import Account, Number
from tallybook.source import Span

_ID = 8


def page_data(
    checked: Checked, marks: Iterable[Mark], phrases: Phrases, references: Mapping[str, str]
) -> str:
    """JSON that may stand in a script element: a card for each number that is marked, by its key."""
    cards = _Cards(checked, phrases.card.rule, references)
    numbers = checked.report.counted
    marked = {key: mark.span for mark in marks for key in mark.keys}
    keys = {numbers[key - 1].span: key for key in marked}
    ids = number_ids(numbers)
    told = {str(key): {"id": ids[key - 1]} for key in sorted(marked)}
    for key, span in marked.items():
        number = numbers[key - 1]
        if span.holds(number.span):
            written = _written(number)
            told[str(key)] |= {"text": written} if span != number.span else {}
            told[str(key)] |= {"tex": tex} if (tex := as_tex(written)) != written else {}
        told[str(key)] |= cards.card(number, keys)
    words: dict[str, str] = {
        **phrases.card.labels,
        **{str(key): said for key, said in phrases.accounts.items()},
    }
    data = {"words": words, "numbers": told, **cards.course.told()}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def number_ids(numbers: Iterable[Number]) -> list[str]:
    """The address of each number on its page: what it says and what it is, so that changes elsewhere leave it
    as it is; of numbers that are alike in both, the first, the second …"""
    alike: Counter[str] = Counter()
    ids = []
    for number in numbers:
        said = f"{_written(number)}\n{number.expression or number.account}"
        alike[said] += 1
        ids.append("n-" + sha256(f"{said}\n{alike[said]}".encode()).hexdigest()[:_ID])
    return ids


def cell_anchors(checked: Checked) -> dict[int, str]:
    """The anchors of the cells whose code a page shows, by the first lines of their code."""
    cells = (item for item in checked.chapter.items if isinstance(item, Cell))
    return {cell.line: f"cell-{at}" for at, cell in enumerate(cells, 1) if not cell.options.hide}


def _written(number: Number) -> str:
    return " ".join(number.text.split())


class _Cards:
    def __init__(self, checked: Checked, words: RuleWords, references: Mapping[str, str]) -> None:
        self._source = checked.chapter.source
        self._words = words
        origins = find_origins(checked.chapter, checked.plan, checked.run)
        self._lineage = origins.lineage
        self.course = Course(origins, cell_anchors(checked), references)
        self._bound = dict(_bound(checked))
        self._stated = stated_sides(checked, words)

    def card(self, number: Number, keys: Mapping[Span, int]) -> dict[str, Any]:
        """What is told of one number; `keys` are those of the page's numbers, by their places."""
        line = self._source.place(number.span.start).line
        told: dict[str, Any] = {"line": line, "account": number.account}
        if number.verdict not in (None, "tally"):
            told["verdict"] = number.verdict
        if number.expression is not None:
            told |= self.course.code(number.expression, self._lineage.reached(line))
            told |= self._computed(number)
        elif number.span in self._stated:
            told |= self._equation(self._stated[number.span], line)
        elif number.account is Account.REPEAT:
            told["rule"] = self._words.repeat.format(number.why.removeprefix("line "))
            told["of"] = keys.get(number.of) if number.of else None
        elif number.account is Account.OUTPUT:
            told["rule"] = self._words.output
        else:
            told["why"] = number.why
        return {key: value for key, value in told.items() if value not in (None, "", ())}

    def _computed(self, number: Number) -> dict[str, Any]:
        told: dict[str, Any] = {"stored": number.stored}
        if number.span not in self._bound:
            return told
        quote, value, names = self._bound[number.span]
        items = value.display or value.items
        if len(items) <= MOST:
            told["value"] = self.course.value(nested(value.shape, items))
        else:
            told["value"] = self.course.value("×".join(map(str, value.shape)), "shape")
            told["count"] = len(items)
        verdict = check(quote.quantity, value, names)
        if isinstance(verdict, Tally):
            told["rule"] = rule_of_pairs(verdict.pairs, self._words)
        return told

    def _equation(self, stated: Stated, line: int) -> dict[str, Any]:
        before = self._lineage.reached(line)
        names = {
            spelling
            for asked in stated.lookups
            for spelling in asked.spellings
            if self._lineage.giver(spelling, before) is not None
        }
        sides = [[written, self.course.value(value) if value else None] for written, value in stated.against]
        value = self.course.value(stated.value) if stated.value else None
        return {
            "value": value,
            "sides": sides,
            "rule": stated.rule,
            "inputs": tuple(self.course.inputs(names, before)),
        }


def _bound(checked: Checked) -> Iterator[tuple[Span, tuple[Quote, Value, dict[str, Value | None]]]]:
    """The bound quotes that the run gave numbers for, with these."""
    for index, item in enumerate(checked.chapter.items):
        if not isinstance(item, Binding) or item.kind is not Kind.COMPUTED:
            continue
        names = known_names(checked.plan, index, checked.run)
        for quote, step in zip(item.quotes, checked.plan.at[index], strict=False):
            outcome = checked.run.outcome(step)
            if isinstance(outcome, Value):
                yield quote.span, (quote, outcome, names)
