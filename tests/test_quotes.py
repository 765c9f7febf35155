"""Which quantity a quote states, in prose, formulas, code and lists: the corpus, spans, and linear time."""

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.numerals import Numeral
from tallybook.numerals import ascii as in_ascii
from tallybook.quotes import (
    Element,
    Gap,
    Name,
    Quantity,
    Refusal,
    approximated,
    find_quantities,
    is_hedged,
    quantity_before,
    read_code,
    read_formula,
    read_list,
)

CASES = Path(__file__).parent / "cases" / "numerals"
COMMENT = "¦"


def cases() -> dict[str, list[str]]:
    """Text, mode and what it must read as, by file and line."""
    return {
        f"{path.stem}:{number}": line.split("\t")
        for path in sorted(CASES.glob("*.txt"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if line and not line.startswith("#")
    }


def before(text: str) -> Quantity | Refusal:
    end = text.index(COMMENT)
    return quantity_before(text.replace(COMMENT, ""), end)


def shown(element: Element) -> str:
    """An element in ASCII; ≈ marks an integer that has an interval."""
    if isinstance(element, Gap):
        return "…"
    if isinstance(element, Name):
        return element.text
    hedged = element.step and not any(sign in element.text for sign in ".．")
    return "≈" * bool(hedged) + in_ascii(element)


def described(quantity: Quantity | Refusal) -> str:
    if isinstance(quantity, Refusal):
        return f"refused {quantity.reason}"
    return " ".join([quantity.form, *map(shown, quantity.elements)])


def listed(quantities: list[Quantity]) -> str:
    marks = {"group": ("[", " ", "]"), "shape": ("", "×", "")}
    parts = []
    for quantity in quantities:
        opening, between, closing = marks.get(quantity.form, ("", " ", ""))
        parts.append(opening + between.join(map(shown, quantity.elements)) + closing)
    return " ".join(parts)


def valued(quantity: Quantity | Refusal) -> str:
    assert isinstance(quantity, Quantity), quantity
    (numeral,) = quantity.elements
    assert isinstance(numeral, Numeral)
    half = numeral.step / 2
    return f"{numeral.value} ± {half.normalize()}"


def extent(text: str, quantity: Quantity | Refusal) -> str:
    assert isinstance(quantity, Quantity), quantity
    return text[quantity.span.start : quantity.span.end]


READERS: dict[str, Callable[[str], str]] = {
    "prose": lambda text: described(before(text)),
    "value": lambda text: valued(before(text)),
    "extent": lambda text: extent(text.replace(COMMENT, ""), before(text)),
    "formula": lambda text: described(read_formula(text)),
    "formula-extent": lambda text: extent(text, read_formula(text)),
    "code": lambda text: described(read_code(text)),
    "code-extent": lambda text: extent(text, read_code(text)),
    "list": lambda text: " ".join(map(shown, read_list(text))),
    "find": lambda text: listed(find_quantities(text)),
    "find-tex": lambda text: listed(find_quantities(text, tex=True)),
}


@pytest.mark.parametrize(("text", "mode", "expected"), cases().values(), ids=cases())
def test_corpus(text, mode, expected):
    assert READERS[mode](text) == expected


def test_spans_hold():
    """Every element of every case stands at its span, inside the quote's own."""
    for text, mode, _ in cases().values():
        plain = text.replace(COMMENT, "")
        for quantity in READINGS[mode.split("-")[0]](text):
            for element in quantity.elements:
                assert quantity.span.holds(element.span)
                if not isinstance(element, Gap):
                    assert plain[element.span.start : element.span.end] == element.text


def read(quantity: Quantity | Refusal) -> list[Quantity]:
    return [quantity] if isinstance(quantity, Quantity) else []


READINGS: dict[str, Callable[[str], list[Quantity]]] = {
    **dict.fromkeys(["prose", "value", "extent"], lambda text: read(before(text))),
    "formula": lambda text: read(read_formula(text)),
    "code": lambda text: read(read_code(text)),
    "list": lambda text: [Quantity(numeral.span, "numeral", (numeral,)) for numeral in read_list(text)],
    "find": lambda text: find_quantities(text) + find_quantities(text, tex=True),
}


def test_a_shape_keeps_its_factors():
    shape = before("3×4→3×8→12¦")
    assert isinstance(shape, Quantity)
    assert shape.factors == (2, 2, 1)


def test_nothing_is_read_across_the_start():
    assert described(quantity_before("3×4", 3, start=2)) == "numeral 4"
    assert described(quantity_before("3-4", 3, start=2)) == "numeral 4"
    assert described(quantity_before("3-4", 3, start=1)) == "numeral 4"
    assert described(quantity_before("约3", 2, start=1)) == "numeral 3"


def test_a_hedge_in_front_of_a_formula_is_seen():
    text = "约为 **\ufffc**左右"
    assert is_hedged("约为 **\ufffc**", 5, 6)
    assert is_hedged(text, 5, 6)
    assert not is_hedged("取 \ufffc", 2, 3)
    three = read_formula("3")
    assert isinstance(three, Quantity)
    assert described(approximated(three)) == "numeral ≈3"


REPEATED = "[ 1 1, [1, √ ( 1+1 1- 1.2. 1,234, 3× 1→ ((1+3)/2) [1,2] [1,2), -$1 1' –1 minus"
REPEATED_TEX = r"\frac \sqrt ^ { a_{ &1 \\[1 \text{1"


@pytest.mark.parametrize("unit", [*REPEATED.split(), *REPEATED_TEX.split()])
def test_long_repetitions_are_read_in_one_pass(unit):
    """A reader that looks twice at every sign would not come back from these."""
    text = unit * (20_000 // len(unit)) + "]" * 3_000 + ")" * 3_000
    assert all(text[quantity.span.start : quantity.span.end] for quantity in find_quantities(text))
    assert all(text[quantity.span.start : quantity.span.end] for quantity in find_quantities(text, tex=True))
    for found in (quantity_before(text, len(text)), read_formula(text), read_code(text)):
        assert isinstance(found, Quantity | Refusal)
    assert len(read_list(text)) <= len(text)


def test_a_long_sum_is_one_closed_form():
    quantity = read_formula("+".join(["1"] * 20_000))
    assert isinstance(quantity, Quantity)
    (total,) = quantity.elements
    assert isinstance(total, Numeral)
    assert total.value == 20_000


SIGNS = "0123456789.,+-−×*/^~～→√()[]{}_ %万约≈=x\\￼三¹²$–'m"


@given(st.text(SIGNS, max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_any_text_has_a_quote_or_a_reason(text, start, end):
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    found = quantity_before(text, end, start=start)
    if isinstance(found, Quantity):
        assert start <= found.span.start < found.span.end <= end
        assert all(found.span.holds(element.span) for element in found.elements)
    else:
        assert ": " in found.reason
    assert read_formula(text)
    assert read_code(text)
    for quantity in find_quantities(text) + find_quantities(text, tex=True):
        assert any(isinstance(element, Numeral) for element in quantity.elements)
