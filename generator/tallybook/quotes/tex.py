"""TeX cut into the signs that a quote is made of, in linear time."""

from collections.abc import Iterator
from dataclasses import replace
import re
from typing import cast

from tallybook.glyphs import FROM_SUPERSCRIPT, NUMBER, TO_ASCII
from tallybook.numerals import scan
from tallybook.quotes.tokens import Token, TokenKind, unread
from tallybook.source import Span

_SIGNS: dict[str, tuple[TokenKind, str]] = {
    "times": ("times", "×"),
    "cdot": ("times", "·"),
    "div": ("over", "/"),
    "sqrt": ("root", "√"),
    "frac": ("fraction", "/"),
    "dfrac": ("fraction", "/"),
    "tfrac": ("fraction", "/"),
    "pi": ("pi", "π"),
    "approx": ("relation", "≈"),
    "simeq": ("relation", "≈"),
    "sim": ("relation", "≈"),
    "le": ("relation", "≤"),
    "leq": ("relation", "≤"),
    "ge": ("relation", "≥"),
    "geq": ("relation", "≥"),
    "ne": ("relation", "≠"),
    "neq": ("relation", "≠"),
    "in": ("relation", "∈"),
    "to": ("arrow", "→"),
    "rightarrow": ("arrow", "→"),
    "longrightarrow": ("arrow", "→"),
    "mapsto": ("arrow", "→"),
    "ldots": ("gap", "…"),
    "cdots": ("gap", "…"),
    "dots": ("gap", "…"),
    "vdots": ("gap", "…"),
    "lbrack": ("open", "["),
    "rbrack": ("close", "]"),
}
_GREEK = re.compile(
    r"alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa|lambda|mu|nu|xi|rho|sigma|tau"
    r"|upsilon|(?:var)?phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)
_SILENT = re.compile(
    r"left|right|middle|[bB]igg?[lr]?|q?quad|limits|(?:display|text|script)style|nonumber|notag|hline"
    r"|mathbf|mathit|boldsymbol|bm|boxed|underline"
)
_MATRIX = re.compile(r"(?:[pb]|small)?matrix|array")
_ROWS = re.compile(r"aligned|alignedat|split|gathered|(?:align|gather|equation)\*?")
_TEX = re.compile(
    r"(?P<blank>\s+|\\[,;:! ]|~|\\(?:tag|label|color|hspace|vspace)\*?\{[^{}]*\}|\\textcolor\{[^{}]*\}"
    r"|\\mathbb\s?\{?R\}?\s?\^(?=[{0-9]))"  # what follows ℝ^ is a shape
    r"|\\(?P<edge>begin|end)\{(?P<environment>[a-z]+\*?)\}(?:\{[lcr|]*\})?"
    r"|\\(?:text|mathrm|textrm|mathsf|operatorname)\{(?P<words>[^{}]*)\}"
    r"|(?P<row>\\\\(?:\[\s?-?[0-9.]+\s?(?:pt|em|ex|mm|cm)\s?\])?|\\newline)|(?P<cell>&)"
    r"|(?P<transposed>\^(?:T|\{T\}|\\top|\{\\top\}|\{?\\(?:mathsf|mathrm)(?:\{T\}|\sT)\}?)(?![A-Za-z])|ᵀ)"
    r"|\\(?P<command>[A-Za-z]+)"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<name>[A-Za-zΑ-Ωα-ω])"
    r"|(?P<open>[\[({（［])|(?P<close>[\])}］）])"
    r"|(?P<sign>[-+−－＋﹣])|(?P<times>[×·⋅*])|(?P<over>[/÷])|(?P<root>√)|(?P<power>\^)"
    r"|(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<gap>…{1,2}|⋯|\.{3,6})|(?P<separator>[,，、;；])|(?P<arrow>→)|(?P<range>[～–])"
    r"|(?P<relation>[=＝≈<>≤≥≠∈])|(?P<factorial>!)|(?P<other>\\[{}%|]|.)",
    re.S,
)
_SUBSCRIPT = re.compile(r"(?:_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[A-Za-z0-9])|'|[₀-₉])+")


def tokenise_tex(text: str) -> Iterator[Token]:
    """The tokens of a formula; spacing, sizes and fonts are left out, a matrix has square brackets."""
    environments: list[str] = []
    depth = tight = at = 0
    while match := _TEX.match(text, at):
        token = _token(text, match, inside=depth > 0, tight=tight > 0, matrix=bool(environments))
        if match["environment"]:
            token = _edge(match, environments)
        at = token.span.end if token else match.end()
        if token is None:
            continue
        tight = {"fraction": 2, "root": 1, "power": 1}.get(token.kind, tight - 1 if token.numeral else 0)
        if token.text in ("(", "[", ")", "]"):
            depth = max(depth + (1 if token.kind == "open" else -1), 0)
        yield token


def _edge(match: re.Match[str], environments: list[str]) -> Token | None:
    """The bracket that a matrix begins or ends with."""
    span, name = Span(*match.span()), match["environment"]
    if _ROWS.fullmatch(name):
        return None
    if not _MATRIX.fullmatch(name):
        return Token("other", name, span)
    if match["edge"] == "begin":
        environments.append(name)
        return Token("open", "[", span)
    if environments:
        environments.pop()
    return Token("close", "]", span)


def _token(text: str, match: re.Match[str], *, inside: bool, tight: bool, matrix: bool) -> Token | None:
    at, span, plain = match.start(), Span(*match.span()), match[0].translate(TO_ASCII)
    if match["blank"] or match["edge"] or (match["cell"] and not matrix):
        return None
    if match["number"]:
        return _number(text, at, inside=inside, tight=tight)
    if match["name"]:
        return Token("pi", "π", span) if plain == "π" else _name(text, match)
    if match["command"]:
        return _command(text, match)
    if match["row"] or match["cell"]:
        return Token("separator" if matrix else "row", "," if match["cell"] else ";", span)
    if match["words"] is not None:
        return Token("text", match["words"], span)
    if match["raised"]:
        return Token("raised", match[0].translate(FROM_SUPERSCRIPT), span)
    return Token(cast(TokenKind, match.lastgroup), plain, span)


def _number(text: str, at: int, *, inside: bool, tight: bool) -> Token:
    if tight:  # behind \frac, \sqrt and ^ one digit is taken
        digit = scan(text[at], 0)
        if digit:
            digit = replace(digit, span=Span(at, at + 1))
            return Token("numeral", digit.text, digit.span, digit)
    numeral = scan(text, at, tex=True, inside=inside)
    if numeral:
        return Token("numeral", numeral.text, numeral.span, numeral)
    return unread(text, at)


def _name(text: str, match: re.Match[str]) -> Token:
    subscript = _SUBSCRIPT.match(text, match.end())
    end = subscript.end() if subscript else match.end()
    return Token("name", text[match.start() : end], Span(match.start(), end))


def _command(text: str, match: re.Match[str]) -> Token | None:
    name, span = match["command"], Span(*match.span())
    if _SILENT.fullmatch(name):
        return None
    if _GREEK.fullmatch(name):
        return _name(text, match)
    if name == "infty":
        numeral = scan(text, match.start())
        return Token("numeral", match[0], span, numeral)
    kind, plain = _SIGNS.get(name, ("other", match[0]))
    return Token(kind, plain, span)
