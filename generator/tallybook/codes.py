"""The code spans of a block, as Python-Markdown reads them: from a run of backticks to the next as long."""

from bisect import bisect_left
import re


class Codes:
    """Where code spans stand in a text; they go before formulas, tags and comments."""

    def __init__(self, text: str) -> None:
        self.starts: list[int] = []
        self.ends: list[tuple[int, int]] = []
        """For each span the end of its inside and its own end."""
        runs = [match.span() for match in re.finditer("`+", text)]
        places: dict[int, list[int]] = {}
        for start, end in runs:
            places.setdefault(end - start, []).append(start)
        done = 0
        for start, end in runs:
            begin = start + _is_escaped(text, start)
            if start >= done and (closing := _closing(places, end - begin, end)) is not None:
                done = closing[1]
                self.starts.append(begin)
                self.ends.append(closing)

    def at(self, begin: int) -> tuple[int, int] | None:
        """The end of the inside and the end of the span that begins at a place."""
        index = bisect_left(self.starts, begin)
        found = index < len(self.starts) and self.starts[index] == begin
        return self.ends[index] if found else None

    def cut(self, begin: int, end: int) -> bool:
        """Whether a span begins in a stretch and ends behind it."""
        index = bisect_left(self.starts, end) - 1
        return index >= 0 and self.starts[index] > begin and self.ends[index][1] > end


def _closing(places: dict[int, list[int]], longest: int, behind: int) -> tuple[int, int] | None:
    """Where the first run begins and ends that closes as many marks as there are, or fewer: what is left of
    the opening run is then a part of the code."""
    for length in range(longest, 0, -1):
        runs = places.get(length, [])
        later = bisect_left(runs, behind)
        if later < len(runs):
            return runs[later], runs[later] + length
    return None


def _is_escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before."""
    begin = at
    while begin > 0 and text[begin - 1] == "\\":
        begin -= 1
    return (at - begin) % 2 == 1
