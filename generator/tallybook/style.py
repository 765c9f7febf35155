"""Small slips of typesetting, for books that ask to be told: signs that cannot be pasted into Python, blanks
typed between Han and Latin, links that follow their readers."""

from collections.abc import Iterator
import re

from tallybook.chapter import Chapter, Passage
from tallybook.findings import Finding, FindingKind
from tallybook.source import Source, Span

_WIDE = "［］０１２３４５６７８９．，；、＋－−"
_PLAIN = dict(zip(map(ord, _WIDE), ["[", "]", *"0123456789.", ", ", "; ", ", ", "+", "-", "-"], strict=True))
_NUMBERS = re.compile(
    rf"[\[［][ \t0-9.,;+\-…{_WIDE[2:]}]*+[\]］]"  # a vector
    r"|(?<![0-9０-９])[＋－](?=[0-9０-９])[0-9０-９.．]++"  # a number with a sign
    r"|[０-９][0-9０-９.．]*+"
)
_HAN, _LATIN = r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]", "[A-Za-z0-9Α-Ωα-ω]"
_BLANK = re.compile(rf"(?<={_HAN})[ \t]++(?={_LATIN})|(?<={_LATIN})[ \t]++(?={_HAN})")
_LINK = re.compile(r"https?://[^\s<>\"'`]++")
_TRACKING = re.compile(r"(?<=[?&;])(utm_[a-z]++|fbclid|gclid)=[^&#)\]]*+")


def judge_style(chapter: Chapter) -> Iterator[Finding]:
    """A finding for each slip, in the order of its rule."""
    for item in chapter.items:
        if isinstance(item, Passage) and item.form in ("prose", "alt", "code"):
            yield from _numbers(item)
            if item.form != "code":
                yield from _blanks(item)
    yield from _links(chapter.source)


def _numbers(passage: Passage) -> Iterator[Finding]:
    for match in _NUMBERS.finditer(passage.text):
        plain = re.sub(r" +", " ", match[0].translate(_PLAIN)).replace(" ]", "]")
        wide = next((sign for sign in match[0] if sign in _WIDE), None)
        if wide is not None and any(sign.isdecimal() for sign in plain):
            message = "these signs can neither be pasted into Python nor be found by a search"
            label = f"{wide} is not {_PLAIN[ord(wide)].strip()}"
            yield _slip(passage.span(*match.span()), message, f"write {plain}", label)


def _blanks(passage: Passage) -> Iterator[Finding]:
    for match in _BLANK.finditer(passage.text):
        message = "a blank stands between Han and Latin, where pages keep a distance by themselves"
        yield _slip(passage.span(*match.span()), message, "leave it out")


def _links(source: Source) -> Iterator[Finding]:
    for link in _LINK.finditer(source.text):
        for match in _TRACKING.finditer(link[0]):
            start = link.start() + match.start()
            message = f"{match[1]} in a link tells its host where readers come from"
            yield _slip(Span(start, start + len(match[0])), message, "leave it out")


def _slip(span: Span, message: str, mend: str, label: str = "") -> Finding:
    return Finding(FindingKind.STYLE, span, message, label, (mend,), severity="warning")
