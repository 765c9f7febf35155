"""Blocks of a chapter as plain Markdown: titles, anchors and all that the blocks hold, no line of slashes."""

import pytest

from tallybook.edits import Edits
from tallybook.press.phrases import ENGLISH
from tallybook.press.plainblocks import write_plain
from tallybook.source import Source

PLAYER = """\
/// player | How a row goes
    default: b

//// state | a · Going in

First.

///// figure-caption
See the row.
/////

////
//// state | b · Out
Second.
////
///

After.
"""
PLAYER_PLAIN = """\
**How a row goes**

<a id="a"></a>**Going in**

First.

See the row.

<a id="b"></a>**Out**

Second.


After.
"""
EXERCISE = """\
/// question | 1 · By hand
    answer: mean(x)
    mistake: "n-1: mean(x)"

What is it?
///

/// hint | 1
Add.
///

/// answer | 1
    type: open

Two.
///

/// question | 2
    id: why

Why?
///
"""
EXERCISE_PLAIN = """\
### Exercise 1 · By hand {#exercise-1}

What is it?

**Hint 1**

Add.

**Answer 1**

Two.

<a id="why"></a>**Question 2**

Why?
"""


def plain(text: str) -> str:
    source = Source("chapter.md", text)
    edits = Edits(source)
    write_plain(source, edits, ENGLISH)
    return edits.apply()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (PLAYER, PLAYER_PLAIN),
        (EXERCISE, EXERCISE_PLAIN),
        ("/// details | More\nText.\n///\n", "**More**\n\nText.\n"),
        ("> /// note | More\n> Text.\n> ///\n", "> **More**\n>\n> Text.\n"),
        ("/// function | f.g\n///\n\nText.\n", "**`f.g`**\n\nText.\n"),
        ("/// html | div\nText.\n///\nMore.\n", "Text.\n\nMore.\n"),
        ("/// details | More\nText.\n", "**More**\n\nText.\n"),
        ("```\n/// details | More\n///\n```\n", "```\n/// details | More\n///\n```\n"),
        ("Text / more ///.\n", "Text / more ///.\n"),
    ],
)
def test_a_block_reads_as_plain_markdown(text: str, shown: str) -> None:
    assert plain(text) == shown
