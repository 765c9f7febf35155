"""What a chapter takes from the sources: bindings that name one, and `[@key place]` in its text."""

from collections.abc import Iterator

from tallybook.chapter import Binding, Chapter, Kind
from tallybook.findings import Finding, FindingKind
from tallybook.source import Span
from tallybook.sources import Register


def cited_keys(chapter: Chapter) -> Iterator[str]:
    """The keys that a chapter names, of whatever source, as often as it does."""
    for item in chapter.items:
        if isinstance(item, Binding) and item.kind is Kind.CITED:
            yield item.content.partition(" ")[0]
    yield from (citation.key for citation in chapter.citations)


def judge_citations(chapter: Chapter, register: Register) -> Iterator[Finding]:
    """A finding for each source that the register does not hold, and for each without its place. Where there
    is no register, `[@key]` may be another tool's."""
    for item in chapter.items:
        if isinstance(item, Binding) and item.kind is Kind.CITED:
            key, _, place = item.content.partition(" ")
            if key not in register.entries:
                yield _unknown(key, item.span, register)
            elif not place.strip():
                message = f"this binding does not say where in {key} the number stands"
                mend = f"write the place behind the key: <!--@ {key} §3.1 -->"
                yield Finding(FindingKind.MISSING_PLACE, item.span, message, "", (mend,))
    for citation in chapter.citations if register.entries else ():
        key = citation.key
        if key not in register.entries:
            yield _unknown(key, citation.key_span if key else citation.span, register)
        elif not citation.place:
            message = f"this citation does not say where in {key} that stands"
            mend = f"write the place behind the key: [@{key} §3.1]"
            yield Finding(FindingKind.MISSING_PLACE, citation.span, message, "", (mend,))


def _unknown(key: str, span: Span, register: Register) -> Finding:
    near = register.nearest(key)
    mend = f"did you mean {near}?" if near else f"add {key} to {register.path}"
    message = f"there is no source {key} in {register.path}"
    return Finding(FindingKind.UNKNOWN_SOURCE, span, message, "", (mend,))


def judge_register(register: Register, cited: set[str]) -> Iterator[Finding]:
    """A warning for each source that is not among those cited."""
    for key, span in register.places.items():
        if key not in cited:
            message = f"no chapter cites {key}"
            mend = f"cite it, <!--@ {key} place --> or [@{key} place], or take it out"
            yield Finding(FindingKind.UNUSED_SOURCE, span, message, "", (mend,), severity="warning")
