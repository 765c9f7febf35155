"""The inside of a TeX formula to tokens."""

import re
from typing import Final

from tallybook import numerals
from tallybook.equations.names import ACCENTS, GREEK, identifier
from tallybook.equations.tokens import (
    HAN,
    LONGEST_NUMERAL,
    OPERANDS,
    OPERATORS,
    SIGNS,
    SUPERSCRIPTS,
    Kind,
    Token,
)
from tallybook.source import Span

_UNREADABLE: Final = re.compile(
    r"\\(?:pmod|bmod|mod|equiv|oplus|overset|underset|stackrel|underbrace|overbrace|xrightarrow|substack|choose|not)"
    r"(?![A-Za-z])|\\begin\s*\{(?!(?:[pbB]?matrix|aligned|align\*?|equation\*?|gather(?:ed|\*)?|split)\})"
)
"""What changes the meaning of the signs around it: the whole formula is left alone."""

_LONGEST_FORMULA: Final = 10_000
_SPACES: Final = frozenset(
    r"\, \; \: \! \> \  \left \right \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr \displaystyle"
    r" \textstyle \notag \nonumber \limits ~".replace(r"\  ", "").split()
) | {"\\ "}
_SIGNS: Final = {
    **dict.fromkeys([r"\times", r"\cdot", r"\ast"], (Kind.OPERATOR, "×")),
    r"\div": (Kind.OPERATOR, "/"),
    r"\odot": (Kind.OPERATOR, "⊙"),
    r"\approx": (Kind.RELATION, "≈"),
    **dict.fromkeys([r"\lbrack"], (Kind.OPEN, "[")),
    **dict.fromkeys([r"\rbrack"], (Kind.CLOSE, "]")),
    r"\lfloor": (Kind.OPEN, "⌊"),
    r"\rfloor": (Kind.CLOSE, "⌋"),
    r"\lceil": (Kind.OPEN, "⌈"),
    r"\rceil": (Kind.CLOSE, "⌉"),
    **dict.fromkeys([r"\frac", r"\dfrac", r"\tfrac", r"\cfrac"], (Kind.FUNCTION, "frac")),
    **dict.fromkeys([r"\binom", r"\dbinom", r"\tbinom"], (Kind.FUNCTION, "binom")),
    r"\sqrt": (Kind.FUNCTION, "sqrt"),
    **{rf"\{name}": (Kind.FUNCTION, name) for name in ("ln", "lg", "log", "exp", "max", "min", "gcd")},
    **dict.fromkeys(
        (rf"\{name}" for name in (
            "quad qquad lt gt le leq leqslant ge geq geqslant ne neq to rightarrow Rightarrow Longrightarrow"
            " longrightarrow implies iff Leftrightarrow in therefore because"
        ).split()),
        (Kind.STOP, ""),
    ),
}
_FONTS: Final = r"mathrm|mathbf|boldsymbol|mathit|mathsf|operatorname|bm|mathtt"
_GREEK: Final = "|".join(sorted(GREEK, key=len, reverse=True))
_NAME: Final = re.compile(
    rf"\\(?P<accent>{'|'.join(ACCENTS)})(?![A-Za-z])\s*(?:\{{\s*(?P<under>[A-Za-z]|\\(?:{_GREEK}))\s*\}}|\s(?P<bare>[A-Za-z])|(?P<letter>\\(?:{_GREEK})(?![A-Za-z])))"
    rf"|\\(?:{_FONTS}|text)\s*\{{\s*(?P<font>[A-Za-z][A-Za-z0-9]*|\\(?:{_GREEK}))\s*\}}"
    rf"|\\(?P<greek>{_GREEK})(?![A-Za-z])"
    r"|(?P<plain>[A-Za-zΑ-ωµϵϑϕ]+)"
)
_SUBSCRIPT: Final = re.compile(
    r"\s*_\s*(?:\{\s*(?:\\(?:text|mathrm)\s*\{\s*(?P<text>[A-Za-z0-9]+)\s*\}|(?P<braced>[A-Za-z0-9]+))\s*\}|(?P<one>[A-Za-z0-9])(?![0-9]))"
)
_PRIMES: Final = re.compile(r"\s*(?:(?P<marks>['′]+)|\^\s*(?:\{\s*)?(?P<command>(?:\\prime\s*)+)\}?|\^\s*\{\s*(?P<inner>['′]+)\s*\})")
_TEXT: Final = re.compile(r"\\(?:text|mbox|textrm|textbf|mathrm|operatorname)\s*\{([^{}]*)\}")
_DROPPED: Final = re.compile(
    r"\\(?:tag\*?|label|color)\s*\{[^{}]*\}|\\textcolor\s*\{[^{}]*\}"
    r"|\\(?:begin|end)\s*\{(?:aligned|align\*?|equation\*?|gather(?:ed|\*)?|split)\}"
    r"|\\(?:boxed|displaystyle|mathbf|boldsymbol|bm|mathrm)(?=\s*\{\s*[-+0-9])"
)
_MATRIX: Final = re.compile(r"\\(begin|end)\s*\{(?:[pbB]?matrix)\}")
_ROOT_DEGREE: Final = re.compile(r"\\sqrt\s*\[\s*([0-9]{1,2})\s*\]")
_LOG_BASE: Final = re.compile(r"\\log\s*_\s*(?:\{\s*([0-9]{1,4})\s*\}|([0-9])(?![0-9]))")
_ROW: Final = re.compile(r"\\\\(?:\s*\[[^\]\n]{0,20}\])?|\\cr(?![A-Za-z])")
_AFTER_ROW: Final = re.compile(r"[\s]*+(?:(?P<cut>&)[\s&{}]*+)?(?P<next>[=≈]|\\approx(?![a-z])|[-+×]|\\(?:times|cdot|div)(?![a-z]))")
_BEFORE_RELATION: Final = re.compile(r"[\s{}&]*+(?:[=≈]|\\approx(?![A-Za-z]))")
_COMMAND: Final = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_SPACE: Final = re.compile(r"\s+")
_SET: Final = re.compile(r"\\(\{|\}|lbrace|rbrace)(?![A-Za-z])")
_DIGITS: Final = re.compile(r"[0-9]++")
_BROKEN: Final = re.compile(r"\.?[0-9]")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_RAISED: Final = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]++")
_BRACKETS: Final = {**{sign: (Kind.OPEN, sign) for sign in "([{"}, **{sign: (Kind.CLOSE, sign) for sign in ")]}"}}


