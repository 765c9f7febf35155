"""What readers are shown of an object of the session: few numbers in full, many by their shape."""

from collections.abc import Iterator
from types import ModuleType

from tallybook.job import Glimpse
from tallybook.values import NotNumbers, count, value_of

MOST = 12
_LONGEST = 120


def glimpse(name: str, thing: object) -> Glimpse | None:
    """What `name` is bound to; None for what there is nothing to say of. Raises MemoryError alone."""
    try:
        if isinstance(thing, ModuleType):
            return None
        if callable(thing) and isinstance(called := getattr(thing, "__qualname__", None), str):
            return _called(name, str(thing.__module__), called)
        return _numbers(name, thing) or _text(name, thing) or _object(name, thing)
    except MemoryError:
        raise
    except BaseException:
        return None


def _called(name: str, module: str, called: str) -> Glimpse | None:
    """A function or a class by its dotted name; none of the chapter's own, whose code readers see."""
    return None if module == "__main__" else Glimpse(name, "function", said=f"{module}.{called}")


def _numbers(name: str, thing: object) -> Glimpse | None:
    if count(thing) > MOST and hasattr(thing, "shape"):
        return Glimpse(name, "numbers", tuple(map(int, thing.shape)))
    leaves = [leaf for leaf, _ in zip(_leaves(thing), range(MOST + 1), strict=False)]
    try:
        if len(leaves) > MOST:
            value_of(leaves)
            return Glimpse(name, "numbers", (len(thing),))  # type: ignore[arg-type]
        value = value_of(thing)
    except NotNumbers:
        return None
    items = value.display or value.items
    return Glimpse(name, "numbers", value.shape, items if len(items) <= MOST else ())


def _leaves(thing: object) -> Iterator[object]:
    """What stands in lists and tuples, one after the other."""
    if not isinstance(thing, list | tuple | range):
        yield thing
        return
    for each in thing:
        yield from _leaves(each)


def _text(name: str, thing: object) -> Glimpse | None:
    """Text, truth values, None and short lists of them, as Python writes them."""
    thing = thing.tolist() if hasattr(thing, "tolist") else thing
    leaves = [leaf for leaf, _ in zip(_leaves(thing), range(MOST + 1), strict=False)]
    if len(leaves) > MOST or not all(isinstance(leaf, str | bool | None) for leaf in leaves):
        return None
    if sum(len(leaf) for leaf in leaves if isinstance(leaf, str)) > _LONGEST:
        return None
    said = repr(thing)
    return Glimpse(name, "text", said=said) if len(said) <= _LONGEST else None


def _object(name: str, thing: object) -> Glimpse:
    kind = type(thing)
    return Glimpse(name, "object", said=f"{kind.__module__}.{kind.__qualname__}")
