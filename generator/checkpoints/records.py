"""What is stored of a model: JSON that comes out the same, byte for byte, on other machines."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

DATA = Path(__file__).parents[2] / "docs" / "data"
DIGITS = 6  # significant ones
MARGIN = 1e-5  # of the last digit: how far from the border between two roundings a value must lie

Record = dict[str, Any]


def stored(values: ArrayLike) -> Any:
    """`values` as JSON holds them: lists of numbers with DIGITS significant digits.

    Float64 gives other last bits on other machines, about 1e-13 of a value; raises ValueError where a value
    lies so near a border that this could change its rounding.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim:
        return [stored(value) for value in array]
    value = array.item()
    if not value:
        return 0.0
    step = 10.0 ** (np.floor(np.log10(abs(value))) + 1 - DIGITS)
    if abs(abs(value) / step % 1 - 0.5) < MARGIN:
        raise ValueError(f"stored: {value!r} must not lie between two roundings to {DIGITS} digits")
    return float(f"{value:.{DIGITS - 1}e}")


def as_json(record: Record) -> str:
    """The text of a record, each of its entries on a line of its own, and each item of a list of records."""
    lines = ",\n".join(f" {json.dumps(name)}: {_entry(value)}" for name, value in record.items())
    return f"{{\n{lines}\n}}\n"


def _entry(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        items = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value)
        return f"[\n{items}\n ]"
    return json.dumps(value, ensure_ascii=False)
