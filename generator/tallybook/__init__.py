"""Books whose numbers tally: Markdown chapters whose Python cells run and whose numbers are checked."""

__version__ = "0.1.0"
