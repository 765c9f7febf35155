"""What the run of a chapter is asked and what it answers: records that cross the pipe as JSON."""

from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from tallybook.findings import FindingKind

Form = Literal["text", "markdown", "html", "latex", "svg"]
Sort = Literal["numbers", "text", "function", "object"]


@dataclass(frozen=True, slots=True)
class CellStep:
    """Run a cell. `line` is the chapter's line of the first line of `code`; `console` says pycon.

    `watched` are the statements of the cell, counted from 0, behind which names are looked at.
    """

    code: str
    line: int
    raises: str | None = None
    quiet: bool = False
    console: bool = False
    id: str | None = None
    alt: str | None = None
    watched: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ValueStep:
    """Evaluate an expression in the session as it stands at that place."""

    expression: str
    line: int


@dataclass(frozen=True, slots=True)
class NamesStep:
    """Look written names up: for each one the spellings to try, or a call such as `silu(1)`."""

    names: tuple[tuple[str, ...], ...]
    line: int = 0


Step = CellStep | ValueStep | NamesStep


def subject(step: Step) -> str:
    """What a message says of a step: who did it."""
    match step:
        case CellStep():
            return "the cell"
        case ValueStep(expression=expression):
            return f"`{expression}`"
        case NamesStep(names=names):
            return f"`{names[0][0]}`" if len(names) == 1 and names[0] else "a name of the text"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a step may take: seconds by the parent's clock, bytes of memory, bytes of output."""

    seconds: float = 30.0
    memory: int = 2 * 2**30
    output: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """A chapter to run: `path` as messages show it, `root` the absolute folder that the run stands in."""

    path: str
    root: str
    steps: tuple[Step, ...]
    pythonpath: tuple[str, ...] = ()
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Value:
    """Numbers. `items` are ravelled and readable by Decimal; `shape` is () for a scalar.

    `display` holds what Python prints for each item, where that differs ("inf", "1/3").
    """

    shape: tuple[int, ...]
    items: tuple[str, ...]
    display: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """One thing that a cell shows. A figure has its texts (tick labels apart) and what `draw` was given."""

    form: Form
    body: str
    texts: tuple[str, ...] = ()
    given: Value | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong at a step: a finding's kind, our sentence, the chapter's line."""

    kind: FindingKind
    message: str
    line: int
    traceback: str = ""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a name is bound to, as far as readers are shown it.

    Numbers have a shape, and `items` as Python prints them where they are few. `said` is a text as Python
    writes it, the dotted name of a function or a class, or that of an object's class.
    """

    name: str
    sort: Sort
    shape: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What statement `at` of a cell, counted from 0, left its names bound to, and the files that it read."""

    at: int
    glimpses: tuple[Glimpse, ...]
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """A cell that ran; `warnings` (missing glyphs) do not end the run."""

    outputs: tuple[Output, ...]
    warnings: tuple[Trouble, ...] = ()
    looks: tuple[Look, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """For each written name its value; None where there is none, or more than one, or no number."""

    values: tuple[Value | None, ...]


Outcome = Value | Ran | Named | Trouble


@dataclass(frozen=True, slots=True)
class Run:
    """The outcomes in the order of the steps; fewer than these where the last, a Trouble, ended the run.

    What the run drew on: modules of the project and files read (relative to the root, POSIX), and the
    names of the packages that it imported or tried to.
    """

    outcomes: tuple[Outcome, ...]
    modules: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    def outcome(self, step: int) -> Outcome | None:
        """What came of a step; None where the run ended before it."""
        return self.outcomes[step] if step < len(self.outcomes) else None


Record = TypeVar("Record")
_converter = make_converter(omit_if_default=True)
configure_tagged_union(CellStep | ValueStep | NamesStep, _converter, tag_name="is")
configure_tagged_union(Value | Ran | Named | Trouble, _converter, tag_name="is")


def encode(record: object, form: Any = None) -> str:
    """A record, or a union's member when `form` names the union, as one line of JSON."""
    return _converter.dumps(record, unstructure_as=form, ensure_ascii=False)


def decode(text: str | bytes, form: type[Record]) -> Record:
    """The record that `encode` wrote. Raises ValueError or cattrs' errors where it is none."""
    return _converter.loads(text, form)
