"""Tables that cells show: columns and rows as Markdown, numbers at one precision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from wcwidth import wcswidth

from tallybook.values import NotNumbers, value_of


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; a column all of whose cells are numbers stands to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def _repr_markdown_(self) -> str:
        rules = ["--:" if numeric else ":--" for numeric in self.numeric]
        lines = (_row(map(_escaped, row)) for row in (self.columns, *self.rows))
        head, *body = lines
        return "\n".join([head, _row(rules), *body]) + "\n"

    def __repr__(self) -> str:
        widths = [max(map(_width, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = (
            "  ".join(map(_padded, row, widths, self.numeric)).rstrip() for row in (self.columns, *self.rows)
        )
        return "\n".join(lines)


def table(columns: Sequence[object], rows: Iterable[Iterable[object]], places: int = 6) -> Table:
    """A table for a cell to show: numbers at `places` decimals, whole numbers and texts as they are.

    Rows may be lists, or a two-dimensional array. Raises ValueError where a row and the columns differ
    in length.
    """
    heads = tuple(str(column) for column in columns)
    body = [tuple(row) for row in rows]
    for number, row in enumerate(body, 1):
        if len(row) != len(heads):
            raise ValueError(f"row {number} has {len(row)} cells, and there are {len(heads)} columns")
    numeric = tuple(
        bool(body) and all(_number(row[at]) is not None for row in body) for at in range(len(heads))
    )
    texts = tuple(tuple(_text(cell, places) for cell in row) for row in body)
    return Table(heads, texts, numeric)


def _number(cell: object) -> Decimal | int | None:
    """The number that a cell holds: an int where it is whole by type, a Decimal otherwise."""
    try:
        value = value_of(cell)
    except NotNumbers:
        return None
    if value.shape != ():
        return None
    number = Decimal(value.items[0])
    return int(number) if hasattr(cell, "__index__") else number


def _text(cell: object, places: int) -> str:
    number = _number(cell)
    if number is None:
        return str(cell)
    if isinstance(number, int):
        return str(number)
    if not number.is_finite():
        return {"NaN": "nan", "Infinity": "∞", "-Infinity": "-∞"}[str(number)]
    text = f"{number:.{places}f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _width(text: str) -> int:
    return max(wcswidth(text), 0)


def _padded(text: str, width: int, numeric: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if numeric else text + space
