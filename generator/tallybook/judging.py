"""The outcomes of a run against what the text states: numbers with a verdict, and findings."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tallybook.cells import LANGUAGES
from tallybook.chapter import Binding, Cell, Chapter, Kind, OutputFence, Quote
from tallybook.checking import Drift, Tally, check
from tallybook.drifts import fragile_finding
from tallybook.fences import fence_body, find_fences
from tallybook.findings import Finding, FindingKind
from tallybook.job import Outcome, Ran, Run, Trouble, Value
from tallybook.lineage import names_of
from tallybook.names import defined_names
from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.plan import Plan, known_names
from tallybook.quotes import Element, Gap
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span


@dataclass(frozen=True, slots=True)
class Drifted:
    """A bound quote that drifts; its finding is worded once its repeats are known."""

    quote: Quote
    expression: str
    drift: Drift
    value: Value


@dataclass
class Judged:
    """What judging adds up to."""

    numbers: list[Number] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    drifted: list[Drifted] = field(default_factory=list)

    def add(self, quote: Quote, account: Account, why: str = "") -> None:
        self.numbers.append(_number(quote, account, why=why))


def judge_bindings(chapter: Chapter, plan: Plan, run: Run) -> Judged:
    """Every binding's quotes with their verdicts. A quote that the run did not reach is a failure with
    no finding of its own: the finding that ended the run counts it."""
    judged = Judged()
    unrun = dict(_unrun(chapter.source)) if any(map(_lacks_a_name, run.outcomes)) else {}
    for index, item in enumerate(chapter.items):
        if isinstance(item, Binding):
            if item.kind is Kind.COMPUTED:
                _judge_computed(judged, item, plan, index, run, unrun)
            else:
                for quote in item.quotes:
                    judged.add(quote, Account.FREE if item.kind is Kind.FREE else Account.CITED, item.content)
    return judged


def _judge_computed(
    judged: Judged, item: Binding, plan: Plan, index: int, run: Run, unrun: Mapping[str, str]
) -> None:
    names = known_names(plan, index, run)
    for quote, expression, step in zip(item.quotes, item.expressions, plan.at[index], strict=False):
        outcome = run.outcome(step)
        if not isinstance(outcome, Value):
            judged.numbers.append(_number(quote, Account.BOUND, expression, verdict="failure"))
            if isinstance(outcome, Trouble):
                lacking = names_of(expression) if _lacks_a_name(outcome) else ()
                mends = tuple(
                    unrun[name] for name in lacking if name in unrun and f"`{name}` here" in outcome.message
                )
                judged.findings.append(
                    Finding(FindingKind(outcome.kind), item.span, outcome.message, "", mends)
                )
            continue
        verdict = check(quote.quantity, outcome, names)
        computed = outcome.display or outcome.items
        word: Verdict = "tally" if isinstance(verdict, Tally) else "drift"
        number = _number(quote, Account.BOUND, expression, computed, word)
        if isinstance(verdict, Drift):
            number = replace(number, wrong=tuple(pair.index for pair in verdict.wrong))
            judged.drifted.append(Drifted(quote, expression, verdict, outcome))
        elif verdict.fragile:
            judged.findings.append(fragile_finding(quote, expression, verdict))
        judged.numbers.append(number)


def _lacks_a_name(outcome: Outcome) -> bool:
    return isinstance(outcome, Trouble) and outcome.kind is FindingKind.NO_SUCH_NAME


def _unrun(source: Source) -> Iterator[tuple[str, str]]:
    """Each name that a Python fence without exec assigns, and how to have that fence run."""
    for fence in find_fences(source):
        if (
            fence.last is None
            or fence.language not in LANGUAGES
            or any(n == "exec" for n, _ in fence.options)
        ):
            continue
        try:
            names = defined_names(ast.parse(fence_body(source, fence)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for name, line in names.items():
            where = f"line {fence.first + line}, in a fence that does not run"
            yield name, f"`{name}` is assigned at {where}: write exec behind {fence.language} there"


def _number(
    quote: Quote,
    account: Account,
    expression: str | None = None,
    computed: tuple[str, ...] | None = None,
    verdict: Verdict | None = None,
    why: str = "",
) -> Number:
    values = tuple(_value(element) for element in quote.quantity.elements)
    return Number(quote.span, quote.text, values, account, expression, computed, verdict, why, quote.places)


def _value(element: Element) -> str:
    if isinstance(element, Gap):
        return "…"
    return in_ascii(element) if isinstance(element, Numeral) else element.text


def judge_cells(chapter: Chapter, plan: Plan, run: Run) -> Iterator[Finding]:
    """What happened at the cells: the trouble that ended the run, and warnings of cells that ran."""
    for index, item in enumerate(chapter.items):
        if not isinstance(item, Cell):
            continue
        step = plan.at[index][0]
        outcome = run.outcome(step)
        if isinstance(outcome, Trouble):
            yield _cell_trouble(chapter, item, outcome, _unreached(chapter, index))
        elif isinstance(outcome, Ran):
            for trouble in outcome.warnings:
                yield _cell_trouble(chapter, item, trouble, 0)
            if (
                any(output.form == "svg" for output in outcome.outputs)
                and not (item.options.alt or "").strip()
            ):
                yield _missing_alt(chapter.source, item)


def _cell_trouble(chapter: Chapter, cell: Cell, trouble: Trouble, unreached: int) -> Finding:
    source = chapter.source
    last = source.place(cell.span.end).line
    line = source.line_span(min(max(trouble.line, cell.line - 1), last))
    lead = len(source.slice(line)) - len(source.slice(line).lstrip(" >\t"))
    label = ""
    if unreached:
        label = f"{unreached} numbers behind it were not reached"
        if unreached == 1:
            label = "1 number behind it was not reached"
    span = Span(line.start + lead, line.end)
    return Finding(FindingKind(trouble.kind), span, trouble.message, label, traceback=trouble.traceback)


def _unreached(chapter: Chapter, index: int) -> int:
    behind = chapter.items[index + 1 :]
    bound = [item for item in behind if isinstance(item, Binding) and item.kind is Kind.COMPUTED]
    outputs = [item for item in behind if isinstance(item, OutputFence)]
    return sum(len(item.quotes) for item in bound) + len(outputs)


def _missing_alt(source: Source, cell: Cell) -> Finding:
    line = source.line_span(cell.line - 1)
    span = Span(line.start + len(cell.prefix), line.end)
    message = "this cell draws a figure and has no alternative text"
    return Finding(
        FindingKind.MISSING_ALT, span, message, "", ('say what the figure shows, numbers included: alt="…"',)
    )
