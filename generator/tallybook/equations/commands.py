"""What TeX's commands mean in an equation: the patterns and tables of the lexer in `tex`."""

import re
from typing import Final

from tallybook.equations.names import ACCENTS, GREEK
from tallybook.equations.tokens import HAN, Kind

LONGEST: Final = 10_000
"""A longer formula is left alone."""

UNREADABLE: Final = re.compile(
    r"\\(?:pmod|bmod|mod|equiv|oplus|overset|underset|stackrel|underbrace|overbrace|xrightarrow|substack"
    r"|choose|not)(?![A-Za-z])"
    r"|\\begin\s*\{(?!(?:[pbB]?matrix|aligned|align\*?|equation\*?|gather(?:ed|\*)?|split)\})"
)
"""What changes the meaning of the signs around it: the whole formula is left alone."""

_ALIGNED: Final = r"(?:aligned|align\*?|equation\*?|gather(?:ed|\*)?|split)"
DROPPED: Final = re.compile(
    rf"\\(?:tag\*?|label|color)\s*\{{[^{{}}]*\}}|\\textcolor\s*\{{[^{{}}]*\}}|\\(?:begin|end)\s*\{{{_ALIGNED}\}}"
    r"|\\(?:boxed|mathbf|boldsymbol|bm|mathrm)(?=\s*\{\s*[-+0-9])"
    r"|\\(?:[,;:!> ]|left|right|[bB]igg?[lr]?|displaystyle|textstyle|notag|nonumber|limits)(?![A-Za-z])"
    r"|~|\{\s*\}|\s+"
)
"""Spaces and what only looks."""

_STOPS: Final = (
    "quad qquad lt gt le leq leqslant ge geq geqslant ne neq to rightarrow Rightarrow longrightarrow"
    " Longrightarrow implies iff Leftrightarrow in therefore because"
)
SIGNS: Final[dict[str, tuple[Kind, str]]] = {
    **dict.fromkeys([r"\times", r"\cdot", r"\ast"], (Kind.OPERATOR, "×")),
    r"\div": (Kind.OPERATOR, "/"),
    r"\odot": (Kind.OPERATOR, "⊙"),
    r"\approx": (Kind.RELATION, "≈"),
    r"\lbrack": (Kind.OPEN, "["),
    r"\rbrack": (Kind.CLOSE, "]"),
    r"\lfloor": (Kind.OPEN, "⌊"),
    r"\rfloor": (Kind.CLOSE, "⌋"),
    r"\lceil": (Kind.OPEN, "⌈"),
    r"\rceil": (Kind.CLOSE, "⌉"),
    **dict.fromkeys([r"\frac", r"\dfrac", r"\tfrac", r"\cfrac"], (Kind.FUNCTION, "frac")),
    **dict.fromkeys([r"\binom", r"\dbinom", r"\tbinom"], (Kind.FUNCTION, "binom")),
    **{
        rf"\{name}": (Kind.FUNCTION, name) for name in ["sqrt", "ln", "lg", "log", "exp", "max", "min", "gcd"]
    },
    **dict.fromkeys((rf"\{name}" for name in _STOPS.split()), (Kind.STOP, "")),
}
"""What a command is; any other is a wall."""

COMMAND: Final = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
TEXT: Final = re.compile(r"\\(?:text|mbox|textrm|textbf|mathrm|operatorname)\s*\{([^{}]*)\}")
SET: Final = re.compile(r"\\(\{|\}|lbrace|rbrace)(?![A-Za-z])")
MATRIX: Final = re.compile(r"\\(begin|end)\s*\{[pbB]?matrix\}")
ROOT_DEGREE: Final = re.compile(r"\\sqrt\s*\[\s*(?P<degree>[0-9]{1,2})\s*\]")
LOG_BASE: Final = re.compile(r"\\log\s*_\s*(?:\{\s*([0-9]{1,4})\s*\}|([0-9])(?![0-9]))")

ROW: Final = re.compile(r"\\\\(?:\s*\[[^\]\n]{0,20}\])?|\\cr(?![A-Za-z])")
AFTER_ROW: Final = re.compile(
    r"\s*+(?:(?P<cut>&)[\s&{}]*+)?"
    r"(?:(?P<relation>[=≈]|\\approx(?![A-Za-z]))|[-+×]|\\(?:times|cdot|div)(?![A-Za-z]))"
)
BEFORE_RELATION: Final = re.compile(r"[\s{}&]*+(?:[=≈]|\\approx(?![A-Za-z]))")

_LETTER: Final = "|".join(sorted(GREEK, key=len, reverse=True))
NAME: Final = re.compile(
    rf"\\(?P<accent>{'|'.join(ACCENTS)})(?![A-Za-z])\s*"
    rf"(?:\{{\s*(?P<braced>[A-Za-z]|\\(?:{_LETTER}))\s*\}}|(?<=\s)(?P<bare>[A-Za-z])"
    rf"|(?P<letter>\\(?:{_LETTER})(?![A-Za-z])))"
    r"|\\(?:mathrm|mathbf|boldsymbol|mathit|mathsf|operatorname|bm|mathtt|text)\s*"
    rf"\{{\s*(?P<font>[A-Za-z][A-Za-z0-9]*|\\(?:{_LETTER}))\s*\}}"
    rf"|\\(?P<greek>{_LETTER})(?![A-Za-z])"
    r"|(?P<plain>[A-Za-zΑ-ωµϵϑϕ]+)"
)
SUBSCRIPT: Final = re.compile(
    r"\s*_\s*(?:\{\s*(?:\\(?:text|mathrm)\s*\{\s*(?P<text>[A-Za-z0-9]+)\s*\}|(?P<braced>[A-Za-z0-9]+))\s*\}"
    r"|(?P<one>[A-Za-z0-9])(?![0-9]))"
)
PRIMES: Final = re.compile(
    r"\s*(?:['′]+|\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:['′]|\\prime(?![A-Za-z])\s*)+\}))"
)
PRIME: Final = re.compile(r"['′]|\\prime")

LONG_DIGITS: Final = re.compile("[0-9]{400}[0-9]*+")
BROKEN: Final = re.compile(r"\.?[0-9]")
HAN_RUN: Final = re.compile(f"[{HAN}]+")
RAISED: Final = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]++")
