"""What numbers something and what states a quantity: one case a line in tests/cases/structural."""

from pathlib import Path

import pytest

from tallybook.accounts import account_for
from tallybook.parsing import parse
from tallybook.report import Account
from tallybook.source import Source

CASES = [
    pytest.param(*line.split("\t"), id=f"{file.stem}: {line.split(chr(9))[0]}")
    for file in sorted(Path(__file__).with_name("cases").joinpath("structural").glob("*.txt"))
    for line in file.read_text("utf-8").split("\n")
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_each_number_is_taken_by_the_pattern_that_the_case_names(text: str, expected: str) -> None:
    chapter = parse(Source("case.md", text))
    unknown = {index for index, _ in enumerate(chapter.items)}
    numbers, _ = account_for(chapter, [], unknown, [], {}, None)
    numbers.sort(key=lambda number: number.span.start)
    found = " ".join(
        f"{number.text}={number.why if number.account is Account.STRUCTURAL else '-'}" for number in numbers
    )
    assert found == expected
