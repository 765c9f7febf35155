"""A written output against a shown one: words as they stand, numbers by what their written form admits."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
import re

from tallybook.numerals import Numeral, admits
from tallybook.numerals import ascii as in_ascii
from tallybook.quotes import read_list
from tallybook.spelling import respell

_WRAPPED = re.compile(r"np\.(?:float|int|uint|bool)\d*_?\(([^()]*)\)")
_GAP = re.compile(r"\.\.\.|…")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two texts agree, the written lines mended, and the first line of them that differs."""

    agrees: bool
    lines: tuple[str, ...]
    at: int
    written: str
    shown: str


def compare(written: str, shown: str) -> Comparison:
    """Line by line, blank lines apart. A line that is only `…` or `...` stands for any number of lines,
    one inside a line for any number of numbers there."""
    lines = written.rstrip("\n").split("\n")
    places = [at for at, line in enumerate(lines) if line.strip()]
    theirs = [line for line in shown.split("\n") if line.strip()]
    mended: list[tuple[int, str]] = []
    wrong: list[tuple[int, str, str]] = []
    for place, line in _aligned(lines, places, theirs):
        left = lines[place] if place < len(lines) else ""
        new = left if line is None else _mend(left, line) if left else line
        mended.append((place, new))
        if new != left:
            wrong.append((place, left, line or ""))
    kept = _merged(lines, mended, set(places))
    if len(mended) < len(places):
        wrong.append((places[len(mended)], lines[places[len(mended)]], ""))
    first = wrong[0] if wrong else (0, "", "")
    return Comparison(not wrong, tuple(kept), *first)


def _aligned(lines: Sequence[str], places: list[int], theirs: list[str]) -> list[tuple[int, str | None]]:
    """Each shown line with the place of the written one that stands for it; a gap's place has None, and
    lines that nothing stands for have places behind the last."""
    gaps = [at for at, place in enumerate(places) if _GAP.fullmatch(lines[place].strip())]
    if len(places) == len(theirs) or len(gaps) != 1 or len(theirs) < len(places) - 1:
        more = range(len(lines), len(lines) + len(theirs))
        return list(zip([*places, *more], theirs, strict=False))
    before, after = places[: gaps[0]], places[gaps[0] + 1 :]
    tail = theirs[len(theirs) - len(after) :]
    return [
        *zip(before, theirs, strict=False),
        (places[gaps[0]], None),
        *zip(after, tail, strict=True),
    ]


def _merged(lines: Sequence[str], mended: list[tuple[int, str]], places: set[int]) -> list[str]:
    """The written lines with what was mended; a line that nothing is shown for goes, blank ones stay."""
    new = dict(mended)
    kept = [new.get(at, line) for at, line in enumerate(lines) if at in new or at not in places]
    return kept + [line for at, line in mended if at >= len(lines)]


def _mend(written: str, shown: str) -> str:
    """The written line where it agrees; else with its numbers spelled anew, or the shown line."""
    if _folded(written) == _folded(shown):
        return written
    left, right = _WRAPPED.sub(r"\1", written), _WRAPPED.sub(r"\1", shown)
    ours, theirs = read_list(left), read_list(right)
    gap = _GAP.search(left)
    if gap is not None:
        return written if _agrees_around(left, gap, right, theirs) else shown
    if len(ours) != len(theirs) or _skeleton(left, ours) != _skeleton(right, theirs):
        return shown
    text = left
    for numeral, other in reversed(list(zip(ours, theirs, strict=True))):
        if not admits(numeral, _value(other)):
            new = respell(numeral, _value(other))
            if new is None:
                return shown
            text = text[: numeral.span.start] + new + text[numeral.span.end :]
    return written if text == left else text


def _agrees_around(left: str, gap: re.Match[str], right: str, theirs: Sequence[Numeral]) -> bool:
    """Whether what stands before and behind a gap is how the shown line begins and ends."""
    head, tail = left[: gap.start()].rstrip(" ,"), left[gap.end() :].lstrip(" ,")
    first, last = read_list(head), read_list(tail)
    if len(first) + len(last) > len(theirs):
        return False
    begin = right[: theirs[len(first) - 1].span.end] if first else right[: len(head)]
    end = right[theirs[-len(last)].span.start :] if last else right[len(right) - len(tail) :]
    same = _alike(head, begin) and _alike(tail, end)
    return same and len(head) <= len(right)


def _alike(left: str, right: str) -> bool:
    ours, theirs = read_list(left), read_list(right)
    if len(ours) != len(theirs) or _skeleton(left, ours) != _skeleton(right, theirs):
        return False
    return all(admits(numeral, _value(other)) for numeral, other in zip(ours, theirs, strict=True))


def _value(numeral: Numeral) -> Decimal:
    try:
        return Decimal(in_ascii(numeral))
    except InvalidOperation:
        return numeral.value


def _skeleton(text: str, numerals: Sequence[Numeral]) -> str:
    parts, at = [], 0
    for numeral in numerals:
        parts.append(text[at : numeral.span.start])
        at = numeral.span.end
    return _folded("#".join([*parts, text[at:]]))


def _folded(text: str) -> str:
    return "".join(text.split())
