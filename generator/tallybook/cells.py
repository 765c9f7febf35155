"""Which fences are cells, and what their options say."""

from difflib import get_close_matches
from typing import Any, Literal

from tallybook.chapter import Cell, CellOptions
from tallybook.fences import Fence, Given, fence_body, fence_header, fence_span
from tallybook.findings import Finding, FindingKind
from tallybook.source import Source

LANGUAGES = frozenset({"python", "py", "python3", "pycon"})
_FLAGS = ("hide", "fold", "quiet")
_VALUES = ("raises", "id", "alt")
_PASSED = ("title", "hl_lines", "linenums", "title_mode")
_KNOWN = (*_FLAGS, *_VALUES, *_PASSED)


def may_run(language: str, options: Given, cells: Literal["marked", "all"]) -> bool:
    """Whether a fence with these options asks to be run."""
    if language not in LANGUAGES:
        return False
    for name, value in options:
        if name == "exec":
            return value is None or (cells == "all" and value != "off")
    return cells == "all"


class CellReader:
    """Reads fences as cells; what is wrong with their options is added to `findings`."""

    def __init__(self, source: Source, cells: Literal["marked", "all"]) -> None:
        self.source = source
        self.cells = cells
        self.findings: list[Finding] = []

    def runs(self, fence: Fence) -> bool:
        """Whether a fence asks to be run."""
        return may_run(fence.language, fence.options, self.cells)

    def read(self, fence: Fence) -> Cell | None:
        """The cell of a closed fence; None where the fence does not run."""
        if fence.language not in LANGUAGES:
            return None
        for name, value in fence.options:
            if name == "exec" and value not in (None, "off"):
                mend = "write the bare word exec to run this fence"
                self._unknown(fence, f'exec="{value}" is no option of a cell', mend)
                return None
        if not self.runs(fence):
            return None
        options = self._options(fence)
        span = fence_span(self.source, fence)
        code = fence_body(self.source, fence)
        return Cell(span, code, fence.first + 1, fence.prefix, fence.language, options)

    def unclosed(self, fence: Fence) -> list[Finding]:
        """What to say of a fence that superfences reads as text although it asks to be run."""
        if not self.runs(fence):
            return []
        if fence.ended < len(self.source.line_starts):
            why = f"line {fence.ended} is not indented like it, which ends it"
        else:
            why = "no line closes it"
        mend = f"close it with {fence.marks} on a line of its own, as long and as far in as the opening one"
        message = "this cell is not closed, so it is read as text"
        span = fence_header(self.source, fence)
        return [Finding(FindingKind.UNCLOSED_CELL, span, message, why, (mend,))]

    def _options(self, fence: Fence) -> CellOptions:
        given: dict[str, Any] = {}
        passed: list[tuple[str, str]] = []
        for name, value in fence.options:
            if name == "exec":
                continue
            if name in _FLAGS and value is None:
                given[name] = True
            elif name in _VALUES and value is not None:
                given[name] = value
            elif name in _PASSED:
                passed.append((name, value or ""))
            else:
                self._refuse(fence, name, value)
        return CellOptions(**given, passed=tuple(passed))

    def _refuse(self, fence: Fence, name: str, value: str | None) -> None:
        if name in _FLAGS:
            self._unknown(fence, f'{name}="{value}": {name} takes no value', f"write the bare word {name}")
        elif name in _VALUES:
            self._unknown(fence, f"{name} needs a value", f'write {name}="…"')
        else:
            close = get_close_matches(name, _KNOWN, 1)
            near = f"did you mean {close[0]}? " if close else ""
            mend = f"{near}the options are {', '.join(_KNOWN)}"
            self._unknown(fence, f"{name} is no option of a cell", mend)

    def _unknown(self, fence: Fence, message: str, mend: str) -> None:
        span = fence_header(self.source, fence)
        self.findings.append(Finding(FindingKind.UNKNOWN_OPTION, span, message, "", (mend,)))
