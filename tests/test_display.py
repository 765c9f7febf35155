"""What a cell shows: its last value as notebooks show it, and its figure."""

from collections.abc import Iterator

from matplotlib.figure import Figure
import matplotlib.pyplot as plt
import numpy as np
import pytest

from tallybook.display import ManyFigures, close_figures, display, figure_of
from tallybook.job import Output


@pytest.fixture(autouse=True)
def _svg_backend() -> Iterator[None]:
    with plt.rc_context({"backend": "svg"}):
        yield
        close_figures()


class Rich:
    """Shows itself in the forms that it is made with."""

    def __init__(self, **forms: object) -> None:
        for form, body in forms.items():
            setattr(self, f"_repr_{form}_", lambda body=body: body)

    def __repr__(self) -> str:
        return "plain"


def form_and_body(value: object) -> list[tuple[str, str]]:
    outputs, missing = display(value, "fig", "alt")
    assert missing == ""
    return [(output.form, output.body) for output in outputs]


@pytest.mark.parametrize(
    ("value", "form", "body"),
    [
        (2, "text", "2"),
        ("a\n", "text", "'a\\n'"),
        (np.array([1.5]), "text", "array([1.5])"),
        (Rich(), "text", "plain"),
        (Rich(html="<b>"), "html", "<b>"),
        (Rich(markdown="*a*", html="<b>"), "markdown", "*a*"),
        (Rich(latex="$a$"), "latex", "$a$"),
        (Rich(html=None, latex="$a$"), "latex", "$a$"),
        (Rich(html=None), "text", "plain"),
        (Rich(html=("<b>", {"meta": 1})), "html", "<b>"),
        (Rich, "text", "<class 'test_display.Rich'>"),
    ],
)
def test_a_value_is_shown_in_its_richest_form(value: object, form: str, body: str):
    assert form_and_body(value) == [(form, body.replace("test_display.Rich", f"{Rich.__module__}.Rich"))]


def test_nothing_is_shown_of_none():
    assert display(None, "fig", None) == ((), "")


def test_an_svg_is_made_to_stand_in_a_page():
    ((form, body),) = form_and_body(Rich(svg='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>'))
    assert form == "svg"
    assert '<title>alt</title><g id="fig-a" />' in body


def test_a_figure_is_shown_once_whether_it_is_open_or_the_value():
    figure, axes = plt.subplots()
    axes.set_title("half 0.5")
    for value in (None, figure, axes, axes.plot([1, 2]), plt.gcf()):
        ((form, body),) = form_and_body(value)
        assert (form, body.count("<svg")) == ("svg", 1)
    (output,) = display(None, "fig", None)[0]
    assert output.texts == ("half 0.5",)


def test_a_value_stands_before_the_open_figure():
    plt.figure()
    assert [form for form, _ in form_and_body(2)] == ["text", "svg"]


def test_a_figure_that_pyplot_does_not_hold_is_shown():
    figure, _ = plt.subplots()
    plt.close(figure)
    assert [form for form, _ in form_and_body(figure)] == ["svg"]


def test_two_figures_are_too_many():
    plt.figure()
    plt.figure()
    with pytest.raises(ManyFigures, match=r"^the cell shows 2 figures: give each a cell of its own$"):
        display(None, "fig", None)


def test_closing_leaves_none_open():
    plt.figure()
    close_figures()
    assert display(None, "fig", None) == ((), "")


def test_glyphs_that_are_missing_are_told():
    plt.figure().text(0, 0, "注")
    outputs, missing = display(None, "fig", None)
    assert (isinstance(outputs[0], Output), missing) == (True, "注")


def test_the_figure_of_a_value():
    figure, axes = plt.subplots()
    line = axes.plot([1, 2])
    assert [figure_of(value) for value in (figure, axes, line, line[0])] == [figure] * 4
    assert [figure_of(value) for value in (None, 2, [], [[1]], [1], plt, Figure)] == [None] * 7
