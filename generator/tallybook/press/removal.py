"""Bindings taken out of the text, so that nothing shows where they stood."""

from collections.abc import Container

from tallybook.source import Source, Span

_CONTAINER = " \t>"
_NOTHING = "<!-- -->"
"""What keeps the two sides of a binding apart: pages show nothing of it."""


def removal(source: Source, binding: Span, ends: Container[int]) -> tuple[Span, str]:
    """The stretch to replace for a binding, and by what. `ends` are the places where marks end."""
    number = source.place(binding.start).line
    line = source.line_span(number)
    before = source.text[line.start : binding.start]
    after = source.text[binding.end : line.end]
    if not before.strip(_CONTAINER) and not after.strip():
        return _whole_line(source, number, before)
    start = binding.start
    if not after or after[0] in " \t":  # two blanks at the end would break the line
        start -= len(before) - len(before.rstrip(" \t"))
    touches = bool(after) and after[0] not in " \t"
    joins = touches and start not in ends and (after[0] == "{" or before[-1:] in ("]", "_"))
    return Span(start, binding.end), _NOTHING if joins else ""


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
    return not 1 <= number <= len(source.line_starts) or not source.line_text(number).strip(_CONTAINER)
