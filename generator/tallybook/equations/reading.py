"""The grammar of a side: tokens to a tree. What is not surely arithmetic is unread."""

from collections.abc import Sequence
import re
from typing import Final
import unicodedata

from tallybook.equations.cursor import Cursor, Unread, numeral_of, part_of
from tallybook.equations.names import Lookup, lookup
from tallybook.equations.terms import Apply, Group, Name, Number, Power, Product, Raised, Sum, Term
from tallybook.equations.tokens import CLOSING, Kind, Token

_MOST_TOKENS: Final = 400
_MOST_DEPTH: Final = 24
_LITERAL: Final = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_SCIENTIFIC: Final = re.compile(r"[×xX*·⋅]|\\times|\\cdot")
_STARTS: Final = frozenset({Kind.NUMBER, Kind.NAME, Kind.FUNCTION, Kind.OPEN})
_RAISES: Final = frozenset({Kind.BANG, Kind.CARET, Kind.RAISED})
_BRACED: Final = frozenset({"frac", "binom", "sqrt", "root"})
"""Functions of TeX whose arguments stand in braces: they may be raised, and a lone digit is an argument."""


def read_side(tokens: Sequence[Token], *, tex: bool) -> Term:
    """The tree of a side that all of `tokens` make up. Raises Unread."""
    if len(tokens) > _MOST_TOKENS:
        raise Unread
    reader = _Reader(tokens, tex)
    term = reader.sum()
    if reader.next_is(Kind.OPERATOR, "mod"):
        reader.take()
        term = Product(term, (("mod", reader.sum()),))
    if reader.token is not None:
        raise Unread
    return term


