"""Figures and tables that the text names by their number: each must be there."""

from collections.abc import Iterator
import re

from tallybook.chapter import Chapter, Passage
from tallybook.fences import find_fences
from tallybook.findings import Finding, FindingKind
from tallybook.source import Source
from tallybook.structural import find_structural

_CAPTION = re.compile(r"[> \t]*/{3,}[ \t]+(?P<kind>figure|table)-caption\b")
_NAMED = re.compile(r"(?P<sign>[图表])\s*(?P<number>[0-9]+)(?![-.．0-9])")
_KINDS = {"图": "figure", "表": "table"}


def judge_references(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each 图 n and 表 n beyond the captions of the chapter; where it has none of the kind,
    its author numbers them some other way."""
    counts = _captions(chapter.source)
    for item in chapter.items:
        if not isinstance(item, Passage) or item.form not in ("prose", "alt") or not _NAMED.search(item.text):
            continue
        marks = [mark for mark in find_structural(item) if mark.pattern == "figure or table"]
        for match in _NAMED.finditer(item.text):
            kind = _KINDS[match["sign"]]
            taken = any(mark.start <= match.start() < mark.end for mark in marks)
            elsewhere = "章" in item.text[max(0, match.start() - 3) : match.start()]
            if taken and not elsewhere and 0 < counts[kind] < int(match["number"]):
                have = f"{counts[kind]} {kind}{'' if counts[kind] == 1 else 's'} with a caption"
                message = f"the text names {match[0]}, and this chapter has {have}"
                yield Finding(FindingKind.FIGURE_NUMBER, item.span(*match.span()), message)


def _captions(source: Source) -> dict[str, int]:
    """How many figures and tables of a chapter have a caption that numbers them."""
    counts = {"figure": 0, "table": 0}
    if "-caption" not in source.text:
        return counts
    fenced = {
        line
        for fence in find_fences(source)
        if fence.last is not None
        for line in range(fence.first, fence.last + 1)
    }
    for line in range(1, len(source.line_starts) + 1):
        match = _CAPTION.match(source.line_text(line))
        if match and line not in fenced:
            counts[match["kind"]] += 1
    return counts
