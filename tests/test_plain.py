"""A formula as a line of plain text, as titles and the search have it."""

from hypothesis import given, strategies
import pytest

from tallybook.formulas import mathml
from tallybook.press.plain import plain

WORDS = {
    r"d_k": "d_k",
    r"\sqrt{d_k}": "√d_k",
    r"x_1^2": "x₁²",
    r"10^{-5}": "10⁻⁵",
    r"K^\top": "Kᵀ",
    r"F'(x)": "F′(x)",
    r"y_{ij}": "y_ij",
    r"x_{1,2}": "x_(1,2)",
    r"d_{\text{model}}": "d_model",
    r"e^{x_i}": "e^(x_i)",
    r"\mathbb{R}^{B\times T}": "ℝ^(B×T)",
    r"\hat x\bar y\vec v": "x̂ȳv⃗",
    r"\overline{x}\overline{ab}": "x̄ab",
    r"\mathbf{X}W_Q": "XW_Q",
    r"a<b \& c": "a<b&c",
    r"[0.4472,\,1.3416]": "[0.4472, 1.3416]",
    r"\text{取回}=V": "取回=V",
}
FRACTIONS_AND_ROOTS = {
    r"\frac{a}{b}": "a/b",
    r"\frac{QK^\top}{\sqrt{d_k}}": "QKᵀ/√d_k",
    r"\frac{x_i-\mu}{\sqrt{\sigma^2+\varepsilon}}": "(x_i−μ)/√(σ²+ε)",
    r"\frac{(a+b)c}{(d-e)}": "(a+b)c/(d−e)",
    r"\frac{1}{2\sigma}": "1/(2σ)",
    r"\frac{\frac{a}{b}}{\frac{c}{d}}": "a/b/(c/d)",
    r"\frac12 x": "1/2 x",
    r"2\frac12": "2 1/2",
    r"\frac1n\sum_{i=1}^n x_i": "1/n ∑_(i=1)^n x_i",
    r"\sqrt{2\pi}": "√(2π)",
    r"\sqrt{(a+b)}": "√(a+b)",
    r"\sqrt[3]{x}": "∛x",
    r"\sqrt[5]{x}": "⁵√x",
    r"{a+b}^2": "(a+b)²",
    r"\binom{n}{k}": "(n k)",
}
NAMES_AND_ROWS = {
    r"\max_i x_i": "max_i x_i",
    r"\sin\omega_1 t": "sin ω₁ t",
    r"W_Q W_K": "W_Q W_K",
    r"\lim_{x\to0} f": "lim_(x→0) f",
    r"\operatorname{softmax}(x)": "softmax(x)",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": "(1 2; 3 4)",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": "a =b; c =d",
    r"\underbrace{a+b}_{n}": "(a+b)_n",
    r"\phantom{x}y": "y",
    "": "",
}


@pytest.mark.parametrize(("tex", "text"), (WORDS | FRACTIONS_AND_ROOTS | NAMES_AND_ROWS).items())
@pytest.mark.parametrize("display", [False, True])
def test_a_formula_reads_as_one_would_type_it(tex: str, text: str, display: bool) -> None:
    assert plain(mathml(tex, display=display)) == text


atoms = strategies.sampled_from(["x", "2", r"\sigma", "d_k", r"\text{数}", "0.5", r"\mathbf{W}"])
formulas = strategies.recursive(
    atoms,
    lambda inner: strategies.one_of(
        strategies.builds(r"\frac{{{}}}{{{}}}".format, inner, inner),
        strategies.builds(r"\sqrt{{{}}}".format, inner),
        strategies.builds("{}+{}".format, inner, inner),
        strategies.builds("{}({})".format, inner, inner),
        strategies.builds("{{{}}}^{{{}}}".format, inner, inner),
        strategies.builds(r"\left[{},{}\right]".format, inner, inner),
    ),
)


@given(formulas)
def test_no_tex_and_no_markup_is_left(tex: str) -> None:
    text = plain(mathml(tex, display=False))
    assert text
    assert not set(text) & set("\\{}<>&\n")
    assert text.count("(") == text.count(")")


def test_a_deep_formula_is_read_without_recursion() -> None:
    deep = r"\sqrt{" * 450 + "x" + "}" * 450
    assert plain(mathml(deep, display=False)) == "√" * 450 + "x"
