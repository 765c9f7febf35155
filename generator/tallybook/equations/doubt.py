"""Words with which a sentence takes back what its equation states."""

import re
from typing import Final

_REACH: Final = 160
_SENTENCE_END: Final = re.compile(r"[。！？!?；;\r\n]|\.(?=\s)")
_CUES: Final = re.compile(
    r"模(?![型块式仿拟版具态组样])|(?<![A-Za-z])[Mm]od(?:ulo)?(?![A-Za-z])|同余|取余|余数|意义下|异或|按位|XOR|(?<![A-Za-z])xor"
    r"|进制|矛盾|错(?![位开综过])|误(?![差导码])|不成立|不等于|不对|并非|不是|若(?!干)|如果|假设|假如|假定|倘若|要是|即使"
    r"|(?<![A-Za-z])(?:[Ii]f|[Ss]uppose|[Aa]ssum\w+|[Ww]rong\w*|[Ii]ncorrect\w*|[Ff]alse|[Mm]istake\w*|not)(?![A-Za-z])"
)


def doubt(text: str, start: int = 0, end: int | None = None) -> str | None:
    """The first such word in the sentence of `text` around `start` to `end`; None where there is none."""
    stop = len(text) if end is None else end
    first = max(0, start - _REACH)
    for cut in _SENTENCE_END.finditer(text, first, start):
        first = cut.end()
    cut_behind = _SENTENCE_END.search(text, stop, stop + _REACH)
    cue = _CUES.search(text, first, cut_behind.start() if cut_behind else stop + _REACH)
    return cue.group() if cue else None
