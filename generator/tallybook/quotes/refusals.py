"""Why a quote is not read: what stands at its left, and what to write instead."""

import re

from tallybook.glyphs import BLANK, CLOSING, TO_ASCII, is_han, is_operand
from tallybook.han import SIGNS
from tallybook.quotes.elements import Refusal
from tallybook.source import Span

NOTHING = "no number stands before the comment: put the comment right behind the number that it is about"
FORMULA_OR_CODE = "a formula or inline code stands before the comment, not a number of the text"
BRACKETS = "the brackets before the comment hold more than numbers: leave numbers, names and one … in them"
UNBALANCED = "a bracket before the comment has no partner: write both brackets of the group"
CHARACTERS = "the characters before the comment are no whole number written out: write it in digits"
GLUED = "{sign} is glued to {pick}, which is only a part of what stands there: write the number by itself"
NAME = "{name} reads as a name and not as a number: write the number by itself"
WORD = "{word} stands between {pick} and the comment: put the comment right behind {pick}"
COMMA = (
    "a comma glues {pick} to the digit before it: part two numbers by 、 or a space, "
    "and put a thousands comma before every three digits"
)
OPERATOR = "the operator {sign} stands before {pick}: write the result and put the comment behind it"
RANGE = (
    "{sign} stands between a number and {pick}: write a range as 3～5 with the unit at both ends, "
    "or the result of the subtraction"
)
RATIO = "a ratio or a time stands before the comment: write the one quantity that is meant"

_NUMBER_AND_WORD = re.compile(
    r"([0-9０-９.．,%％万亿]*[0-9０-９%％万亿)\]）］])[\s*_]*([^\s0-9０-９，。：；、！？|()（）\[\]]{1,12})$"
)
_NAME = re.compile(r"[A-Za-zΑ-Ωα-ω_][A-Za-z0-9Α-Ωα-ω_.′'₀-₉]*$")


def nothing_read(text: str, begin: int, end: int) -> Refusal:
    """Why no suffix of the run `text[begin:end]` reads as a quantity."""
    last, line = text[end - 1], text[max(0, end - 40) : end]
    span = Span(max(begin, end - 1), end)
    if last in CLOSING:
        return Refusal(Span(min(begin, end - 1), end), BRACKETS if begin < end else UNBALANCED)
    word = _NUMBER_AND_WORD.search(line)
    if word:
        return Refusal(Span(end - len(word[2]), end), WORD.format(word=word[2], pick=word[1]))
    name = _NAME.search(line)
    if name and any(sign.isdigit() for sign in name[0]):
        return Refusal(Span(end - len(name[0]), end), NAME.format(name=name[0]))
    return Refusal(span, CHARACTERS if last in SIGNS else NOTHING)


def left_reason(text: str, span: Span, start: int, openers: str) -> str | None:
    """Why what stands before a quote forbids to read it alone; None if nothing does.

    `openers` are the marks of emphasis that must open where the quote's own closed.
    """
    pick = text[span.start : span.end]
    at = span.start
    if openers and text.endswith(openers, start, at):
        at -= len(openers)
    left = at
    while left > start and text[left - 1] in BLANK + "\\":
        left -= 1
    if left == start:
        return None
    raw, glued = text[left - 1], left == at
    sign = raw.translate(TO_ASCII)
    before = text[start : left - 1][-24:].rstrip(BLANK + "\\")
    if glued and _is_glue(sign, pick):
        return GLUED.format(sign=raw, pick=pick)
    if glued and sign == "," and before[-1:].isdigit() and (raw == "," or _continues(before, pick)):
        return COMMA.format(pick=pick)
    return _operator_reason(text, left - 1, before, pick, glued)


def _is_glue(sign: str, pick: str) -> bool:
    if sign in "+-":
        return not pick[0].isdigit()
    return sign in "._^/\\√%±∓" or sign in CLOSING or (sign.isalnum() and not is_han(sign))


def _continues(before: str, pick: str) -> bool:
    """Whether `1，234` may be one number: one to three digits, a full-width comma, three digits."""
    head = re.search(r"(?<![0-9０-９.．])[0-9０-９]{1,3}$", before)
    return bool(head) and len(pick) >= 3 and pick[:3].isdigit() and not pick[3:4].isdigit()


def _operator_reason(text: str, at: int, before: str, pick: str, glued: bool) -> str | None:
    raw = text[at]
    sign = raw.translate(TO_ASCII)
    if sign == "±":
        return OPERATOR.format(sign=raw, pick=pick)
    if not before or not is_operand(before[-1]):
        return None
    spaced = text[at - 1] in BLANK
    if sign == ":" and glued and not spaced and before[-1].isdigit():
        return RATIO
    if sign == "*" and (text[at - 1] == "*" or spaced == glued):
        return None
    if sign in "~–—" and not (before[-1].isdigit() or before[-1] in "%％‰°)]）］"):
        return None
    if sign in "-~–—":
        return RANGE.format(sign=raw, pick=pick)
    if sign in "+*×·⋅/÷^":
        return OPERATOR.format(sign=raw, pick=pick)
    return None
