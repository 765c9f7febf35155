"""A place in the tokens of a side, from which the grammar reads on."""

from collections.abc import Sequence

from tallybook.equations.tokens import Kind, Token
from tallybook.numerals import Numeral, scan
from tallybook.source import Span


class Unread(Exception):
    """The tokens are not surely a side."""


class Cursor:
    """Tokens and the next one to be read."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    @property
    def token(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def before(self) -> Token:
        return self.tokens[self.at - 1]

    def next_is(self, kind: Kind, text: str | None = None, ahead: int = 0) -> bool:
        at = self.at + ahead
        if at >= len(self.tokens):
            return False
        token = self.tokens[at]
        return token.kind is kind and text in (None, token.text)

    def take(self, kind: Kind | None = None, text: str | None = None) -> Token:
        """The next token, which must be of this kind and text."""
        token = self.token
        if token is None or kind not in (None, token.kind) or text not in (None, token.text):
            raise Unread
        self.at += 1
        return token


def numeral_of(token: Token) -> Numeral:
    if token.numeral is None:
        raise Unread
    return token.numeral


def part_of(token: Token, text: str, at: int = 0) -> Numeral:
    """The numeral `text`, a part of a token from its `at`-th character on: the digit of a superscript."""
    numeral = scan(text, 0)
    if numeral is None:
        raise Unread
    start = token.start + at
    return Numeral(text, numeral.value, numeral.step, Span(start, start + len(text)))
