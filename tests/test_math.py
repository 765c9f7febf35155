"""Formulas become MathML at build; bad TeX is told at its place."""

from tallybook.parsing import parse
from tallybook.press.math import judge_math, typeset
from tallybook.source import Source


def test_a_formula_becomes_mathml() -> None:
    html = typeset('<p>若<span class="arithmatex">\\(x &lt; \\frac{1}{2}\\)</span></p>')
    assert html.startswith('<p>若<span class="tally-math"><math>')
    assert "<mfrac><mn>1</mn><mn>2</mn></mfrac>" in html


def test_a_display_formula_is_one_of_its_own() -> None:
    html = typeset('<div class="arithmatex">\\[\nx=1\n\\]</div>')
    assert html.startswith('<div class="tally-math"><math display="block">')


def test_bad_tex_stays_and_is_told_where_it_breaks() -> None:
    assert "\\(\\foo\\)" in typeset('<span class="arithmatex">\\(\\foo\\)</span>')
    source = Source("a.md", "好的 $x=1$，坏的 $y+\\foo$。")
    (finding,) = judge_math(parse(source))
    assert source.slice(finding.span) == "\\foo"
    assert finding.message == 'this formula is no TeX: Unknown command "\\foo".'
