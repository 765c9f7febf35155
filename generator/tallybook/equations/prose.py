"""Prose to tokens, a line at a time: only lines that hold a relation are read at all."""

from collections.abc import Iterator
import re
from typing import Final

from tallybook import numerals
from tallybook.equations.names import identifier
from tallybook.equations.tokens import HAN, LONGEST_NUMERAL, OPERANDS, OPERATORS, SIGNS, SUPERSCRIPTS, Kind, Token
from tallybook.source import Span

_LETTER: Final = "A-Za-zＡ-Ｚａ-ｚΑ-ωµϵϑϕϱ\u0300-\u036f\u20d7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\U0001d400-\U0001d7cb"
WORDS: Final = frozenset(
    "is are the then thus hence so and we have get gives give which that this where with since because as for"
    " it in an be let here now also but giving yields yield means equals i.e".split()
)
"""English words that a side may begin or end beside: they are no names and negate nothing."""

FUNCTIONS: Final = {
    **{name: name for name in ("sqrt", "exp", "ln", "log", "lg", "max", "min", "gcd")},
    "log2": "log_2",
    "log10": "log_10",
}
_RELATION_SIGN: Final = re.compile("[=＝≈≒]++")
_STRETCH: Final = re.compile(r"(?:[^\r\n。；？！.]++|\.(?!\s))++")
_FARTHEST: Final = 1_000
_GOES_ON: Final = re.compile(r"[-+−－＋×·*/÷=＝≈^][ \t]*(?:\r\n|\n|\r)\Z")
_CONTINUES: Final = re.compile(r"(?:\r\n|\n|\r)[ \t>]*+(?:[-+*](?![ \t]|\*)|[−－＋×·/÷=＝≈^])")
_MARKS: Final = re.compile(r"[ \t>]*+(?:(?:(?:[-+*]|\d{1,9}[.)])[ \t]++(?:\[[ xX]\][ \t]++)?)++|#{1,6}[ \t]++)?+")
_TOKEN: Final = re.compile(
    rf"""(?P<space>[ \t\u00a0\u2000-\u200b\u202f]++)
    |(?P<soft></?(?:b|strong|em|i|u|span|mark|data|font|small)(?:\s[^<>]{{0,300}})?>)
    |(?P<wall>\]\([^()\s]{{0,500}}(?:\s"[^"\r\n]{{0,200}}")?\)|(?:https?|ftp)://[^\s{HAN}]++|<[A-Za-z/!][^<>]{{0,300}}>
        |_{{3,}}|\u3000|[=＝]{{2,}}|[:!+~][=＝]|[=＝][~]|&\w{{1,20}};)
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


def read_stretches(text: str) -> Iterator[list[Token]]:
    """The tokens of each stretch between full stops or line ends that holds a relation, as far as a side
    can reach from there. A wall stands where a stretch is cut, by that reach or by a line's end.
    """
    for stretch in _STRETCH.finditer(text):
        for start, end in _reach(text, *stretch.span()):
            marks = _MARKS.match(text, start, end) if start == 0 or text[start - 1] in "\r\n" else None
            tokens = _Lexer(text, marks.end() if marks else start, end).tokens()
            if start > stretch.start() or _GOES_ON.search(text, max(0, start - 9), start):
                tokens.insert(0, _cut(start))
            if end < stretch.end() or _CONTINUES.match(text, end):
                tokens.append(_cut(end))
            yield tokens


def _reach(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of `text[start:end]` that are near a relation."""
    first = last = -1
    for relation in _RELATION_SIGN.finditer(text, start, end):
        at = relation.start()
        if first >= 0 and at - last > 2 * _FARTHEST:
            yield max(start, first - _FARTHEST), last + _FARTHEST
            first = -1
        first, last = at if first < 0 else first, at
    if first >= 0:
        yield max(start, first - _FARTHEST), min(end, last + _FARTHEST)


def _cut(at: int) -> Token:
    return Token(Kind.WALL, "", "", at)


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

    _stop = _arrow

    def _relation(self, raw: str, end: int) -> None:
        self.add(Kind.RELATION, "=" if raw in "=＝" else "≈", end)

    def _name(self, raw: str, end: int) -> None:
        name = identifier(raw)
        called = self.text[end : end + 1] in ("(", "（")
        if raw.lower() in WORDS and len(raw) > 1 and not called:
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
        return end <= self.end and end - self.at <= LONGEST_NUMERAL and not _GLUED.match(self.text, end, self.end)

    def _point(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        ends = self.at + 1 >= self.end or following in " \t)）\"”*"
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
            asks = self.text[end : end + 1] in " \t)）\"”" or end == self.end
            self.add(Kind.STOP if asks and not self.spaced else Kind.WALL, "?", end)
        elif raw == "_" and not (self.behind_operand and self.text[end : end + 1].isalnum()):
            self.at = end
        else:
            self.add(Kind.STOP if raw in "!'" else Kind.WALL, raw, end)
