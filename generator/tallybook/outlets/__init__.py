"""One list of findings, several ways out."""
