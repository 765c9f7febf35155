"""Findings as annotations on the lines of a pull request."""

from collections.abc import Iterator

from tallybook.report import Report


def show(report: Report) -> Iterator[str]:
    """One workflow command a finding."""
    for chapter in report.chapters:
        for finding in chapter.findings:
            start = chapter.source.place(finding.span.start)
            end = chapter.source.place(finding.span.end)
            body = "\n".join(part for part in (finding.message, finding.label, *finding.mends) if part)
            where = f"file={_property(chapter.source.path)},line={start.line},col={start.column}"
            until = f",endLine={end.line},endColumn={end.column}"
            yield f"::{finding.severity} {where}{until},title={_property(finding.kind)}::{_data(body)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
