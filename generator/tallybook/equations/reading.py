"""The grammar of a side: tokens to a tree. What is not surely arithmetic is unread."""

from collections.abc import Sequence
import re
from typing import Final
import unicodedata

from tallybook.equations.names import Lookup, identifier, lookup
from tallybook.equations.terms import Apply, Group, Name, Number, Power, Product, Raised, Sum, Term
from tallybook.equations.tokens import CLOSING, Kind, Token
from tallybook import numerals
from tallybook.source import Span

MOST_TOKENS: Final = 400
_MOST_DEPTH: Final = 24
_PLAIN: Final = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_STARTS: Final = frozenset({Kind.NUMBER, Kind.NAME, Kind.FUNCTION, Kind.OPEN})
_BRACED: Final = frozenset({"frac", "binom", "sqrt", "root"})


class Unread(Exception):
    """The tokens are not surely a side."""


def read_side(tokens: Sequence[Token], *, tex: bool) -> Term:
    """The tree of a side that all of `tokens` make up. Raises Unread."""
    if len(tokens) > MOST_TOKENS:
        raise Unread
    reader = _Reader(tokens, tex)
    term = reader.sum()
    if reader.next_is(Kind.OPERATOR, "mod"):
        reader.take()
        term = Product(term, (("mod", reader.sum()),))
    if reader.token is not None:
        raise Unread
    return term


