"""Exercises as a chapter needs them: numbered in order, each question with its answer, each answer with a
text. Numbers begin anew at each heading of the second level."""

from bisect import bisect_right
from collections.abc import Iterator
import re

from tallybook.chapter import Chapter, Passage
from tallybook.exercises import Exercise, find_exercises
from tallybook.findings import Finding, FindingKind
from tallybook.lines import first_line
from tallybook.source import Source, Span

_DEEPER = re.compile(r"[> \t]*#{3,}")


def judge_pairs(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each block of an exercise that is not numbered, stands alone or says nothing."""
    source = chapter.source
    exercises = find_exercises(source, first_line(source))
    starts = _sections(chapter) if exercises else []
    sections: dict[int, list[Exercise]] = {}
    for exercise in exercises:
        if exercise.number:
            place = bisect_right(starts, exercise.part.header.start)
            sections.setdefault(place, []).append(exercise)
        else:
            yield _unnumbered(exercise)
        if not source.slice(exercise.part.body).strip("> \t\r\n"):
            message = f"this {exercise.part.name} says nothing"
            yield Finding(FindingKind.NO_TEXT, exercise.part.header, message, "", ("write its text below",))
    for section in sections.values():
        yield from _judge_section(section, source)
    yield from _same_ids(exercises, source)


def _sections(chapter: Chapter) -> list[int]:
    """Where the headings of the first two levels stand."""
    source = chapter.source
    headings = (item.offset(0) for item in chapter.items if isinstance(item, Passage) and item.heading)
    lines = ((at, source.line_text(source.place(at).line)) for at in headings)
    return [at for at, line in lines if not _DEEPER.match(line)]


def _unnumbered(exercise: Exercise) -> Finding:
    name = exercise.part.name
    message = f"this {name} does not begin with a number"
    mend = "write /// question | 1 · title" if name == "question" else f"write /// {name} | 1"
    return Finding(FindingKind.BAD_BLOCK, exercise.span, message, "", (mend,))


def _judge_section(section: list[Exercise], source: Source) -> Iterator[Finding]:
    seen: dict[tuple[str, int], Exercise] = {}
    last = 0
    answered = {exercise.number for exercise in section if exercise.part.name == "answer"}
    for exercise in section:
        name, number = exercise.part.name, exercise.number
        other = seen.setdefault((name, number), exercise)
        if other is not exercise:
            line = source.place(other.part.header.start).line
            message = f"{name} {number} of this section stands at line {line} already"
            yield _unpaired(exercise.span, message, "give each a number of its own")
        elif name != "question":
            if ("question", number) not in seen:
                message = f"no question {number} stands above this {name} in its section"
                yield _unpaired(exercise.span, message, "give it the number of its question")
        else:
            if number != last + 1:
                message = f"question {number} stands where question {last + 1} is due"
                yield _unpaired(exercise.span, message, "number the questions of a section 1, 2, 3 …")
            if number not in answered:
                message = f"question {number} has no answer in its section"
                yield _unpaired(exercise.span, message, f"add a block /// answer | {number}")
            last = number


def _unpaired(span: Span, message: str, mend: str) -> Finding:
    return Finding(FindingKind.UNPAIRED, span, message, "", (mend,))


def _same_ids(exercises: list[Exercise], source: Source) -> Iterator[Finding]:
    seen: dict[str, Exercise] = {}
    for exercise in exercises:
        if exercise.part.name == "question" and exercise.number:
            other = seen.setdefault(exercise.id, exercise)
            if other is not exercise and other.part.header != exercise.part.header:
                line = source.place(other.part.header.start).line
                message = f"the question at line {line} has the id {exercise.id} too"
                mend = "give one of them an option of its own: id: …"
                yield Finding(FindingKind.DUPLICATE_ID, exercise.part.header, message, "", (mend,))
