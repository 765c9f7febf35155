"""Why a quote is not read: what stands there or at its left, and what to write instead."""

import re

from tallybook.glyphs import BLANK, CLOSING, DIGIT, EMPHASIS, TO_ASCII, is_han, is_operand
from tallybook.han import SIGNS
from tallybook.quotes.elements import Refusal
from tallybook.source import Span
from tallybook.writing import before_money

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
    "a comma glues {pick} to the digit before it: part two numbers by a comma and a space, "
    "or write the thousands comma as 1,234"
)
OPERATOR = "the operator {sign} stands before {pick}: write the result behind = and put the comment there"
DASH = "{sign} before {pick} may be a minus or a dash: write the result behind =, or a range as 3–5"
NO_MINUS = "{sign} stands before {pick}: write - for minus"
MINUS_WORD = "the word {sign} stands before {pick}: write -{pick}"
TWO_NUMBERS = "{shown} reads as {count} numbers: write {marked} or {plain}"
FRACTION = "分之 stands before {pick}: write a percentage or a fraction in digits"
RATIO = "a ratio or a time stands there: write the one quantity that is meant"

_NUMBER_AND_WORD = re.compile(
    r"([0-9０-９][0-9０-９.．,%％万亿]*|[)\]）］])[ \u00a0*_]*"
    r"([^\s0-9０-９，。：；、！？|()（）［］\[\]*_]{1,12})$"
)
_NAME = re.compile(r"[A-Za-zΑ-Ωα-ω_][A-Za-z0-9Α-Ωα-ω_.′'₀-₉]*$")
_HEAD_OF_THOUSANDS = re.compile(r"(?<![0-9０-９.．])[0-9０-９]{1,3}$")
_THREE_DIGITS = re.compile(r"[0-9０-９]{3}(?![0-9０-９])")
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = re.compile(
    rf"(?<![0-9０-９Α-Ωα-ω{_LATIN}.^/\\])(?<![^\W_]_)(?:[{_LATIN}]{{2,}}|[{_LATIN}]+['’][{_LATIN}]+)$"
)
"""A word of prose. One letter, one with an index and a part of a path are names of quantities."""
_MINUS = re.compile(r"(?<![A-Za-z-])(?:minus|negative)$", re.IGNORECASE)
_DASHES = {"–": "an en dash", "‑": "a hyphen that does not break"}
_THOUSANDS = re.compile(rf"(?<![0-9０-９.．,，]){DIGIT}{{1,3}}(?:[{BLANK}'’]{DIGIT}{{3}})*[{BLANK}'’]$")
_DIGITS = re.compile(f"{DIGIT}+")
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
    at = max(before_money(text, span.start), start)
    pick, priced = text[at : span.end], at < span.start
    head = _THOUSANDS.search(text[max(start, at - _NEAR) : at])
    if head and _THREE_DIGITS.match(pick):
        return _two_numbers(head[0], pick)
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
    minus = _MINUS.search(text[max(start, left - _NEAR) : left].rstrip(EMPHASIS))
    if minus and (pick[0].isdigit() or priced):
        return MINUS_WORD.format(sign=minus[0], pick=pick)
    if glued and not priced and _is_glue(sign):
        return GLUED.format(sign=raw, pick=pick)
    comma = glued and not priced and sign == "," and before[-1:].isdigit()
    if comma and (raw == "," or _continues(before, pick)):
        return COMMA.format(pick=pick)
    reason = None
    if not priced or (glued and sign in "+-±"):  # terms of money, $3 × $5, are bound each by itself
        reason = _operator_reason(text, left - 1, before, glued)
    reason = reason or _sign_reason(text, left - 1, glued, priced)
    return reason and reason.format(sign=_DASHES.get(raw, raw), pick=pick)


def _two_numbers(head: str, pick: str) -> str:
    """What to say of `1 234`, of which only `pick` would be read."""
    groups = [*_DIGITS.findall(head), pick]
    count = "two" if len(groups) == 2 else "several"
    return TWO_NUMBERS.format(shown=head + pick, count=count, marked=",".join(groups), plain="".join(groups))


def _sign_reason(text: str, at: int, glued: bool, priced: bool) -> str | None:
    """Why the sign at `at`, which is no operator, would be lost in front of what follows."""
    behind = is_behind_operand(text, at)
    if text[at] in _DASHES:
        return NO_MINUS if glued and (not behind or text[at - 1] in BLANK) else None
    return GLUED if (glued or priced) and text[at].translate(TO_ASCII) in "+-" and not behind else None


def is_behind_operand(text: str, at: int) -> bool:
    """Whether an operand stands before the sign at `at`: then it is an operator and no sign.

    A word is none where a blank stands before the sign and none behind it: `a loss of -4.5`.
    """
    stretch = text[max(0, at - _NEAR) : at]
    before = stretch.rstrip(BLANK + EMPHASIS + "\\")
    if not before or not is_operand(before[-1]):
        return False
    apart = any(sign in BLANK for sign in stretch[len(before) :]) and text[at + 1 : at + 2] not in BLANK
    return not (apart and _WORD.search(before))


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
