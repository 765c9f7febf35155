"""Chapters as text: the author's file, and the same with its numbers plain and its outputs filled in."""

from dataclasses import dataclass
from hashlib import sha256

from tallybook.chapter import Binding, Cell, OutputFence
from tallybook.checked import Checked
from tallybook.edits import Edits
from tallybook.job import Output, Ran
from tallybook.press.cells import Blocks, fenced, joined, session
from tallybook.press.phrases import Phrases
from tallybook.press.plainblocks import write_plain
from tallybook.removal import NOTHING, removal


@dataclass(frozen=True)
class Plain:
    """A chapter's plain text, and the figures that it names, each by its file's name."""

    text: str
    figures: dict[str, str]


def plain_chapter(checked: Checked, phrases: Phrases) -> Plain:
    """The chapter with its bindings and the lines of its blocks taken out, and what its cells show filled in;
    figures are images."""
    chapter, source = checked.chapter, checked.chapter.source
    edits, figures = Edits(source), dict[str, str]()
    write_plain(source, edits, phrases)
    for index, item in enumerate(chapter.items):
        if isinstance(item, Binding):
            where, instead = removal(source, item.span, ())
            edits.replace(where, "" if instead == NOTHING else instead)
        elif isinstance(item, Cell | OutputFence):
            if isinstance(item, Cell):
                texts = _cell(item, _outputs(checked, index), chapter.is_stated(index), figures)
            else:
                texts = [fenced("text", item.text.rstrip("\n"))]
            first, last = source.place(item.span.start).line, source.place(item.span.end).line
            edits.replace(item.span, Blocks(texts).placed(source, first, last, item.prefix))
    return Plain(edits.apply(), figures)


def _outputs(checked: Checked, index: int) -> tuple[Output, ...]:
    outcome = checked.run.outcome(checked.plan.at[index][0])
    return outcome.outputs if isinstance(outcome, Ran) else ()


def _cell(cell: Cell, outputs: tuple[Output, ...], stated: bool, figures: dict[str, str]) -> list[str]:
    """The cell's source, unless its page hides it, and what it shows."""
    code = session(cell.code, outputs) if cell.console else cell.code
    texts = [] if cell.options.hide else [fenced("pycon" if cell.console else "python", code.rstrip("\n"))]
    for output in joined(outputs):
        if output.form == "svg":
            name = f"{cell.options.id or sha256(output.body.encode()).hexdigest()[:12]}.svg"
            figures[name] = output.body
            texts.append(f"![{cell.options.alt or ''}](figures/{name})")
        elif output.form != "text":
            texts.append(output.body.strip("\n"))
        elif not stated and not cell.console and output.body.strip():
            texts.append(fenced("text", output.body.rstrip("\n")))
    return texts
