"""The inside of a TeX formula to tokens."""

import re
from typing import Final

from tallybook import numerals
from tallybook.equations import commands
from tallybook.equations.names import ACCENTS, GREEK, identifier
from tallybook.equations.tokens import OPERANDS, OPERATORS, SIGNS, SUPERSCRIPTS, Kind, Token

_BRACKETS: Final = {
    **{sign: (Kind.OPEN, sign) for sign in "([{"},
    **{sign: (Kind.CLOSE, sign) for sign in ")]}"},
}
_OTHERS: Final = {
    "*": (Kind.OPERATOR, "×"),
    "^": (Kind.CARET, "^"),
    "!": (Kind.BANG, "!"),
    ",": (Kind.COMMA, ","),
    "，": (Kind.COMMA, ","),
    "√": (Kind.FUNCTION, "sqrt"),
    **{glyph: (Kind.SIGN, sign) for glyph, sign in SIGNS.items()},
    **{glyph: (Kind.OPERATOR, operator) for glyph, operator in OPERATORS.items()},
    **{sign: (Kind.STOP, sign) for sign in ";；。、<>≤≥≠→⇒∈."},
}


def read_formula(text: str) -> list[Token]:
    """The tokens of a formula; none for one whose signs do not mean arithmetic."""
    if len(text) > commands.LONGEST or commands.UNREADABLE.search(text):
        return []
    return _Lexer(text).tokens()


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: list[Token] = []
        self.brackets = 0
        self.matrices = 0
        self.sets = 0
        self.row_starts = True

    def tokens(self) -> list[Token]:
        parts = (self._row, self._set, self._dropped, self._matrix, self._name)
        readers = (*parts, self._function, self._text, self._number, self._command, self._sign)
        while self.at < len(self.text):
            count = len(self.found)
            next(reader for reader in readers if reader())
            self.row_starts = self.row_starts and len(self.found) == count
        return self.found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.text, self.at)

    def add(self, kind: Kind, text: str, end: int, numeral: numerals.Numeral | None = None) -> bool:
        """Take a token up to `end`; in a set every token is a wall."""
        kind = Kind.WALL if self.sets else kind
        self.found.append(Token(kind, text, self.text[self.at : end], self.at, True, numeral))
        return self.skip(end)

    def skip(self, end: int) -> bool:
        self.at = end
        return True

    @property
    def last(self) -> Kind | None:
        return self.found[-1].kind if self.found else None

    def _dropped(self) -> bool:
        match = self.match(commands.DROPPED)
        return self.skip(match.end()) if match else False

    def _row(self) -> bool:
        """A row goes on with a relation, or with an operator that `&` or the row before points at."""
        match = self.match(commands.ROW)
        if match is None:
            return False
        if self.matrices:
            return self.add(Kind.COMMA, ";", match.end())
        follows = commands.AFTER_ROW.match(self.text, match.end())
        points = follows is not None and (follows["relation"] or follows["cut"])
        if points or self.last in (Kind.SIGN, Kind.OPERATOR):
            self.skip(match.end())
        else:
            self.add(Kind.WALL if follows else Kind.STOP, "\n", match.end())
        self.row_starts = True
        return True

    def _set(self) -> bool:
        """Between `\\{` and `\\}` stands a set, or cases: a wall."""
        match = self.match(commands.SET)
        if match is None:
            return False
        opens = match[1] in ("{", "lbrace")
        self.add(Kind.WALL, match[1], match.end())
        self.sets = self.sets + 1 if opens else max(self.sets - 1, 0)
        return True

    def _matrix(self) -> bool:
        match = self.match(commands.MATRIX)
        if match is None:
            return False
        opens = match[1] == "begin"
        self.matrices += 1 if opens else -1
        return self.add(Kind.OPEN if opens else Kind.CLOSE, "[" if opens else "]", match.end())

    def _name(self) -> bool:
        match = self.match(commands.NAME)
        if match is None or (match["font"] and self.last in OPERANDS and match[0].startswith(r"\text")):
            return False
        letters = str(match[match.lastgroup or 0]).lstrip("\\")
        name = letters if match["plain"] else GREEK.get(letters, letters)
        if match["accent"]:
            name += ACCENTS[match["accent"]]
        end = match.end()
        while index := commands.SUBSCRIPT.match(self.text, end) or commands.PRIMES.match(self.text, end):
            label = next(filter(None, index.groups()), "")
            name += f"_{label}" if label else "′" * len(commands.PRIME.findall(index[0]))
            end = index.end()
        return self.add(Kind.NAME, identifier(name), end)

    def _function(self) -> bool:
        if match := self.match(commands.LOG_BASE):
            return self.add(Kind.FUNCTION, f"log_{match[1] or match[2]}", match.end())
        if match := self.match(commands.ROOT_DEGREE):
            self.add(Kind.FUNCTION, "root", match.start("degree"))
            self.add(Kind.OPEN, "{", self.at)
            numeral = numerals.scan(self.text, self.at, inside=True)
            self.add(Kind.NUMBER, match["degree"], match.end("degree"), numeral)
            return self.add(Kind.CLOSE, "}", match.end())
        return False

    def _text(self) -> bool:
        match = self.match(commands.TEXT)
        return self.add(Kind.TEXT, match[1], match.end()) if match else False

    def _command(self) -> bool:
        match = self.match(commands.COMMAND)
        return self.add(*commands.SIGNS.get(match[0], (Kind.WALL, match[0])), match.end()) if match else False

    def _number(self) -> bool:
        if digits := self.match(commands.LONG_DIGITS):
            return self.add(Kind.WALL, "", digits.end())
        inside = self.brackets > 0 or self.matrices > 0
        numeral = numerals.scan(self.text, self.at, tex=True, inside=inside)
        if numeral is None:
            return False
        broken = commands.BROKEN.match(self.text, numeral.span.end)
        return self.add(Kind.WALL if broken else Kind.NUMBER, numeral.text, numeral.span.end, numeral)

    def _sign(self) -> bool:
        sign = self.text[self.at]
        if sign == "&":
            return self._align()
        if sign in _BRACKETS:
            self.brackets += (sign in "([") - (sign in ")]")
            return self.add(*_BRACKETS[sign], self.at + 1)
        if match := self.match(commands.RAISED):
            raised = Kind.RAISED if self.last in OPERANDS else Kind.WALL
            return self.add(raised, match[0].translate(SUPERSCRIPTS), match.end())
        if match := self.match(commands.HAN_RUN):
            return self.add(Kind.TEXT, match[0], match.end())
        if sign in "=≈":
            return self._relation(sign)
        return self.add(*_OTHERS.get(sign, (Kind.WALL, sign)), self.at + 1)

    def _relation(self, sign: str) -> bool:
        """= and ≈ relate; == and := define or compare."""
        around = self.text[max(0, self.at - 1) : self.at] + self.text[self.at + 1 : self.at + 2]
        related = not set(around) & set("=:<>")
        return self.add(Kind.RELATION if related else Kind.WALL, sign, self.at + 1)

    def _align(self) -> bool:
        """`&` separates in a matrix, is nothing at a relation or a row's start, and else cuts columns."""
        end = self.at + 1
        if self.matrices:
            return self.add(Kind.COMMA, ",", end)
        beside = self.last is Kind.RELATION or commands.BEFORE_RELATION.match(self.text, end) is not None
        return self.skip(end) if beside or self.row_starts else self.add(Kind.STOP, "&", end)