class _Reader:
    def __init__(self, tokens: Sequence[Token], tex: bool) -> None:
        self.tokens = tokens
        self.tex = tex
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next_is(self, kind: Kind, text: str | None = None, ahead: int = 0) -> bool:
        at = self.at + ahead
        token = self.tokens[at] if at < len(self.tokens) else None
        return token is not None and token.kind is kind and text in (None, token.text)

    def take(self, kind: Kind | None = None, text: str | None = None) -> Token:
        token = self.token
        if token is None or (kind and token.kind is not kind) or (text and token.text != text):
            raise Unread
        self.at += 1
        return token

    def sum(self) -> Term:
        terms = [(self.sign(), self.product())]
        while self.next_is(Kind.SIGN):
            terms.append((self.sign(), self.product()))
        return terms[0][1] if len(terms) == 1 and terms[0][0] == 1 else Sum(tuple(terms))

    def sign(self) -> int:
        return -1 if self.next_is(Kind.SIGN) and self.take().text == "-" else 1

    def product(self) -> Term:
        first = self.factor()
        rest: list[tuple[str, Term]] = []
        divisions: list[Token] = []
        while (token := self.token) is not None:
            if token.kind is Kind.OPERATOR and token.text != "mod":
                self.take()
                if token.text == "/" or divisions:
                    self.divide(token, divisions)
                rest.append((token.text, self.signed_factor()))
            elif self.juxtaposed(token, divided=bool(rest) and rest[-1][0] == "/"):
                rest.append(("×", self.factor()))
            else:
                break
        return Product(first, tuple(rest)) if rest else first

    def divide(self, operator: Token, divisions: list[Token]) -> None:
        """`3/5 / 4/5`, `3/5÷4/5`, `12 / 2×3` and `6/2×10^5` may be meant either way: unread."""
        if operator.text == "/":
            divisions.append(operator)
            if self.token is not None and self.token.kind is Kind.NUMBER and "×" in self.token.text:
                raise Unread
        spaced = divisions[0].spaced
        if operator.text == "/" and (operator.spaced, operator.raw) != (spaced, divisions[0].raw):
            raise Unread
        if spaced and not operator.spaced:
            raise Unread

    def signed_factor(self) -> Term:
        if self.next_is(Kind.SIGN, "-"):
            self.take()
            return Sum(((-1, self.factor()),))
        return self.factor()

    def juxtaposed(self, token: Token, *, divided: bool) -> bool:
        """Whether two factors stand side by side; in prose only `2√5` is a product."""
        before = self.tokens[self.at - 1]
        if token.kind not in _STARTS or divided:
            return False
        if before.kind is Kind.NUMBER and token.text == "sqrt" and (self.tex or not token.spaced):
            return True
        if not self.tex or token.kind is Kind.NUMBER:
            return False
        if token.text == "(":
            return not self.bare_bracket() and before.kind is not Kind.NAME
        return not (before.kind is Kind.NUMBER and token.text == "frac")

    def bare_bracket(self) -> bool:
        signed = 1 if self.next_is(Kind.SIGN, ahead=1) else 0
        one = self.next_is(Kind.NUMBER, ahead=1 + signed) or self.next_is(Kind.NAME, ahead=1 + signed)
        return one and self.next_is(Kind.CLOSE, ahead=2 + signed)

    def factor(self) -> Term:
        start = self.at
        base = self.base()
        token = self.token
        if token is not None and token.kind is Kind.BANG:
            self.take()
            base = Apply("factorial", (base,))
        if self.next_is(Kind.CARET) or self.next_is(Kind.RAISED):
            base = self.power(start, base)
        if self.token is not None and self.token.kind in (Kind.BANG, Kind.CARET, Kind.RAISED):
            raise Unread
        return base

    def power(self, start: int, base: Term) -> Term:
        opened = self.tokens[start]
        if opened.kind is Kind.FUNCTION and (opened.text not in _BRACED or opened.raw == "√"):
            raise Unread
        if self.next_is(Kind.RAISED):
            token = self.take()
            exponent: Term = _integer(token)
        else:
            token = self.take(Kind.CARET)
            exponent = self.exponent()
        last = self.tokens[self.at - 1]
        if isinstance(base, Name) and base.constant is None and base.lookup.spellings[0] == "e":
            base = Name(base.lookup, "e")
        power = Power(base, exponent)
        if isinstance(base, Name) and self.at - start <= 3 and "(" not in base.lookup.written:
            raised = last.text if last.kind in (Kind.RAISED, Kind.NUMBER) else ""
            if raised.isdecimal():
                written = opened.raw + ("" if token.kind is Kind.RAISED else "^") + last.raw
                return Raised(lookup(written, opened.text + raised), power)
        return power

    def exponent(self) -> Term:
        token = self.token
        if token is None or token.text == "T":
            raise Unread
        if token.kind is Kind.OPEN:
            if token.text == "{" and self.next_is(Kind.OPEN, "(", ahead=1) or self.next_is(Kind.NAME, "T", ahead=1):
                raise Unread
            return self.bracket()
        if token.kind is Kind.SIGN and not self.tex:
            self.take()
            return Sum(((-1 if token.text == "-" else 1, Number(_numeral(self.take(Kind.NUMBER)))),))
        if token.kind is Kind.NUMBER and not (self.tex and len(token.raw) > 1):
            return Number(_numeral(self.take()))
        return self.name() if token.kind is Kind.NAME else _refuse()

    def base(self) -> Term:
        token = self.token
        if token is None:
            raise Unread
        if token.kind is Kind.NUMBER:
            self.take()
            if self.next_is(Kind.OPEN, "(") and (not self.tex or self.bare_bracket()):
                raise Unread
            return Number(_numeral(token))
        if token.kind is Kind.NAME:
            return self.name()
        if token.kind is Kind.FUNCTION:
            return self.function()
        return self.bracket()

    def name(self) -> Term:
        token = self.take(Kind.NAME)
        if self.next_is(Kind.OPEN, "(") or self.next_is(Kind.OPEN, "["):
            return Name(self.call(token))
        constant = "π" if token.text == "π" else None
        return Name(lookup(token.raw, token.text), constant)

    def call(self, name: Token) -> Lookup:
        """`silu(1)`: a name with literal arguments; with any other it is unread."""
        opened = self.take(Kind.OPEN, "(")
        if opened.spaced and not self.tex:
            raise Unread
        depth, written, spelled = 1, "(", "("
        while depth:
            token = self.take()
            if token.kind in (Kind.OPEN, Kind.CLOSE):
                depth += 1 if token.kind is Kind.OPEN else -1
            literal = _literal(token)
            written += token.raw
            spelled += literal
        return Lookup(name.raw + written, (name.text + spelled,))

    def function(self) -> Term:
        token = self.take()
        if token.text == "frac":
            return Product(*self.fraction())
        if token.text == "binom":
            above, ((_, below),) = self.fraction()
            return Apply("binom", (above, below))
        if token.text == "root":
            return Apply("root", (self.bracket(), self.argument()))
        if token.text.startswith("log_"):
            base = Number(_scanned(token, token.text[4:]))
            return Apply("log", (base, self.argument()))
        argument = self.argument()
        inner = argument.items if isinstance(argument, Group) else (argument,)
        return Apply(token.text, inner)

    def fraction(self) -> tuple[Term, tuple[tuple[str, Term]]]:
        """The two arguments of `\\frac`; `\\frac12` has a digit each."""
        token = self.token
        if token is not None and token.kind is Kind.NUMBER and len(token.raw) == 2 and token.raw.isdecimal():
            self.take()
            above, below = (Number(_scanned(token, digit, at)) for at, digit in enumerate(token.raw))
            return above, (("/", below),)
        return self.argument(), (("/", self.argument()),)

    def argument(self) -> Term:
        """What a function is applied to: a bracket, or one numeral or name with nothing glued to it."""
        token = self.token
        if token is None or token.kind not in (Kind.OPEN, Kind.NUMBER, Kind.NAME):
            raise Unread
        applied = self.tokens[self.at - 1]
        if token.kind is Kind.OPEN:
            return self.bracket()
        if applied.text in _BRACED and self.tex and len(token.raw) > 1 and applied.raw != "√" and token.kind is Kind.NUMBER:
            raise Unread
        term: Term = self.name() if token.kind is Kind.NAME else Number(_numeral(self.take()))
        if applied.text not in _BRACED and self.token is not None and self.token.kind in _STARTS:
            raise Unread
        return term

    def bracket(self) -> Term:
        opened = self.take(Kind.OPEN)
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise Unread
        rows: list[list[Term]] = [[self.sum()]]
        while self.next_is(Kind.COMMA):
            if self.take().text == ";":
                if self.next_is(Kind.CLOSE):
                    break
                rows.append([])
            rows[-1].append(self.sum())
        self.take(Kind.CLOSE, CLOSING[opened.text])
        self.depth -= 1
        return _bracketed(opened.text, rows)


