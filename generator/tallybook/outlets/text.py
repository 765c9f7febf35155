"""Findings as a terminal shows them: where, what, why, mend."""

from collections.abc import Iterator

from tallybook.findings import Finding
from tallybook.report import Account, ChapterReport, Report
from tallybook.source import Source, Span, display_width

_WIDEST = 96


def show(report: Report, ending: str = "") -> Iterator[str]:
    """The findings of all chapters and a last line that counts; `ending` follows it."""
    for chapter in report.chapters:
        for finding in chapter.findings:
            yield show_finding(chapter.source, finding)
    yield summary(report) + (f" {ending}" if ending else "")


def show_finding(source: Source, finding: Finding) -> str:
    """One finding with the line it stands in, a caret under its span, and how to mend it."""
    place = source.place(finding.span.start)
    warning = " (warning)" if finding.severity == "warning" else ""
    lines = [f"{source.path}:{place.line}:{place.column}: {finding.kind}{warning}: {finding.message}"]
    if source.text:
        gutter = " " * len(str(place.line))
        text, before, caret = _excerpt(source, finding.span)
        lines.append(f"{gutter} |")
        lines.append(f"{place.line} | {text}".rstrip())
        lines.append(f"{gutter} | {' ' * before}{'^' * caret} {finding.label}".rstrip())
    elif finding.label:
        lines.append(f"  = {finding.label}")
    lines += [f"{' ' * len(str(place.line))} = {mend}" for mend in finding.mends]
    lines += [
        f"{' ' * len(str(place.line))}   {line}" for line in finding.traceback.rstrip().split("\n") if line
    ]
    return "\n".join(lines)


def _excerpt(source: Source, span: Span) -> tuple[str, int, int]:
    """The line of a span, cut to a terminal's width, the columns before the span and those it takes."""
    line = source.line_span(source.place(span.start).line)
    head = source.text[line.start : span.start].replace("\t", "    ")
    body = source.text[span.start : min(span.end, line.end)].replace("\t", "    ")
    tail = source.text[min(span.end, line.end) : line.end].replace("\t", "    ")
    if display_width(head) + display_width(body) + display_width(tail[:_WIDEST]) > _WIDEST:
        cut = _cut(head)
        head = "…" * bool(cut) + head[cut:]
        room = max(_WIDEST - display_width(head) - display_width(body), 12)
        kept = _fitting(tail, room)
        tail = tail[:kept] + "…" * (kept < len(tail))
    before = display_width(head)
    return head + body + tail, before, max(display_width(body), 1)


def _fitting(text: str, room: int) -> int:
    """How many characters of a text fit into so many columns."""
    columns = 0
    for at, character in enumerate(text):
        columns += display_width(character)
        if columns > room:
            return at
    return len(text)


def _cut(head: str) -> int:
    """How many characters to leave out at the start, so that the span stays in sight."""
    cut = max(0, len(head) - 300)
    while display_width(head[cut:]) > _WIDEST // 2:
        cut += 1
    return cut


def summary(report: Report) -> str:
    chapters = len(report.chapters)
    warnings = report.severities["warning"]
    parts = [
        _count(report.drifts, "drift"),
        _count(report.failures, "failure"),
        *([_count(warnings, "warning")] if warnings else []),
    ]
    unaccounted = report.accounts[Account.UNACCOUNTED]
    return (
        f"{', '.join(parts)}; {_count(report.numbers, 'number')} in {_count(chapters, 'chapter')} checked, "
        f"{unaccounted} unaccounted."
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def show_numbers(chapter: ChapterReport, *, structural: bool) -> Iterator[str]:
    """Every number of a chapter and its account, a line each."""
    for number in chapter.numbers if structural else chapter.counted:
        place = chapter.source.place(number.span.start)
        text = " ".join(number.text.split())
        shown = text if len(text) <= 40 else text[:39] + "…"
        said = number.expression if number.expression is not None else number.why
        where = f"{chapter.source.path}:{place.line}:{place.column}"
        stored = f"  stored in {', '.join(number.stored)}" if number.stored else ""
        drifted = "  drift" if number.verdict == "drift" else ""
        yield f"{where}: {number.account}: {shown}{'  ' + said if said else ''}{stored}{drifted}"
