"""Which statements a value came through, read from the cells alone."""

import pytest

from tallybook.chapter import Cell
from tallybook.lineage import Lineage, names_of, trace
from tallybook.source import Span


def lineage(*codes: str) -> Lineage:
    """Cells of a chapter, the first one's code at line 2, the others' three lines behind the one before."""
    cells, line = [], 2
    for code in codes:
        cells.append(Cell(Span(0, 0), code, line, "", "python"))
        line += code.count("\n") + 3
    return trace(cells)


def lines(traced: Lineage, expression: str, line: int = 1000) -> list[int]:
    return [assignment.line for assignment in traced.back(expression, line)]


@pytest.mark.parametrize(
    ("code", "names", "uses", "later"),
    [
        ("x = y = a", "x y", "a", ""),
        ("x, (y, *z) = f(a)", "x y z", "a f", ""),
        ("x: int = a", "x", "a int", ""),
        ("x += a", "x", "a x", ""),
        ("x[i] = a", "x", "a i x", ""),
        ("x.part[0].other = a", "x", "a x", ""),
        ("x[i] += a", "x", "a i x", ""),
        ("import numpy as np", "np", "", ""),
        ("import a.b", "a", "", ""),
        ("from m import a, b as c", "a c", "", ""),
        ("for i in r:\n    s += i", "i s", "i r s", ""),
        ("if a:\n    x = 2", "x", "a x", ""),
        ("with open(p) as f:\n    t = f.read()", "f t", "f open p", ""),
        ("try:\n    x = a\nexcept E as e:\n    pass", "e x", "E a e x", ""),
        ("match a:\n    case [x, *y]:\n        pass", "x y", "a x y", ""),
        ("(x := a)", "x", "a", ""),
        ("x = [q + a for q in r]", "x", "a r", ""),
        ("x = {q: f(a) for q in r if (w := q)}", "w x", "a f r", ""),
        ("x = lambda q: [q + a for p in b]", "x", "", "a b"),
        ("def f(q=a):\n    inner = q\n    return inner + g", "f", "a", "g"),
        ("@a\ndef f():\n    x[0] = 1", "f", "a", "x"),
        ("class C(a):\n    y = b\n\n    def m(self):\n        return c", "C", "a b", "c"),
    ],
)
def test_a_statement_binds_names_and_draws_on_others(code: str, names: str, uses: str, later: str) -> None:
    (found,) = lineage(code).assignments
    assert (found.names, found.uses, found.later) == tuple(
        frozenset(text.split()) for text in (names, uses, later)
    )
    assert (found.line, found.text) == (2, code)


@pytest.mark.parametrize(
    "code", ["x", "f(x)", "x: int", "del x", "[q for q in r]", "pass", "1 +", "x = '\0'", ""]
)
def test_a_statement_that_binds_nothing_adds_nothing(code: str) -> None:
    assert lineage(code).assignments == ()


def test_a_console_adds_nothing() -> None:
    assert trace([Cell(Span(0, 0), ">>> x = 1", 2, "", "pycon")]).assignments == ()


def test_the_last_assignment_before_a_line() -> None:
    traced = lineage("x = 1\nx = 2", "x = 3")
    assert [found.text if (found := traced.last("x", line)) else None for line in (2, 3, 4, 6, 9)] == [
        None,
        "x = 1",
        "x = 2",
        "x = 2",
        "x = 3",
    ]
    assert traced.last("y", 9) is None


def test_all_that_a_value_came_through() -> None:
    traced = lineage("a = 1\nb = 2\nc = a + 1", "d = c * 2\nd += a\ne = b")
    assert lines(traced, "d") == [2, 4, 7, 8]
    assert lines(traced, "e - b") == [3, 9]
    assert lines(traced, "d", 8) == [2, 4, 7]
    assert lines(traced, "unknown") == lines(traced, "1 +") == []


def test_only_what_stood_there_then() -> None:
    traced = lineage("a = 1\nb = a\na = 2")
    assert lines(traced, "b") == [2, 3]


def test_what_a_function_reads_is_what_stood_there_when_it_was_called() -> None:
    traced = lineage("def f(row):\n    return sum(row) / n\n\nn = 2\ny = f([1, 3])\nn = 4")
    assert lines(traced, "y") == [2, 5, 6]
    assert lines(traced, "f([1])") == [2, 7]


def test_a_branch_that_may_not_run_hides_nothing() -> None:
    assert lines(lineage("x = 1\nif ready:\n    x = 2"), "x") == [2, 3]


def test_functions_that_call_each_other_come_to_an_end() -> None:
    assert lines(lineage("def f(n): return g(n)\ndef g(n): return f(n)"), "f(1)") == [2, 3]


def test_the_names_of_an_expression_without_builtins() -> None:
    assert names_of("len(x) + np.mean(y[i]) - x") == ("x", "np", "y", "i")
    assert names_of("x +") == names_of("'\0'") == ()
