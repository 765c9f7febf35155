"""The numbers in a figure's texts against the values that it was drawn from."""

from collections.abc import Iterator
from decimal import Decimal

from tallybook.chapter import Cell, Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.job import Output, Ran, Run
from tallybook.numerals import Numeral, admits
from tallybook.plan import Plan
from tallybook.quotes import Quantity, find_quantities
from tallybook.source import Source, Span
from tallybook.structural import find_structural


def judge_drawings(chapter: Chapter, plan: Plan, run: Run) -> Iterator[Finding]:
    """A finding for each number in a figure's texts (tick labels apart) that none of the values passed
    to the function that drew it admits. A figure that no call drew is left alone."""
    for index, item in enumerate(chapter.items):
        if not isinstance(item, Cell):
            continue
        step = plan.at[index][0]
        outcome = run.outcome(step)
        for output in outcome.outputs if isinstance(outcome, Ran) else ():
            if output.form == "svg" and output.given is not None:
                yield from _judge(chapter.source, item, output)


def _judge(source: Source, cell: Cell, output: Output) -> Iterator[Finding]:
    given = [Decimal(item) for item in output.given.items] if output.given else []
    line = source.line_span(cell.line - 1)
    span = Span(line.start + len(cell.prefix), line.end)
    for text in dict.fromkeys(output.texts):
        passage = Passage("alt", text, ((0, 0),), 0)
        marks = find_structural(passage)
        for quantity in find_quantities(text):
            if any(mark.start <= quantity.span.start and quantity.span.end <= mark.end for mark in marks):
                continue
            for numeral in _strangers(quantity, given):
                message = f"the figure says {numeral.text} in “{_shown(text)}”, and was given no such number"
                mend = "pass the value to the function that draws, and let it write the number"
                yield Finding(FindingKind.FIGURE_NUMBER, span, message, "", (mend,))


def _strangers(quantity: Quantity, given: list[Decimal]) -> Iterator[Numeral]:
    for element in quantity.elements:
        if isinstance(element, Numeral) and not any(admits(element, value) for value in given):
            yield element


def _shown(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 40 else folded[:39] + "…"
