"""What is reported: a place, a kind, a message, a mend."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tallybook.source import Span

Severity = Literal["error", "warning"]
Family = Literal["number", "run", "book"]


class FindingKind(StrEnum):
    """Every kind of finding, in its three families: number, run and book."""

    DRIFT = "drift"
    OUTPUT_DIFFERS = "output-differs"
    UNACCOUNTED = "unaccounted"
    FRAGILE = "fragile"
    NOT_A_NUMBER = "not-a-number"
    NO_SUCH_NAME = "no-such-name"
    MALFORMED_BINDING = "malformed-binding"
    NOT_RENDERED = "not-rendered"
    NO_NUMBERS = "no-numbers"
    FIGURE_NUMBER = "figure-number"

    CELL_RAISED = "cell-raised"
    CELL_TIMEOUT = "cell-timeout"
    CELL_MEMORY = "cell-memory"
    CELL_CRASHED = "cell-crashed"
    CELL_OUTPUT = "cell-output"
    UNCLOSED_CELL = "unclosed-cell"
    UNKNOWN_OPTION = "unknown-option"
    MISSING_ALT = "missing-alt"
    MISSING_GLYPH = "missing-glyph"
    NOT_UTF8 = "not-utf-8"
    NOT_A_CHAPTER = "not-a-chapter"
    UNREAD = "unread"
    READINGS_DIFFER = "readings-differ"

    UNKNOWN_SOURCE = "unknown-source"
    UNUSED_SOURCE = "unused-source"
    MISSING_PLACE = "missing-place"
    BAD_BLOCK = "bad-block"
    DUPLICATE_ID = "duplicate-id"
    MISSING_STATE = "missing-state"
    NO_TEXT = "no-text"
    UNPAIRED = "unpaired"
    BAD_MATH = "bad-math"
    MISSING_TAG = "missing-tag"
    STYLE = "style"

    @property
    def family(self) -> Family:
        position = _ORDER.index(self)
        if position < _ORDER.index(FindingKind.CELL_RAISED):
            return "number"
        return "run" if position < _ORDER.index(FindingKind.UNKNOWN_SOURCE) else "book"


_ORDER = list(FindingKind)

WARNINGS = frozenset(
    {
        FindingKind.FRAGILE,
        FindingKind.UNREAD,
        FindingKind.READINGS_DIFFER,
        FindingKind.UNUSED_SOURCE,
        FindingKind.STYLE,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: where (`span`), what (`message`), why (`label`), how to mend it."""

    kind: FindingKind
    span: Span
    message: str
    label: str = ""
    mends: tuple[str, ...] = ()
    suggestion: str | None = None
    severity: Severity = "error"
    traceback: str = ""
