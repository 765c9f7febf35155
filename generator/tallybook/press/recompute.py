"""Recompute every number of this book with NumPy alone: run `python recompute.py` in this folder.

Each chapter's cells run in one namespace, in reading order, but for those that draw. Between them each number
that the text states is worked out again and held against what is written. Exit status 1 where one is off.
"""

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
import io
import json
import math
from pathlib import Path
import sys
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np

HERE = Path(__file__).parent
NOISE = 1e-9
"""How far two machines' floating-point results may lie apart, relative to what is compared."""


class StandIn(MetaPathFinder, Loader):
    """Stands for what cells import to draw or to show with, where it is not installed: it takes every call
    and gives nothing. Asked last, so that what is installed comes first."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = packages

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.partition(".")[0] in self.packages else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return MagicMock(__path__=[], __name__=spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is there to be run."""


def _root_(degree: float, value: float) -> float:
    return float(np.cbrt(value)) if degree == 3 else float(value ** (1 / degree))


FUNCTIONS: dict[str, Any] = {
    "array": np.array,
    "sqrt_": np.sqrt,
    "root_": _root_,
    "binom_": lambda above, below: math.comb(round(above), round(below)),
    "floor_": np.floor,
    "ceil_": np.ceil,
    "ln_": np.log,
    "lg_": np.log10,
    "log_": lambda *given: np.log(given[-1]) / (np.log(given[0]) if len(given) > 1 else 1),
    "exp_": np.exp,
    "factorial_": lambda value: math.factorial(round(value)),
    "max_": max,
    "min_": min,
    "gcd_": lambda *values: math.gcd(*map(round, values)),
}


class Session:
    """A chapter's namespace, and the signs of its equations, which look names up in it."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.signs = {**FUNCTIONS, "name": self.name, "raised": self.raised}

    def run(self, step: dict[str, Any]) -> None:
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(step["code"], step["path"], "exec"), self.names)
        except Exception as error:
            if type(error).__name__ != step.get("raises"):
                raise

    def name(self, *spellings: str, constant: str | None = None) -> Any:
        for spelling in spellings:
            try:
                return numbers(eval(spelling, self.names))
            except (NameError, SyntaxError):
                continue
        if constant is None:
            raise NameError(f"no name {spellings[0]}")
        return math.e if constant == "e" else math.pi

    def raised(self, power: str, *spellings: str) -> Any:
        """`σ²`: the name `σ2`, or else the power of σ."""
        try:
            return self.name(*spellings)
        except NameError:
            return eval(power, self.signs)

    def value(self, code: str) -> np.ndarray:
        return numbers(eval(code, self.signs))

    def evaluate(self, expression: str) -> np.ndarray:
        return numbers(eval(expression, self.names))


def numbers(value: Any) -> np.ndarray:
    """A value's numbers as float64; of a list of unequal shapes in their order."""
    try:
        return np.asarray(value, dtype=np.float64)
    except ValueError:
        return np.concatenate([np.ravel(numbers(item)) for item in value])


def agree(one: np.ndarray, other: np.ndarray, within: float) -> bool:
    one, other = np.ravel(one), np.ravel(other)
    if one.shape != other.shape:
        return False
    slack = within + NOISE * np.maximum(1, np.abs(other))
    with np.errstate(invalid="ignore"):
        same = (one == other) | (np.isnan(one) & np.isnan(other)) | (np.abs(one - other) <= slack)
    return bool(same.all())


def recompute(chapter: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each number of a chapter, and what is wrong with it ("" where nothing is)."""
    session = Session()
    for step in chapter["steps"]:
        if "code" in step:
            session.run({**step, "path": chapter["path"]})
            continue
        try:
            if "expression" in step:
                found, stated = session.evaluate(step["expression"]), numbers(list(map(float, step["is"])))
                fits = agree(found, stated, 0)
            else:
                found, stated = session.value(step["left"]), session.value(step["right"])
                fits = agree(found, stated, step["within"])
            yield step, "" if fits else f"{np.ravel(found).tolist()}, not {np.ravel(stated).tolist()}"
        except Exception as error:
            yield step, f"{type(error).__name__}: {error}"


def main() -> int:
    """Recompute all chapters; tell what is off and how many numbers there are."""
    book = json.loads((HERE / "recompute.json").read_text("utf-8"))
    sys.path[:0] = [str(HERE / folder) for folder in book["pythonpath"]]
    sys.meta_path.append(StandIn(["tallybook", "matplotlib"]))
    count = wrong = 0
    for chapter in book["chapters"]:
        for step, trouble in recompute(chapter):
            count += 1
            wrong += bool(trouble)
            if trouble:
                print(f"{chapter['path']}:{step['line']}: {step['text']}: {trouble}")
    print(f"{count} numbers recomputed, {wrong} off.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
