"""Han numerals that no binding answers for: what `list --words` shows."""

from collections.abc import Iterator
import re

from tallybook.chapter import Binding, Chapter, Passage

_WORD = re.compile(r"(?<![第\u4e00-\u9fff])?[零一二两三四五六七八九十百千万亿半]+(?=[个位行列层头维次步种条段组项块倍])")


def find_words(chapter: Chapter) -> Iterator[str]:
    """A line for each Han numeral before a measure word, with its place."""
    bound = [quote.span for item in chapter.items if isinstance(item, Binding) for quote in item.quotes]
    for item in chapter.items:
        if not isinstance(item, Passage) or item.form not in ("prose", "alt"):
            continue
        for match in _WORD.finditer(item.text):
            span = item.span(match.start(), match.end())
            ordinal = match.start() > 0 and item.text[match.start() - 1] == "第"
            if ordinal or any(quote.start < span.end and span.start < quote.end for quote in bound):
                continue
            place = chapter.source.place(span.start)
            around = item.text[max(0, match.start() - 8) : match.end() + 8].replace("\n", " ")
            yield f"{chapter.source.path}:{place.line}:{place.column}: {match[0]}  {around}"
