"""A session: cells run in it in reading order, expressions and names are looked up in it."""

import pytest

from tallybook.execution import (
    CellStep,
    Job,
    Limits,
    Named,
    NamesStep,
    Output,
    Ran,
    Session,
    Trouble,
    Value,
    ValueStep,
)


@pytest.fixture(name="session")
def _session() -> Session:
    later = CellStep("import math\n\ndef late(): pass\nlater = 1", 50)
    return Session(Job("docs/a.md", "/nowhere", (later,), limits=Limits(output=1000)))


def texts(outcome: object) -> list[str]:
    assert isinstance(outcome, Ran), outcome
    return [output.body for output in outcome.outputs]


def trouble(outcome: object) -> tuple[str, int, str]:
    assert isinstance(outcome, Trouble), outcome
    return outcome.kind, outcome.line, outcome.message


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("x = [1, 3]\nx", ["[1, 3]"]),
        ("x = 1", []),
        ("None", []),
        ("", []),
        ("# nothing", []),
        ("1 + 1  # two", ["2"]),
        ("1 + 1;", []),
        ("'é'; ", []),
        ("'a;'", ["'a;'"]),
        ("'''one'''", ["'one'"]),
        ("1 + 1\r\n", ["2"]),
        ("x = 1\rx", ["1"]),
        ("for i in range(3):\n    i", []),
    ],
)
def test_the_last_expression_is_shown(session: Session, code: str, shown: list[str]):
    assert texts(session.run(CellStep(code, 10))) == shown


def test_a_quiet_cell_runs_and_shows_nothing(session: Session):
    assert session.run(CellStep("x = 2\nx", 10, quiet=True)) == Ran(())
    assert session.run(ValueStep("x", 12)) == Value((), ("2",))


def test_cells_share_one_namespace_and_expressions_leave_it_as_it_is(session: Session):
    session.run(CellStep("x = 2", 10))
    assert session.run(ValueStep("(y := x) + y", 12)) == Value((), ("4",))
    assert session.run(ValueStep(" [x * n for n in range(2)] ", 13)) == Value((2,), ("0", "2"))
    assert isinstance(session.run(ValueStep("y", 14)), Trouble)


def test_annotations_and_data_classes_find_their_module(session: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "__main__", session.module)
    code = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: 'int' = 2\nA()"
    assert texts(session.run(CellStep(code, 10))) == ["A(x=2)"]


def test_a_traceback_shows_the_lines_of_the_chapter(session: Session):
    session.run(CellStep("def invert(n):\n    return 1 / n", 10))
    outcome = session.run(CellStep("x = 0\ninvert(x)", 20))
    assert trouble(outcome) == ("cell-raised", 11, "the cell raised ZeroDivisionError: division by zero")
    assert isinstance(outcome, Trouble)
    told = [line for line in outcome.traceback.split("\n") if "^" not in line]
    assert told == [
        "Traceback (most recent call last):",
        '  File "docs/a.md", line 21, in <module>',
        "    invert(x)",
        '  File "docs/a.md", line 11, in invert',
        "    return 1 / n",
        "ZeroDivisionError: division by zero",
        "",
    ]


@pytest.mark.parametrize(
    ("code", "line", "begin"),
    [
        ("x = 1\ny = = 2", 11, "the cell raised SyntaxError: "),
        ("x = 1\nreturn 1", 11, "the cell raised SyntaxError: "),
        ("x = 1\n  y = 2", 11, "the cell raised IndentationError: "),
        ("exec('\\n\\n1 +')", 10, "the cell raised SyntaxError: "),
        ("x = 1\nraise SystemExit", 11, "the cell raised SystemExit"),
        ("x = 1\nraise KeyboardInterrupt('now')", 11, "the cell raised KeyboardInterrupt: now"),
        ("raise ValueError('one\\ntwo')", 10, "the cell raised ValueError: one"),
        ("raise ValueError('x' * 10_000)", 10, f"the cell raised ValueError: {'x' * 500}…"),
        ("raise ExceptionGroup('both', [ValueError(1)])", 10, "the cell raised ExceptionGroup: both"),
        ("(" * 10_000, 10, "the cell raised "),
        ("\0", 10, "the cell raised "),
    ],
)
def test_what_a_cell_raised_is_told_at_its_line(session: Session, code: str, line: int, begin: str):
    kind, at, message = trouble(session.run(CellStep(code, 10)))
    assert (kind, at, message[: len(begin)]) == ("cell-raised", line, begin)


