"""Changes to a source by spans: what is put around a stretch, what stands in its stead."""

from tallybook.source import Source, Span

_CLOSING, _OPENING, _INSTEAD = range(3)


class Edits:
    """Changes that are made together, so that every span keeps its meaning until the end.

    Stretches that are wrapped nest. What is wrapped inside a replaced stretch goes with it.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._changes: list[tuple[int, int, int, int, str]] = []

    def wrap(self, span: Span, opening: str, closing: str) -> None:
        """Put something before and behind a stretch."""
        self._changes.append((span.start, _OPENING, -span.end, span.start, opening))
        self._changes.append((span.end, _CLOSING, -span.start, span.end, closing))

    def replace(self, span: Span, text: str) -> None:
        """Put a text in the stead of a stretch."""
        self._changes.append((span.start, _INSTEAD, 0, span.end, text))

    def apply(self) -> str:
        """The source's text with all changes made."""
        parts: list[str] = []
        at = 0
        for start, _, _, end, text in sorted(self._changes):
            if start >= at:
                parts += [self._source.text[at:start], text]
                at = end
        return "".join([*parts, self._source.text[at:]])
