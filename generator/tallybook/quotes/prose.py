"""The quote in front of a comment: the longest run that reads as one quantity, or why none is read."""

from collections.abc import Sequence
import re

from tallybook.glyphs import BLANK, CLOSING, CURRENCY, DIGIT, EMPHASIS, OPAQUE, OPENING, is_han
from tallybook.han import run_before
from tallybook.numerals import in_characters
from tallybook.quotes.elements import Quantity, Refusal
from tallybook.quotes.quantities import approximated, moved, read_quantity
from tallybook.quotes.refusals import (
    GOES_ON,
    NOTHING,
    OPAQUE_SIGN,
    is_behind_operand,
    left_reason,
    nothing_read,
)
from tallybook.quotes.tokens import Token, tokenise
from tallybook.source import Span

_LONGEST_GROUP = 8000
_LONGEST_RUN = 240
_BOUNDS = "，。：；、！？“”‘’「」《》|\r\n" + OPAQUE
_UNITS = "万亿"
_HEDGE = re.compile(
    r"(?:(?<![合预条节契签公制违失邀])约|约[为是]|约等于|大约[为是]|≈|≃"
    r"|(?<![A-Za-z])(?:[Aa](?:bout|pproximately|round|lmost)|[Rr]oughly|[Nn]early|[Cc](?:irca|a\.?))"
    r"|(?<![0-9０-９%％)\]）］])[~～∼〜])$"
)
_HEDGE_BEHIND = re.compile(r"[ \u00a0*_)\]）］]*左右")
_GOES_ON = re.compile(rf"{DIGIT}[.．]?{DIGIT}|[.．]{DIGIT}")
_BARRIERS = ("name", "separator", "relation", "gap", "other")
_BETWEEN = BLANK + EMPHASIS + OPENING + CURRENCY + "\\"
_LONGEST_HEDGE = 14


def quantity_before(text: str, end: int, *, start: int = 0) -> Quantity | Refusal:
    """The quote that ends at `end`: the longest run between `start` and `end` that reads as one quantity.

    Comments are already taken out of the text; formulas and code stand as `OPAQUE`. Blanks and the marks of
    emphasis that close before `end` are stepped over and are no part of the quote.
    """
    stop = end
    while stop > max(start, end - _LONGEST_RUN) and text[stop - 1] in BLANK + EMPHASIS:
        stop -= 1
    if stop == start:
        return Refusal(Span(start, end), NOTHING)
    if _GOES_ON.match(text, end - 1):
        return Refusal(Span(stop - 1, stop), GOES_ON)
    if text[stop - 1] == OPAQUE:
        return Refusal(Span(stop - 1, stop), OPAQUE_SIGN)
    begin = _run_start(text, stop, start)
    quantity = _longest(text, begin, stop)
    reason = None
    if quantity is None:
        quantity = _in_characters(text, stop, start)
        if quantity is None:
            return nothing_read(text, begin, stop)
    else:
        openers = "".join(sign for sign in reversed(text[stop:end]) if sign in EMPHASIS)
        reason = left_reason(text, quantity.span, start, openers)
    if reason:
        return Refusal(quantity.span, reason)
    hedged = is_hedged(text, quantity.span.start, end, start=start)
    return approximated(quantity) if hedged else quantity


def is_hedged(text: str, begin: int, end: int, *, start: int = 0) -> bool:
    """Whether 约, ≈, about … stands before `begin`, or 左右 behind `end`.

    Blanks, emphasis, brackets and a currency may stand between.
    """
    at = begin
    while at > start and text[at - 1] in _BETWEEN:
        at -= 1
    return bool(_HEDGE.search(text[max(start, at - _LONGEST_HEDGE) : at]) or _HEDGE_BEHIND.match(text, end))


def _run_start(text: str, end: int, start: int) -> int:
    """Where the run of signs that a quote may hold begins; brackets in it are balanced."""
    unopened: list[int] = []
    outside, at = 0, end
    while at > max(start, end - _LONGEST_GROUP):
        sign = text[at - 1]
        if sign in "\r\n" or outside > _LONGEST_RUN:
            break
        if sign in CLOSING:
            outside += not unopened
            unopened.append(at)
        elif sign in OPENING:
            if not unopened:
                break
            unopened.pop()
        elif not unopened:
            outside += 1
            if sign in _BOUNDS or (is_han(sign) and not _is_unit(text, at, start)):
                break
        at -= 1
    return unopened[0] if unopened else at


def _is_unit(text: str, end: int, start: int) -> bool:
    """Whether the Chinese character that ends at `end` is a unit of a number before it."""
    window = text[max(start, end - 4) : end]
    return window[-1] in _UNITS and window.rstrip(_UNITS).rstrip(BLANK)[-1:].isdigit()


def _longest(text: str, begin: int, end: int) -> Quantity | None:
    run = text[begin:end]
    tokens = list(tokenise(run))
    for at in _starts(tokens):
        if tokens[at].kind == "sign" and is_behind_operand(text, begin + tokens[at].span.start):
            continue
        quantity = read_quantity(run, tokens[at:])
        if quantity:
            return moved(quantity, begin)
    return None


def _starts(tokens: Sequence[Token]) -> list[int]:
    """Where the last quantity of a run may start: outside brackets, behind what no quantity goes across."""
    starts: list[int] = []
    depth, complete = 0, False
    for at, token in enumerate(tokens):
        if token.kind == "close":
            depth -= 1
        elif depth == 0:
            if token.kind in _BARRIERS or (complete and token.kind in ("numeral", "open")):
                starts.clear()
            if token.kind in ("numeral", "sign", "open", "root", "pi"):
                starts.append(at)
        if token.kind == "open":
            depth += 1
        complete = token.kind in ("numeral", "close")
    return starts


def _in_characters(text: str, end: int, start: int) -> Quantity | None:
    run = run_before(text, end, start)
    numeral = in_characters(run, Span(end - len(run), end))
    if numeral is None:
        return None
    before = text[max(start, numeral.span.start - 4) : numeral.span.start].rstrip(BLANK)[-1:]
    return None if before.isdigit() or before == "点" else Quantity(numeral.span, "numeral", (numeral,))