def _bracketed(opened: str, rows: list[list[Term]]) -> Term:
    if len({len(row) for row in rows}) > 1:
        raise Unread
    if len(rows) == 1 and len(rows[0]) == 1:
        inner = rows[0][0]
        return Apply({"⌊": "floor", "⌈": "ceil"}[opened], (inner,)) if opened in "⌊⌈" else inner
    if opened in "{⌊⌈":
        raise Unread
    if len(rows) == 1 or len(rows[0]) == 1:
        return Group(tuple(item for row in rows for item in row))
    return Group(tuple(Group(tuple(row)) for row in rows))


def _refuse() -> Term:
    raise Unread


def _numeral(token: Token) -> numerals.Numeral:
    if token.numeral is None:
        raise Unread
    return token.numeral


def _scanned(token: Token, text: str, at: int = 0) -> numerals.Numeral:
    numeral = numerals.scan(text, 0)
    if numeral is None:
        raise Unread
    return numerals.Numeral(numeral.text, numeral.value, numeral.step, Span(token.start + at, token.start + at + len(text)))


def _integer(token: Token) -> Term:
    numeral = _scanned(token, token.text.lstrip("+-"))
    return Sum(((-1, Number(numeral)),)) if token.text.startswith("-") else Number(numeral)


def _literal(token: Token) -> str:
    if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.SIGN) and token.text != "{":
        return token.text
    if token.kind is Kind.COMMA and token.text != ";":
        return ", "
    plain = unicodedata.normalize("NFKC", token.raw)
    if token.kind is not Kind.NUMBER or not _PLAIN.fullmatch(plain):
        raise Unread
    return plain
