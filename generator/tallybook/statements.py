"""The equations that the text itself states, judged with what the session's names are."""

from bisect import bisect_left
from dataclasses import dataclass, field

from tallybook.chapter import Chapter, Passage
from tallybook.equations import Agree, Chain, Drift, Side, judge
from tallybook.findings import Finding, FindingKind
from tallybook.job import Run
from tallybook.numerals import ascii as in_ascii
from tallybook.plan import Plan, known_names
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span

_ASSUMPTION = "if this is an assumption, mark it: <!--~ 假设 -->"


@dataclass
class Statements:
    """The sides that agree or drift, as numbers; findings; the items with names that nothing knows."""

    numbers: list[Number] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unknown: set[int] = field(default_factory=set)


def judge_statements(chapter: Chapter, plan: Plan, run: Run, bound: list[Number], *, lenient: bool) -> Statements:
    """Judge every equation. A free or cited number silences the side it stands in; where a bound number
    drifts, its own finding speaks for the equation too."""
    statements = Statements()
    silent = [place for number in bound if _is_silent(number) for place in (number.span, *number.places)]
    starts = sorted(span.start for span in silent)
    for index, item in enumerate(chapter.items):
        if not isinstance(item, Passage):
            continue
        known = known_names(plan, index, run)
        if any(value is None for value in known.values()) or index not in plan.lookups:
            statements.unknown.add(index)
        values = {name: value for name, value in known.items() if value is not None}
        for chain in plan.chains.get(index, ()):
            judged = judge(chain, values, lenient=lenient)
            pairs = [j for j in judged if isinstance(j, Agree | Drift) and not _silenced(item, j, starts)]
            _add(statements, chapter.source, item, chain, pairs)
    return statements


def _is_silent(number: Number) -> bool:
    return number.account in (Account.FREE, Account.CITED) or number.verdict in ("drift", "failure")


def _silenced(passage: Passage, pair: Agree | Drift, starts: list[int]) -> bool:
    for side in (pair.left, pair.right):
        span = passage.span(side.span.start, side.span.end)
        at = bisect_left(starts, span.start)
        if at < len(starts) and starts[at] < span.end:
            return True
    return False


def _add(
    statements: Statements, source: Source, passage: Passage, chain: Chain, pairs: list[Agree | Drift]
) -> None:
    verdicts: dict[Span, tuple[Side, Verdict]] = {}
    for pair in pairs:
        verdicts.setdefault(pair.left.span, (pair.left, "tally"))
        if isinstance(pair, Drift):
            verdicts[pair.right.span] = (pair.right, "drift")
        else:
            verdicts.setdefault(pair.right.span, (pair.right, "tally"))
    for side, verdict in verdicts.values():
        if side.numerals:
            statements.numbers.append(_number(source, passage, side, verdict))
    drifts = [pair for pair in pairs if isinstance(pair, Drift)]
    if drifts:
        statements.findings.append(_finding(source, passage, drifts))


def _number(source: Source, passage: Passage, side: Side, verdict: Verdict) -> Number:
    span = passage.span(side.span.start, side.span.end)
    places = tuple(passage.span(numeral.span.start, numeral.span.end) for numeral in side.numerals)
    values = tuple(in_ascii(numeral) for numeral in side.numerals)
    return Number(span, source.slice(span), values, Account.EQUATION, None, None, verdict, places=places)


def _finding(source: Source, passage: Passage, drifts: list[Drift]) -> Finding:
    """One finding for a chain, over all its sides that disagree."""
    first, last = drifts[0], drifts[-1]
    span = passage.span(first.left.span.start, last.right.span.end)
    left, right = _written(source, passage, first.left), _written(source, passage, first.right)
    message = f"the text says {left} = {right}, but {_given(left, first.left_value)} and {_given(right, first.right_value)}"
    named = any(side.lookups for drift in drifts for side in (drift.left, drift.right))
    return Finding(FindingKind.DRIFT, span, message, "", (_ASSUMPTION,) if named else ())


def _given(written: str, value: str) -> str:
    return f"{written} is {value}" if written != value else f"{written} stands for itself"


def _written(source: Source, passage: Passage, side: Side) -> str:
    return " ".join(source.slice(passage.span(side.span.start, side.span.end)).split())
