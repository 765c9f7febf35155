"""A written number as TeX, for those who take it into a text of their own."""

import re

from tallybook.glyphs import FROM_SUPERSCRIPT, SUPERSCRIPT_DIGITS, TO_ASCII

_POWER = re.compile(f"[{SUPERSCRIPT_DIGITS}⁻]+")
_ROOT = re.compile(r"√(?:\(([^()]*)\)|([0-9.]+))")
_SIGNS = {
    "×": r"\times ",
    "·": r"\cdot ",
    "⊙": r"\odot ",
    "→": r"\to ",
    "≈": r"\approx ",
    "∞": r"\infty ",
    "π": r"\pi ",
    "%": r"\%",
}


def as_tex(text: str) -> str:
    r"""The number in TeX; what is TeX already stays.

    >>> as_tex("－５０％"), as_tex("√2/2")
    ('-50\\%', '\\sqrt{2}/2')
    """
    text = re.sub("[*`$]", "", text)
    if "\\" in text:
        return text
    text = _POWER.sub(lambda power: f"^{{{power[0].translate(FROM_SUPERSCRIPT)}}}", text)
    text = _ROOT.sub(lambda root: rf"\sqrt{{{root[1] or root[2]}}}", text.translate(TO_ASCII))
    return "".join(_SIGNS.get(sign, sign) for sign in text).rstrip()