def test_an_expected_exception_is_shown_by_its_last_line(session: Session):
    outcome = session.run(CellStep("x = 1\n1 / 0\nx = 2", 10, raises="ArithmeticError"))
    assert outcome == Ran((Output("text", "ZeroDivisionError: division by zero\n"),))
    assert session.run(ValueStep("x", 14)) == Value((), ("1",))
    assert session.run(CellStep("1 +", 20, raises="SyntaxError", quiet=True)) == Ran(())
    assert isinstance(session.run(CellStep("raise MemoryError", 20, raises="MemoryError")), Ran)


def test_an_expected_exception_that_does_not_come_is_told(session: Session):
    sentence = "the cell raised nothing, and `raises` says ValueError"
    assert trouble(session.run(CellStep("1", 10, raises="ValueError"))) == ("cell-raised", 10, sentence)
    sentence = "the cell raised KeyError: 'a', and `raises` says ValueError"
    assert trouble(session.run(CellStep("{}['a']", 10, raises="ValueError"))) == ("cell-raised", 10, sentence)


def test_want_of_memory_is_told_with_the_limit(session: Session):
    sentence = "the cell needs more than 2 GiB of memory"
    assert trouble(session.run(CellStep("x = 1\nraise MemoryError", 10))) == ("cell-memory", 11, sentence)
    session.run(CellStep("def f(n=0): raise MemoryError", 10))
    sentence = "`f()` needs more than 2 GiB of memory"
    assert trouble(session.run(ValueStep("f()", 12))) == ("cell-memory", 12, sentence)
    assert trouble(session.run(NamesStep((("f(1)",),), 13)))[:2] == ("cell-memory", 13)


def test_what_a_cell_shows_has_a_limit(session: Session):
    sentence = "the cell shows 1,002 characters, and 1,000 are allowed"
    assert trouble(session.run(CellStep("'x' * 1000", 10))) == ("cell-output", 10, sentence)
    assert isinstance(session.run(CellStep("'x' * 998", 10)), Ran)


def test_names_are_those_that_cells_assigned(session: Session):
    session.run(
        CellStep("from math import pi\nx, y_1, y1 = 2, 3, 4\nfor i in range(5): pass\ns = 'text'", 10)
    )
    session.run(CellStep("def f(n): return n / 2\nhalf = f(1)\nclass A: pass", 20))
    asked = [
        ("x",),
        ("X", "x"),
        ("y_1", "y1"),
        ("pi",),
        ("i",),
        ("s",),
        ("f",),
        ("len",),
        ("half",),
        ("none",),
    ]
    two, half = Value((), ("2",)), Value((), ("0.5",))
    assert session.run(NamesStep(tuple(asked))) == Named(
        (two, two, None, None, None, None, None, None, half, None)
    )


def test_a_name_may_be_assigned_by_the_last_expression(session: Session):
    session.run(CellStep("(n := 5)", 10))
    assert session.run(NamesStep((("n",),))) == Named((Value((), ("5",)),))


def test_a_name_that_is_gone_or_no_longer_a_number_is_none(session: Session):
    session.run(CellStep("x = 1\ny = 2", 10))
    session.run(CellStep("del x\nimport math as y", 20))
    assert session.run(NamesStep((("x",), ("y",)))) == Named((None, None))


def test_a_call_is_of_a_function_that_the_session_has(session: Session):
    session.run(CellStep("from math import sqrt\ndef f(a, n=1): return a * n\nclass A: pass", 10))
    asked = [
        ("f(2)",),
        ("f(2, n=3)",),
        ("sqrt(4)",),
        ("abs(1)",),
        ("A()",),
        ("f()",),
        ("f(x)",),
        ("g(1)",),
        ("f('a')",),
    ]
    values = [Value((), (text,)) for text in ("2", "6", "2.0")]
    assert session.run(NamesStep(tuple(asked))) == Named((*values, None, None, None, None, None, None))