def read_formula(text: str) -> list[Token]:
    """The tokens of a formula; none for one whose signs do not mean arithmetic."""
    return [] if len(text) > _LONGEST_FORMULA or _UNREADABLE.search(text) else _Lexer(text).tokens()


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: list[Token] = []
        self.brackets = 0
        self.matrices = 0
        self.set_depth = 0
        self.row_starts = True

    def tokens(self) -> list[Token]:
        readers = (self._space, self._row, self._set, self._matrix, self._dropped, self._name, self._function,
                   self._text, self._command, self._number, self._sign)
        while self.at < len(self.text):
            start = self.at
            next(None for reader in readers if reader())
            if self.found and self.found[-1].end > start:
                self.row_starts = False
        return self.found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.text, self.at)

    def add(self, kind: Kind, text: str, end: int, numeral: numerals.Numeral | None = None) -> bool:
        raw = self.text[self.at : end]
        if self.set_depth:
            kind = Kind.WALL
        if not (kind is Kind.WALL and self.found and self.found[-1].kind is Kind.WALL):
            self.found.append(Token(kind, text, raw, self.at, True, numeral))
        return self.skip(end)

    def skip(self, end: int) -> bool:
        self.at = end
        return True

    @property
    def last(self) -> Kind | None:
        return self.found[-1].kind if self.found else None

    def _space(self) -> bool:
        match = self.match(_SPACE)
        return self.skip(match.end()) if match else False

    def _row(self) -> bool:
        """A row's end goes on with a relation, or with an operator that `&` or the row before points at."""
        match = self.match(_ROW)
        if match is None:
            return False
        if self.matrices:
            return self.add(Kind.COMMA, ";", match.end())
        follows = _AFTER_ROW.match(self.text, match.end())
        relation = follows is not None and follows["next"] in ("=", "≈", r"\approx")
        if relation or self.last in (Kind.SIGN, Kind.OPERATOR) or (follows is not None and follows["cut"]):
            self.skip(match.end())
        else:
            self.add(Kind.WALL if follows else Kind.STOP, "\n", match.end())
        self.row_starts = True
        return True

    def _set(self) -> bool:
        """Between `\\{` and `\\}` stands a set, or cases: a wall."""
        match = self.match(_SET)
        if match is None:
            return False
        if match[1] in ("{", "lbrace"):
            self.add(Kind.WALL, "{", match.end())
            self.set_depth += 1
        else:
            self.set_depth = max(self.set_depth - 1, 0)
            self.add(Kind.WALL, "}", match.end())
        return True

    def _matrix(self) -> bool:
        match = self.match(_MATRIX)
        if match is None:
            return False
        opens = match[1] == "begin"
        self.matrices += 1 if opens else -1
        return self.add(Kind.OPEN if opens else Kind.CLOSE, "[" if opens else "]", match.end())

    def _dropped(self) -> bool:
        match = self.match(_DROPPED)
        return self.skip(match.end()) if match else False

    def _name(self) -> bool:
        match = self.match(_NAME)
        if match is None:
            return False
        letters = next(filter(None, (match[group] for group in ("under", "bare", "letter", "font", "greek", "plain"))))
        name = GREEK.get(letters.lstrip("\\"), letters) if match["plain"] is None else letters
        if match["accent"]:
            name += ACCENTS[match["accent"]]
        if match["font"] and self._is_unit(match):
            return False
        end, suffix = self._suffix(match.end())
        return self.add(Kind.NAME, identifier(name + suffix), end)

    def _is_unit(self, match: re.Match[str]) -> bool:
        """`5\\text{km}` and `\\text{if}` hold words; a name in `\\text{}` stands where an operand is due."""
        return match[0].startswith(r"\text") and self.last in OPERANDS

    def _suffix(self, end: int) -> tuple[int, str]:
        suffix = ""
        while match := _SUBSCRIPT.match(self.text, end) or _PRIMES.match(self.text, end):
            groups = match.groupdict()
            sub = groups.get("text") or groups.get("braced") or groups.get("one")
            primes = (groups.get("marks") or groups.get("inner") or groups.get("command") or "").replace(r"\prime", "′")
            suffix += f"_{sub}" if sub else "′" * len("".join(primes.split()))
            end = match.end()
        return end, suffix

    def _function(self) -> bool:
        if match := self.match(_ROOT_DEGREE):
            degree = self.text.index(match[1], self.at + 5)
            self.add(Kind.FUNCTION, "root", degree)
            self.add(Kind.OPEN, "{", degree)
            numeral = numerals.scan(self.text, degree)
            self.add(Kind.NUMBER, match[1], degree + len(match[1]), numeral)
            return self.add(Kind.CLOSE, "}", match.end())
        if match := self.match(_LOG_BASE):
            return self.add(Kind.FUNCTION, f"log_{match[1] or match[2]}", match.end())
        return False

    def _text(self) -> bool:
        match = self.match(_TEXT)
        return self.add(Kind.TEXT, match[1], match.end()) if match else False

    def _command(self) -> bool:
        match = self.match(_COMMAND)
        if match is None:
            return False
        if match[0] in _SPACES:
            return self.skip(match.end())
        if match[0] in (r"\%", r"\infty"):
            return self._number()
        kind, text = _SIGNS.get(match[0], (Kind.WALL, match[0]))
        if kind in (Kind.OPEN, Kind.CLOSE):
            self.brackets += 1 if kind is Kind.OPEN else -1
        return self.add(kind, text, match.end())

    def _number(self) -> bool:
        digits = self.match(_DIGITS)
        if digits and digits.end() - self.at > LONGEST_NUMERAL:
            return self.add(Kind.WALL, "", digits.end())
        numeral = numerals.scan(self.text, self.at, tex=True, inside=self.brackets > 0 or self.matrices > 0)
        if numeral is None:
            return False
        broken = _BROKEN.match(self.text, numeral.span.end)
        return self.add(Kind.WALL if broken else Kind.NUMBER, numeral.text, numeral.span.end, numeral)

    def _sign(self) -> bool:
        sign = self.text[self.at]
        end = self.at + 1
        if sign == "&":
            return self._align(end)
        if sign in "~":
            return self.skip(end)
        if sign in _BRACKETS:
            kind, text = _BRACKETS[sign]
            if sign in "([)]":
                self.brackets += 1 if kind is Kind.OPEN else -1
            return self.add(kind, text, end)
        if match := self.match(_RAISED):
            raised = Kind.RAISED if self.last in OPERANDS else Kind.WALL
            return self.add(raised, match[0].translate(SUPERSCRIPTS), match.end())
        if match := self.match(_HAN_RUN):
            return self.add(Kind.TEXT, match[0], match.end())
        return self.add(*self._plain(sign), end)

    def _plain(self, sign: str) -> tuple[Kind, str]:
        if sign in "=≈":
            doubled = self.text[self.at + 1 : self.at + 2] == "=" or self.text[self.at - 1 : self.at] in ("=", ":", "!")
            return (Kind.WALL, sign) if doubled else (Kind.RELATION, sign)
        if sign in SIGNS:
            return Kind.SIGN, SIGNS[sign]
        if sign in OPERATORS or sign == "*":
            return Kind.OPERATOR, OPERATORS.get(sign, "×")
        one = {"^": Kind.CARET, "!": Kind.BANG, ",": Kind.COMMA, "，": Kind.COMMA, "√": Kind.FUNCTION}
        if sign in one:
            return one[sign], "sqrt" if sign == "√" else sign
        return (Kind.STOP if sign in ";；。、<>≤≥≠→⇒∈." else Kind.WALL), sign

    def _align(self, end: int) -> bool:
        """`&` separates in a matrix, is nothing at a relation or a row's start, and else cuts columns."""
        if self.matrices:
            return self.add(Kind.COMMA, ",", end)
        beside = _BEFORE_RELATION.match(self.text, end) is not None or self.last is Kind.RELATION
        return self.skip(end) if beside or self.row_starts else self.add(Kind.STOP, "&", end)
