"""What a quote is made of."""

from dataclasses import dataclass
from typing import Literal

from tallybook.numerals import Numeral
from tallybook.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the session inside a quote: the B of `[B,T,4]`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Gap:
    """`…` inside a group: it stands for any number of elements."""

    span: Span


Element = Numeral | Name | Gap
Form = Literal["numeral", "group", "shape", "range"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One numeral, or one group, as it is written.

    `span` is the whole quote, brackets included, in the string it was read from. `elements` stand in reading
    order, nested groups ravelled. A shape `3×4→3×8` has the elements 3 4 3 8 and `factors` (2, 2): so many of
    them belong to each product of the chain, as a scalar agrees with the product.
    """

    span: Span
    form: Form
    elements: tuple[Element, ...]
    factors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing is read: `reason` says why, and what to write."""

    span: Span
    reason: str
