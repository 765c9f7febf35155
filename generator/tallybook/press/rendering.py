"""A checked chapter as the Markdown that the site is made of: numbers marked, bindings gone, cells shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
import re
from types import MappingProxyType

from tallybook.answers import known_answers
from tallybook.chapter import Binding, Cell, OutputFence, Question
from tallybook.checked import Checked
from tallybook.edits import Edits
from tallybook.job import Ran, Trouble
from tallybook.press.breaks import set_breaks, stays_whole
from tallybook.press.cards import cell_anchors, page_data
from tallybook.press.cells import Blocks, cell_blocks, output_block
from tallybook.press.citing import instead_of, last_citations
from tallybook.press.marks import Mark, find_marks
from tallybook.press.phrases import ENGLISH, Phrases
from tallybook.press.typed import option
from tallybook.removal import removal
from tallybook.report import Account, Number
from tallybook.source import Span

_LINE_END = re.compile(r"\r\n|\r")
_ANSWERED = frozenset(Account) - {Account.OUTPUT, Account.STRUCTURAL, Account.UNACCOUNTED}
_CONTAINER = re.compile(r"[ \t>]*")
_PLAIN = re.compile(r"[^0-9A-Za-z.,+\-/% ]")


@dataclass(frozen=True)
class Rendered:
    """A chapter's page: Markdown with \\n at line ends, the HTML that its fences stand for, its marks.

    `data` is JSON for the page's script: each number by the key that its mark names.
    """

    text: str
    shown: dict[str, str]
    marks: tuple[Mark, ...]
    numbers: dict[int, Number] = field(repr=False)
    data: str


def render_chapter(
    checked: Checked,
    phrases: Phrases = ENGLISH,
    *,
    proof: bool = False,
    references: Mapping[str, str] = MappingProxyType({}),
) -> Rendered:
    """Render a chapter. A proof, which its author looks at while writing, also marks what drifts or
    what nothing answers for, and shows what became of a cell that failed. `references` are the addresses
    of pages on functions and classes, by their dotted names."""
    chapter, source = checked.chapter, checked.chapter.source
    numbers = dict(enumerate(checked.report.counted, 1))
    found = {finding.span for finding in checked.report.findings} if proof else set()
    wanted = (key for key, one in numbers.items() if one.account in _ANSWERED or one.span in found)
    marks = find_marks(chapter, {key: numbers[key] for key in wanted})
    edits, shown = Edits(source), dict[str, str]()
    for mark in marks:
        wrong = proof and any(_is_wrong(numbers[key], found) for key in mark.keys)
        edits.wrap(mark.span, *_tags(mark, wrong, source.text))
    set_breaks(edits, source, marks)
    ends = {mark.span.end for mark in marks}
    cited = last_citations(chapter)
    for index, item in enumerate(chapter.items):
        if isinstance(item, Binding):
            said = instead_of(source, item) if index in cited else removal(source, item.span, ends)
            edits.replace(*said)
        elif isinstance(item, Cell | OutputFence):
            blocks = _blocks(checked, index, item, phrases, proof)
            first, last = source.place(item.span.start).line, source.place(item.span.end).line
            edits.replace(item.span, blocks.placed(source, first, last, item.prefix))
            shown |= blocks.shown
        elif isinstance(item, Question):
            at = Span(item.options.start, item.options.start)
            edits.replace(at, _check(checked, index, item))
    data = page_data(checked, marks, phrases, references)
    return Rendered(_LINE_END.sub("\n", edits.apply()), shown, tuple(marks), numbers, data)


def _is_wrong(number: Number, found: set[Span]) -> bool:
    return number.verdict in ("drift", "failure") or number.span in found


def _tags(mark: Mark, wrong: bool, text: str) -> tuple[str, str]:
    """What stands before and behind a marked stretch; a display formula gets lines of their own."""
    kind = "tally tally-drift" if wrong else "tally"
    if not mark.block:
        value = _PLAIN.sub(lambda sign: f"&#{ord(sign[0])};", mark.value)
        kind += " tally-short" * stays_whole(text[mark.span.start : mark.span.end])
        return f'<data value="{value}" class="{kind}" data-n="{mark.label}">', "</data>"
    match = _CONTAINER.match(text, mark.span.start)
    prefix = match[0] if match else ""
    empty = prefix.rstrip()
    inside = "" if prefix.strip() or len(prefix) >= 4 else " markdown"  # a container's lines are read anyway
    opening = f'{prefix}<div class="{kind}" data-n="{mark.label}"{inside}>\n{empty}\n'
    return opening, f"\n{empty}\n{prefix}</div>"


def _blocks(checked: Checked, index: int, item: Cell | OutputFence, phrases: Phrases, proof: bool) -> Blocks:
    if isinstance(item, OutputFence):
        return output_block(item)
    outcome = checked.run.outcome(checked.plan.at[index][0])
    stated = checked.chapter.is_stated(index)
    known = isinstance(outcome, Ran) or (proof and isinstance(outcome, Trouble))
    anchor = cell_anchors(checked).get(item.line, "")
    return cell_blocks(item, outcome if known else None, stated, phrases, anchor)  # type: ignore[arg-type]


def _check(checked: Checked, index: int, question: Question) -> str:
    """The option line that tells a question's block what a typed answer is compared with."""
    known = known_answers(checked.plan, index, question, checked.run)
    text, column = checked.chapter.source.text, checked.chapter.source.place(question.span.start).column
    prefix = text[question.span.start - column + 1 : question.span.start]
    return f"{prefix}    {option(known, question.places)}\n" if known else ""
