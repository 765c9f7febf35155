"""Formulas are set and judged at one place: bad TeX is told where it breaks."""

import pytest

from tallybook import formulas
from tallybook.findings import Finding
from tallybook.formulas import BadMath, judge_formulas, mathml
from tallybook.parsing import parse
from tallybook.source import Source


def judged(text: str) -> tuple[Source, list[Finding]]:
    source = Source("a.md", text)
    return source, list(judge_formulas(parse(source)))


def test_a_formula_becomes_mathml() -> None:
    assert mathml(r"\frac{1}{2}", display=False) == "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
    assert mathml("x", display=True).startswith('<math display="block">')


def test_a_line_over_letters_is_drawn_over_them() -> None:
    assert "\u203e</mo></mover>" in mathml(r"\overline{ab}", display=False)


@pytest.mark.parametrize(
    ("formula", "from_here_on", "why"),
    [
        (r"$y+\foo$", r"\foo", 'Unknown command "\\foo".'),
        ("$x_1_2$", "_2", "Duplicate subscript or superscript."),
        ("$$\nx=1\\\\\ny=\\bar\n$$", "", "Expected argument but reached end of input."),
    ],
)
def test_bad_tex_is_told_from_where_it_breaks(formula: str, from_here_on: str, why: str) -> None:
    source, (finding,) = judged(f"好的 $x=1$，坏的：\n\n{formula}\n")
    assert source.slice(finding.span).strip() == from_here_on
    assert (finding.message, finding.label) == ("this formula cannot be set", why)
    assert finding.mends == ("mend its TeX from here on, or write it with other commands",)


@pytest.mark.parametrize("nest", [r"\sqrt{", "{", r"\hat ", r"\left(", r"\begin{matrix}", "x'"])
def test_a_nest_that_would_end_the_process_is_not_set(nest: str) -> None:
    with pytest.raises(BadMath, match="more than 1000 commands, braces and primes"):
        mathml(nest * 100_000, display=False)


def test_without_the_extra_mkdocs_no_formula_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formulas, "_READER", None)
    assert judged(r"$\foo$")[1] == []
