"""The reference agrees with what nobody here wrote, and would not with one of the usual mistakes in it."""

from dataclasses import replace
from importlib import import_module
import inspect
import os
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
import pytest

from tests.parity import bert, blocks, functions, layers, models, positions, published, table
from tests.parity.comparison import CASES, Comparison
from tests.test_mistakes import MISTAKES, Mistake

pytestmark = pytest.mark.parity
ACCEPT = "TALLYBOOK_ACCEPT" in os.environ and "CI" not in os.environ

COMPARISONS: tuple[Comparison, ...] = (
    *functions.COMPARISONS,
    *positions.COMPARISONS,
    *layers.COMPARISONS,
    *blocks.COMPARISONS,
    *bert.COMPARISONS,
    *models.COMPARISONS,
)


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda comparison: comparison.what)
@settings(max_examples=CASES)
@given(data=st.data())
def test_the_reference_agrees(comparison: Comparison, data: st.DataObject) -> None:
    assert comparison.run(data.draw) <= comparison.tolerance


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_seen(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _make(MISTAKES[mistake], monkeypatch)
    assert any(map(_is_off, COMPARISONS))


def _make(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the functions of the module the code that they would have with the mistake in it."""
    module = import_module(f"refblock.{mistake.module}")
    wrong: dict[str, Any] = {"__name__": module.__name__}
    exec(inspect.getsource(module).replace(mistake.right, mistake.wrong), wrong)
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            for part in ("__code__", "__defaults__", "__kwdefaults__"):
                monkeypatch.setattr(function, part, getattr(wrong[name], part))


def _is_off(comparison: Comparison) -> bool:
    def run(draw):
        try:
            return comparison.run(draw)
        except (ValueError, RuntimeWarning, AssertionError):
            return float("inf")

    return not replace(comparison, run=run, cases=10).largest() <= comparison.tolerance


def test_the_table_tells_every_comparison_and_its_bound() -> None:
    every = (*COMPARISONS, *published.COMPARISONS)
    if ACCEPT:
        table.write(every)
    written = table.read()
    assert [(what, against, bound) for what, against, _, bound in written] == [
        (comparison.what, comparison.against, comparison.tolerance) for comparison in every
    ]
    assert all(largest <= bound for _, _, largest, bound in written)