def test_a_console_session_runs_statement_by_statement(session: Session, capsys: pytest.CaptureFixture[str]):
    code = ">>> x = [1, 2]\n>>> x\n[1, 3]\n>>> for n in x:\n...     print(n)\n...\n0\n>>> y = 3"
    assert session.run(CellStep(code, 10, console=True)) == Ran(())
    expected = ">>> x = [1, 2]\n>>> x\n[1, 2]\n>>> for n in x:\n...     print(n)\n1\n2\n>>> y = 3\n"
    assert capsys.readouterr().out == expected
    assert session.run(NamesStep((("y",),))) == Named((Value((), ("3",)),))


@pytest.mark.parametrize(
    ("code", "line", "sentence"),
    [
        (">>> x = 1\n>>> 1 / 0\n", 11, "the cell raised ZeroDivisionError: division by zero"),
        (
            ">>> x = 1\n>>> def f():\n...   return 1 / 0\n...\n>>> f()",
            12,
            "the cell raised ZeroDivisionError: …",
        ),
        (">>> x = 1\n>>> y = = 1\n", 11, "the cell raised SyntaxError: …"),
        (">>> x = 1\n>>>y\n", 10, "the prompts of the cell cannot be read (…"),
        ("x = 1\n", 10, "a console cell has no statement: begin one with `>>> `"),
    ],
)
def test_what_a_console_session_raised(session: Session, code: str, line: int, sentence: str):
    kind, at, message = trouble(session.run(CellStep(code, 10, console=True)))
    begin, cut, _ = sentence.partition("…")
    assert (kind, at, message[: len(begin)] if cut else message) == ("cell-raised", line, begin)


@pytest.mark.parametrize(
    ("expression", "kind", "sentence"),
    [
        ("total", "no-such-name", "`total`: there is no name `total` here; did you mean `totals`?"),
        (
            "later + 1",
            "no-such-name",
            "`later + 1`: there is no name `later` here; it is defined later, at docs/a.md:53",
        ),
        (
            "late()",
            "no-such-name",
            "`late()`: there is no name `late` here; it is defined later, at docs/a.md:52",
        ),
        ("zzz", "no-such-name", "`zzz`: there is no name `zzz` here"),
        ("sum(q for _ in [1])", "no-such-name", "`sum(q for _ in [1])`: there is no name `q` here"),
        ("totals.cuont", "no-such-name", "`totals.cuont`: list has no `cuont`; did you mean `count`?"),
        ("totals[9]", "not-a-number", "`totals[9]` raised IndexError: list index out of range"),
        ("exit_now()", "not-a-number", "`exit_now()` raised SystemExit"),
        ("unknown_within()", "not-a-number", "`unknown_within()` raised NameError: …"),
        (
            "'a'",
            "not-a-number",
            "`'a'` gives text, not a number: bind the number that the text was made from",
        ),
        ("1 +", "malformed-binding", "`1 +` is no Python expression: SyntaxError: …"),
        ("x = 1", "malformed-binding", "`x = 1` is no Python expression: SyntaxError: …"),
        ("", "malformed-binding", "`` is no Python expression: SyntaxError: …"),
        ("\0", "malformed-binding", "`\0` is no Python expression: …"),
    ],
)
def test_an_expression_without_numbers_is_told(session: Session, expression: str, kind: str, sentence: str):
    code = "totals = [1]\ndef exit_now(): raise SystemExit\ndef unknown_within(): return nowhere"
    session.run(CellStep(code, 10))
    told, line, message = trouble(session.run(ValueStep(expression, 15)))
    begin, cut, _ = sentence.partition("…")
    assert (told, line, message[: len(begin)] if cut else message) == (kind, 15, begin)


def test_a_syntax_error_shows_the_line_of_the_cell_though_a_file_has_the_chapters_name(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_text("one\ntwo\nthree\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    trouble = Session(Job("a.md", str(tmp_path), ())).run(CellStep("x = 1\ny = (x +\n", 5))
    assert isinstance(trouble, Trouble)
    assert trouble.line == 6
    assert "    y = (x +\n" in trouble.traceback
