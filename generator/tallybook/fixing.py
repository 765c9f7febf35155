"""Mend what drifts in the text: digits of bound numbers and their repeats, tables, output fences."""

from dataclasses import dataclass
from decimal import Decimal

from tallybook.book import Checked
from tallybook.chapter import Binding, Quote
from tallybook.drifts import edits
from tallybook.job import Value
from tallybook.judging import Drifted
from tallybook.numerals import Numeral
from tallybook.report import Number
from tallybook.source import Span

_LARGE = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Edit:
    """What to write in place of a stretch of the source."""

    span: Span
    new: str


@dataclass(frozen=True)
class Mended:
    """A chapter's new text, the places that were mended, and what was left for its author to decide."""

    text: str
    edits: tuple[Edit, ...]
    refused: tuple[tuple[Span, str], ...]


def fix_chapter(checked: Checked, *, force: bool = False) -> Mended:
    """The chapter with every drift mended that can be: nothing else changes by a byte.

    Refused unless `force`: a sign flip, and a change by more than half of what is written.
    """
    done: list[Edit] = []
    refused: list[tuple[Span, str]] = []
    for drifted in checked.drifted:
        reason = "" if force else _too_large(drifted)
        changes = edits(drifted.quote, drifted.drift)
        if reason:
            refused.append((drifted.quote.span, reason))
        elif changes is None or not drifted.drift.pairs:
            refused.append((drifted.quote.span, "the way it is written cannot say the computed value"))
        else:
            done += [Edit(span, new) for span, new in changes]
            done += _repeats(checked, drifted)
    done += [Edit(span, body) for span, body in checked.bodies.items()]
    unique = {edit.span: edit for edit in done}
    ordered = tuple(sorted(unique.values(), key=lambda edit: edit.span.start))
    return Mended(apply_edits(checked.chapter.source.text, ordered), ordered, tuple(refused))


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """The text with its stretches replaced; `edits` are sorted and do not overlap."""
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.span.start], edit.new]
        at = edit.span.end
    return "".join([*parts, text[at:]])


def _too_large(drifted: Drifted) -> str:
    for pair in drifted.drift.wrong:
        if not isinstance(pair.element, Numeral):
            continue
        written, computed = pair.element.value, pair.value
        if written and computed and (written < 0) != (computed < 0):
            return f"the sign of {pair.element.text} would flip to {pair.shown}"
        if not written.is_finite() or not computed.is_finite() or abs(computed - written) > _LARGE * abs(written) > 0:
            return f"{pair.element.text} would change to {pair.shown}, by more than half"
    return ""


def _repeats(checked: Checked, drifted: Drifted) -> list[Edit]:
    """The same digits in every number that repeats the drifted one."""
    changes = dict(edits(drifted.quote, drifted.drift) or ())
    by_text = {checked.chapter.source.slice(span): new for span, new in changes.items()}
    found = []
    for number in checked.numbers:
        if number.of == drifted.quote.span:
            for place in number.places:
                text = checked.chapter.source.slice(place)
                if text in by_text:
                    found.append(Edit(place, by_text[text]))
    return found
