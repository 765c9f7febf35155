"""Mend what drifts in the text: digits of bound numbers and their repeats, tables, output fences."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from tallybook.chapter import Quote
from tallybook.checked import Checked
from tallybook.drifts import edits
from tallybook.judging import Drifted
from tallybook.numerals import Numeral
from tallybook.source import Source, Span
from tallybook.tables import table

_LARGE = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Edit:
    """What to write in place of a stretch of the source."""

    span: Span
    new: str


@dataclass(frozen=True)
class Mended:
    """A chapter's new text, the places that were mended, what was left for its author to decide, and the
    lines asked for at which nothing drifts that could be mended."""

    text: str
    edits: tuple[Edit, ...]
    refused: tuple[tuple[Span, str], ...]
    missed: tuple[int, ...] = ()


def fix_chapter(checked: Checked, *, force: bool = False, lines: Collection[int] = ()) -> Mended:
    """The chapter with every drift mended that can be, or those at `lines`: nothing else changes by a byte.

    Refused unless `force`: a sign flip, and a change by more than half of what is written.
    """
    done: list[Edit] = []
    refused: list[tuple[Span, str]] = []
    wanted = [drifted for drifted in checked.drifted if _stands_at(checked, drifted.quote.span, lines)]
    for drifted in wanted:
        reason = "" if force else _too_large(drifted)
        changes = edits(drifted.quote, drifted.drift)
        if _is_empty_table(checked, drifted):
            done.append(_fill(checked.chapter.source, drifted))
        elif reason:
            refused.append((drifted.quote.span, reason))
        elif changes is None or not drifted.drift.pairs:
            refused.append((drifted.quote.span, "the way it is written cannot say the computed value"))
        else:
            done += [Edit(span, new) for span, new in changes]
            done += _repeats(checked, drifted)
    done += [Edit(span, body) for span, body in checked.bodies.items() if _stands_at(checked, span, lines)]
    places = [*(drifted.quote.span for drifted in wanted), *checked.bodies]
    missed = tuple(at for at in lines if not any(_stands_at(checked, span, (at,)) for span in places))
    unique = {edit.span: edit for edit in done}
    ordered = tuple(sorted(unique.values(), key=lambda edit: edit.span.start))
    return Mended(apply_edits(checked.chapter.source.text, ordered), ordered, tuple(refused), missed)


def _stands_at(checked: Checked, span: Span, lines: Collection[int]) -> bool:
    source = checked.chapter.source
    first, last = source.place(span.start).line, source.place(span.end).line
    return not lines or any(first <= line <= last for line in lines)


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """The text with its stretches replaced; `edits` are sorted and do not overlap."""
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.span.start], edit.new]
        at = edit.span.end
    return "".join([*parts, text[at:]])


def _is_empty_table(checked: Checked, drifted: Drifted) -> bool:
    quote, value = drifted.quote, drifted.value
    return (
        not quote.places
        and len(value.shape) in (1, 2)
        and bool(value.items)
        and _delimiter(checked.chapter.source, quote) is not None
    )


def _delimiter(source: Source, quote: Quote) -> Span | None:
    """The line under a table's head."""
    line = source.place(quote.span.end).line + 1
    if line > len(source.line_starts):
        return None
    span = source.line_span(line)
    return span if set(source.slice(span).strip(" >|:-\t")) == set() and "-" in source.slice(span) else None


def _fill(source: Source, drifted: Drifted) -> Edit:
    """The rows of a table whose body is empty: a first column more than the value has counts them."""
    delimiter = _delimiter(source, drifted.quote) or drifted.quote.span
    rule = source.slice(delimiter)
    prefix = rule[: len(rule) - len(rule.lstrip(" >\t"))]
    columns = len(rule.strip(" >\t").strip("|").split("|"))
    width = drifted.value.shape[1] if len(drifted.value.shape) == 2 else columns
    items = [float(item) if "." in item or "e" in item.lower() else int(item) for item in drifted.value.items]
    rows = [list(items[at : at + width]) for at in range(0, len(items), width)]
    if columns == width + 1:
        rows = [[number, *row] for number, row in enumerate(rows, 1)]
    cells = table([""] * len(rows[0]), rows).rows
    end = source.text[delimiter.end : delimiter.end + 2]
    newline = "\r\n" if end == "\r\n" else (end[:1] or "\n")
    body = "".join(f"{newline}{prefix}| {' | '.join(row)} |" for row in cells)
    return Edit(Span(delimiter.end, delimiter.end), body)


def _too_large(drifted: Drifted) -> str:
    for pair in drifted.drift.wrong:
        if not isinstance(pair.element, Numeral):
            continue
        written, computed = pair.element.value, pair.value
        finite = written.is_finite() and computed.is_finite()
        if finite and written and computed and (written < 0) != (computed < 0):
            return f"the sign of {pair.element.text} would flip to {pair.shown}"
        if not finite or abs(computed - written) > _LARGE * abs(written) > 0:
            return f"{pair.element.text} would change to {pair.shown}, by more than half"
    return ""


def _repeats(checked: Checked, drifted: Drifted) -> list[Edit]:
    """The same digits in every number that repeats the drifted one, or one of its elements."""
    quote, source = drifted.quote, checked.chapter.source
    changes = dict(edits(quote, drifted.drift) or ())
    spelled: dict[str, set[str]] = {}
    for place in quote.places:
        old = source.slice(place)
        spelled.setdefault(old, set()).add(changes.get(place, old))
    found = []
    for number in checked.numbers:
        if number.of == quote.span:
            whole = len(number.places) == len(quote.places)
            for at, place in enumerate(number.places):
                ways = spelled.get(source.slice(place), set())
                new = changes.get(quote.places[at]) if whole else next(iter(ways), None)
                if new is not None and (whole or len(ways) == 1):
                    found.append(Edit(place, new))
    return found
