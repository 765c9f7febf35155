"""Words with which a sentence takes back what its equation states."""

from dataclasses import dataclass
import re
from typing import Final

_REACH: Final = 160
_CUE: Final = re.compile(
    r"(?<!规)模(?![型块式仿拟版板具态组样])|同余|取余|余数|意义下|异或|按位|XOR|xor|进制|矛盾|(?<!交)错(?![位开综过])|误(?![差导码])"
    r"|是否正确|是否成立|正确吗|对吗|对不对|对错|改正|不成立|不等于|不对|并非|不是|若(?!干)|如果|假设|假如|假定|倘若|要是|即使"
    r"|(?<![A-Za-z])(?:[Mm]od(?:ulo)?|[Ii]f|[Ss]uppose|[Aa]ssum\w+|[Ww]rong\w*|[Ii]ncorrect\w*|[Ff]alse|[Mm]istake\w*|not"
    r"|(?i:cannot|[a-z]{1,8}n['’]t|never|impossible|contradict\w*|absurd\w*|untrue|erroneous\w*|pretend\w*|imagin\w*"
    r"|binary|octal|ternary|hex(?:adecimal)?|modul(?:ar|us)|remainder|congruent|bitwise|boolean|clock))"
    r"(?![A-Za-z])"
)

_FULL_STOP: Final = re.compile(r"[。！？!?\r\n]|\.(?=\s)")


@dataclass(frozen=True, slots=True)
class Cues:
    """The words of doubt in a sentence, in order, each with its place."""

    places: tuple[tuple[int, str], ...]

    @classmethod
    def read(cls, text: str, start: int, end: int) -> "Cues":
        """The words of the sentence that holds `text[start:end]`, as far as they can reach."""
        first = max(0, start - _REACH)
        for cut in _FULL_STOP.finditer(text, first, start):
            first = cut.end()
        stop = _FULL_STOP.search(text, end, end + _REACH)
        last = stop.start() if stop else end + _REACH
        return cls(tuple((cue.start(), cue.group()) for cue in _CUE.finditer(text, first, last)))

    def near(self, start: int, end: int) -> str | None:
        """The first word that stands near a stretch of the sentence; None where there is none."""
        return next((cue for at, cue in self.places if start - _REACH <= at < end + _REACH), None)


def doubt(sentence: str) -> str | None:
    """The first word of doubt in a sentence; None where there is none."""
    cue = _CUE.search(sentence)
    return cue.group() if cue else None
