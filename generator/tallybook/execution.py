"""A session: the namespace of one chapter, in which its cells run and its expressions are evaluated."""

import ast
from collections.abc import Callable
from dataclasses import replace
from types import CodeType, ModuleType
from typing import Any

from tallybook.console import NoConsole, run_console
from tallybook.display import ManyFigures, close_figures, display, figure_of
from tallybook.evaluation import evaluate, value_of_name
from tallybook.findings import FindingKind
from tallybook.glimpses import glimpse
from tallybook.job import (
    CellStep,
    Form,
    Job,
    Limits,
    Look,
    Named,
    NamesStep,
    Outcome,
    Output,
    Ran,
    Run,
    Step,
    Trouble,
    Value,
    ValueStep,
)
from tallybook.limits import lift_memory
from tallybook.names import assigned_names
from tallybook.trail import Trail
from tallybook.troubles import cell_raised, described, keep_lines, short_of_memory
from tallybook.values import numbers_in

__all__ = [
    "CellStep", "Form", "Job", "Limits", "Named", "NamesStep", "Outcome", "Output", "Ran", "Run", "Session",
    "Step", "Trouble", "Value", "ValueStep",
]  # fmt: skip

_NOTE, _LOOK = "_tallybook_note", "_tallybook_look"


class Session:
    """The one mutable thing of the engine. What a cell prints is read at the other end of its stdout."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.module = ModuleType("__main__")
        self.trail: Trail | None = None
        self._namespace: dict[str, Any] = self.module.__dict__
        self._assigned: set[str] = set()
        self._cells = 0

    def run(self, step: Step) -> Outcome:
        """Take one step. A Trouble of a cell, or for want of memory, is the end of the run."""
        try:
            match step:
                case CellStep():
                    return self._run_cell(step)
                case ValueStep():
                    return evaluate(step, self._namespace, self.job)
                case NamesStep():
                    return Named(
                        tuple(value_of_name(each, self._namespace, self._assigned) for each in step.names)
                    )
        except MemoryError as error:
            lift_memory()
            return short_of_memory(error, step, self.job)

    def _run_cell(self, step: CellStep) -> Outcome:
        self._cells += 1
        keep_lines(self.job.path, step.code, step.line)
        given: list[object] = []
        looks: list[Look] = []
        try:
            value = self._consoled(step) if step.console else self._code(step, given, looks)
            outputs, missing = self._shown(value, given, step)
        except BaseException as error:
            return self._failed(step, error, looks)
        finally:
            close_figures()
        if step.raises:
            sentence = f"the cell raised nothing, and `raises` says {step.raises}"
            return Trouble(FindingKind.CELL_RAISED, sentence, step.line)
        if (size := sum(len(output.body) for output in outputs)) > self.job.limits.output:
            sentence = f"the cell shows {size:,} characters, and {self.job.limits.output:,} are allowed"
            return Trouble(FindingKind.CELL_OUTPUT, sentence, step.line)
        sentence = f"the figure's font has no glyph for {' '.join(missing)}"
        warnings = (Trouble(FindingKind.MISSING_GLYPH, sentence, step.line),) if missing else ()
        return Ran(outputs, warnings, tuple(looks))

    def _shown(self, value: object, given: list[object], step: CellStep) -> tuple[tuple[Output, ...], str]:
        if step.quiet:
            return (), ""
        outputs, missing = display(value, step.id or f"figure-{self._cells}", step.alt)
        if figure_of(value) is not None:
            outputs = (replace(outputs[0], given=numbers_in(given)),)
        return outputs, missing

    def _failed(self, step: CellStep, error: BaseException, looks: list[Look]) -> Outcome:
        if step.raises in {kind.__name__ for kind in type(error).__mro__}:
            return Ran(() if step.quiet else (Output("text", f"{described(error)}\n"),), (), tuple(looks))
        if isinstance(error, MemoryError):
            raise error
        if isinstance(error, NoConsole | ManyFigures):
            return Trouble(FindingKind.CELL_RAISED, str(error), step.line)
        return cell_raised(error, step, self.job)

    def _code(self, step: CellStep, given: list[object], looks: list[Look]) -> object:
        """Run the cell; the value of its last expression, in `given` the arguments of its call, and in
        `looks` what its statements left."""
        tree = self._parsed(step.code, step.line)
        assigned = assigned_names(tree).keys()
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        if step.watched:
            self._namespace[_LOOK] = self._looker(dict(step.watched), looks)
            _looking(tree)
        try:
            exec(self._compiled(tree), self._namespace)
            if not isinstance(last, ast.Expr):
                return None
            self._namespace[_NOTE] = _noter(given)
            value = eval(self._compiled(ast.Expression(_noting(last.value))), self._namespace)
            return None if _is_silenced(step, last) else value
        finally:
            self._namespace.pop(_NOTE, None)
            self._namespace.pop(_LOOK, None)
            self._assigned |= assigned

    def _looker(self, watched: dict[int, tuple[str, ...]], looks: list[Look]) -> Callable[[int], None]:
        """What to call behind each statement: a file counts for the statement alone that read it."""

        def look(at: int) -> None:
            files = self.trail.data() if self.trail else ()
            names = [name for name in watched.get(at, ()) if name in self._namespace]
            seen = (glimpse(name, self._namespace[name]) for name in names)
            glimpses = tuple(each for each in seen if each is not None)
            if at in watched and (glimpses or files):
                looks.append(Look(at, glimpses, files))

        look(-1)
        return look

    def _consoled(self, step: CellStep) -> object:
        def compiled(source: str, index: int) -> CodeType:
            tree = self._parsed(source, step.line + index)
            self._assigned.update(assigned_names(tree))
            return self._compiled(ast.Interactive(tree.body))

        run_console(step.code, self._namespace, compiled)
        return None

    def _parsed(self, code: str, line: int) -> ast.Module:
        try:
            tree = ast.parse(code, self.job.path)
        except SyntaxError as error:
            lines = code.split("\n")
            # Python looks the line up in the file of that name, whose lines are the chapter's.
            error.text = lines[min(error.lineno or 1, len(lines)) - 1] + "\n"
            error.lineno = (error.lineno or 1) + line - 1
            error.end_lineno = (error.end_lineno or 1) + line - 1
            raise
        ast.increment_lineno(tree, line - 1)
        return tree

    def _compiled(self, tree: ast.Module | ast.Expression | ast.Interactive) -> CodeType:
        mode = {ast.Module: "exec", ast.Expression: "eval", ast.Interactive: "single"}[type(tree)]
        return compile(tree, self.job.path, mode, dont_inherit=True)


def _noter(given: list[object]) -> Callable[[object], object]:
    def note(argument: object) -> object:
        given.append(argument)
        return argument

    return note


def _looking(tree: ast.Module) -> None:
    """Have a look taken behind each statement."""
    body: list[ast.stmt] = []
    for at, statement in enumerate(tree.body):
        body.append(statement)
        if not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
            call = ast.Call(ast.Name(_LOOK, ast.Load()), [ast.Constant(at)], [])
            body.append(ast.fix_missing_locations(ast.copy_location(ast.Expr(call), statement)))
    tree.body = body


def _noting(expression: ast.expr) -> ast.expr:
    """The expression; of a call, each argument is noted when it is evaluated, in its place."""

    def noted(argument: ast.expr) -> ast.expr:
        if isinstance(argument, ast.Starred):
            return ast.Starred(noted(ast.Tuple([argument], ast.Load())), ast.Load())
        return ast.Call(ast.Name(_NOTE, ast.Load()), [argument], [])

    if isinstance(expression, ast.Call):
        expression.args = [ast.copy_location(noted(each), each) for each in expression.args]
        for keyword in expression.keywords:
            keyword.value = ast.copy_location(noted(keyword.value), keyword.value)
    return ast.fix_missing_locations(expression)


def _is_silenced(step: CellStep, last: ast.Expr) -> bool:
    """Whether a semicolon stands behind the last expression, which notebooks do not show then."""
    lines = step.code.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    end = (last.end_lineno or 0) - step.line
    return lines[end].encode()[last.end_col_offset or 0 :].lstrip().startswith(b";")
