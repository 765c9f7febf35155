"""What stands in front of a comment: numerals, groups, shapes and ranges, read out of prose, TeX and code."""

from tallybook.quotes.elements import Element, Form, Gap, Name, Quantity, Refusal
from tallybook.quotes.formulas import read_formula
from tallybook.quotes.lists import find_quantities, read_code, read_list
from tallybook.quotes.prose import is_hedged, quantity_before
from tallybook.quotes.quantities import approximated

__all__ = [
    "Element",
    "Form",
    "Gap",
    "Name",
    "Quantity",
    "Refusal",
    "approximated",
    "find_quantities",
    "is_hedged",
    "quantity_before",
    "read_code",
    "read_formula",
    "read_list",
]
