"""What a typed answer is compared with, once the cells have run; and what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal

from tallybook.chapter import Asked, Chapter, Question
from tallybook.exercises import MOST_PLACES
from tallybook.findings import Finding, FindingKind
from tallybook.job import Run, Trouble, Value
from tallybook.numerals import CONTEXT, Numeral, admits
from tallybook.plan import Plan
from tallybook.source import Span

MOST_UNITS = 2**53
"""Larger numbers, counted in the last place that is asked for, are not told apart by a page's script."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an expression of a question comes to."""

    asked: Asked
    numbers: tuple[Decimal, ...]
    shown: tuple[str, ...]


def known_answers(plan: Plan, index: int, question: Question, run: Run) -> list[Known]:
    """The answer and the mistakes that have a value, in order; nothing where the answer has none."""
    found = []
    for asked, step in zip(question.expressions, plan.at[index], strict=True):
        outcome = run.outcome(step)
        if isinstance(outcome, Value):
            numbers = tuple(Decimal(item) for item in outcome.items)
            found.append(Known(asked, numbers, outcome.display or outcome.items))
    return found if found and found[0].asked is question.answer else []


def judge_answers(chapter: Chapter, plan: Plan, run: Run) -> Iterator[Finding]:
    """A finding for each expression that has no value, for each answer that nobody could type, and for each
    mistake that the places asked for do not tell from the answer or from another mistake."""
    for index, item in enumerate(chapter.items):
        if not isinstance(item, Question):
            continue
        for asked, step in zip(item.expressions, plan.at[index], strict=True):
            outcome = run.outcome(step)
            if isinstance(outcome, Trouble):
                yield Finding(FindingKind(outcome.kind), asked.span, outcome.message)
        known = known_answers(plan, index, item, run)
        untyped = [finding for one in known for finding in _untyped(one, item.places, one is known[0])]
        yield from untyped or _alike(known, item.places)


def _untyped(known: Known, places: int, is_answer: bool) -> Iterator[Finding]:
    """What of an answer or a mistake readers cannot type, or a page cannot compare."""
    for number, shown in zip(known.numbers, known.shown, strict=True):
        gives = f"`{known.asked.expression}` gives {shown}"
        if not number.is_finite():
            yield Finding(FindingKind.NOT_A_NUMBER, known.asked.span, f"{gives}, which nobody can type")
        elif CONTEXT.scaleb(number.copy_abs(), places) >= MOST_UNITS:
            message, mend = f"{gives}, too many digits for a page to compare", "ask for fewer places"
            yield Finding(FindingKind.BAD_BLOCK, known.asked.span, message, "", (mend,))
        elif is_answer and not places and _spelled(number, 0)[0] % 1:
            message = f"{gives}, and a whole number is asked for"
            mend = f"say how many places are asked for, 1 to {MOST_PLACES}: places: 4"
            yield Finding(FindingKind.BAD_BLOCK, known.asked.span, message, "", (mend,))
    if not known.numbers:
        message = f"`{known.asked.expression}` gives no number"
        yield Finding(FindingKind.NOT_A_NUMBER, known.asked.span, message)


def _alike(known: list[Known], places: int) -> Iterator[Finding]:
    """The mistakes that a typed answer would not tell from what stands before them."""
    seen: dict[tuple[Decimal, ...], str] = {}
    for one in known:
        name = "the answer" if one is known[0] else f"the mistake “{one.asked.name}”"
        spellings = _spellings(one.numbers, places)
        taken = next((seen[spelling] for spelling in spellings if spelling in seen), "")
        if taken:
            at = f" at {places} place{'s' * (places > 1)}" if places else ""
            mend = "ask for more places, or take the mistake out" if places else "take the mistake out"
            message = f"{name} comes to the same as {taken}{at}"
            yield Finding(FindingKind.BAD_BLOCK, one.asked.span, message, _given(one), (mend,))
        seen |= dict.fromkeys(spellings, taken or name)


def _given(one: Known) -> str:
    shown = ", ".join(one.shown)
    return f"{one.asked.expression} = {shown if len(one.shown) == 1 else f'[{shown}]'}"


def _spellings(numbers: tuple[Decimal, ...], places: int) -> list[tuple[Decimal, ...]]:
    """How readers may write the numbers at so many places: the nearest, and of a tie the other side too."""
    spelled = [_spelled(number, places) for number in numbers]
    nearest = tuple(each[0] for each in spelled)
    ties = [at for at, each in enumerate(spelled) if len(each) > 1]
    return [nearest, *((*nearest[:at], spelled[at][1], *nearest[at + 1 :]) for at in ties)]


def _spelled(number: Decimal, places: int) -> list[Decimal]:
    """The numbers of so many places that admit a number. A whole number stands for itself."""
    if not places:
        whole = number.to_integral_value()
        return [whole if admits(Numeral("", whole, Decimal(0), Span(0, 0)), number) else number]
    unit = CONTEXT.scaleb(Decimal(1), -places)
    below = CONTEXT.multiply(CONTEXT.divide(number, unit).to_integral_value(ROUND_FLOOR), unit)
    either = (below, CONTEXT.add(below, unit))
    return [each.normalize(CONTEXT) for each in either if admits(Numeral("", each, unit, Span(0, 0)), number)]
