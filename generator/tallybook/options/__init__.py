"""The table of options: declared once, read once, the same for every way in."""

from tallybook.options.project import Project, find_project, read_yaml, shown
from tallybook.options.reading import read_options
from tallybook.options.table import Cells, Equations, Limits, Options, OptionsError, Override, Unaccounted

__all__ = [
    "Cells",
    "Equations",
    "Limits",
    "Options",
    "OptionsError",
    "Override",
    "Project",
    "Unaccounted",
    "find_project",
    "read_options",
    "read_yaml",
    "shown",
]
