"""Why a quote is not read: what stands there or at its left, and what to write instead."""

import re

from tallybook.glyphs import BLANK, CLOSING, EMPHASIS, TO_ASCII, is_han, is_operand
from tallybook.han import SIGNS
from tallybook.quotes.elements import Refusal
from tallybook.source import Span

NOTHING = "what stands there reads as no number: put the comment right behind the number that it is about"
OPAQUE_SIGN = "a formula or inline code stands there: bind what it states by itself"
GOES_ON = "the number goes on behind the comment: put the comment behind its last digit"
BRACKETS = "the brackets hold more than numbers: leave only numbers, names and at most one … in them"
UNBALANCED = "the bracket that closes there is not opened on its line: write both brackets of the group"
CHARACTERS = "the characters there are no whole number written out: write it in digits"
NAME = "{name} reads as a name: write the number by itself"
WORD = "{word} stands between {pick} and the comment: put the comment right behind {pick}"
GLUED = "{sign} is glued to {pick}, which is only a part of what stands there: write the number by itself"
COMMA = (
    "a comma glues {pick} to the digit before it: part two numbers by 、 or a space, "
    "or write the thousands comma as 1,234"
)
OPERATOR = "the operator {sign} stands before {pick}: write the result behind = and put the comment there"
DASH = "{sign} before {pick} may be a minus or a dash: write the result behind =, or a range as 3～5"
FRACTION = "分之 stands before {pick}: write a percentage or a fraction in digits"
RATIO = "a ratio or a time stands there: write the one quantity that is meant"

_NUMBER_AND_WORD = re.compile(
    r"([0-9０-９][0-9０-９.．,%％万亿]*|[)\]）］])[ \u00a0*_]*"
    r"([^\s0-9０-９，。：；、！？|()（）［］\[\]*_]{1,12})$"
)
_NAME = re.compile(r"[A-Za-zΑ-Ωα-ω_][A-Za-z0-9Α-Ωα-ω_.′'₀-₉]*$")
_HEAD_OF_THOUSANDS = re.compile(r"(?<![0-9０-９.．])[0-9０-９]{1,3}$")
_THREE_DIGITS = re.compile(r"[0-9０-９]{3}(?![0-9０-９])")
_NEAR = 24


def nothing_read(text: str, begin: int, end: int) -> Refusal:
    """Why no end of the run `text[begin:end]` reads as a quantity."""
    last, line = text[end - 1], text[max(0, end - 40) : end]
    if last in CLOSING:
        return Refusal(Span(min(begin, end - 1), end), BRACKETS if begin < end else UNBALANCED)
    name = _NAME.search(line)
    if name and any(sign.isdigit() for sign in name[0]):
        return Refusal(Span(end - len(name[0]), end), NAME.format(name=name[0]))
    word = _NUMBER_AND_WORD.search(line)
    if word:
        pick = word[1] if word[1] not in CLOSING else "the bracket"
        return Refusal(Span(end - len(word[2]), end), WORD.format(word=word[2], pick=pick))
    return Refusal(Span(end - 1, end), CHARACTERS if last in SIGNS else NOTHING)


def left_reason(text: str, span: Span, start: int, openers: str) -> str | None:
    """Why what stands before a quote forbids to read it alone; None if nothing does.

    `openers` are the marks of emphasis that open where the quote's own closed.
    """
    pick, at = text[span.start : span.end], span.start
    if openers and text.endswith(openers, start, at):
        at -= len(openers)
    left = at
    while left > max(start, at - _NEAR) and text[left - 1] in BLANK + "\\":
        left -= 1
    if left == start:
        return None
    raw = text[left - 1]
    sign, glued = raw.translate(TO_ASCII), left == at
    before = text[max(start, left - 1 - _NEAR) : left - 1].rstrip(BLANK + EMPHASIS + "\\")
    if text.endswith("分之", start, left):
        return FRACTION.format(pick=pick)
    if glued and _is_glue(sign):
        return GLUED.format(sign=raw, pick=pick)
    if glued and sign == "," and before[-1:].isdigit() and (raw == "," or _continues(before, pick)):
        return COMMA.format(pick=pick)
    reason = _operator_reason(text, left - 1, before, glued)
    if reason is None and glued and sign in "+-" and not is_behind_operand(text, left - 1):
        reason = GLUED
    return reason and reason.format(sign=raw, pick=pick)


def is_behind_operand(text: str, at: int) -> bool:
    """Whether an operand stands before the sign at `at`: then it is an operator and no sign."""
    before = text[max(0, at - _NEAR) : at].rstrip(BLANK + EMPHASIS + "\\")
    return bool(before) and is_operand(before[-1])


def _is_glue(sign: str) -> bool:
    return sign in "._^/\\√%" or sign in CLOSING or (sign.isalnum() and not is_han(sign))


def _continues(before: str, pick: str) -> bool:
    """Whether `1，234` may be one number: up to three digits, a full-width comma, three digits."""
    return bool(_HEAD_OF_THOUSANDS.search(before) and _THREE_DIGITS.match(pick))


def _operator_reason(text: str, at: int, before: str, glued: bool) -> str | None:
    """Why the sign at `at`, `before` which the text ends so, forbids to read what follows alone."""
    sign, spaced = text[at].translate(TO_ASCII), at > 0 and text[at - 1] in BLANK
    if sign in "±∓":
        return OPERATOR
    if not before or not is_operand(before[-1]):
        return None
    number = not before[-1].isalpha()
    if sign == ":":
        return RATIO if glued and not spaced and before[-1].isdigit() else None
    if sign == "*" and (text[at - 1] == "*" or spaced == glued):
        return None  # a mark of emphasis
    if sign in "~–—":
        return DASH if number else None
    if sign == "-":
        return DASH if number else OPERATOR
    return OPERATOR if sign in "+*×·⋅/÷^" else None
