"""From an object of the session to the numbers in it, by what it can do: no library is imported."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from decimal import Context, Decimal
from fractions import Fraction
import struct

from tallybook.job import Value

MOST_ITEMS = 100_000
MOST_DIGITS = 4_000  # Python itself prints no integer of more than 4,300
_MOST_BITS = int(MOST_DIGITS * 3.32)
_DIVISION = Context(prec=40)
_NARROW = {"float32": ("f", 9), "float16": ("e", 5)}  # the struct code, the digits that always suffice
_UNREADABLE = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


class NotNumbers(Exception):
    """An object holds no numbers that a text could state; the message goes on from its expression."""


def value_of(thing: object) -> Value:
    """The numbers of `thing`, ravelled: scalars, arrays, tensors, series, fractions, lists of them.

    Raises `NotNumbers` for all else, truth values and text among it.
    """
    shape: tuple[int, ...] = ()
    if isinstance(thing, float) or type(thing) is int:  # most are; no shape to look for
        leaves = [_written(thing, "")]
    else:
        try:
            regular, leaves = _ravel(thing, "")
            shape = (len(leaves),) if regular is None else regular
        except RecursionError:
            raise NotNumbers("gives lists within lists, too deep to be read") from None
        except (NotNumbers, MemoryError):
            raise
        except Exception as error:
            raise NotNumbers(f"cannot be read as numbers: it raised {type(error).__name__}") from error
    items = tuple(item for item, _ in leaves)
    display = tuple(shown for _, shown in leaves)
    return Value(shape, items, display if display != items else None)


def numbers_in(things: Iterable[object]) -> Value | None:
    """Every number in `things`, whatever else they hold; None where there is none or there are too many."""
    items: list[str] = []
    waiting = list(things)[::-1]
    while waiting and len(items) <= MOST_ITEMS:
        thing = waiting.pop()
        if isinstance(thing, dict):
            waiting += reversed(thing.values())
        elif is_dataclass(thing):
            waiting += [getattr(thing, field.name) for field in reversed(fields(thing))]
        elif isinstance(thing, list | tuple):
            waiting += reversed(thing)
        else:
            try:
                items += value_of(thing).items
            except NotNumbers:
                continue
    return Value((len(items),), tuple(items)) if 0 < len(items) <= MOST_ITEMS else None


Leaf = tuple[str, str]  # readable by Decimal; as Python prints it


def _ravel(thing: object, width: str) -> tuple[tuple[int, ...] | None, list[Leaf]]:
    """The shape and the leaves; no shape where rows differ in theirs."""
    _refuse_many(count(thing))
    kind = getattr(thing, "dtype", None)
    if getattr(kind, "itemsize", 8) < 8:
        width = str(kind).rpartition(".")[2]
    thing = _plain(thing)
    if not isinstance(thing, list | tuple | range):
        return (), [_written(thing, width)]
    _refuse_many(len(thing))
    shapes: set[tuple[int, ...] | None] = set()
    leaves: list[Leaf] = []
    for row in thing:
        shape, inner = _ravel(row, width)
        shapes.add(shape)
        leaves += inner
        _refuse_many(len(leaves))
    row_shape = shapes.pop() if shapes else ()
    return None if shapes or row_shape is None else (len(thing), *row_shape), leaves


def count(thing: object) -> int:
    """How many elements an array or a tensor says it has."""
    size = getattr(thing, "numel", None) or getattr(thing, "size", 1)
    said = size() if callable(size) and not isinstance(thing, type) else size
    return said if isinstance(said, int) else 1


def _refuse_many(count: int) -> None:
    if count > MOST_ITEMS:
        raise NotNumbers(f"gives {count:,} numbers, and a text states at most {MOST_ITEMS:,}: bind a part")


def _plain(thing: object) -> object:
    """Arrays, tensors, series and their scalars as Python's own lists and numbers."""
    if isinstance(thing, type):
        return thing
    if getattr(getattr(thing, "dtype", None), "kind", "") in ("m", "M"):
        raise NotNumbers("gives dates or times, not numbers")
    for name in ("tolist", "item"):
        if callable(method := getattr(thing, name, None)):
            return method()
    if callable(method := getattr(thing, "to_numpy", None)):
        return method().tolist()
    return thing


def _written(leaf: object, width: str) -> Leaf:
    if isinstance(leaf, float):
        shown = _shortest(leaf, width)
        return _UNREADABLE.get(shown, shown), shown
    if isinstance(leaf, bool):
        raise NotNumbers(f"gives {leaf}, a truth value, not a number")
    if isinstance(leaf, str | bytes):
        raise NotNumbers("gives text, not a number: bind the number that the text was made from")
    if isinstance(leaf, Decimal):
        return ("NaN" if leaf.is_nan() else str(leaf)), str(leaf)
    if isinstance(leaf, Fraction):
        return str(_DIVISION.divide(_decimal(leaf.numerator), _decimal(leaf.denominator))), str(leaf)
    if hasattr(leaf, "__index__") and not isinstance(leaf, type):
        return (whole := str(_decimal(int(leaf)))), whole
    if isinstance(leaf, complex | type) or not hasattr(leaf, "__float__"):
        raise NotNumbers(f"gives {_named(leaf)}, not a number")
    return _written(float(leaf), width)


def _decimal(number: int) -> Decimal:
    if number.bit_length() > _MOST_BITS:
        raise NotNumbers(f"gives a number of more than {MOST_DIGITS:,} digits")
    return Decimal(number)


def _shortest(number: float, width: str) -> str:
    """The shortest decimal that gives the number back in its own width: float32's 0.1 is 0.1."""
    if width not in _NARROW or number - number != 0:
        return float.__repr__(number)
    code, most = _NARROW[width]
    for digits in range(1, most + 1):
        shorter = float(f"{number:.{digits}g}")
        with suppress(OverflowError):
            if struct.pack(code, shorter) == struct.pack(code, number):
                return repr(shorter)
    return float.__repr__(number)


def _named(thing: object) -> str:
    if thing is None:
        return "None"
    name = "class" if isinstance(thing, type) else type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
