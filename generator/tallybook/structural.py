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

_YEAR = r"(?:1[5-9]|20)\d\d(?![\w%％×]|[.,]\d)"
_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"(?<![\d.,/])[0-3]?\d(?:st|nd|rd|th)?"
_ENDS = (
    r"(?!,?\s++(?:(?:and|or|to|by)\s++\d|\d{4}(?!\d)))"
    r"(?=\s*+(?:$|[.,;:!?)\]\u201d\u3001\u3002\uff01-\uff1f]|[\u2013\u2014](?!\s*\d)|['’]s(?![A-Za-z])"
    r"|(?:and|or|but|when|where|while|which|who|that|as|because|although|though|so|if|then|than|since|until"
    r"|before|after|to|on|in|at|by|for|from|with|about|we|I|he|she|it|they|you|there|the|an?|this|these|those"
    r"|his|her|our|their|its|was|were|is|are|has|have|had|did|does|will|would|can)(?![\w'’-])))"
)
"""What follows a number that counts nothing: an end, or a word that is no noun, and no further number."""
_PART = r"\d{1,4}(?:\.\d+)*+(?![\w%％×*°]|[.,]\d)"
_PARTS = (
    rf"\(?{_PART}\)?(?:\s*+(?:[-–]|to|and|or|&)\s*+\(?{_PART}\)?"
    rf"|(?:,\s*+{_PART})++,?\s*+(?:and|or)\s*+{_PART})"
)
_NO_MEASURE = (
    r"(?!\s++(?:(?:times|units|percent|per|points|seconds?|minutes?|hours?|days?|weeks?|months?|years?"
    r"|met(?:re|er)s?|inch(?:es)?|f[eo]+t|miles?|[ckm]?m|k?g)(?![a-z])"
    r"|(?!is|are|was)[a-z]++\s++(?:long|high|wide|tall|deep|thick|old|apart|away)(?![a-z])))"
)

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
            rf"|{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}"
            rf"|{_DAY}\s+(?:of\s+)?{_MONTH}(?![\w.]){_ENDS}"
            rf"|(?=[A-Z])(?<![A-Za-z]){_MONTH}\s+"
            rf"(?:{_DAY},\s+{_YEAR}|(?:{_DAY}(?![\w%/]|[.,]\d)|{_YEAR}){_ENDS})"
            rf"|Q(?<![A-Za-z]Q)[1-4],?\s+{_YEAR}"
            r"|(?<![\d./])[0-3]?\d/[0-3]?\d/(?:1[5-9]|20)\d\d(?![\d/.%]|\s*[=≈])"
        ),
    ),
    (
        "year",
        re.compile(
            r"(?<=[A-Za-z.,，、\s(（])(?:19|20)\d\d(?=[a-z]?(?:[)）;；]|,\s*arXiv))"
            r"|(?=[IiSsUuBbAaYyF])(?<![A-Za-z\d])(?<!\d )(?<!one )"
            r"(?<!result )(?<!results )(?<!resulted )(?<!ends )(?<!ended )"
            rf"(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]efore|[Aa]fter|[Yy]ear|FY|year-end)"
            rf"\s+{_YEAR}(?:\s*+(?:[-–]|and|or|to)\s*+{_YEAR})?{_ENDS}"
            rf"|(?<![A-Za-z])By\s+{_YEAR}(?=,)"
            r"|(?<![A-Za-z])(?:spring|summer|autumn|fall|winter|end|beginning|start|middle|crisis|crash|war"
            rf"|election|census)\s+of\s+{_YEAR}{_ENDS}"
            rf"|(?<![A-Za-z])(?:data|paper|report|edition|study|survey|census|book|map)\s+from\s+{_YEAR}{_ENDS}"
            r"|(?<![A-Za-z])(?:the|early|mid|late)[\s-]+(?:1[5-9]|20)\d0['’]?s(?![A-Za-z])"
        ),
    ),
    (
        "time",
        re.compile(
            r"(?<![\d:.例比])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:.])(?=\s*(?:[^\s=\d]|$))|(?<![\d./])24/7(?![\d/%]|\.\d|\s*[=≈])"
        ),
    ),
    (
        "version",
        re.compile(
            r"(?<![A-Za-z0-9_.])[vV]\d+(?:\.\d+)*(?![A-Za-z0-9_])"
            r"|(?<![A-Za-z0-9_.,])\d+\.\d+\.\d+(?:\.\d+)*(?:[a-z]+\d*)?(?![A-Za-z0-9_]|\.\d)"
            rf"|(?<![A-Za-z])[Vv]ersion\s+{_PART}"
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
        re.compile(
            rf"第\s*{_FEW}(?:\s*[、–—~～至到和与-]\s*(?:第\s*)?{_FEW})*(?![.．]{_DIGITS})"
            r"|(?<![\d.,/])(?!(?<=\ba )\d++[a-z]++\s(?:of|part))\d{0,3}"
            r"(?:(?<!1)(?:1st|2nd|3rd)|1[123]th|[04-9]th)(?![A-Za-z])"
        ),
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
            r"|(?<![\w&/#])#\d{1,6}(?![\w%×]|[.,]\d)|(?<=[A-Za-z,(]\s)No\.\s*\d{1,4}(?![\w%×]|[.,]\d)"
        ),
    ),
    (
        "section",
        re.compile(
            r"(?=[A-Za-z])(?<![A-Za-z])(?:(?:Table|Figure|[Cc]hapter|[Ss]ection|[Ee]quation|[Ll]ine|[Pp]age|[Ss]tep|[Pp]art|Note"
            rf"|[Ee]xercise|[Ee]xample|table)(?:s\s*+{_PARTS}|\s*+{_PART}[-–]{_PART})"
            rf"|(?:[Aa]ppendices|Figs\.|[Ee]qs\.|[Ss]ecs\.|pp\.)\s*+{_PARTS}){_NO_MEASURE}"
            r"|§§?\s*\d+(?:\.\d+)*|(?<![A-Za-z])(?:Table|Figure|Fig\.|Section|Sec\.|Chapter|Equation|Eq\.|Step|Theorem|Lemma|Algorithm|Appendix|Part|Exercise|eq\.|step|page|pp?\.)\s*~?\(?\d++(?:\.\d++)*+\)?(?:/\d+)*"
            rf"{_NO_MEASURE}"
            rf"|(?<![A-Za-z])(?:[Cc]hapter|[Ss]ection|[Ee]quation|[Aa]ppendix|[Ee]xample|table|figure)"
            rf"\s+\(?{_PART}\)?{_NO_MEASURE}"
            rf"|(?<![A-Za-z])(?i:in|on|at|of|from|see|to|by|after|before|with|and|or|until|as)\s+"
            rf"(?:line|note|step|part|page|exercise)\s+\d{{1,4}}(?![\w%％×*°/]|[.,]\d){_NO_MEASURE}"
            rf"|(?<![A-Za-z])(?:(?:Line|Page)\s+|(?:line|page|part)\s+(?=\d++\s++of\s++(?:the|this|that|our|its)\s)|(?:line|note|part|page|exercise)\s+(?=\d++{_ENDS}))"
            rf"\d{{1,4}}(?![\w%％×*°/]|[.,]\d){_NO_MEASURE}"
        ),
    ),
    (
        "name",
        re.compile(
            r"(?<![\w.,/-])(?:240|360|480|720|1080|1440|2160)p(?!\w)|"
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
