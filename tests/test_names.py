"""Which names the code of a cell assigns, and which calls a text may state."""

import ast

import pytest

from tallybook.names import assigned_names, defined_names, literal_call


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = 1", {"x": 1}),
        ("x = y = 1", {"x": 1, "y": 1}),
        ("a, (b, *c) = f()", {"a": 1, "b": 1, "c": 1}),
        ("x: int = 1\ny: int", {"x": 1}),
        ("x += 1", {"x": 1}),
        ("print(n := 10)", {"n": 1}),
        ("if a:\n    x = 1\nelse:\n    y = 2", {"x": 2, "y": 4}),
        ("for i in r:\n    t = i", {"t": 2}),
        ("with f() as g:\n    x = 1", {"x": 2}),
        ("try:\n    x = 1\nexcept E as e:\n    y = 2", {"x": 2, "y": 4}),
        ("x = 1\nx = 2", {"x": 1}),
        ("x[0] = 1\nx.y = 2", {}),
        ("import a\nfrom b import c", {}),
        ("def f():\n    x = 1", {}),
        ("class A:\n    x = 1", {}),
        ("f = lambda: (x := 1)", {"f": 1}),
        ("[x for x in y if (z := x)]", {}),
    ],
)
def test_assigned_names(code: str, names: dict[str, int]):
    assert assigned_names(ast.parse(code)) == names


def test_defined_names_are_all_that_code_binds():
    code = "import a.b, c as d\nfrom e import f\ndef g(): pass\nclass H: pass\nfor i in r: pass\nx = 1"
    assert defined_names(ast.parse(code)) == {"a": 1, "d": 1, "f": 2, "g": 3, "H": 4, "i": 5, "x": 6}


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("silu(1)", ("silu", [1], {})),
        ("f([1, -2.5], n=3)", ("f", [[1, -2.5]], {"n": 3})),
        ("f()", ("f", [], {})),
        ("f(x)", None),
        ("f(1, **{})", None),
        ("a.f(1)", None),
        ("f(1)(2)", None),
        ("f", None),
        ("f(", None),
        ("f(\0)", None),
        ("f(" + "(" * 100_000, None),
    ],
)
def test_a_call_with_literal_arguments(text: str, call: object):
    assert literal_call(text) == call
