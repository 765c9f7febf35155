"""A page under work: the numbers that findings are about named and linked from a bar at its top."""

from collections.abc import Sequence
from html import escape
import re

from tallybook.chapter import Binding, Chapter
from tallybook.findings import Finding
from tallybook.press.marks import Mark
from tallybook.press.phrases import Phrases
from tallybook.press.rendering import Rendered
from tallybook.report import ChapterReport, Number
from tallybook.source import Span

_LABEL = re.compile(r'data-n="([0-9 ]+)"')


def proof(
    html: str, chapter: Chapter, rendered: Rendered, findings: Sequence[Finding]
) -> tuple[str, list[str]]:
    """The page's HTML with the numbers that findings are about named; for each finding the anchor of its
    number, "" where no mark is at its place."""
    bound = {item.span: item.quotes[0].span for item in chapter.items if isinstance(item, Binding)}
    marks = {mark.span: mark for mark in rendered.marks}
    titles: dict[str, list[str]] = {}
    anchors = []
    for finding in findings:
        span = bound.get(finding.span, finding.span)
        mark = marks.get(span) or _mark_within(span, rendered)
        if mark is not None:
            titles.setdefault(mark.label, []).append(f"{finding.kind}: {finding.message}")
        anchors.append(_anchor(mark.label) if mark is not None else "")
    named: set[str] = set()

    def name(match: re.Match[str]) -> str:
        label = match[1]
        if label not in titles or label in named:
            return match[0]
        named.add(label)
        return f'{match[0]} id="{_anchor(label)}" title="{escape(chr(10).join(titles[label]))}"'

    return _LABEL.sub(name, html), anchors


def _anchor(label: str) -> str:
    return f"tally-{label.split()[0]}"


def _mark_within(span: Span, rendered: Rendered) -> Mark | None:
    """The first mark in a stretch whose number is wrong, else the first."""
    there = [mark for mark in rendered.marks if mark.span.start < span.end and span.start < mark.span.end]
    wrong = [mark for mark in there if any(_drifts(rendered.numbers[key]) for key in mark.keys)]
    return next(iter(wrong or there), None)


def _drifts(number: Number) -> bool:
    return number.verdict in ("drift", "failure")


def bar(report: ChapterReport, anchors: Sequence[str], in_book: int, phrases: Phrases) -> str:
    """The findings of a page, and how many there are in the book."""
    pairs = zip(report.findings, anchors, strict=True)
    items = "".join(_item(report, finding, anchor, phrases) for finding, anchor in pairs)
    counts = phrases.here.format(len(anchors)) + phrases.elsewhere.format(in_book)
    return _framed(f"{counts}<ul>{items}</ul>" if items else counts, phrases)


def trouble_bar(trouble: str, phrases: Phrases) -> str:
    """Why the book could not be checked."""
    return _framed(escape(trouble), phrases)


def _framed(inside: str, phrases: Phrases) -> str:
    return f'<aside class="tally-bar" aria-label="{phrases.bar}">{inside}</aside>\n'


def _item(report: ChapterReport, finding: Finding, anchor: str, phrases: Phrases) -> str:
    where = escape(phrases.line.format(report.source.place(finding.span.start).line))
    where = f'<a href="#{anchor}">{where}</a>' if anchor else where
    said = [f"{where} <strong>{finding.kind}</strong> {escape(finding.message)}"]
    said += [escape(line) for line in (finding.label, *finding.mends) if line]
    return f"<li>{'<br>'.join(said)}</li>"
