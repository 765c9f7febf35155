"""The formulas of a chapter, read as the site sets them: bad TeX is told where it stands."""

from collections.abc import Iterator

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.source import Span

try:
    from math_core import LatexError, LatexToMathML
except ImportError:  # it comes with the extra mkdocs: without it no formula is set, and none is judged
    _READER = None
else:
    _READER = LatexToMathML(fancy_error=False)

_MOST = 1000
"""How many commands, braces and primes a formula may hold: a deep nest of them ends math-core's process."""
_LINE_BELOW, _LINE_ABOVE = "\u0332</mo></mover>", "\u203e</mo></mover>"
"""What math-core puts over \\overline is the sign for below, which fonts draw too far to the left."""
_MEND = "mend its TeX from here on, or write it with other commands"


class BadMath(ValueError):
    """TeX that cannot be set; `at` is where in it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def mathml(tex: str, *, display: bool) -> str:
    """A formula as a `math` element. Raises BadMath."""
    if sum(map(tex.count, "\\{'")) > _MOST:
        raise BadMath(f"more than {_MOST} commands, braces and primes", 0)
    assert _READER is not None
    try:
        math = _READER.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        at, _, said = str(error).partition(": ")
        raise BadMath(said if at.isdigit() else str(error), int(at) if at.isdigit() else 0) from error
    return math.replace(_LINE_BELOW, _LINE_ABOVE)


def judge_formulas(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each formula that cannot be set."""
    if _READER is None:
        return
    for item in chapter.items:
        if isinstance(item, Passage) and item.form in ("math", "display"):
            try:
                mathml(item.text, display=item.form == "display")
            except BadMath as error:
                start = item.offset(min(error.at, len(item.text) - 1))
                span = Span(start, item.span(0, len(item.text)).end)
                yield Finding(FindingKind.BAD_MATH, span, "this formula cannot be set", str(error), (_MEND,))
