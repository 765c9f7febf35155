"""Formulas as MathML, made at build: readers need no script, and bad TeX is told where it stands."""

from collections.abc import Iterator
from html import unescape
import re

from math_core import LatexError, LatexToMathML

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.source import Span

_FORMULA = re.compile(
    r"<(?P<tag>span|div) class=\"arithmatex\">\s*\\(?P<open>[(\[])(?P<tex>.*?)\\[)\]]\s*</(?P=tag)>",
    re.DOTALL,
)
_CONVERTER = LatexToMathML(fancy_error=False)


def typeset(html: str) -> str:
    """A page with each formula that arithmatex has marked as MathML; one that is bad TeX stays as it is."""

    def made(match: re.Match[str]) -> str:
        display = match["open"] == "["
        try:
            math = _CONVERTER.convert_with_local_state(unescape(match["tex"]), displaystyle=display)
        except LatexError:
            return match[0]
        return f'<{match["tag"]} class="tally-math">{math}</{match["tag"]}>'

    return _FORMULA.sub(made, html)


def judge_math(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each formula of a chapter that is no TeX."""
    for item in chapter.items:
        if isinstance(item, Passage) and item.form in ("math", "display"):
            try:
                _CONVERTER.convert_with_local_state(item.text, displaystyle=item.form == "display")
            except LatexError as error:
                at, _, said = str(error).partition(": ")
                start = min(int(at), len(item.text) - 1) if at.isdigit() else 0
                span = Span(item.offset(start), item.span(0, len(item.text)).end)
                yield Finding(FindingKind.BAD_MATH, span, f"this formula is no TeX: {said or at}")
