"""The cells of a table's rows, cut as Python-Markdown cuts them: pipes in code and `\\|` do not count."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
import re

_MARKS = re.compile(r"\\\\|\\(?P<escaped>`+)|(?P<ticks>`+)|\\\||(?P<pipe>\|)")
_LAST_PIPE = re.compile(r"(?<!\\)(?:\\\\)*\|$")

Cell = tuple[int, int]
"""Where a cell begins and ends in its row, blanks at its ends left out."""


def may_be_table(head: str, delimiter: str) -> bool:
    """Whether two lines can begin a table; cheap, so that most lines are passed over."""
    return "|" in head and "-" in delimiter and not delimiter.strip("|:- \t")


def has_pipe(text: str) -> bool:
    """Whether a pipe in a text would end a cell."""
    return bool(_pipes(text, 0, len(text)))


def read_rows(lines: Sequence[str]) -> list[list[Cell]] | None:
    """The rows of a block whose lines are a table, its head first, without the row of delimiters; None for
    another block. A row has as many cells as the head: what stands behind them is shown to nobody."""
    bordered = lines[0].startswith("|") or _LAST_PIPE.search(lines[0]) is not None
    head = _split(lines[0], bordered)
    if len(lines) < 2 or len(_split(lines[1], bordered)) != len(head) or not may_be_table(*lines[:2]):
        return None
    if len(head) == 1 and not (bordered and all(_is_bordered(line) for line in lines)):
        return None
    return [head, *(_split(line, bordered)[: len(head)] for line in lines[2:])]


def _is_bordered(line: str) -> bool:
    return line.startswith("|") or _LAST_PIPE.search(line) is not None


def _split(row: str, bordered: bool) -> list[Cell]:
    begin, end = 0, len(row)
    if bordered:
        begin = int(row.startswith("|"))
        end -= int(end > begin and _LAST_PIPE.search(row) is not None)
    edges = [begin - 1, *_pipes(row, begin, end), end]
    return [_trimmed(row, left + 1, right) for left, right in pairwise(edges)]


def _trimmed(row: str, begin: int, end: int) -> Cell:
    cell = row[begin:end]
    lead = len(cell) - len(cell.lstrip())
    return begin + lead, max(begin + lead, begin + len(cell.rstrip()))


def _pipes(row: str, begin: int, end: int) -> list[int]:
    """The pipes that part two cells."""
    ticks: list[tuple[int, int, int]] = []
    pipes: list[int] = []
    for match in _MARKS.finditer(row, begin, end):
        if match["pipe"]:
            pipes.append(match.start())
        elif match["ticks"] or match["escaped"]:
            begins = match.end() - len(match["ticks"] or match["escaped"])
            # An escaped backtick opens no code, but code may end behind a backslash.
            ticks.append((begins, match.end() - begins, match.end() - begins - bool(match["escaped"])))
    codes = _codes(ticks) if pipes else []
    return [pipe for pipe in pipes if not _inside(codes, pipe)]


def _codes(ticks: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Where code begins and ends, of (place, length as a closing mark, length as an opening mark)."""
    closing: dict[int, list[int]] = {}
    for index, (_, length, _) in enumerate(ticks):
        closing.setdefault(length, []).append(index)
    codes = []
    index = 0
    while index < len(ticks):
        begins, _, length = ticks[index]
        places = closing.get(length, []) if length else []
        later = bisect_right(places, index)
        if later < len(places):
            index = places[later]
            codes.append((begins, ticks[index][0]))
        index += 1
    return codes


def _inside(codes: list[tuple[int, int]], at: int) -> bool:
    index = bisect_right(codes, at, key=lambda code: code[0]) - 1
    return index >= 0 and at <= codes[index][1]
