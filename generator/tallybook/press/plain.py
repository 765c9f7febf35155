"""A formula as a line of plain text, say √(σ²+ε) or d_k: for titles, tables of contents and the search."""

from collections.abc import Sequence
from html import unescape
from itertools import pairwise
import re
from typing import NamedTuple
from unicodedata import combining, normalize
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_SCRIPTS = {
    "_": dict(zip("0123456789+−", "₀₁₂₃₄₅₆₇₈₉₊₋", strict=True)),
    "^": dict(zip("0123456789+−T⊤′″‴*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀᵀ′″‴*", strict=True)),
}
_MARKS = {"msub": "_", "munder": "_", "msup": "^", "mover": "^", "msubsup": "_^", "munderover": "_^"}
_ACCENTS = {"ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "‾": "\u0304", "˙": "\u0307", "¨": "\u0308"}
_ROOTS = {"": "√", "3": "∛", "4": "∜"}
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")
_SILENT = re.compile("[\u2061-\u2064\ufe00-\ufe0f]")
"""Signs that show nothing: a function's application and the like, and the choice of a glyph."""
_ALPHABETS = re.compile("[\U0001d400-\U0001d7ff]+")
_ENDS = re.compile(r"[A-Za-z]{2}$|[_^](?:[^\W_]+|\([^()]*\))$")
_BEGINS = re.compile("[A-Za-z]{2}")
_INSIDE = re.compile(r"\([^()]*\)")
_SUM = re.compile(r"[-−+±=≈≠<>≤≥∈,;:→ ]")
_OPENING, _CLOSING = frozenset("([{√∑∏∫"), frozenset(")]}")
_WIDE = 0.16
"""From this width on, in em, a space counts."""


class _Said(NamedTuple):
    """What an element says; `whole` says that it needs no brackets where an operation takes it."""

    text: str
    whole: bool = True

    @property
    def operand(self) -> str:
        return self.text if self.whole else f"({self.text})"


def plain(math: str) -> str:
    """The text of a `math` element, in one line. Raises ElementTree.ParseError for what is no XML."""
    root = ElementTree.fromstring(_ENTITY.sub(lambda match: unescape(match[0]), math))
    said: dict[Element, _Said] = {}
    for element in reversed([*root.iter()]):  # what an element holds comes behind it: no recursion
        said[element] = _say(element, [said[child] for child in element])
    return normalize("NFC", " ".join(said[root].text.split()))


def _say(element: Element, inner: Sequence[_Said]) -> _Said:
    match element.tag:
        case "mi" | "mn" | "mo" | "mtext":
            text = _SILENT.sub("", element.text or "")
            return _Said(_ALPHABETS.sub(lambda match: normalize("NFKC", match[0]), text))
        case "mspace":
            return _Said(" " * (float((element.get("width") or "0").removesuffix("em")) >= _WIDE))
        case "mphantom":
            return _Said("")
        case "mfrac" if element.get("linethickness") == "0":
            return _Said(" ".join(one.text for one in inner))
        case "mfrac":
            return _Said(f"{_numerator(inner[0])}/{inner[1].operand}", whole=False)
        case "msqrt":
            return _Said("√" + _row(inner).operand)
        case "mroot":
            index = inner[1].text
            return _Said(_ROOTS.get(index, _script("^", index) + "√") + inner[0].operand)
        case "mtr":
            return _Said(" ".join(one.text for one in inner))
        case "mtable":
            return _Said("; ".join(one.text for one in inner))
    if element.tag in _MARKS:
        accent = "true" in (element.get("accent"), element.get("accentunder"))
        return _accented(*inner) if accent else _scripted(_MARKS[element.tag], inner)
    return _row(inner)


def _row(inner: Sequence[_Said]) -> _Said:
    """What stands side by side, apart where it would read as one name or number."""
    parts = [one for one in inner if one.text]
    if len(parts) == 1:
        return parts[0]
    text = "".join(" " * _is_apart(*pair) + pair[1].text for pair in pairwise([_Said(""), *parts]))
    return _Said(text, whole=not text or _is_fenced(text))


def _is_apart(left: _Said, right: _Said) -> bool:
    last, first = left.text[-1:], right.text[0]
    if not (left.whole and right.whole):
        return (last.isalnum() or last in _CLOSING) and (first.isalnum() or first in _OPENING)
    if not (first.isalnum() and (last.isalnum() or last == ")")):
        return False
    between_digits = last.isdigit() and first.isdigit()
    return between_digits or bool(_ENDS.search(left.text) or _BEGINS.match(right.text))


def _is_fenced(text: str) -> bool:
    """Whether its first sign is a bracket and its last one closes it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            return 0 < at == len(text) - 1
    return False


def _numerator(said: _Said) -> str:
    """In brackets where it is a sum; a product needs none."""
    outside = said.text
    while outside != (outside := _INSIDE.sub("", outside)):
        pass
    return said.operand if _SUM.search(outside) else said.text


def _accented(base: _Said, accent: _Said) -> _Said:
    """A letter with its accent; over or under more than a letter, a sign says nothing that a line can."""
    sign = _ACCENTS.get(accent.text, accent.text)
    return _Said(base.text + sign) if len(base.text) == 1 and combining(sign[:1] or " ") else base


def _scripted(marks: str, inner: Sequence[_Said]) -> _Said:
    base, *scripts = inner
    return _Said(
        base.operand + "".join(_script(mark, one.text) for mark, one in zip(marks, scripts, strict=True))
    )


def _script(mark: str, text: str) -> str:
    signs = _SCRIPTS[mark]
    if all(sign in signs for sign in text):
        return "".join(signs[sign] for sign in text)
    return mark + (text if text.isalnum() else f"({text})")
