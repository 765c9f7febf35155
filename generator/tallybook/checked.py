"""One chapter, from its text to all that is known of it: read, planned, run elsewhere, judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tallybook.accounts import account_for
from tallybook.anchors import judge_anchors
from tallybook.answers import judge_answers
from tallybook.chapter import Binding, Cell, Chapter
from tallybook.citations import judge_citations
from tallybook.drawings import judge_drawings
from tallybook.drifts import drift_finding, edits, suggest
from tallybook.findings import Finding, Severity
from tallybook.formulas import judge_formulas
from tallybook.functions import Functions, judge_functions
from tallybook.job import Job, Limits, Run
from tallybook.judging import Drifted, Judged, judge_bindings, judge_cells
from tallybook.lineage import Lineage
from tallybook.nesting import judge_nesting
from tallybook.options import Equations, Options, Project
from tallybook.origins import Origins, find_origins
from tallybook.outputs import judge_outputs
from tallybook.pairing import judge_pairs
from tallybook.parsing import parse
from tallybook.plan import Plan, make_plan
from tallybook.players import judge_players
from tallybook.references import judge_references
from tallybook.report import ChapterReport, Number, chapter_report
from tallybook.source import Source, Span
from tallybook.sources import Register
from tallybook.statements import judge_statements
from tallybook.style import judge_style
from tallybook.tags import judge_tags


@dataclass(frozen=True)
class Checked:
    """A chapter with everything that one run found out about it: what report, fix and render draw on."""

    chapter: Chapter
    options: Options
    plan: Plan
    run: Run
    numbers: tuple[Number, ...]
    drifted: tuple[Drifted, ...]
    bodies: dict[Span, str]
    report: ChapterReport


def read_chapter(source: Source, options: Options, folders: Sequence[Path] = ()) -> tuple[Chapter, Plan]:
    """A chapter, and what its run is asked. The files of its snippets are looked for in `folders`."""
    chapter = parse(source, options.cells, folders)
    return chapter, make_plan(chapter, _equations(chapter, options))


def _equations(chapter: Chapter, options: Options) -> Equations:
    if options.equations is not None:
        return options.equations
    return "names" if any(isinstance(item, Cell) for item in chapter.items) else "numbers"


def job_for(project: Project, chapter: Chapter, plan: Plan, options: Options) -> Job:
    """What a chapter's process is told."""
    limits = Limits(options.limits.seconds, options.limits.memory * 2**20, options.limits.output)
    folders = tuple(str((project.root / folder).resolve()) for folder in options.pythonpath)
    return Job(chapter.source.path, str(project.root.resolve()), tuple(plan.steps), folders, limits)


def judge_chapter(
    chapter: Chapter,
    plan: Plan,
    run: Run,
    register: Register,
    options: Options,
    *,
    execute: bool = True,
    functions: Functions | None = None,
) -> Checked:
    """Everything that can be said of one chapter from its text and its run. Without `functions` nothing is
    said of the blocks that describe them."""
    judged = judge_bindings(chapter, plan, run)
    findings = [*chapter.findings, *judged.findings, *judge_references(chapter)]
    findings += [*judge_nesting(chapter), *judge_players(chapter), *judge_anchors(chapter)]
    findings += judge_pairs(chapter)
    findings += judge_citations(chapter, register)
    findings += judge_functions(chapter.source, functions) if functions is not None else ()
    origins = find_origins(chapter, plan, run)
    numbers = [_with_stored(number, chapter.source, origins) for number in judged.numbers]
    outputs = judge_outputs(chapter, plan, run)
    numbers = numbers + outputs.numbers
    if execute:
        findings += judge_answers(chapter, plan, run)
        findings += [*judge_cells(chapter, plan, run), *outputs.findings, *judge_drawings(chapter, plan, run)]
    else:
        numbers = [replace(number, verdict=None) for number in numbers]
    statements = judge_statements(chapter, plan, run, numbers, lenient=not _is_gated(chapter))
    numbers, findings = numbers + statements.numbers, findings + statements.findings
    more, left = account_for(
        chapter,
        numbers,
        statements.unknown,
        [(unclear.span, unclear.reason) for unclear in statements.unclear],
        dict(_due(chapter.source, judged)),
        _unaccounted(chapter, options),
    )
    numbers, findings = numbers + more, findings + left
    findings += _drift_findings(chapter, judged, numbers, origins.lineage) if execute else []
    findings += judge_tags(chapter, numbers, options.tags)
    findings += judge_formulas(chapter) if _unaccounted(chapter, options) else ()
    findings += judge_style(chapter) if options.style else ()
    cells = sum(isinstance(item, Cell) for item in chapter.items)
    report = chapter_report(chapter.source, numbers, findings, options.severity, cells)
    return Checked(chapter, options, plan, run, report.numbers, tuple(judged.drifted), outputs.bodies, report)


def _with_stored(number: Number, source: Source, origins: Origins) -> Number:
    """A bound number with the files of data that it came through."""
    if number.expression is None:
        return number
    return replace(number, stored=origins.stored(number.expression, source.place(number.span.start).line))


def _is_gated(chapter: Chapter) -> bool:
    return any(isinstance(item, Cell | Binding) for item in chapter.items)


def _unaccounted(chapter: Chapter, options: Options) -> Severity | None:
    wanted = options.unaccounted or ("warn" if _is_gated(chapter) else "ignore")
    return {"fail": "error", "warn": "warning", "ignore": None}[wanted]


def _due(source: Source, judged: Judged) -> Iterator[tuple[str, int]]:
    """What the drifting numbers should say, as wholes and each wrong element by itself, with their lines."""
    for drifted in reversed(judged.drifted):
        line = source.place(drifted.quote.span.start).line
        elements = [new for _, new in edits(drifted.quote, drifted.drift) or ()]
        for said in (suggest(drifted.quote, drifted.drift), *elements):
            if said is not None:
                yield said, line


def _drift_findings(
    chapter: Chapter, judged: Judged, numbers: list[Number], lineage: Lineage
) -> Iterator[Finding]:
    repeats = [number for number in numbers if number.of is not None and number.verdict == "drift"]
    for drifted in judged.drifted:
        same = tuple(number.span for number in repeats if number.of == drifted.quote.span)
        yield drift_finding(chapter.source, drifted.quote, drifted.expression, drifted.drift, lineage, same)
