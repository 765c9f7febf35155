"""Books whose numbers tally: Markdown chapters whose Python cells run and whose numbers are checked."""

from tallybook.tables import Table, table

__version__ = "0.1.0"
__all__ = ["Table", "table"]
