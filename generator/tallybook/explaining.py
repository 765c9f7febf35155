"""Where one number comes from: its expression, the assignments that it came through, its full value."""

from collections.abc import Iterator

from tallybook.chapter import Cell
from tallybook.checked import Checked
from tallybook.findings import FindingKind
from tallybook.lineage import trace
from tallybook.report import Account, Number

_LONGEST = 60


def explain(checked: Checked, line: int, column: int | None) -> Iterator[str]:
    """What is known of the numbers that stand at a line, or at a column of it."""
    source = checked.chapter.source
    lineage = trace(item for item in checked.chapter.items if isinstance(item, Cell))
    for number in checked.numbers:
        start, end = source.place(number.span.start), source.place(number.span.end)
        if not start.line <= line <= end.line:
            continue
        if column is not None and start.line == end.line and not start.column <= column < end.column:
            continue
        text = " ".join(number.text.split())
        shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        yield f"{source.path}:{start.line}:{start.column}: {shown}"
        yield f"  account     {number.account}{_verdict(number)}"
        if because := number.why or _drift(checked, number):
            yield f"  because     {because}"
        if number.expression is None:
            continue
        yield f"  expression  {number.expression}"
        for at, shown in enumerate(number.computed or ()):
            yield f"  {'value' if at == 0 else '':<11} {shown}"
        if number.stored:
            yield f"  stored in   {', '.join(number.stored)}"
        for assignment in lineage.back(number.expression, start.line):
            first, *rest = assignment.text.split("\n")
            yield f"  {source.path}:{assignment.line}  {first}"
            yield from (f"    {more}" for more in rest)


def _drift(checked: Checked, number: Number) -> str:
    """What check says of the equation that a side belongs to, where its sides disagree."""
    findings = checked.report.findings if number.account is Account.EQUATION else ()
    drifts = (finding for finding in findings if finding.kind is FindingKind.DRIFT)
    return next((drift.message for drift in drifts if drift.span.holds(number.span)), "")


def _verdict(number: Number) -> str:
    return f", {number.verdict}" if number.verdict else ""
