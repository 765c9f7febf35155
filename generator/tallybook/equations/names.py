"""How a name that is written in a text is spelled in the session."""

from dataclasses import dataclass
import re
from typing import Final
import unicodedata


@dataclass(frozen=True, slots=True)
class Lookup:
    """A name or a call as it is written, and the spellings under which the session is asked, in order."""

    written: str
    spellings: tuple[str, ...]


GREEK: Final = dict(
    re.findall(
        r"(\w+) (\w)",
        "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ"
        " omicron ο pi π rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω"
        " Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
        " varepsilon ε varphi φ vartheta θ varrho ρ varsigma ς varpi π",
    )
)
"""TeX's commands for Greek letters, each with the letter that NFKC leaves of it."""

_LATIN: Final = {letter: name for name, letter in GREEK.items() if not name.startswith("var")}
ACCENTS: Final = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "dot": "\u0307",
    "vec": "\u20d7",
}
"""TeX's accents, each with its combining mark."""

_ACCENT_NAMES: Final = {mark: name for name, mark in ACCENTS.items() if not name.startswith("wide")}
_SUBSCRIPTS: Final = re.compile("[₀-₉]+")
_LOWERED: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PRIME: Final = re.compile("[′'’″]")


def identifier(written: str) -> str:
    """The session's first spelling of a plain name: `W₁` is `W_1`, `x′` is `x_prime`, else NFKC."""
    lowered = _SUBSCRIPTS.sub(lambda match: "_" + match.group().translate(_LOWERED), written)
    primed = _PRIME.sub(lambda match: "_prime" * (2 if match.group() == "″" else 1), lowered)
    return unicodedata.normalize("NFKC", primed)


def spellings(name: str) -> tuple[str, ...]:
    """An identifier and its spellings in ASCII: `μ_1` and `mu_1`, `x̂` and `x_hat`."""
    unaccented = _unaccented(name)
    latin = "".join(_LATIN.get(letter, letter) for letter in unaccented)
    return tuple(dict.fromkeys((name, unaccented, latin)))


def _unaccented(name: str) -> str:
    letters: list[str] = []
    for letter in unicodedata.normalize("NFD", name):
        accent = _ACCENT_NAMES.get(letter)
        letters.append(f"_{accent}" if accent else letter)
    return unicodedata.normalize("NFC", "".join(letters))


def lookup(written: str, name: str) -> Lookup:
    return Lookup(written, spellings(name))
