"""What an array's shape must be, and what is said when it is another."""

from typing import Any

from numpy.typing import NDArray


def check_shapes(function: str, **arrays: tuple[NDArray[Any], str]) -> None:
    """Raise ValueError unless each array ends in the axes that its letters name.

    A letter is one length throughout the call: with `q=(q, "T d"), k=(k, "S d")`, q and k may differ in rows
    but not in width.
    """
    lengths: dict[str, tuple[int, str]] = {}
    for name, (array, letters) in arrays.items():
        axes = letters.split()
        wanted = f"[..., {', '.join(axes)}]"
        if array.ndim < len(axes):
            raise ValueError(
                f"{function}: {name} must have shape {wanted}, one axis for each letter, got {array.shape}"
            )
        for axis, length in zip(axes, array.shape[-len(axes) :], strict=True):
            known, giver = lengths.setdefault(axis, (length, f"{name} {array.shape}"))
            if length != known:
                raise ValueError(
                    f"{function}: {name} must have shape {wanted} with {axis} = {known}, "
                    f"since {giver} has it so, got {array.shape}"
                )
