"""Prose to tokens."""

import re
from typing import Final

from tallybook import numerals
from tallybook.equations.names import identifier
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

_LETTER: Final = (
    "A-Za-zＡ-Ｚａ-ｚΑ-ωµϵϑϕϱ\u0300-\u036f\u20d7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\U0001d400-\U0001d7cb"
)
WORD: Final = re.compile(
    "is|are|the|then|thus|hence|so|and|we|have|get|gives?|giving|which|that|this|where|with|since|because|as|for|it"
    "|in|an|be|let|here|now|also|but|yields?|means|equals",
    re.IGNORECASE,
)
"""English words that a side may begin or end beside: they are no names and negate nothing."""

FUNCTIONS: Final = {
    **{name: name for name in ("sqrt", "exp", "ln", "log", "lg", "max", "min", "gcd")},
    "log2": "log_2",
    "log10": "log_10",
}
_TOKEN: Final = re.compile(
    rf"""(?P<space>[ \t\u00a0\u2000-\u200b\u202f]++)
    |(?P<soft></?(?:b|strong|em|i|u|span|mark|data|font|small)(?:\s[^<>]{{0,300}})?>)
    |(?P<wall>(?:https?|ftp)://[^\s{HAN}]++|<[A-Za-z/!][^<>]{{0,300}}>
        |_{{3,}}|\{{[^{{}}\r\n]{{0,300}}\}}|\u3000|[=＝]{{2,}}|[:+~][=＝]|(?<![0-9０-９])![=＝]|[=＝][~]|&\w{{1,20}};)
    |(?P<link>\]\([^()\s]{{0,500}}(?:\s"[^"\r\n]{{0,200}}")?\))
    |(?P<arrow>[=＝]++[>＞]|[-−]++[>＞]|[<＜>＞][=＝]|<-++)
    |(?P<relation>[=＝≈≒])
    |(?P<dotted>[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)++)
    |(?P<name>[{_LETTER}](?:_?[{_LETTER}0-9０-９]|[₀-₉′″]|['’](?![A-Za-z]))*+)
    |(?P<number>[0-9０-９.．∞½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])
    |(?P<han>[{HAN}]++)
    |(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]++)
    |(?P<star>[*＊]++|\\[*])
    |(?P<stop>[。；？！、“”‘’「」『』《》〈〉【】〔〕|;"<>＜＞≤≥≠→⇒⟹←↔∈∴∵≪≫]|——)
    |(?P<colon>[:：])
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACKETS: Final = {"(": "(", "（": "(", "[": "[", "［": "[", ")": ")", "）": ")", "]": "]", "］": "]"}
_GLUED: Final = re.compile(rf"[_{_LETTER}0-9０-９]|[.．][0-9０-９_{_LETTER}]|[′″'](?![ \t])")
_BROKEN_NUMBER: Final = re.compile(r"[\w.．０-９]++")
_OPERAND: Final = re.compile(rf"[ \t]*+[-−－(（\[［√{_LETTER}0-9０-９.]")


def read_prose(text: str, start: int, end: int) -> list[Token]:
    """The tokens of `text[start:end]`, which is a part of one line."""
    return _Lexer(text, start, end).tokens()


class _Lexer:
    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.at = start
        self.end = end
        self.spaced = False
        self.depth = 0
        self.found: list[Token] = []

    def tokens(self) -> list[Token]:
        while self.at < self.end:
            match = _TOKEN.match(self.text, self.at, self.end)
            group = match.lastgroup if match else None
            if match is None or group is None:
                raise AssertionError("one pattern takes any sign")
            if group == "space":
                self.spaced, self.at = True, match.end()
            elif group == "soft":
                self.at = match.end()
            else:
                getattr(self, f"_{group}")(match.group(), match.end())
        return self.found

    def add(self, kind: Kind, text: str, end: int, numeral: numerals.Numeral | None = None) -> None:
        raw = self.text[self.at : end]
        self.found.append(Token(kind, text, raw, self.at, self.spaced, numeral))
        self.at, self.spaced = end, False

    @property
    def behind_operand(self) -> bool:
        return bool(self.found) and self.found[-1].kind in OPERANDS

    def _wall(self, raw: str, end: int) -> None:
        self.add(Kind.WALL, raw, end)

    _dotted = _wall

    def _arrow(self, raw: str, end: int) -> None:
        self.add(Kind.STOP, raw, end)

    _link = _stop = _arrow

    def _relation(self, raw: str, end: int) -> None:
        self.add(Kind.RELATION, "=" if raw in "=＝" else "≈", end)

    def _name(self, raw: str, end: int) -> None:
        name = identifier(raw)
        called = self.text[end : end + 1] in ("(", "（")
        if WORD.fullmatch(raw) and not called:
            self.add(Kind.WORD, raw, end)
        elif name == "mod":
            self.add(Kind.OPERATOR, "mod", end)
        elif name in FUNCTIONS and called:
            self.add(Kind.FUNCTION, FUNCTIONS[name], end)
        else:
            self.add(Kind.NAME, name, end)

    def _number(self, raw: str, _end: int) -> None:
        numeral = numerals.scan(self.text, self.at, inside=self.depth > 0)
        if numeral is not None and self._stands_alone(numeral.span.end):
            self.add(Kind.NUMBER, numeral.text, numeral.span.end, numeral)
        elif raw in ".．":
            self._point()
        else:
            broken = _BROKEN_NUMBER.match(self.text, self.at, self.end)
            self.add(Kind.WALL, raw, broken.end() if broken else self.at + 1)

    def _stands_alone(self, end: int) -> bool:
        return (
            end <= self.end
            and end - self.at <= LONGEST_NUMERAL
            and not _GLUED.match(self.text, end, self.end)
        )

    def _point(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        ends = self.at + 1 >= self.end or following in ' \t)）"”*'
        self.add(Kind.STOP if ends else Kind.WALL, ".", self.at + 1)

    def _han(self, raw: str, end: int) -> None:
        self.add(Kind.HAN, raw, end)

    def _raised(self, raw: str, end: int) -> None:
        self.add(Kind.RAISED if self.behind_operand else Kind.WALL, raw.translate(SUPERSCRIPTS), end)

    def _star(self, raw: str, end: int) -> None:
        """A star is a product between operands with like space on both sides, and else emphasis."""
        spaced_behind = self.text[end : end + 1] in (" ", "\t")
        like = spaced_behind == self.spaced and _OPERAND.match(self.text, end, self.end)
        if len(raw.lstrip("\\")) == 1 and self.behind_operand and like:
            self.add(Kind.OPERATOR, "×", end)
        else:
            self.at = end

    def _colon(self, raw: str, end: int) -> None:
        """A colon with operands on both sides, or glued into a word, is a ratio or the like."""
        glued = raw == ":" and self.text[end : end + 1] not in (" ", "\t", "")
        numbers = self.behind_operand and _OPERAND.match(self.text, end, self.end)
        ratio = numbers and (self.found[-1].kind is Kind.NUMBER or self.spaced or glued)
        self.add(Kind.WALL if ratio else Kind.STOP, ":", end)

    def _other(self, raw: str, end: int) -> None:
        if raw in _BRACKETS:
            bracket = _BRACKETS[raw]
            self.depth = self.depth + 1 if bracket in "([" else max(self.depth - 1, 0)
            self.add(Kind.OPEN if bracket in "([" else Kind.CLOSE, bracket, end)
        elif raw in SIGNS:
            self.add(Kind.SIGN, SIGNS[raw], end)
        elif raw in OPERATORS:
            self.add(Kind.OPERATOR, OPERATORS[raw], end)
        elif raw in ",，":
            self.add(Kind.COMMA, raw, end)
        elif raw == "√":
            self.add(Kind.FUNCTION, "sqrt", end)
        elif raw in "^＾" and self.behind_operand:
            self.add(Kind.CARET, "^", end)
        elif raw == "!" and self.behind_operand and not self.spaced:
            self.add(Kind.BANG, "!", end)
        elif raw == "?":
            asks = self.text[end : end + 1] in ' \t)）"”' or end == self.end
            self.add(Kind.STOP if asks and not self.spaced else Kind.WALL, "?", end)
        elif raw == "_" and not (self.behind_operand and self.text[end : end + 1].isalnum()):
            self.at = end
        else:
            self.add(Kind.STOP if raw in "!'" else Kind.WALL, raw, end)
