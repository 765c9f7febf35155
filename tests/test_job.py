"""What crosses the pipe and what is kept: records as JSON, there and back."""

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.findings import FindingKind
from tallybook.job import (
    CellStep,
    Job,
    Limits,
    Named,
    NamesStep,
    Outcome,
    Output,
    Ran,
    Run,
    Trouble,
    Value,
    ValueStep,
    decode,
    encode,
    subject,
)

OUTCOMES = st.one_of(
    st.builds(Value, st.just((2,)), st.tuples(st.text(), st.text())),
    st.builds(Ran, st.tuples(st.builds(Output, st.sampled_from(["text", "svg"]), st.text()))),
    st.builds(Trouble, st.sampled_from(FindingKind), st.text(), st.integers(), st.text()),
    st.just(Named((None, Value((), ("1",))))),
)


@given(st.lists(OUTCOMES))
def test_a_run_is_given_back(outcomes: list[Outcome]):
    run = Run(tuple(outcomes), ("figures/fan.py",))
    line = encode(run)
    assert "\n" not in line
    assert decode(line, Run) == run


@given(OUTCOMES)
def test_an_outcome_is_given_back(outcome: Outcome):
    assert decode(encode(outcome, Outcome), Outcome) == outcome  # type: ignore[arg-type]


def test_a_job_is_given_back():
    steps = (
        CellStep("x\n", 2, raises="E", quiet=True, id="f", alt="图"),
        ValueStep("x", 5),
        NamesStep((("x",),), 6),
    )
    job = Job("docs/a.md", "/root", steps, ("/root",), Limits(seconds=1))
    assert decode(encode(job), Job) == job


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"outcomes": 1}', '{"outcomes": [{"is": "What"}]}', "null"]
)
def test_what_is_no_run_is_refused(text: str):
    with pytest.raises((ValueError, TypeError, ExceptionGroup)):
        decode(text, Run)


def test_what_a_message_says_of_a_step():
    assert subject(CellStep("", 1)) == "the cell"
    assert subject(ValueStep("y[0]", 1)) == "`y[0]`"
    assert subject(NamesStep((("f(1)", "g"),))) == "`f(1)`"
    assert subject(NamesStep((("f(1)",), ("x",)))) == "a name of the text"
