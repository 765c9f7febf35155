"""The equations that the text itself states, judged with what the session's names are."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from tallybook.chapter import Chapter, Passage
from tallybook.equations import Agree, Ambiguous, Chain, Drift, Judgement, Side, judge
from tallybook.findings import Finding, FindingKind
from tallybook.job import Run, Value
from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.plan import Plan, known_names
from tallybook.quotes import find_quantities
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span

_ASSUMPTION = "if this is an assumption, mark it: <!--~ assumption -->"


@dataclass(frozen=True, slots=True)
class Unclear:
    """An equation that can be read in more than one way, from its first doubtful side to its last."""

    span: Span
    reason: str


@dataclass
class Statements:
    """The sides that agree or drift, as numbers; findings; the items with names that nothing knows."""

    numbers: list[Number] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unclear: list[Unclear] = field(default_factory=list)
    unknown: set[int] = field(default_factory=set)


def judge_statements(
    chapter: Chapter, plan: Plan, run: Run, bound: list[Number], *, lenient: bool
) -> Statements:
    """Judge every equation. A free or cited number silences the side it stands in; where a bound number
    drifts, its own finding speaks for the equation too."""
    statements = Statements()
    silent = _starts(number for number in bound if number.account in (Account.FREE, Account.CITED))
    drifted = _starts(number for number in bound if number.verdict in ("drift", "failure"))
    taken = set(_starts(bound))
    for index, item in enumerate(chapter.items):
        if not isinstance(item, Passage):
            continue
        known = known_names(plan, index, run)
        names = _names(plan.chains.get(index, ()))
        if not names or any(known[name] is None for name in names):
            statements.unknown.add(index)
        values = {name: value for name, value in known.items() if value is not None}
        for chain in plan.chains.get(index, ()):
            judged = _judged(chain, tuple(values.items()), lenient)
            pairs = [pair for pair in judged if not _holds(item, pair, silent)]
            told = [Agree(p.left, p.right) if _holds(item, p, drifted) else p for p in pairs]
            _add(statements, chapter.source, item, told, taken)
    return statements


def _names(chains: Iterable[Chain]) -> set[str]:
    """The names that the sides hold, as they are written."""
    sides = (side for chain in chains for side in chain.sides if side is not None)
    return {lookup.written for side in sides for lookup in side.lookups}


@lru_cache(maxsize=4096)
def _judged(chain: Chain, known: tuple[tuple[str, Value], ...], lenient: bool) -> tuple[Judgement, ...]:
    """The judgements of a chain, made once however often the chapter around it changes."""
    return judge(chain, dict(known), lenient=lenient)


def _starts(numbers: Iterable[Number]) -> list[int]:
    return sorted(place.start for number in numbers for place in (number.span, *number.places))


def _holds(passage: Passage, pair: Judgement, starts: list[int]) -> bool:
    """Whether one of the places lies in one of the two sides."""
    for side in (pair.left, pair.right):
        span = passage.span(side.span.start, side.span.end)
        at = bisect_left(starts, span.start)
        if at < len(starts) and starts[at] < span.end:
            return True
    return False


def _add(
    statements: Statements, source: Source, passage: Passage, pairs: list[Judgement], taken: set[int]
) -> None:
    verdicts: dict[Span, tuple[Side, Verdict | None]] = {}
    for pair in pairs:
        if isinstance(pair, Ambiguous):
            span = passage.span(pair.left.span.start, pair.right.span.end)
            statements.unclear.append(Unclear(span, pair.reason))
            continue
        _, before = verdicts.get(pair.left.span, (pair.left, None))
        drifts = isinstance(pair, Drift)
        verdicts[pair.left.span] = pair.left, before or (None if drifts else "tally")
        verdicts[pair.right.span] = pair.right, "drift" if drifts else "tally"
    for side, verdict in verdicts.values():
        number = _number(source, passage, side, verdict)
        if any(place.start not in taken for place in number.places):
            statements.numbers.append(number)
    differing = [pair for pair in pairs if isinstance(pair, Drift)]
    if differing:
        statements.findings.append(_finding(source, passage, differing))


def _number(source: Source, passage: Passage, side: Side, verdict: Verdict | None) -> Number:
    span = passage.span(side.span.start, side.span.end)
    written = passage.text[side.span.start : side.span.end]
    literal = _literal(written, passage.form in ("math", "display"))
    elements = [(element, side.span.start) for element in literal] or [
        (numeral, 0) for numeral in side.numerals
    ]
    places = tuple(passage.span(element.span.start + at, element.span.end + at) for element, at in elements)
    values = tuple(in_ascii(element) for element, _ in elements)
    account = Account.EQUATION
    return Number(
        span, source.slice(span), values, account, None, None, verdict, places=places, literal=bool(literal)
    )


@lru_cache(maxsize=4096)
def _literal(text: str, tex: bool) -> tuple[Numeral, ...]:
    """The numerals, signs included, of a side that is one numeral or one group of them; () for a sum."""
    quantities = find_quantities(text, tex=tex)
    if len(quantities) != 1 or quantities[0].span != Span(0, len(text)):
        return ()
    elements = quantities[0].elements
    return tuple(element for element in elements if isinstance(element, Numeral))


def _finding(source: Source, passage: Passage, drifts: list[Drift]) -> Finding:
    """One finding for a chain, over all its sides that disagree."""
    first, last = drifts[0], drifts[-1]
    span = passage.span(first.left.span.start, last.right.span.end)
    left, right = _written(source, passage, first.left), _written(source, passage, first.right)
    said = source.slice(passage.span(first.left.span.start, first.right.span.end))
    given = f"{_given(left, first.left, first)} and {_given(right, first.right, first)}"
    message = f"the text says {' '.join(said.split())}, but {given}"
    named = any(side.lookups for drift in drifts for side in (drift.left, drift.right))
    return Finding(FindingKind.DRIFT, span, message, "", (_ASSUMPTION,) if named else ())


def _given(written: str, side: Side, drift: Drift) -> str:
    """What a side comes to; where the other one is held against it, what its numerals stand for."""
    held = [numeral for numeral in drift.held if side.span.holds(numeral.span)]
    if any(numeral.step for numeral in held):
        reach = "its numbers, each to half a unit of its last place" if len(held) > 1 else _reach(held[0])
        return f"{written} stands for {reach}"
    value = drift.left_value if side is drift.left else drift.right_value
    return f"{written} is {value}" if written != value else f"{written} stands for itself"


def _reach(numeral: Numeral) -> str:
    """The ends of a numeral's interval; behind `0.333…` digits may have been cut."""
    half = numeral.step / 2
    low, high = numeral.value - half, numeral.value + half
    if numeral.text.endswith(("…", "...", "dots")):
        low, high = (low - half, high) if numeral.value < 0 else (low, high + half)
    return f"{low.normalize():f} to {high.normalize():f}"


def _written(source: Source, passage: Passage, side: Side) -> str:
    return " ".join(source.slice(passage.span(side.span.start, side.span.end)).split())
