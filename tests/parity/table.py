"""The table of comparisons in the README of the reference."""

from collections.abc import Iterable, Sequence
from pathlib import Path
import re
from time import process_time

from tests.parity.comparison import Comparison

README = Path(__file__).parents[2] / "generator" / "refblock" / "README.md"
FIRST, LAST = "<!-- the table of comparisons -->\n", "<!-- its end -->\n"
HEAD = "| what | against | largest difference | bound | seconds |\n|---|---|---:|---:|---:|\n"
ROW = re.compile(r"\| (.+) \| (.+) \| (.+) \| (.+) \| (.+) \|\n")


def write(comparisons: Iterable[Comparison]) -> None:
    """Make every comparison and write what came of it."""
    before, _, after = _parts()
    rows = "".join(map(_row, comparisons))
    README.write_text(f"{before}{FIRST}\n{HEAD}{rows}\n{LAST}{after}", "utf-8")


def read() -> list[tuple[str, str, float, float]]:
    """What, against what, the largest difference and the bound, as they are written."""
    rows: Sequence[tuple[str, ...]] = ROW.findall(_parts()[1].partition(HEAD)[2])
    return [(what, against, float(largest), float(bound)) for what, against, largest, bound, _ in rows]


def _parts() -> tuple[str, str, str]:
    before, _, rest = README.read_text("utf-8").partition(FIRST)
    table, last, after = rest.partition(LAST)
    assert last, f"{README} has lost its lines {FIRST!r} and {LAST!r}"
    return before, table, after


def _row(comparison: Comparison) -> str:
    start = process_time()
    largest = comparison.largest()
    seconds = process_time() - start
    return (
        f"| {comparison.what} | {comparison.against} | {largest:.1g} | {comparison.tolerance:g} "
        f"| {seconds:.1f} |\n"
    )
