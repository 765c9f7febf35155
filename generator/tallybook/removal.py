"""Bindings taken out of the text, so that nothing shows where they stood."""

from collections.abc import Container
import re

from tallybook.source import Source, Span

_CONTAINER = re.compile(r"[ \t>]*")
_REST = re.compile(r"[ \t]*(?=[\r\n]|\Z)")
_BLANKS = (" ", "\t")
NOTHING = "<!-- -->"
"""What keeps the two sides of a binding apart: pages show nothing of it."""


def removal(source: Source, binding: Span, ends: Container[int]) -> tuple[Span, str]:
    """The stretch to replace for a binding, and by what. `ends` are the places where marks end."""
    text, number = source.text, source.place(binding.start).line
    first = source.line_starts[number - 1]
    if _CONTAINER.fullmatch(text, first, binding.start) and _REST.match(text, binding.end):
        return _whole_line(source, number, text[first : binding.start])
    start, behind = binding.start, text[binding.end : binding.end + 1]
    touches = behind not in ("", "\r", "\n", *_BLANKS)
    while not touches and text[start - 1] in _BLANKS:  # two blanks at the end would break the line
        start -= 1
    joins = touches and start not in ends and (behind == "{" or text[start - 1] in ("]", "_"))
    return Span(start, binding.end), NOTHING if joins else ""


def _whole_line(source: Source, number: int, before: str) -> tuple[Span, str]:
    """The line with its end; with the blank line before it where one stands behind it too, which may be
    what ends a container."""
    line = source.line_span(number)
    above, below = _is_blank(source, number - 1), _is_blank(source, number + 1)
    if not above and not below:
        return line, before.rstrip()
    starts = source.line_starts
    start = starts[number - 2] if above and below and number > 1 else line.start
    return Span(start, starts[number] if number < len(starts) else len(source.text)), ""


def _is_blank(source: Source, number: int) -> bool:
    return not 1 <= number <= len(source.line_starts) or not source.line_text(number).strip(" \t>")
