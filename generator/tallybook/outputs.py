"""Output fences and console cells against what their cells show."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tallybook.chapter import Cell, Chapter, OutputFence
from tallybook.comparing import compare
from tallybook.findings import Finding, FindingKind
from tallybook.job import Ran, Run
from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.plan import Plan
from tallybook.quotes import read_list
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span

_PROMPTS = (">>>", "...")


@dataclass
class Outputs:
    """What is written of outputs as numbers, findings for what differs, and the texts mended."""

    numbers: list[Number] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    bodies: dict[Span, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """The lines of an output as they stand in a chapter: from `line` on, each behind `prefix`."""

    body: Span
    text: str
    line: int
    prefix: str


def judge_outputs(chapter: Chapter, plan: Plan, run: Run) -> Outputs:
    """Compare each output fence with the text that the cell before it shows, and each console cell with
    what the console would print."""
    outputs = Outputs()
    index_of = {id(item): index for index, item in enumerate(chapter.items) if isinstance(item, Cell)}
    for cell, written in _written(chapter):
        step = plan.at[index_of[id(cell)]][0]
        outcome = run.outcome(step)
        if not isinstance(outcome, Ran):
            outputs.numbers += _number(chapter.source, written, None, "failure")
            continue
        texts = (one.body for one in outcome.outputs if one.form in ("text", "markdown", "latex"))
        _judge(outputs, chapter.source, written, "".join(texts))
    return outputs


def _written(chapter: Chapter) -> Iterator[tuple[Cell, Written]]:
    source = chapter.source
    for item in chapter.items:
        if isinstance(item, OutputFence):
            line = source.place(item.body.start).line
            yield item.cell, Written(item.body, item.text, line, item.prefix)
        elif isinstance(item, Cell) and _states_output(item):
            last = source.place(item.span.end).line
            body = Span(source.line_starts[item.line - 1], source.line_starts[last - 1])
            yield item, Written(body, item.code, item.line, item.prefix)


def _states_output(cell: Cell) -> bool:
    """Whether a console cell says what the console prints; one of prompts alone leaves it to the page."""
    if not cell.console or cell.options.raises or cell.options.quiet:
        return False
    return any(line.strip() and not line.startswith(_PROMPTS) for line in cell.code.split("\n"))


def _judge(outputs: Outputs, source: Source, written: Written, shown: str) -> None:
    comparison = compare(written.text, shown)
    computed = tuple(in_ascii(numeral) for numeral in _numerals(shown))
    outputs.numbers += _number(source, written, computed, "tally" if comparison.agrees else "drift")
    if comparison.agrees:
        return
    end = source.text[source.line_span(written.line - 1).end :][:2]
    newline = "\r\n" if end == "\r\n" else end[:1]
    outputs.bodies[written.body] = "".join(f"{written.prefix}{line}{newline}" for line in comparison.lines)
    at = min(written.line + comparison.at, source.place(written.body.end).line)
    said, computes = comparison.written.strip() or "nothing", comparison.shown.strip() or "nothing"
    message = f"the text says {said}, the cell shows {computes}"
    mend = f"to follow the code, run tallybook fix {source.path}"
    finding = Finding(FindingKind.OUTPUT_DIFFERS, source.line_span(at), message, "", (mend,), computes)
    outputs.findings.append(finding)


def _numerals(text: str) -> tuple[Numeral, ...]:
    """The numbers of an output; what stands behind a console's prompt is code."""
    return tuple(numeral for numeral in read_list(text) if not _is_code(text, numeral))


def _is_code(text: str, numeral: Numeral) -> bool:
    start = text.rfind("\n", 0, numeral.span.start) + 1
    return text.startswith(_PROMPTS, start)


def _number(
    source: Source, written: Written, computed: tuple[str, ...] | None, verdict: Verdict
) -> Iterator[Number]:
    """One entry for the whole output; none where it holds no number and nothing is wrong."""
    numerals = _numerals(written.text)
    if not numerals and verdict == "tally":
        return
    values = tuple(in_ascii(numeral) for numeral in numerals)
    places = tuple(_place(source, written, numeral) for numeral in numerals)
    text = source.slice(written.body)
    yield Number(written.body, text, values, Account.OUTPUT, None, computed, verdict, places=places)


def _place(source: Source, written: Written, numeral: Numeral) -> Span:
    """Where a numeral of the output stands in the source, whose lines begin with the prefix."""
    before = written.text[: numeral.span.start]
    line = written.line + before.count("\n")
    start = source.line_span(line).start + len(written.prefix) + len(before) - (before.rfind("\n") + 1)
    return Span(start, start + numeral.span.end - numeral.span.start)