class _Reader(Cursor):
    def __init__(self, tokens: Sequence[Token], tex: bool) -> None:
        super().__init__(tokens)
        self.tex = tex
        self.depth = 0

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
                self.check_division(token, divisions)
                rest.append((token.text, self.signed_factor()))
            elif token.kind in _STARTS and not (rest and rest[-1][0] == "/") and self.multiplies(token):
                rest.append(("×", self.factor()))
            else:
                break
        return Product(first, tuple(rest)) if rest else first

    def check_division(self, operator: Token, divisions: list[Token]) -> None:
        """`3/5/4/5`, `3/5÷4/5`, `12 / 2×3` and `6/2×10^5` may be meant either way: unread."""
        if operator.text == "/":
            divisions.append(operator)
            if self.next_is(Kind.NUMBER) and _SCIENTIFIC.search(self.tokens[self.at].raw):
                raise Unread
        if len(divisions) > 1 and any(division.raw not in ("÷", r"\div") for division in divisions):
            raise Unread
        if divisions and divisions[0].spaced and not operator.spaced:
            raise Unread

    def multiplies(self, token: Token) -> bool:
        """Whether a factor that stands right behind another multiplies it; in prose only in `2√5`."""
        before = self.before
        if before.kind is Kind.NUMBER and token.text == "sqrt" and (self.tex or not token.spaced):
            return True
        if not self.tex or token.kind is Kind.NUMBER:
            return False
        if token.text == "(":
            return before.kind is not Kind.NAME and not self.holds_one()
        return not (before.kind is Kind.NUMBER and token.text == "frac")

    def holds_one(self) -> bool:
        """Whether the bracket that opens here holds one number or name, as in `f(4)` and `1000(8)`."""
        signed = 1 if self.next_is(Kind.SIGN, ahead=1) else 0
        one = self.next_is(Kind.NUMBER, ahead=1 + signed) or self.next_is(Kind.NAME, ahead=1 + signed)
        return one and self.next_is(Kind.CLOSE, ahead=2 + signed)

    def signed_factor(self) -> Term:
        if self.next_is(Kind.SIGN, "-"):
            self.take()
            return Sum(((-1, self.factor()),))
        return self.factor()

    def factor(self) -> Term:
        start = self.at
        term = self.base()
        if self.next_is(Kind.BANG):
            self.take()
            term = Apply("factorial", (term,))
        if self.next_is(Kind.CARET) or self.next_is(Kind.RAISED):
            term = self.power(self.tokens[start], term)
        if self.token is not None and self.token.kind in _RAISES:
            raise Unread
        return term

    def power(self, opening: Token, base: Term) -> Term:
        if opening.kind is Kind.FUNCTION and (opening.text not in _BRACED or opening.raw == "√"):
            raise Unread
        if isinstance(base, Name) and base.lookup.spellings[0] == "e":
            base = Name(base.lookup, "e")
        sign = self.take()
        power = Power(base, _superscript(sign) if sign.kind is Kind.RAISED else self.exponent())
        digits = self.before.text
        if not isinstance(base, Name) or opening.text != base.lookup.spellings[0] or not digits.isdecimal():
            return power
        written = opening.raw + (sign.raw if sign.kind is Kind.RAISED else f"^{digits}")
        return Raised(lookup(written, opening.text + digits), power)

    def exponent(self) -> Term:
        """What stands behind ^. `x^T` is a transpose, and `x^{(2)}` counts something."""
        token = self.token
        if token is None or token.text == "T" or self.next_is(Kind.NAME, "T", ahead=1):
            raise Unread
        if token.kind is Kind.OPEN and not (token.text == "{" and self.next_is(Kind.OPEN, "(", ahead=1)):
            return self.bracket()
        if token.kind is Kind.SIGN and not self.tex:
            return Sum(((self.sign(), Number(numeral_of(self.take(Kind.NUMBER)))),))
        if token.kind is Kind.NUMBER and not (self.tex and len(token.raw) > 1):
            return Number(numeral_of(self.take()))
        return self.name()

    def base(self) -> Term:
        if self.next_is(Kind.NUMBER):
            numeral = numeral_of(self.take())
            if self.next_is(Kind.OPEN, "(") and (not self.tex or self.holds_one()):
                raise Unread
            return Number(numeral)
        if self.next_is(Kind.NAME):
            return self.name()
        return self.function() if self.next_is(Kind.FUNCTION) else self.bracket()

    def name(self) -> Term:
        token = self.take(Kind.NAME)
        if self.next_is(Kind.OPEN, "(") or self.next_is(Kind.OPEN, "["):
            return Name(self.call(token))
        return Name(lookup(token.raw, token.text), "π" if token.text == "π" else None)

    def call(self, name: Token) -> Lookup:
        """`silu(1)`: a name with literal arguments; with any other it is unread."""
        opened = self.take(Kind.OPEN, "(")
        if opened.spaced and not self.tex:
            raise Unread
        depth, written, spelled = 1, name.raw + opened.raw, name.text + "("
        while depth:
            token = self.take()
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            written += token.raw
            spelled += _literal(token)
        return Lookup(written, (spelled,))

    def function(self) -> Term:
        token = self.take()
        if token.text == "frac":
            above, below = self.two_arguments()
            return Product(above, (("/", below),))
        if token.text == "binom":
            return Apply("binom", self.two_arguments())
        if token.text == "root":
            return Apply("root", (self.bracket(), self.argument(token)))
        if token.text.startswith("log_"):
            return Apply("log", (Number(part_of(token, token.text[4:])), self.argument(token)))
        argument = self.argument(token)
        return Apply(token.text, argument.items if isinstance(argument, Group) else (argument,))

    def two_arguments(self) -> tuple[Term, Term]:
        """The arguments of `\\frac`; in `\\frac12` each is a digit."""
        token, command = self.token, self.before
        if token is not None and token.kind is Kind.NUMBER and re.fullmatch("[0-9]{2}", token.raw):
            self.take()
            return Number(part_of(token, token.raw[0])), Number(part_of(token, token.raw[1], 1))
        return self.argument(command), self.argument(command)

    def argument(self, function: Token) -> Term:
        """What a function is applied to: a bracket, or one numeral or name with nothing glued to it."""
        if self.next_is(Kind.OPEN):
            return self.bracket()
        braced = self.tex and function.text in _BRACED and function.raw != "√"
        if self.next_is(Kind.NUMBER):
            token = self.take()
            if braced and len(token.raw) > 1:
                raise Unread
            term: Term = Number(numeral_of(token))
        else:
            term = self.name()
        if not braced and self.token is not None and self.token.kind in _STARTS:
            raise Unread
        return term

    def bracket(self) -> Term:
        opened = self.take(Kind.OPEN)
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise Unread
        rows: list[list[Term]] = [[self.sum()]]
        while self.next_is(Kind.COMMA):
            if self.take().text != ";":
                rows[-1].append(self.sum())
            elif not self.next_is(Kind.CLOSE):
                rows.append([self.sum()])
        self.take(Kind.CLOSE, CLOSING[opened.text])
        self.depth -= 1
        return _bracketed(opened.text, rows)


def _bracketed(opened: str, rows: list[list[Term]]) -> Term:
    if len(rows) == len(rows[0]) == 1:
        rounding = {"⌊": "floor", "⌈": "ceil"}.get(opened)
        return Apply(rounding, (rows[0][0],)) if rounding else rows[0][0]
    if opened in "{⌊⌈" or len({len(row) for row in rows}) > 1:
        raise Unread
    if len(rows) == 1 or len(rows[0]) == 1:
        return Group(tuple(item for row in rows for item in row))
    return Group(tuple(Group(tuple(row)) for row in rows))


def _superscript(token: Token) -> Term:
    number = Number(part_of(token, token.text.lstrip("+-")))
    return Sum(((-1, number),)) if token.text.startswith("-") else number


def _literal(token: Token) -> str:
    """How Python writes a sign, a number or a bracket of a call."""
    if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.SIGN) and token.text in "()[]+-":
        return token.text
    if token.kind is Kind.COMMA and token.text != ";":
        return ", "
    plain = unicodedata.normalize("NFKC", token.raw)
    if token.kind is not Kind.NUMBER or not _LITERAL.fullmatch(plain):
        raise Unread
    return plain
