"""A block's text copied to its prose, sign for sign, with the place that each came from."""

from dataclasses import replace

from tallybook.chapter import Passage

UNSEEN = "\u200b"
"""Stands for a bracket that makes a link, which readers do not see, and for a citation."""


class Copy:
    """The prose of a block as far as it is copied: `done` is how far in the text, `length` how long it is."""

    def __init__(self, raw: Passage) -> None:
        self.raw = raw
        self.done = self.length = 0
        self._line = 0
        self._parts: list[str] = []
        self._pieces: list[tuple[int, int]] = []
        self._unseen: list[int] = []

    def until(self, end: int) -> None:
        """Copy the text up to `end`."""
        starts = self.raw.pieces
        while self.done < end:
            while self._line + 1 < len(starts) and starts[self._line + 1][0] <= self.done:
                self._line += 1
            begin, offset = starts[self._line]
            stop = min(end, starts[self._line + 1][0]) if self._line + 1 < len(starts) else end
            self._add(self.raw.text[self.done : stop], offset + self.done - begin)
            self.done = stop

    def skip(self, at: int, end: int) -> int:
        """Leave `text[at:end]` out; returns `end`."""
        self.until(at)
        self.done = end
        return end

    def put(self, sign: str, at: int, end: int) -> int:
        """Let one sign stand for `text[at:end]`; returns `end`."""
        self.until(at)
        self._add(sign, self.raw.offset(at))
        self.done = end
        return end

    def _add(self, text: str, offset: int) -> None:
        self._pieces.append((self.length, offset))
        self._parts.append(text)
        self.length += len(text)

    def place(self, at: int) -> int:
        """Where a sign will stand in the prose, if all up to it is copied."""
        return self.length + at - self.done

    def hide(self, place: int) -> None:
        """Let UNSEEN stand at a place of the prose."""
        self._unseen.append(place)

    def passage(self) -> Passage:
        """The prose, once the rest of the text is copied."""
        self.until(len(self.raw.text))
        text = "".join(self._parts)
        if self._unseen:
            signs = list(text)
            for place in self._unseen:
                signs[place] = UNSEEN
            text = "".join(signs)
        return replace(self.raw, text=text, pieces=tuple(self._pieces) or self.raw.pieces)
