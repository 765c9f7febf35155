"""Han numerals that no binding answers for: what `list --words` shows."""

from collections.abc import Iterator
import re

from tallybook.chapter import Binding, Chapter, Passage

_HAN = "零一二两三四五六七八九十百千万亿半"
_WORD = re.compile(f"(?<![第{_HAN}])[{_HAN}]+(?=[个位行列层头维次步种条段组项块倍])")


def find_words(chapter: Chapter) -> Iterator[str]:
    """A line for each Han numeral before a measure word, with its place; ordinals (第三行) are none."""
    quotes = (quote for item in chapter.items if isinstance(item, Binding) for quote in item.quotes)
    bound = {place.start for quote in quotes for place in quote.places}
    for item in chapter.items:
        if not isinstance(item, Passage) or item.form not in ("prose", "alt"):
            continue
        for match in _WORD.finditer(item.text):
            span = item.span(match.start(), match.end())
            if span.start in bound:
                continue
            place = chapter.source.place(span.start)
            around = item.text[max(0, match.start() - 8) : match.end() + 8].replace("\n", " ")
            yield f"{chapter.source.path}:{place.line}:{place.column}: {match[0]}  {around}"
