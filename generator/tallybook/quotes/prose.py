"""The quote in front of a comment: the longest run that reads as one quantity, or why none is read."""

import re

from tallybook.glyphs import BLANK, CLOSING, EMPHASIS, OPENING, is_han, is_operand
from tallybook.han import numeral_before
from tallybook.quotes.elements import Quantity, Refusal
from tallybook.quotes.groups import approximated, moved, read_quantity
from tallybook.quotes.refusals import FORMULA_OR_CODE, NOTHING, left_reason, nothing_read
from tallybook.quotes.tokens import tokenise
from tallybook.source import Span

OPAQUE = "\ufffc"
"""Stands for a formula or for inline code."""

_LONGEST_GROUP = 8000
_LONGEST_RUN = 240
_BOUNDS = "，。：；、！？“”‘’「」《》|\r\n" + OPAQUE
_UNITS = ("万", "亿")
_HEDGE = re.compile(
    r"(?:(?<![合预条节契签公制相违失邀])约|大约|约[为是]|大约[为是]|约等于|≈|≃|(?<![A-Za-z])[Aa]bout|(?<![0-9０-９%％)\]）］])[~～∼〜])$"
)
_ABOUT = re.compile(r"[\s*_)\]）］]*左右")
_LEFT = BLANK + EMPHASIS + OPENING + "\\"


def quantity_before(text: str, end: int, *, start: int = 0) -> Quantity | Refusal:
    """The quote that ends at `end`: the longest run between `start` and `end` that reads as one quantity.

    Comments are already taken out of the text; formulas and code stand as `OPAQUE`. Blanks and the marks of
    emphasis that close before `end` are stepped over and are no part of the quote.
    """
    stop = end
    while stop > start and text[stop - 1] in BLANK + EMPHASIS:
        stop -= 1
    if stop == start:
        return Refusal(Span(start, end), NOTHING)
    if text[stop - 1] == OPAQUE:
        return Refusal(Span(stop - 1, stop), FORMULA_OR_CODE)
    begin = _run_start(text, stop, start)
    quantity = _longest(text, begin, stop)
    if quantity is None:
        return _in_characters(text, stop, start) or nothing_read(text, begin, stop)
    openers = "".join(sign for sign in reversed(text[stop:end]) if sign in EMPHASIS)
    reason = left_reason(text, quantity.span, start, openers)
    if reason:
        return Refusal(quantity.span, reason)
    return approximated(quantity) if is_hedged(text, quantity.span.start, end, start=start) else quantity


def is_hedged(text: str, begin: int, end: int, *, start: int = 0) -> bool:
    """Whether 约, ≈, about … stands before `begin`, or 左右 behind `end`; emphasis and brackets may be between."""
    at = begin
    while at > start and text[at - 1] in _LEFT:
        at -= 1
    return bool(_HEDGE.search(text[max(start, at - 12) : at]) or _ABOUT.match(text, end))


def _run_start(text: str, end: int, start: int) -> int:
    """Where the run of signs that a quote may hold begins; brackets in it are balanced."""
    unopened: list[int] = []
    outside = 0
    at = end
    while at > max(start, end - _LONGEST_GROUP):
        sign = text[at - 1]
        if sign in "\r\n":
            break
        if sign in CLOSING:
            unopened.append(at)
        elif sign in OPENING:
            if not unopened:
                break
            unopened.pop()
        elif not unopened:
            outside += 1
            if outside > _LONGEST_RUN or sign in _BOUNDS or (is_han(sign) and not _is_unit(text, at, start)):
                break
        at -= 1
    return unopened[0] if unopened else at


def _is_unit(text: str, end: int, start: int) -> bool:
    """Whether the Chinese character that ends at `end` is a unit of a number before it."""
    at = end
    while at > max(start, end - 2) and text[at - 1] in _UNITS:
        at -= 1
    if at == end:
        return False
    before = text[max(start, at - 2) : at].rstrip(BLANK)
    return before[-1:].isdigit()


def _longest(text: str, begin: int, end: int) -> Quantity | None:
    run = text[begin:end]
    tokens = list(tokenise(run))
    depth = 0
    for at, token in enumerate(tokens):
        if depth == 0 and token.kind in ("numeral", "sign", "open", "root", "pi"):
            if token.kind != "sign" or not _behind_operand(text, begin + token.span.start):
                quantity = read_quantity(run, tokens[at:])
                if quantity:
                    return moved(quantity, begin)
        depth += (token.kind == "open") - (token.kind == "close")
    return None


def _behind_operand(text: str, at: int) -> bool:
    while at > 0 and text[at - 1] in BLANK + "\\":
        at -= 1
    return at > 0 and is_operand(text[at - 1])


def _in_characters(text: str, end: int, start: int) -> Quantity | None:
    numeral = numeral_before(text, end, start)
    if numeral is None:
        return None
    before = text[start : numeral.span.start].rstrip(BLANK)[-1:]
    if before.isdigit() or before in ("点", "之"):
        return None
    return Quantity(numeral.span, "numeral", (numeral,))
