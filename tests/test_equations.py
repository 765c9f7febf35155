"""The arithmetic that the text itself states: read, resolved, judged. The cases stand in cases/equations."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

from hypothesis import assume, given
from hypothesis import strategies as st
import pytest

from tallybook.equations import Agree, Ambiguous, Chain, Drift, Judgement, Known, doubt, judge, read_chains

CASES = Path(__file__).parent / "cases" / "equations"
LINE_END = "⏎"


@dataclass(frozen=True)
class Value:
    shape: tuple[int, ...]
    items: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A line of a file: a text, its form, what each pair of sides gives, and the session's names."""

    text: str
    form: str
    expected: str
    session: dict[str, Value]


def value(written: str) -> Value:
    """A number, or an array of one or two dimensions, as a case spells it."""
    rows = written.removeprefix("[").removesuffix("]").split("],[") if written.startswith("[[") else []
    items = tuple(written.replace("[", "").replace("]", "").split(","))
    if rows:
        return Value((len(rows), len(items) // len(rows)), items)
    return Value((len(items),) if written.startswith("[") else (), items)


def cases() -> Iterator[object]:
    for path in sorted(CASES.glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if line and not line.startswith("#"):
                text, form, expected, *names = line.split("\t")
                pairs = (pair.rsplit("=", 1) for pair in "".join(names).split("; ") if pair)
                session = {name: value(written) for name, written in pairs}
                case = Case(text.replace(LINE_END, "\n"), form, expected, session)
                yield pytest.param(case, id=f"{path.stem}:{number}")


def resolve(chain: Chain, session: dict[str, Value]) -> Known:
    """What the session says to a chain: the one value under any of the spellings of a lookup."""
    known: dict[str, Value] = {}
    for lookup in (asked for side in chain.sides if side for asked in (*side.lookups, *side.behind)):
        hits = [session[spelling] for spelling in lookup.spellings if spelling in session]
        if len(hits) == 1:
            known[lookup.written] = hits[0]
    return known


def judgements(text: str, form: str = "prose", session: dict[str, Value] | None = None) -> list[Judgement]:
    chains = read_chains(text, tex=form.startswith("tex"))
    lenient = form.endswith("public")
    return [
        found for chain in chains for found in judge(chain, resolve(chain, session or {}), lenient=lenient)
    ]


def in_words(judgement: Judgement) -> tuple[str, str]:
    """A judgement as a case may say it, shortly or with what it tells."""
    match judgement:
        case Agree():
            return "agree", "agree"
        case Drift(left_value=left, right_value=right):
            return "drift", f"drift: {left} | {right}"
        case Ambiguous(reason=reason):
            return "ambiguous", f"ambiguous: {reason}"


@pytest.mark.parametrize("case", list(cases()))
def test_a_case_gives_what_its_line_says(case: Case) -> None:
    found = [in_words(one) for one in judgements(case.text, case.form, case.session)]
    ways = {" ".join(words) for words in product(*found)} if found else {"none"}
    assert case.expected in ways


def sides_of(text: str, *, tex: bool = False) -> list[str | None]:
    """The sides of the one chain in a text, as written."""
    (chain,) = read_chains(text, tex=tex)
    return [text[side.span.start : side.span.end] if side else None for side in chain.sides]


def test_sides_have_their_places() -> None:
    assert sides_of("均值μ=(1+3)/2=**2**；") == ["μ", "(1+3)/2", "2"]
    assert sides_of("x=f(x)=1+1=2") == ["x", None, "1+1", "2"]
    assert sides_of(r"\mu &= \frac{4}{2} \\ &= 2", tex=True) == [r"\mu", r"\frac{4}{2}", "2"]


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        ("－1/2＋1/2＝0", ["－1", "2", "1", "2", "0"]),
        ("2×［1＋（－1）］＝0", ["2", "1", "－1", "0"]),
        ("[1,-2]=[1,-2.0]", ["1", "-2", "1", "-2.0"]),
        ("3-2=1", ["3", "2", "1"]),
        ("silu(-1)+0.5≈0.231", ["-1", "0.5", "0.231"]),
        ("3.2×10⁻¹²×2=6.4×10⁻¹²", ["3.2×10⁻¹²", "2", "6.4×10⁻¹²"]),
        ("h_1+σ²=2", ["2"]),
    ],
)
def test_a_side_knows_its_numerals_with_the_signs_that_are_theirs(text: str, numerals: list[str]) -> None:
    (chain,) = read_chains(text)
    found = [numeral for side in chain.sides if side for numeral in side.numerals]
    assert [numeral.text for numeral in found] == numerals
    assert [text[numeral.span.start : numeral.span.end] for numeral in found] == numerals


@pytest.mark.parametrize(
    ("text", "lookups"),
    [
        ("μ=2", [("μ", ("μ", "mu"))]),
        ("x′=2", [("x′", ("x_prime",))]),
        ("W₁=2", [("W₁", ("W_1",))]),
        ("h_1=2", [("h_1", ("h_1",))]),
        ("σ²=1", [("σ²", ("σ2", "sigma2")), ("σ", ("σ", "sigma"))]),
        ("x̂_1=2", [("x̂_1", ("x̂_1", "x_hat_1"))]),
        ("silu（-1）=2", [("silu（-1）", ("silu(-1)",))]),
        ("f([1,2],0.5)=2", [("f([1,2],0.5)", ("f([1, 2], 0.5)",))]),
    ],
)
def test_names_are_looked_up_under_their_spellings(text: str, lookups: list[object]) -> None:
    (chain,) = read_chains(text)
    asked = [lookup for side in chain.sides if side for lookup in side.lookups]
    assert [(lookup.written, lookup.spellings) for lookup in asked] == lookups


def test_tex_names_are_looked_up_as_prose_names_are() -> None:
    (chain,) = read_chains(r"\mu_1+\hat{x}_{2}+\mathbf{W}'=2", tex=True)
    asked = [lookup for side in chain.sides if side for lookup in side.lookups]
    assert [lookup.written for lookup in asked] == [r"\mu_1", r"\hat{x}_{2}", r"\mathbf{W}'"]
    assert [lookup.spellings for lookup in asked] == [("μ_1", "mu_1"), ("x̂_2", "x_hat_2"), ("W_prime",)]


def test_without_names_the_session_is_not_asked() -> None:
    (chain,) = read_chains("μ=(1+3)/2=3", names=False)
    assert [side.lookups for side in chain.sides if side] == [(), (), ()]
    assert [type(found) for found in judge(chain, {}, lenient=False)] == [Drift]


def test_the_sentence_around_a_formula_may_take_it_back() -> None:
    (chain,) = read_chains("1+1=3", tex=True, around="写成$1+1=3$是错的")
    assert chain.doubt == "错"
    assert [type(found) for found in judge(chain, {}, lenient=False)] == [Ambiguous]
    assert doubt("模型的误差") is None


def test_a_drift_says_what_each_side_gives() -> None:
    (drift,) = judgements("√2/2=[1,2]，2/3=0.5，10^30=1，0.1²=1")[:1]
    assert isinstance(drift, Drift)
    assert (drift.left_value, drift.right_value) == ("0.666666666667", "0.5")


HOSTILE = {
    "relations": "=" * 10_000_000,
    "brackets": "[" * 1_000_000 + "=",
    "closers": "=" + ")" * 1_000_000,
    "sums": "1+" * 500_000 + "1=5",
    "sums in lines": "1+\n" * 250_000 + "1=5",
    "digits": "9" * 1_000_000 + "=9",
    "letters": "a" * 1_000_000 + "=9",
    "dots": "a." * 500_000 + "=9",
    "commas": "1," * 500_000 + "=9",
    "stars": "*" * 1_000_000 + "=9",
    "colons": "1:" * 500_000 + "=9",
    "tags": "<b " * 300_000 + "=9",
    "links": "](" * 500_000 + "=9",
    "towers": "2^" * 500_000 + "2=9",
    "spaces": "1" + " " * 1_000_000 + "=2",
    "backslashes": "\\" * 1_000_000 + "=9",
    "braces": "{" * 1_000_000 + "=9",
    "near brackets": "([" * 400 + "1" + "])" * 400 + "=1",
    "near signs": "-" * 900 + "1=1",
    "near sums": "1+" * 450 + "1=451",
    "near calls": "f(" * 300 + "x=1" + ")" * 300,
    "near roots": "√" * 900 + "1=1",
    "words": "total " * 200_000 + "1+1=2",
    "units": "1+1=2 " + "years " * 200_000,
}


@pytest.mark.parametrize("tex", [False, True], ids=["prose", "tex"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_state_nothing(text: str, tex: bool) -> None:
    assert not [found for found in judgements(text, "tex" if tex else "prose") if isinstance(found, Drift)]


def test_deep_formulas_are_read_without_deep_calls() -> None:
    assert read_chains("{" * 900 + "1" + "}" * 900 + "=1", tex=True) == []
    assert read_chains(r"\frac{1}{" * 500 + "1" + "}" * 500 + "=1", tex=True) == []


@dataclass(frozen=True)
class Expression:
    """A random expression as prose and as TeX, with its exact value."""

    prose: str
    tex: str
    value: Fraction


def number(written: str) -> Expression:
    return Expression(written, written, Fraction(written))


def bracketed(inner: Expression) -> Expression:
    return Expression(f"({inner.prose})", rf"\left({inner.tex}\right)", inner.value)


def combine(operator: str, left: Expression, right: Expression) -> Expression:
    one, two = bracketed(left), bracketed(right)
    match operator:
        case "+":
            value = left.value + right.value
            return Expression(f"{left.prose} + {two.prose}", f"{left.tex}+{two.tex}", value)
        case "-":
            value = left.value - right.value
            return Expression(f"{left.prose}−{two.prose}", f"{left.tex}-{two.tex}", value)
        case "×":
            value = left.value * right.value
            return Expression(f"{one.prose}×{two.prose}", rf"{one.tex}\times{two.tex}", value)
        case _:
            below = two if right.value else number("1")
            value = left.value / below.value
            return Expression(f"{one.prose}/{below.prose}", rf"\frac{{{left.tex}}}{{{below.tex}}}", value)


NUMBERS = st.one_of(
    st.integers(0, 999).map(str), st.decimals(0, 99, places=2, allow_nan=False).map(lambda d: f"{d:.2f}")
).map(number)
OPERATIONS = st.sampled_from("+-×/")
EXPRESSIONS = st.builds(
    combine,
    OPERATIONS,
    st.recursive(NUMBERS, lambda inner: st.builds(combine, OPERATIONS, inner, inner), max_leaves=6),
    NUMBERS,
)


def rounded(value: Fraction, places: int, units: int = 0) -> str:
    """`value` to so many places, moved by so many units of the last."""
    scaled = round(value * 10**places) + units
    return f"{Decimal(scaled).scaleb(-places):f}"


def seen(expression: Expression, places: int) -> None:
    """Leave out values so large that so many places of them are noise."""
    assume(abs(expression.value) < 10 ** (10 - places))


@given(EXPRESSIONS, st.integers(1, 8), st.sampled_from("=≈"), st.booleans())
def test_an_expression_agrees_with_its_rounded_value(
    expression: Expression, places: int, relation: str, tex: bool
) -> None:
    written = (expression.tex if tex else expression.prose) + relation
    (found,) = judgements(written + rounded(expression.value, places), "tex" if tex else "prose")
    assert isinstance(found, Agree)


@given(EXPRESSIONS, st.integers(1, 8), st.sampled_from([-2, 2]), st.booleans())
def test_two_units_of_the_last_place_off_it_drifts(
    expression: Expression, places: int, units: int, tex: bool
) -> None:
    seen(expression, places)
    written = expression.tex if tex else expression.prose
    text = f"{written}={rounded(expression.value, places, units)}"
    (found,) = judgements(text, "tex" if tex else "prose")
    assert isinstance(found, Drift)
    assert found.right.span.end == len(text)


@given(st.lists(EXPRESSIONS, min_size=2, max_size=5), st.integers(1, 6), st.data())
def test_a_group_agrees_element_by_element(
    expressions: list[Expression], places: int, data: st.DataObject
) -> None:
    moved = data.draw(st.integers(-1, len(expressions) - 1))
    seen(expressions[moved], places)
    left = ",".join(expression.prose for expression in expressions)
    right = ",".join(
        rounded(expression.value, places, 2 * (at == moved)) for at, expression in enumerate(expressions)
    )
    (found,) = judgements(f"[{left}]=[{right}]")
    assert isinstance(found, Agree if moved < 0 else Drift)


@given(EXPRESSIONS, st.integers(1, 8), st.sampled_from([0, -2, 2]))
def test_a_name_is_held_against_what_is_written(expression: Expression, places: int, units: int) -> None:
    seen(expression, places)
    computed = Value((), (repr(float(expression.value)),))
    (found,) = judgements(f"μ={rounded(expression.value, places, units)}", "prose", {"μ": computed})
    assert isinstance(found, Drift if units else Agree)


PIECES = [*"0123456789.,;:!?()[]{}=≈+-*/^_|<>'\"√×÷·²⁻₁%°πμxyT如模的到，。（）￼ \n\\&"]
PIECES += [r"\frac", r"\sqrt", r"\left", r"\\", "e-5"]
SIGNS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@given(SIGNS, st.booleans(), st.booleans())
def test_any_text_is_read_and_every_place_lies_in_it(text: str, tex: bool, lenient: bool) -> None:
    known = {"μ": Value((), ("2.5",)), "x": Value((2,), ("1.0", "3.0")), "T": Value((), ("3",))}
    for chain in read_chains(text, tex=tex):
        assert len(chain.sides) == len(chain.relations) + 1
        ends = [end for side in chain.sides if side for end in (side.span.start, side.span.end)]
        assert ends == sorted(ends)
        assert 0 <= ends[0] <= ends[-1] <= len(text)
        for side in filter(None, chain.sides):
            assert all(side.span.holds(numeral.span) for numeral in side.numerals)
        judge(chain, known, lenient=lenient)
