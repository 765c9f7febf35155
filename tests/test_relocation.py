"""A kept run reads as if it had been made where the cells stand now."""

from tallybook.execution import CellStep, Job, NamesStep, Output, Ran, Run, Trouble, Value, ValueStep
from tallybook.findings import FindingKind
from tallybook.relocation import relocated


def job(*lines: int, alt: str = "new") -> Job:
    first, second, third, fourth = lines
    return Job(
        "docs/a.md",
        "/nowhere",
        (
            CellStep("a\nb\nc", first),
            ValueStep("x", second),
            CellStep("d\ne", third, alt=alt),
            NamesStep((), fourth),
        ),
    )


def test_lines_follow_their_cells():
    glyph = Trouble(FindingKind.MISSING_GLYPH, "no glyph", 20)
    late = Trouble(FindingKind.NO_SUCH_NAME, "`x`: it is defined later, at docs/a.md:21", 15)
    run = Run((Ran(()), late, Ran((Output("svg", "<svg a=''><title>old</title></svg>"),), (glyph,))))
    moved = relocated(run, (10, 15, 20, 25), job(12, 16, 31, 40))
    assert moved.outcomes == (
        Ran(()),
        Trouble(FindingKind.NO_SUCH_NAME, "`x`: it is defined later, at docs/a.md:32", 16),
        Ran(
            (Output("svg", "<svg a=''><title>new</title></svg>"),),
            (Trouble(FindingKind.MISSING_GLYPH, "no glyph", 31),),
        ),
    )


def test_a_traceback_names_the_lines_as_they_are_now():
    told = 'File "docs/a.md", line 21, in f\nFile "docs/a.md", line 11\nFile "docs/b.md", line 11\n'
    raised = Trouble(FindingKind.NOT_A_NUMBER, "`x` raised", 15, told)
    (_, moved) = relocated(Run((Ran(()), raised)), (10, 15, 20, 25), job(110, 16, 320, 400)).outcomes
    assert isinstance(moved, Trouble)
    assert (
        moved.traceback
        == 'File "docs/a.md", line 321, in f\nFile "docs/a.md", line 111\nFile "docs/b.md", line 11\n'
    )


def test_values_stay_as_they_are():
    run = Run((Ran((Output("text", "docs/a.md:11"),)), Value((), ("11",))), ("m.py",), ("f.csv",), ("numpy",))
    assert relocated(run, (10, 15, 20, 25), job(110, 16, 320, 400)) == run
