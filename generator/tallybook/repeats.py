"""Which numbers repeat a verified one: by their spelling, and where a slip could not look the same."""

from collections.abc import Hashable, Iterable, Iterator
import re

from tallybook.report import Number

_SIGNIFICANT = 3


class Spellings:
    """The spellings of the verified numbers of a chapter, with the first number that has each."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self.first: dict[tuple[str, ...], Number] = {}
        self.near: dict[Hashable, dict[str, Number]] = {}
        for number in sorted(numbers, key=lambda number: number.span.start):
            singles = [(value,) for value in number.values if _significant(value) >= _SIGNIFICANT]
            group = [number.values] if number.literal and len(number.values) > 1 else []
            for values in (*group, *singles):
                self.first.setdefault(values, number)
                if number.verdict == "tally":
                    for mask, value in _masks(values):
                        near = self.near.setdefault(mask, {})
                        if len(near) < 2:
                            near.setdefault(value, number)

    def rival(self, values: tuple[str, ...]) -> Number | None:
        """A verified number whose spelling is one digit or one sign away: a slip would look like it."""
        for mask, value in _masks(values):
            for other, number in self.near.get(mask, {}).items():
                if other != value:
                    return number
        return None


def is_significant(values: tuple[str, ...]) -> bool:
    """Whether a spelling says enough to be the repeat of another: a group does, and some digits do."""
    return len(values) > 1 or _significant(values[0]) >= _SIGNIFICANT


def _significant(value: str) -> int:
    digits = re.split("[eE]", value)[0]
    figures = re.sub(r"[^0-9.]", "", digits).lstrip("0.")
    return len(figures.replace(".", "") if "." in digits else figures.rstrip("0"))


def _masks(values: tuple[str, ...]) -> Iterator[tuple[Hashable, str]]:
    """The spelling with one digit or one sign left open, and what the open element is; by sums of hashes,
    since a spelling may be long."""
    hashes = [hash(element) for element in enumerate(values)]
    total = sum(hashes)
    for at, value in enumerate(values):
        others = len(values), at, total - hashes[at]
        yield (*others, value.removeprefix("-")), value
        for place, character in enumerate(value):
            if character.isdigit():
                yield (*others, value[:place] + "_" + value[place + 1 :]), value
