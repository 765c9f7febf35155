"""The glyphs that numbers are written with, and the ASCII sign that each stands for."""

DIGIT = "[0-9０-９]"
SIGNS = "-+−－＋﹣"
SIGN = f"[{SIGNS}]"
NUMBER = "[0-9０-９∞½⅓⅔¼¾⅕-⅞]"
"""What a numeral begins with."""
BLANK = " \t\u00a0\u2002\u2003\u2009\u202f\u3000"
FULL_WIDTH_DIGITS = "０１２３４５６７８９"
SUPERSCRIPT_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
OPENING = "([（［"
CLOSING = ")]）］"
EMPHASIS = "*_"
CURRENCY = "$€£¥￥"
OPAQUE = "\ufffc"
"""Stands in prose for a formula or for inline code."""

# Each entry is one character for one character, so a span holds in either string.
TO_ASCII = str.maketrans(
    FULL_WIDTH_DIGITS + "．，％＋－−﹣（）［］；：∶～∼〜＝／＊＜＞",
    "0123456789" + ".,%+---()[];::~~~=/*<>",
)
FROM_SUPERSCRIPT = str.maketrans(SUPERSCRIPT_DIGITS + "⁺⁻", "0123456789+-")
TO_SUPERSCRIPT = str.maketrans("0123456789+-", SUPERSCRIPT_DIGITS + "⁺⁻")
TO_FULL_WIDTH = str.maketrans("0123456789", FULL_WIDTH_DIGITS)


def is_han(character: str) -> bool:
    """Whether a character is a Chinese character, 〇 included; punctuation is none."""
    return character == "〇" or any(low <= character <= high for low, high in _HAN)


_HAN = (("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003ffff"))


def is_operand(character: str) -> bool:
    """Whether an operand can end with this character: a - behind it is an operator and no sign."""
    return character in ")]）］}%％‰°′'!" + OPAQUE or (character.isalnum() and not is_han(character))
