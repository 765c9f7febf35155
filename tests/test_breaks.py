"""Where a line may end within a number: short ones stay whole, long ones end behind ≈ and arrows."""

import pytest

from tallybook.edits import Edits
from tallybook.press.breaks import set_breaks, stays_whole
from tallybook.press.marks import Mark
from tallybook.source import Source, Span


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("[-1, 1]", True),
        ("0.5941-1=-0.4059", True),
        ("[1, 3]+[0.5, -0.5]", True),
        ("(B, T, 4)", True),
        ("2048", False),  # no browser ends a line in it
        ("3×4→3×8→3×4", False),
        ("[-0.9045, -0.9045, 0.3015, 1.5076]", False),
        ("负无穷、零、一、二、三、四、五 ", False),  # Han letters are twice as wide
    ],
)
def test_what_is_short_stays_whole(text, whole):
    assert stays_whole(text) is whole


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "[1, 0, 2, -1]+[0, 1, -1, 1]",
            '<span class="tally-short">[1, 0, 2, -1]</span>+<span class="tally-short">[0, 1, -1, 1]</span>',
        ),
        ("[1.170705, 0.649589, -0.385419]", "[1.170705, 0.649589, -0.385419]"),
        ("3×4→3×4→3×2→3×3→3×2→3×4→3×4", "3×4→<wbr>3×4→<wbr>3×2→<wbr>3×3→<wbr>3×2→<wbr>3×4→<wbr>3×4"),
        (r"$\left[1, 2\right]+[3, 4]→[5, 6]$", r"$\left[1, 2\right]+[3, 4]→[5, 6]$"),
        ("`[1, 2]+[3, 4]+[5, 6]+[7, 8]`", "`[1, 2]+[3, 4]+[5, 6]+[7, 8]`"),
    ],
)
def test_rows_of_a_long_one_stay_whole_and_its_arrows_may_end_a_line(text, written):
    source = Source("a.md", text)
    edits = Edits(source)
    set_breaks(edits, source, [Mark(Span(0, len(text)), (1,), "1")] * 2)
    assert edits.apply() == written


def test_a_line_may_end_behind_about():
    source = Source("a.md", "√5≈2.2361")
    edits = Edits(source)
    set_breaks(edits, source, [Mark(Span(3, 9), (1,), "2.2361")])
    assert edits.apply() == "√5≈<wbr>2.2361"
