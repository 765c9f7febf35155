"""Numbers that number something: a closed list of named patterns, each with its cases in the tests."""

from dataclasses import dataclass
import re

from tallybook.chapter import Passage

_LABELS = (
    "问题|答案|提示|练习|习题|步骤|状态|位置|公式|定理|引理|推论|定义|命题|例题|算法|附录|情形|阶段|版本|实验|规则|"
    "代码清单|清单"
)
_DIGITS = r"[0-9０-９]"
_FEW = rf"{_DIGITS}{{1,3}}(?!{_DIGITS})"
"""What counts things in a book: a longer number is a quantity."""

PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "link",
        re.compile(
            r"(?:https?|ftp)://[^\s\u3000-\u303f\uff00-\uffef<>\"'）]+|www\.[^\s\u3000-\u303f\uff00-\uffef<>\"'）]+"
        ),
    ),
    (
        "identifier",
        re.compile(
            r"(?i:arxiv)[:：]\s*\d{4}\.\d{4,5}(?:v\d+)?|(?i:doi)[:：]?\s*10\.\d{4,}/\S+|(?i:isbn|issn|rfc|pep)[-:：\s]*\d[\d-]*[\dXx]?"
        ),
    ),
    (
        "date",
        re.compile(
            rf"(?<!{_DIGITS})(?:1[89]|20|21){_DIGITS}{{2}}\s*年(?:\s*{_DIGITS}{{1,2}}\s*月(?:\s*{_DIGITS}{{1,2}}\s*[日号])?)?"
            rf"|(?<!{_DIGITS}){_DIGITS}{{1,2}}\s*月\s*{_DIGITS}{{1,2}}\s*[日号]"
            r"|(?<![\d.-])(?:1[89]|20|21)\d\d-[01]\d-[0-3]\d(?![\d-])"
            r"|(?<![\d./])(?:1[89]|20|21)\d\d/[01]?\d/[0-3]?\d(?![\d/])"
        ),
    ),
    ("year", re.compile(r"(?<=[A-Za-z.,，、\s(（])(?:19|20)\d\d(?=[a-z]?(?:[)）;；]|,\s*arXiv))")),
    ("time", re.compile(r"(?<![\d:.例比])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:.])(?=\s*(?:[^\s=\d]|$))")),
    (
        "version",
        re.compile(
            r"(?<![A-Za-z0-9_.])[vV]\d+(?:\.\d+)*(?![A-Za-z0-9_])"
            r"|(?<![A-Za-z0-9_.,])\d+\.\d+\.\d+(?:\.\d+)*(?:[a-z]+\d*)?(?![A-Za-z0-9_]|\.\d)"
        ),
    ),
    (
        "software",
        re.compile(
            r"(?<![A-Za-z])(?:Python|NumPy|PyTorch|CUDA|C\+\+|MkDocs|Unicode|HTML|CSS|ISO|IEEE|UTF)"
            r"[- ]?\d+(?:[.-]\d+)*"
        ),
    ),
    (
        "ordinal",
        re.compile(rf"第\s*{_FEW}(?:\s*[、–—~～至到和与-]\s*(?:第\s*)?{_FEW})*(?![.．]{_DIGITS})"),
    ),
    (
        "figure or table",
        re.compile(
            rf"(?:(?<![\u4e00-\u9fff])|(?<=[见如在由从和与看读把年]))[图表]\s*{_FEW}(?:[-.．]{_FEW})*"
            rf"(?:\s*[、和与至到]\s*[图表]?\s*{_FEW})*(?!{_DIGITS}|\s*[×%％*])"
        ),
    ),
    (
        "label",
        re.compile(
            rf"(?:{_LABELS}|(?<![\u4e00-\u9fff])[例式])\s*(?!0[.．])[(（]?{_DIGITS}+(?:[-.．]{_DIGITS}+)*[)）]?(?!{_DIGITS}|[.．%％×])"
        ),
    ),
    (
        "section",
        re.compile(
            r"§§?\s*\d+(?:\.\d+)*|(?<![A-Za-z])(?:Table|Figure|Fig\.|Section|Sec\.|Chapter|Equation|Eq\.|Step|Theorem|Lemma|Algorithm|Appendix|Part|Exercise|eq\.|step|page|pp?\.)\s*~?\(?\d+(?:\.\d+)*\)?(?:/\d+)*"
        ),
    ),
    (
        "name",
        re.compile(
            r"(?<![A-Za-z0-9_.])(?:(?:[A-Za-zΑ-ω]++_?|[A-Za-z]{2,}+-)\d++(?:\.\d++)*+[A-Za-z]*+(?:_?\d++[A-Za-z]*+)*+(?:[-_][A-Za-z0-9]++(?:\.\d++)*+)*+)(?![A-Za-z0-9_(（\[]|\.\d)"
            r"|(?<![A-Za-z0-9_.])[A-Za-zΑ-ω]++[₀-₉]++"
        ),
    ),
    (
        "formula constant",
        re.compile(
            r"(?<![A-Za-z0-9_.])[A-Za-zΑ-ω]{1,2}[₀-₉]*\s?[-+−×/^·]\s?\d(?![\d.%％])"
            r"|(?<![\d.,×/^·+−-])\d\s?[+×/·−-]\s?(?=[A-Za-zΑ-ω][₀-₉]*(?![A-Za-z0-9]))"
        ),
    ),
    ("footnote", re.compile(r"\[\^[^\]]+\]")),
)
_HEADING = re.compile(
    r"\s*(?:[0-9０-９]{1,3}(?:[.．-][0-9０-９]{1,3})*[.．、)）]?)(?=\s|[^\s0-9０-９.．%％×/])"
)
_NUMBERED = re.compile(r"\s*(?:\d{1,3}[.．、]|[(（]\d{1,3}[)）])(?=\s*[\u4e00-\u9fffA-Za-z])")
_TEX_MARK = re.compile(r"[_^]\s*(?:\{(?![^{}]*\d{3})[^{}]*\}|[0-9])|\\(?:tag|label|ref|eqref)\s*\{[^{}]*\}")
_TEX_CONSTANT = re.compile(r"(?<![\d.,])\d(?![\d.,])")


@dataclass(frozen=True, slots=True)
class Structural:
    """A stretch of a passage that numbers something, with the pattern that says so."""

    start: int
    end: int
    pattern: str


def find_structural(passage: Passage) -> list[Structural]:
    """What the patterns take in a passage, in order of the list; stretches may overlap."""
    text = passage.text
    if passage.ordinal:
        return [Structural(0, len(text), "ordinal")]
    if passage.form == "code":
        return [Structural(0, len(text), "code")]
    if passage.form in ("math", "display"):
        found = [Structural(match.start(), match.end(), "formula mark") for match in _TEX_MARK.finditer(text)]
        if any(character.isalpha() for character in re.sub(r"\\[A-Za-z]+", "", text)):
            found += [
                Structural(m.start(), m.end(), "formula constant") for m in _TEX_CONSTANT.finditer(text)
            ]
        return found
    found = []
    start = _HEADING.match(text) if passage.heading else _NUMBERED.match(text)
    if start is not None:
        found.append(Structural(start.start(), start.end(), "heading" if passage.heading else "numbered"))
    for name, pattern in PATTERNS:
        found += [Structural(match.start(), match.end(), name) for match in pattern.finditer(text)]
    return found
