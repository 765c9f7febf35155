"""An output fence against what its cell shows: the text must match, numbers at the precision written."""

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
import re

from tallybook.chapter import Cell, Chapter, OutputFence
from tallybook.findings import Finding, FindingKind
from tallybook.job import Ran, Run
from tallybook.numerals import Numeral, admits
from tallybook.numerals import ascii as in_ascii
from tallybook.plan import Plan
from tallybook.quotes import read_list
from tallybook.report import Account, Number, Verdict
from tallybook.source import Source, Span
from tallybook.spelling import respell

_WRAPPED = re.compile(r"np\.(?:float|int|uint|bool)\d*_?\(([^()]*)\)")
_GAP = re.compile(r"\.\.\.|…")


@dataclass
class Outputs:
    """The output fences of a chapter as numbers, and findings for those that differ."""

    numbers: list[Number] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    bodies: dict[Span, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a written output compares with a computed one: `fixed` is the written text mended."""

    agrees: bool
    computed: tuple[str, ...]
    at: int
    fixed: str


def judge_outputs(chapter: Chapter, plan: Plan, run: Run) -> Outputs:
    """Compare each output fence with the text that the cell before it shows."""
    outputs = Outputs()
    index_of = {id(item): index for index, item in enumerate(chapter.items) if isinstance(item, Cell)}
    for item in chapter.items:
        if not isinstance(item, OutputFence):
            continue
        step = plan.at[index_of[id(item.cell)]][0]
        outcome = run.outcomes[step] if step < len(run.outcomes) else None
        if not isinstance(outcome, Ran):
            outputs.numbers.append(_number(chapter.source, item, None, "failure"))
            continue
        shown = "".join(
            output.body for output in outcome.outputs if output.form in ("text", "markdown", "latex")
        )
        _judge(outputs, chapter.source, item, shown)
    return outputs


def _judge(outputs: Outputs, source: Source, fence: OutputFence, shown: str) -> None:
    comparison = compare(fence.text, shown)
    outputs.numbers.append(
        _number(source, fence, comparison.computed, "tally" if comparison.agrees else "drift")
    )
    if comparison.agrees:
        return
    outputs.bodies[fence.body] = comparison.fixed
    written = _line(fence.text, comparison.at)
    line = source.line_span(
        min(source.place(fence.body.start).line + comparison.at, source.place(fence.span.end).line)
    )
    computed = _line(shown, comparison.at) or "nothing"
    message = f"the text says {written or 'nothing'}, the cell shows {computed}"
    mend = f"to follow the code, run tallybook fix {source.path}"
    outputs.findings.append(Finding(FindingKind.OUTPUT_DIFFERS, line, message, "", (mend,), computed))


def _number(source: Source, fence: OutputFence, computed: tuple[str, ...] | None, verdict: Verdict) -> Number:
    numerals = read_list(fence.text)
    values = tuple(in_ascii(numeral) for numeral in numerals)
    places = tuple(_place(source, fence, numeral) for numeral in numerals)
    text = source.slice(fence.body)
    return Number(fence.body, text, values, Account.OUTPUT, None, computed, verdict, places=places)


def _place(source: Source, fence: OutputFence, numeral: Numeral) -> Span:
    """Where a numeral of the fence's text stands in the source, whose lines begin with the prefix."""
    before = fence.text[: numeral.span.start]
    line = source.place(fence.body.start).line + before.count("\n")
    start = source.line_span(line).start + len(fence.prefix) + len(before) - (before.rfind("\n") + 1)
    return Span(start, start + numeral.span.end - numeral.span.start)


def _line(text: str, at: int) -> str:
    lines = text.rstrip("\n").split("\n")
    return lines[at].strip() if at < len(lines) else ""


def compare(written: str, shown: str) -> Comparison:
    """Line by line: words as they stand, blanks folded, each number by what its written form admits."""
    written_lines, shown_lines = written.rstrip("\n").split("\n"), shown.rstrip("\n").split("\n")
    computed = tuple(in_ascii(numeral) for numeral in read_list(shown))
    fixed: list[str] = []
    wrong: list[int] = []
    for at in range(max(len(written_lines), len(shown_lines))):
        left = written_lines[at] if at < len(written_lines) else None
        right = shown_lines[at] if at < len(shown_lines) else None
        mended = right if left is None else (None if right is None else _mend(left, right))
        if mended is not None:
            fixed.append(mended)
        if mended != left:
            wrong.append(at)
    return Comparison(not wrong, computed, wrong[0] if wrong else 0, "".join(f"{line}\n" for line in fixed))


def _mend(written: str, shown: str) -> str:
    """The written line where it agrees; else with its numbers spelled anew, or the shown line."""
    left, right = _WRAPPED.sub(r"\1", written), _WRAPPED.sub(r"\1", shown)
    ours, theirs = read_list(left), read_list(right)
    if _GAP.search(left) or len(ours) != len(theirs) or _skeleton(left, ours) != _skeleton(right, theirs):
        return written if _folded(left) == _folded(right) else shown
    values = [_decimal(numeral) for numeral in theirs]
    if all(admits(numeral, value) for numeral, value in zip(ours, values, strict=True)):
        return written
    text = left
    for numeral, value in reversed(list(zip(ours, values, strict=True))):
        if not admits(numeral, value):
            new = respell(numeral, value)
            if new is None:
                return shown
            text = text[: numeral.span.start] + new + text[numeral.span.end :]
    return text


def _decimal(numeral: Numeral) -> Decimal:
    try:
        return Decimal(in_ascii(numeral))
    except InvalidOperation:
        return numeral.value


def _skeleton(text: str, numerals: tuple[Numeral, ...]) -> str:
    parts, at = [], 0
    for numeral in numerals:
        parts.append(text[at : numeral.span.start])
        at = numeral.span.end
    return _folded("#".join([*parts, text[at:]]))


def _folded(text: str) -> str:
    return "".join(text.split())
