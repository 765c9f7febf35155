"""Prose and code cut into the signs that a quote is made of, in linear time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
import re
from typing import Literal, cast

from tallybook.glyphs import CLOSING, DIGIT, FROM_SUPERSCRIPT, NUMBER, OPENING, SIGN, TO_ASCII
from tallybook.numerals import Numeral, scan
from tallybook.source import Span
from tallybook.writing import MONEY, UNREAD, before_money

TokenKind = Literal[
    "numeral",  # a number without its sign
    "name",
    "open",  # ( [ and, in TeX, { which only groups
    "close",
    "sign",  # + or -
    "times",
    "over",
    "root",
    "fraction",  # \frac: two arguments follow
    "power",  # ^
    "raised",  # superscript digits; `text` holds them as digits
    "factorial",
    "pi",
    "separator",
    "gap",
    "arrow",
    "range",
    "relation",
    "row",  # a new row of a display formula
    "transposed",
    "text",  # words inside a formula
    "other",  # anything else: no quote goes across it
]


@dataclass(frozen=True, slots=True)
class Token:
    """One sign; `text` is its plain form (`×` for `*` and `\\times`), `span` its place in the raw string."""

    kind: TokenKind
    text: str
    span: Span
    numeral: Numeral | None = None


DEEPEST = 8
"""Brackets nested deeper than this are read as no group."""

_TOKEN = re.compile(
    rf"(?P<blank>[^\S\r\n]+|\\(?=[\[\]()*_~|.!+<>-])|(?<={SIGN}){MONEY}(?={DIGIT}))"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<cross>(?:(?<=[1-9])|(?<=[0-9][0-9]))[xX](?=[0-9]))"  # 3x3
    r"|(?P<name>[A-Za-zΑ-Ωα-ω][A-Za-z0-9Α-Ωα-ω_.′'₀-₉]*)"
    rf"|(?P<open>[\[(［（])|(?P<close>[\])］）])|(?P<sign>{SIGN})"
    r"|(?P<times>[×·⋅*＊])|(?P<over>[/÷／])|(?P<root>√)"
    r"|(?P<transposed>ᵀ|\^T(?![A-Za-z0-9_]))|(?P<power>\^)"
    r"|(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<factorial>!)"
    r"|(?P<gap>…{1,2}|⋯|\.{3,6})|(?P<separator>[,，、;；])|(?P<arrow>→)|(?P<range>[~～∼〜–—])"
    r"|(?P<relation>[=＝≈≃<>＜＞≤≥≠∈])"
    r"|(?P<other>[\r\n]+|[\u3400-\u9fff。：？！“”]+|.)"
)
_WORDS = re.compile(r"[\u3400-\u9fff\uf900-\ufaff](?<![万亿])|(?<![A-Za-z])[A-Za-z]{2,}+ ++[0-9]")
_BRACKET = re.compile(r"[\[(［（\])］）]|[\r\n]")


def tokenise(text: str, *, code: bool = False) -> Iterator[Token]:
    """The tokens of a text; blanks are left out, spans show where they stood."""
    separating = {} if code else commas_separate(text)
    depths: list[bool] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match, "the last branch takes any character"
        token = _token(text, match, inside=bool(depths and depths[-1]), code=code)
        if match["open"]:
            depths.append(separating.get(at, False))
        elif match["close"] and depths:
            depths.pop()
        elif match[0][0] in "\r\n":
            depths.clear()
        at = token.span.end if token else match.end()
        if token:
            yield token


def _token(text: str, match: re.Match[str], *, inside: bool, code: bool) -> Token | None:
    at, span = match.start(), Span(*match.span())
    if match["blank"]:
        return None
    if match["number"] or match[0] in ("nan", "NaN", "inf"):
        numeral = scan(text, at, inside=inside, code=code)
        if numeral and before_money(text, at) < at:
            numeral = replace(numeral, priced=True)
        if numeral:
            return Token("numeral", numeral.text, numeral.span, numeral)
        return unread(text, at)
    if match["cross"]:
        return Token("times", "×", span)
    if match[0] == "π":
        return Token("pi", "π", span)
    kind = cast(TokenKind, match.lastgroup)
    plain = match[0].translate(FROM_SUPERSCRIPT if kind == "raised" else TO_ASCII)
    return Token(kind, plain, span)


def unread(text: str, at: int) -> Token:
    """The digits at `at`, which are no numeral."""
    match = UNREAD.match(text, at)
    return Token("other", text[at], Span(at, match.end() if match else at + 1))


def commas_separate(text: str) -> dict[int, bool]:
    """For each opening bracket that is closed on its line, whether commas inside it part elements.

    Where words stand inside as well they are thousands marks.
    """
    found: dict[int, bool] = {}
    opened: list[int] = []
    heights: dict[int, int] = {}
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if bracket[0] in OPENING:
            opened.append(at)
            heights[at] = 1
        elif bracket[0] in CLOSING and opened:
            begin = opened.pop()
            height = heights.pop(begin)
            if opened:
                heights[opened[-1]] = max(heights[opened[-1]], height + 1)
            found[begin] = height <= DEEPEST and not _WORDS.search(text, begin, at)
        elif bracket[0] in "\r\n":
            opened.clear()
            heights.clear()
    return found
