"""Where the names of a piece of code stand."""

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.press.filling import places_of_names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("d = x - μ", "x μ"),
        ("y = f(x, eps=ε)[i].mean()", "f x ε i"),
        ("x[0] = a", "a"),
        ("x += a", "a"),
        ("x: int = a", "a"),
        ("x: int", ""),
        ("[q * a for q in r]", "a r"),
        ("f(lambda q: q + a)", "f a"),
        ("print(f'{x}', x)", "print x"),
        ("if a:\n    x = '二', b\nelse:\n    x = c", "a b c"),
        ("1 +", ""),
        ("'\0'", ""),
    ],
)
def test_the_names_that_code_reads(code: str, names: str) -> None:
    places = places_of_names(code)
    assert [name for _, _, name in places] == names.split()
    assert [code[start:end] for start, end, _ in places] == names.split()


@given(st.text("xé二 \n=+()[]'\"f{}:,", max_size=30))
def test_any_text_is_read(code: str) -> None:
    assert all(code[start:end] for start, end, _ in places_of_names(code))
