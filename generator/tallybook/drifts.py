"""A drift in words: what the text says, what the code computes, what would pass."""

from decimal import Decimal

from tallybook.chapter import Quote
from tallybook.checking import Drift, Pair, Tally
from tallybook.findings import Finding, FindingKind
from tallybook.lineage import Lineage, names_of
from tallybook.numerals import Numeral
from tallybook.quotes import Name
from tallybook.slips import PERCENT_MISSING, PERCENT_TOO_MANY, usual_slip
from tallybook.source import Source, Span
from tallybook.spelling import respell


def drift_finding(
    source: Source, quote: Quote, expression: str, drift: Drift, lineage: Lineage, repeats: tuple[Span, ...]
) -> Finding:
    """One finding for a quote of which some element does not admit its value."""
    if not drift.pairs:
        line = source.place(quote.span.start).line
        message = f"the text says {_elements(drift.written)}, the code computes {drift.computed}"
        if drift.product:
            message = f"the text says {quote.text}, which is {drift.product}"
        return Finding(
            FindingKind.DRIFT, quote.span, message, expression, _origin(source, expression, line, lineage)
        )
    slip = usual_slip(drift)
    suggestion = suggest(quote, drift) if slip not in (PERCENT_MISSING, PERCENT_TOO_MANY) else None
    pair = drift.wrong[0]
    line = source.place(quote.places[pair.index].start).line
    where = f" as element {pair.index + 1}" if len(drift.pairs) > 1 else ""
    message = f"the text says {pair.element.text}{where}, the code computes {brief(pair)}"
    if len(drift.wrong) > 1:
        message += f", and {len(drift.wrong) - 1} more of {len(drift.pairs)} elements differ"
    mends = _mends(source, line, suggestion, slip, repeats) + _origin(source, expression, line, lineage)
    span = quote.places[pair.index] if 1 < len(drift.pairs) == drift.computed else quote.span
    return Finding(FindingKind.DRIFT, span, message, _label(expression, pair, drift), mends, suggestion)


def edits(quote: Quote, drift: Drift) -> tuple[tuple[Span, str], ...] | None:
    """What to write in place of each wrong element, in its own style; None where that cannot say it."""
    changes = []
    for pair in drift.wrong:
        new = respell(pair.element, pair.value) if isinstance(pair.element, Numeral) else None
        if new is None:
            return None
        changes.append((quote.places[pair.index], new))
    return tuple(changes)


def suggest(quote: Quote, drift: Drift) -> str | None:
    """The quote with each wrong element spelled anew; None where its style cannot say the values."""
    changes = edits(quote, drift)
    if not changes:
        return None
    if "\n" in quote.text or "\r" in quote.text:
        return ", ".join(new for _, new in changes)
    text, start = quote.text, quote.span.start
    for span, new in sorted(changes, key=lambda change: -change[0].start):
        text = text[: span.start - start] + new + text[span.end - start :]
    return text


def brief(pair: Pair) -> str:
    """A computed value with a few more digits than the text has."""
    value, element = pair.value, pair.element
    if not value.is_finite() or (value == value.to_integral_value() and abs(value) < 10**15):
        return pair.shown
    digits = 8
    if isinstance(element, Numeral) and element.step and element.value.is_finite():
        digits = max(digits, element.value.adjusted() - element.step.adjusted() + 5)
    return f"{float(value):.{min(digits - 1, 17)}g}"


def _label(expression: str, pair: Pair, drift: Drift) -> str:
    name = expression if len(drift.pairs) == 1 else f"element {pair.index + 1} of {expression}"
    return f"{name} = {pair.shown}{_distance(pair)}"


def _distance(pair: Pair) -> str:
    element = pair.element
    if isinstance(element, Name) or not element.value.is_finite() or not pair.value.is_finite():
        return ""
    if not element.step:
        return f"; {element.text} stands for itself"
    units = abs(pair.value - element.value) / element.step
    shown = f"{units:.0f}" if units >= Decimal("1.5") else f"{units:.1f}".removesuffix(".0")
    return f", {shown} unit{'' if shown == '1' else 's'} off in the last written place"


def _mends(
    source: Source, line: int, suggestion: str | None, slip: str, repeats: tuple[Span, ...]
) -> tuple[str, ...]:
    mends = [slip] if slip else []
    if suggestion is not None:
        mends.append(f"to follow the code, write {suggestion}        (tallybook fix {source.path}:{line})")
    if repeats:
        lines = list(dict.fromkeys(str(source.place(span.start).line) for span in repeats))
        more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
        mends.append(f"the same number stands at line {', '.join(lines[:5])}{more}, and changes with it")
    return tuple(mends)


def _origin(source: Source, expression: str, line: int, lineage: Lineage) -> tuple[str, ...]:
    for name in names_of(expression):
        assignment = lineage.last(name, line)
        if assignment is not None and not assignment.text.lstrip().startswith(("import ", "from ")):
            return (
                f"if the text is right, look at `{name}`, last assigned at {source.path}:{assignment.line}",
            )
    return ()


def fragile_finding(quote: Quote, expression: str, tally: Tally) -> Finding:
    """A warning for a value that the next machine may round the other way."""
    pair = tally.fragile[0]
    span = quote.places[pair.index] if len(tally.pairs) > 1 else quote.span
    edge = f"{expression} = {pair.shown} lies at the edge of what it stands for"
    message = f"{pair.element.text} is only just admitted: {edge}"
    return Finding(
        FindingKind.FRAGILE, span, message, "", ("write one digit less, or one more",), severity="warning"
    )


def _elements(count: int) -> str:
    return f"{count} number{'' if count == 1 else 's'}"
