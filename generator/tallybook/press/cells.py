"""A cell as its page shows it: its source as the author wants it, then what it showed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
import re

from tallybook.chapter import Cell, OutputFence
from tallybook.job import Output, Ran, Trouble
from tallybook.press.fences import FOLD, HTML
from tallybook.press.phrases import Phrases
from tallybook.source import Source

_LINE_END = re.compile(r"\r\n|\r")


@dataclass
class Blocks:
    """Blocks of Markdown to stand one after the other, and the HTML that fences among them stand for."""

    texts: list[str] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)

    def add_html(self, html: str) -> None:
        key = sha256(html.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self.shown[key] = html
        self.texts.append(fenced(HTML, key))

    def placed(self, source: Source, first: int, last: int, prefix: str) -> str:
        """The blocks in the container's prefix, blank lines round them, for lines `first` to `last`."""
        empty = prefix.rstrip()
        lines = _LINE_END.sub("\n", "\n\n".join(self.texts)).split("\n")
        placed = [prefix + line if line.strip() else empty for line in lines]
        above = [empty] * (first > 1 and not _is_blank(source, first - 1))
        below = [empty] * (last < len(source.line_starts) and not _is_blank(source, last + 1))
        return "\n".join([*above, *placed, *below])


def _is_blank(source: Source, number: int) -> bool:
    return not source.line_text(number).strip(" \t>")


def cell_blocks(
    cell: Cell, outcome: Ran | Trouble | None, stated: bool, phrases: Phrases, anchor: str = ""
) -> Blocks:
    """What stands for a cell. `stated` says that an output fence behind it states its text; a Trouble is
    shown in the output's stead, which only a page under work comes to."""
    blocks = Blocks()
    outputs = outcome.outputs if isinstance(outcome, Ran) else ()
    if not cell.options.hide:
        if anchor:
            blocks.add_html(f'<div class="tally-cell" id="{anchor}"></div>')
        blocks.texts.append(_source(cell, outputs, phrases))
    if isinstance(outcome, Trouble):
        said = f"{outcome.kind}: {outcome.message}\n{outcome.traceback}"
        blocks.texts.append(fenced("{.text .tally-output .tally-trouble}", said.rstrip("\n")))
    kinds = "{.text .tally-output .tally-raised}" if cell.options.raises else "{.text .tally-output}"
    for output in joined(outputs):
        if output.form == "svg":
            blocks.add_html(figure(output.body, cell.options.id, phrases))
        elif output.form == "html":
            blocks.add_html(f'<div class="tally-output">\n{output.body}\n</div>')
        elif stated or cell.console or not output.body.strip():
            continue
        elif output.form == "text":
            blocks.texts.append(fenced(kinds, output.body.rstrip("\n")))
        else:
            blocks.texts.append(output.body.strip("\n"))
    return blocks


def output_block(fence: OutputFence) -> Blocks:
    """The output as the author states it."""
    return Blocks([fenced("{.text .tally-output}", fence.text.rstrip("\n"))])


def figure(svg: str, id: str | None, phrases: Phrases) -> str:
    """A figure in its own scroll container; the SVG itself has the role and the title."""
    anchor = f' id="{escape(id)}"' if id else ""
    words = f'data-enlarge="{phrases.enlarge}" data-close="{phrases.close}"'
    return f'<div class="tally-figure"{anchor} {words}>\n{svg}\n</div>'


def fenced(header: str, body: str) -> str:
    """A fence whose marks are longer than any in its body."""
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    marks = "`" * max(longest + 1, 3)
    return f"{marks}{header}\n{body}\n{marks}"


def _source(cell: Cell, outputs: Sequence[Output], phrases: Phrases) -> str:
    language = "pycon" if cell.console else "python"
    code = session(cell.code, outputs) if cell.console else cell.code
    passed = dict(cell.options.passed)
    if not cell.options.fold:
        return fenced(" ".join([language, *map(_option, passed.items())]), code.rstrip("\n"))
    options = {"title": phrases.code, **passed, "lang": language}
    return fenced(" ".join([FOLD, *map(_option, options.items())]), code.rstrip("\n"))


def _option(option: tuple[str, str]) -> str:
    name, value = option
    quote = "'" if '"' in value else '"'
    return f"{name}={quote}{value}{quote}"


def session(code: str, outputs: Sequence[Output]) -> str:
    """The session as its author states it; with what it printed, where the author states none."""
    if not outputs or any(line.strip() and not line.startswith((">>>", "...")) for line in code.split("\n")):
        return code
    return "".join(output.body for output in outputs if output.form == "text")


def joined(outputs: Iterable[Output]) -> Iterator[Output]:
    """Texts that follow each other as one, as a console shows them."""
    text = ""
    for output in outputs:
        if output.form == "text":
            text += "\n" * bool(text and not text.endswith("\n")) + output.body
            continue
        if text:
            yield Output("text", text)
            text = ""
        yield output
    if text:
        yield Output("text", text)
