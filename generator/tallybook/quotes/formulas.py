"""TeX cut into the signs that a quote is made of, and the quantity that a formula states."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
import re

from tallybook.glyphs import FROM_SUPERSCRIPT, TO_ASCII
from tallybook.numerals import scan
from tallybook.quotes.elements import Quantity, Refusal
from tallybook.quotes.groups import approximated, read_quantity
from tallybook.quotes.tokens import Token, TokenKind
from tallybook.source import Span

FORMULA = (
    "the last side of the formula is no number and no group of numbers: "
    "end the formula with `=` or `≈` and the quantity that is meant"
)
EMPTY = "the formula holds no number: put the comment behind the formula that states the quantity"

_SIGNS: dict[str, tuple[TokenKind, str]] = {
    "times": ("times", "×"),
    "cdot": ("times", "·"),
    "div": ("over", "/"),
    "sqrt": ("root", "√"),
    "frac": ("fraction", "frac"),
    "dfrac": ("fraction", "frac"),
    "tfrac": ("fraction", "frac"),
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
    "equiv": ("relation", "≡"),
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
    "top": ("transposed", "T"),
}
_GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
)
_SILENT = frozenset(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr quad qquad displaystyle "
    "textstyle scriptstyle limits nonumber notag hline mathbf boldsymbol bm boxed underline mathit hspace".split()
)
_MATRICES = frozenset("matrix pmatrix bmatrix smallmatrix array".split())
_ROWS = frozenset("aligned align align* split gathered gather gather* equation equation* alignedat".split())
_TEX = re.compile(
    r"(?P<blank>\s+|\\[,;:! ]|~|&?\s*\\(?:hline|nonumber|notag)(?![A-Za-z])"
    r"|\\(?:tag|label|color)\*?\{[^{}]*\}|\\textcolor\{[^{}]*\})"
    r"|\\(?P<edge>begin|end)\{(?P<environment>[a-z]+\*?)\}(?:\{[lcr|]*\})?"
    r"|\\(?:text|mathrm|textrm|mathsf|operatorname)\{(?P<words>[^{}]*)\}"
    r"|(?P<row>\\\\(?:\[[^\]]*\])?|\\newline)|(?P<cell>&)"
    r"|(?P<transposed>\^(?:T|\{T\}|\\top|\{\\top\}|\{?\\(?:mathsf|mathrm|text)\{T\}\}?)(?![A-Za-z]))"
    r"|\\(?P<command>[A-Za-z]+)"
    r"|\\(?P<brace>[{}])"
    r"|(?P<number>[0-9０-９∞½⅓⅔¼¾⅕-⅞])"
    r"|(?P<name>[A-Za-zΑ-Ωα-ω])"
    r"|(?P<open>[\[({（［])|(?P<close>[\])}］）])"
    r"|(?P<sign>[-+−－＋])|(?P<times>[×·⋅*])|(?P<over>[/÷])|(?P<root>√)|(?P<power>\^)"
    r"|(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<gap>…{1,2}|⋯|\.{3,6})|(?P<separator>[,，、;；])|(?P<arrow>→)|(?P<range>[～–])"
    r"|(?P<relation>[=≈<>≤≥≠∈])|(?P<factorial>[!])|(?P<other>.)",
    re.S,
)
_SUBSCRIPT = re.compile(r"(?:_(?:\{[^{}]*\}|\\?[A-Za-z0-9]+?(?![A-Za-z])|[A-Za-z0-9])|'|[₀-₉])+")
_UNREAD = re.compile(r"[0-9０-９]+(?:[.．][0-9０-９]+)*")


def read_formula(tex: str) -> Quantity | Refusal:
    """The quantity that the inside of `$…$` states: its last side behind = or ≈.

    A matrix is one group, read row by row. Where rows of a display formula are equations of their own, their
    last sides together are one group.
    """
    tokens = list(tokenise_tex(tex))
    whole = Span(0, len(tex))
    if not any(token.numeral for token in tokens):
        return Refusal(whole, EMPTY)
    sides = [_last_side(tex, chain) for chain in _chains(tokens)]
    read = [side for side in sides if side is not None]
    if len(read) < len(sides):
        return Refusal(whole, FORMULA)
    if len(read) == 1:
        return read[0]
    elements = tuple(element for side in read for element in side.elements)
    return Quantity(Span(read[0].span.start, read[-1].span.end), "group", elements)


def _chains(tokens: Sequence[Token]) -> list[list[Token]]:
    """The rows of a formula; one that goes on from the row before belongs to it."""
    chains: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "row":
            chains.append([])
            continue
        goes_on = token.kind in ("relation", "sign", "times", "arrow")
        if not chains[-1] and len(chains) > 1 and goes_on:
            chains.pop()
        chains[-1].append(token)
    return [chain for chain in chains if chain]


def _last_side(tex: str, tokens: Sequence[Token]) -> Quantity | None:
    depth = begin = 0
    relation = ""
    for at, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth == 0 and token.kind == "relation":
            begin, relation = at + 1, token.text
    end = len(tokens)
    while end > begin and (
        tokens[end - 1].kind in ("text", "separator") or tokens[end - 1].text in (".", "。")
    ):
        end -= 1
    quantity = read_quantity(tex, tokens[begin:end], sums=True)
    return approximated(quantity) if quantity and relation == "≈" else quantity


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
    if name in _ROWS:
        return None
    if name not in _MATRICES:
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
        return Token("separator" if matrix else "row", ",", span)
    if match["words"] is not None:
        return Token("text", match["words"], span)
    if match["brace"]:
        return Token("other", match[0], span)
    if match["raised"]:
        return Token("raised", match[0].translate(FROM_SUPERSCRIPT), span)
    kind: TokenKind = match.lastgroup  # type: ignore[assignment]
    return Token(kind, plain, span)


def _number(text: str, at: int, *, inside: bool, tight: bool) -> Token:
    if tight:  # behind \frac, \sqrt and ^ one digit is taken
        digit = scan(text[at], 0)
        if digit:
            digit = replace(digit, span=Span(at, at + 1))
            return Token("numeral", digit.text, digit.span, digit)
    numeral = scan(text, at, tex=True, inside=inside)
    if numeral:
        return Token("numeral", numeral.text, numeral.span, numeral)
    unread = _UNREAD.match(text, at)
    return Token("other", text[at], Span(*unread.span()) if unread else Span(at, at + 1))


def _name(text: str, match: re.Match[str]) -> Token:
    subscript = _SUBSCRIPT.match(text, match.end())
    end = subscript.end() if subscript else match.end()
    return Token("name", text[match.start() : end], Span(match.start(), end))


def _command(text: str, match: re.Match[str]) -> Token | None:
    name, span = match["command"], Span(*match.span())
    if name in _SILENT:
        return None
    if name in _GREEK:
        return _name(text, match)
    if name == "infty":
        numeral = scan(text, match.start())
        return Token("numeral", match[0], span, numeral)
    kind, plain = _SIGNS.get(name, ("other", match[0]))
    return Token(kind, plain, span)
