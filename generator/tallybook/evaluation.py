"""Expressions in a session: their numbers, or why there are none."""

import ast
from difflib import get_close_matches
from functools import lru_cache
from types import CodeType
from typing import Any

from tallybook.findings import FindingKind
from tallybook.job import CellStep, Job, Trouble, Value, ValueStep
from tallybook.names import defined_names, literal_call
from tallybook.troubles import described, full_traceback
from tallybook.values import NotNumbers, value_of

EXPRESSION = "<expression>"
"""The file that a traceback names for an expression."""


def evaluate(step: ValueStep, namespace: dict[str, Any], job: Job) -> Value | Trouble:
    """The numbers of an expression. Names that it binds stay its own. Raises MemoryError alone."""
    shown = f"`{step.expression}`"
    try:
        code = _compiled(step.expression)
    except MemoryError:
        raise
    except Exception as error:
        return Trouble(
            FindingKind.MALFORMED_BINDING, f"{shown} is no Python expression: {described(error)}", step.line
        )
    try:
        return value_of(eval(code, namespace, {}))
    except MemoryError:
        raise
    except NotNumbers as reason:
        return Trouble(FindingKind.NOT_A_NUMBER, f"{shown} {reason}", step.line)
    except BaseException as error:
        if sentence := _unknown_name(error, step, namespace, job):
            return Trouble(FindingKind.NO_SUCH_NAME, f"{shown}: {sentence}", step.line)
        told = full_traceback(error, EXPRESSION)
        return Trouble(FindingKind.NOT_A_NUMBER, f"{shown} raised {described(error)}", step.line, told)


def value_of_name(spellings: tuple[str, ...], namespace: dict[str, Any], assigned: set[str]) -> Value | None:
    """The value of a written name; None where no spelling is assigned, or two are, or it is no number.

    A spelling with a bracket is a call with literal arguments of a function that the session has.
    """
    found = {spelling for spelling in spellings if "(" in spelling or spelling in assigned & namespace.keys()}
    if len(found) != 1:
        return None
    (spelling,) = found
    try:
        if spelling in namespace:
            return value_of(namespace[spelling])
        call = literal_call(spelling)
        function = namespace.get(call[0]) if call else None
        if call is None or not callable(function) or isinstance(function, type):
            return None
        return value_of(function(*call[1], **call[2]))
    except MemoryError:
        raise
    except BaseException:
        return None


@lru_cache(maxsize=4096)
def _compiled(expression: str) -> CodeType:
    return compile(expression.strip(), EXPRESSION, "eval", dont_inherit=True)


def _unknown_name(error: BaseException, step: ValueStep, namespace: dict[str, Any], job: Job) -> str | None:
    """What to say where the expression itself (not a function that it calls) names what is not there."""
    innermost = error.__traceback__
    while innermost and innermost.tb_next:
        innermost = innermost.tb_next
    if innermost is None or innermost.tb_frame.f_code.co_filename != EXPRESSION:
        return None
    if isinstance(error, NameError) and error.name:
        near = _near(error.name, [name for name in namespace if not name.startswith("_")])
        return f"there is no name `{error.name}` here{near}{_later(error.name, step, job)}"
    if isinstance(error, AttributeError) and error.name:
        near = _near(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
        return f"{type(error.obj).__name__} has no `{error.name}`{near}"
    return None


def _near(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


def _later(name: str, step: ValueStep, job: Job) -> str:
    for cell in job.steps:
        if isinstance(cell, CellStep) and cell.line > step.line:
            try:
                defined = defined_names(ast.parse(cell.code))
            except (SyntaxError, ValueError, RecursionError):
                continue
            if name in defined:
                return f"; it is defined later, at {job.path}:{cell.line + defined[name] - 1}"
    return ""
