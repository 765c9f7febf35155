"""Comments that say what a number is, and the quotes that stand before them."""

from dataclasses import dataclass, replace
import re

from tallybook.chapter import OPAQUE, Binding, Kind, Passage, Quote
from tallybook.findings import Finding, FindingKind
from tallybook.inline import Comment, Inline, Slip
from tallybook.numerals import Numeral
from tallybook.quotes import Quantity, Refusal, find_quantities, quantity_before, read_code, read_formula, read_list
from tallybook.source import Source, Span
from tallybook.structural import find_structural

_COMMENT = re.compile(r"<!--(?P<mark>[=@~])(?P<content>.*)-->", re.DOTALL)
_NEAR = re.compile(r"<!--\s*[=@~＝＠～](?![=@~])")
_KINDS = {"=": Kind.COMPUTED, "@": Kind.CITED, "~": Kind.FREE}
FORMS = "write <!--= expression -->, <!--@ key place --> or <!--~ reason --> right behind the number"
_SLIPS = {
    "math": "a binding inside a formula is shown to readers: put it right behind the closing $",
    "alt": "a binding inside an alt text is shown to readers: put it right behind the image",
    "attribute": "a binding inside an attribute is shown to readers: put it behind the element",
    "link": "a binding inside a link's address breaks the link: put it behind the link",
    "abbreviation": "a binding inside an abbreviation is shown to readers: bind the number in the text instead",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A quantity that a comment may mean, with the passage that it was read from."""

    at: int
    passage: Passage
    quantity: Quantity

    def quote(self, source: Source) -> Quote:
        quantity, passage = self.quantity, self.passage
        span = passage.span(quantity.span.start, quantity.span.end)
        places = tuple(passage.span(element.span.start, element.span.end) for element in quantity.elements)
        return Quote(span, source.slice(span), quantity, places)


def malformed(span: Span, message: str, *mends: str, label: str = "") -> Finding:
    return Finding(FindingKind.MALFORMED_BINDING, span, message, label, mends)


def slip_finding(slip: Slip) -> Finding:
    return malformed(slip.span, _SLIPS[slip.where])


class BindingReader:
    """Reads the bindings of one block after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Finding] = []

    def read_block(self, inline: Inline) -> list[Binding]:
        """The bindings of a block in order; what is wrong with the others is added to `findings`."""
        bindings: list[Binding] = []
        taken: list[Span] = []
        for comment in inline.comments:
            if not self._is_binding(comment, inline):
                continue
            match = _COMMENT.fullmatch(self.source.slice(comment.span))
            if match is None or not self._well_placed(comment, match["content"]):
                continue
            kind, content = _KINDS[match["mark"]], _content(match["content"])
            expressions = _split(content) if kind is Kind.COMPUTED else (content,)
            quotes = self._quotes(comment, inline, len(expressions), taken)
            if quotes:
                taken += [quote.span for quote in quotes]
                bindings.append(Binding(comment.span, kind, content, expressions, quotes, inline.prose.block))
        return bindings

    def read_mark(self, span: Span, quote: Quote | None, why: str, block: int) -> Binding | None:
        """A comment alone on its line, which binds the table or display formula above it."""
        text = self.source.slice(span).rstrip()
        match = _COMMENT.fullmatch(text)
        if match is None:
            return None
        span = Span(span.start, span.start + len(text))
        if quote is None:
            self.findings.append(malformed(span, why, FORMS))
            return None
        if not self._well_placed(Comment(span, 0), match["content"], alone=True):
            return None
        kind, content = _KINDS[match["mark"]], _content(match["content"])
        return Binding(span, kind, content, (content,), (quote,), block)

    def _is_binding(self, comment: Comment, inline: Inline) -> bool:
        text = self.source.slice(comment.span)
        if _COMMENT.fullmatch(text):
            return True
        if _NEAR.match(text) and not isinstance(quantity_before(inline.prose.text, comment.at), Refusal):
            message = f"this comment begins like a binding and is none: {_shown(text)}"
            self.findings.append(malformed(comment.span, message, FORMS))
        return False

    def _well_placed(self, comment: Comment, content: str, *, alone: bool = False) -> bool:
        span, source = comment.span, self.source
        place = source.place(span.start)
        before = source.text[source.line_span(place.line).start : span.start]
        message = ""
        if not content.strip():
            message = "this binding is empty"
        elif source.place(span.end).line != place.line:
            message = "a binding ends on the line on which it begins"
        elif "`" in content:
            message = "a binding holds no backtick: Markdown may read it as code"
        elif not before.strip(" \t>") and not alone:
            message = "a binding at a line's start breaks the paragraph: put it on the line of its number, right behind it"
        elif before.endswith("$$"):
            message = "a binding right behind $$ breaks the formula: put it alone on the next line"
        if message:
            self.findings.append(malformed(span, message, FORMS))
        return not message

    def _quotes(self, comment: Comment, inline: Inline, count: int, taken: list[Span]) -> tuple[Quote, ...]:
        if count > 1:
            return self._several(comment, inline, count, taken)
        found = self._before(comment, inline)
        if isinstance(found, Refusal):
            self.findings.append(malformed(comment.span, f"no number stands before this binding: {found.reason}", FORMS))
            return ()
        quote = found.quote(self.source)
        if any(span.start < quote.span.end and quote.span.start < span.end for span in taken):
            self.findings.append(malformed(comment.span, "the number before this binding is bound already", "keep one of the two"))
            return ()
        return (quote,)

    def _before(self, comment: Comment, inline: Inline) -> Candidate | Refusal:
        text = inline.prose.text
        at = comment.at
        while at and text[at - 1] in " *_":
            at -= 1
        inner = inline.inner.get(at - 1) if at and text[at - 1] == OPAQUE else None
        if inner is None:
            read = quantity_before(text, comment.at)
            return read if isinstance(read, Refusal) else Candidate(comment.at, inline.prose, read)
        quantity = _read_inner(inner, text[:at - 1])
        return quantity if isinstance(quantity, Refusal) else Candidate(at, inner, quantity)

    def _several(self, comment: Comment, inline: Inline, count: int, taken: list[Span]) -> tuple[Quote, ...]:
        quotes = []
        for candidate in _candidates(inline, comment.at):
            quote = candidate.quote(self.source)
            if not any(span.start < quote.span.end and quote.span.start < span.end for span in taken):
                quotes.append(quote)
        if len(quotes) < count:
            message = f"this binding holds {count} expressions, but {_count(len(quotes))} before it in this block that nothing else answers"
            self.findings.append(malformed(comment.span, message, "write as many expressions, separated by `;`, as numbers they answer for"))
            return ()
        return tuple(quotes[-count:])


def _read_inner(inner: Passage, before: str) -> Quantity | Refusal:
    if inner.form == "math":
        return read_formula(inner.text)
    if inner.form == "code":
        return read_code(inner.text)
    numerals = read_list(inner.text)
    if not numerals:
        return Refusal(Span(0, len(inner.text)), "the alt text before it holds no number")
    return Quantity(Span(numerals[0].span.start, numerals[-1].span.end), "group", numerals)


def _candidates(inline: Inline, end: int) -> list[Candidate]:
    """Every quantity before `end` in a block that no pattern calls structural, in reading order."""
    prose = inline.prose
    structural = find_structural(prose)
    found = []
    for quantity in find_quantities(prose.text):
        span = quantity.span
        if span.end <= end and not any(mark.start <= span.start and span.end <= mark.end for mark in structural):
            found.append(Candidate(span.start, prose, quantity))
    for at, inner in inline.inner.items():
        if at < end and inner.form == "math":
            quantity_read = read_formula(inner.text)
            if isinstance(quantity_read, Quantity):
                found.append(Candidate(at, inner, quantity_read))
    return sorted(found, key=lambda candidate: candidate.at)


def table_quote(source: Source, rows: tuple[tuple[Span, ...], ...]) -> Quote | None:
    """The cells of a table's body that hold one quantity and nothing else, row by row."""
    elements: list[Numeral] = []
    places: list[Span] = []
    first = 1 if has_ordinals(source, rows) else 0
    for row in rows[1:]:
        for cell in row[first:]:
            text = source.slice(cell)
            stripped = text.strip("*_ ")
            lead = text.find(stripped) if stripped else 0
            for quantity in _whole_quantity(stripped):
                for element in quantity.elements:
                    if isinstance(element, Numeral):
                        elements.append(element)
                        start = cell.start + lead + element.span.start
                        places.append(Span(start, start + element.span.end - element.span.start))
    span = Span(rows[0][0].start, rows[-1][-1].end)
    return Quote(span, source.slice(span), Quantity(Span(0, span.end - span.start), "group", tuple(elements)), tuple(places))


def has_ordinals(source: Source, rows: tuple[tuple[Span, ...], ...]) -> bool:
    """Whether the first column of a table with several counts its rows: 1, 2, 3 …"""
    firsts = [source.slice(row[0]).strip("*_ .") for row in rows[1:] if len(row) > 1]
    return bool(firsts) and firsts == [str(number) for number in range(1, len(rows))]


def _whole_quantity(text: str) -> list[Quantity]:
    """The one quantity that a table's cell holds and nothing else, as a list of none or one."""
    if text.startswith("$") and text.endswith("$") and len(text) > 2:
        read = read_formula(text[1:-1])
        if isinstance(read, Quantity) and not set(text[1:-1].strip()) & set("=≈"):
            moved = tuple(_moved(element, 1) for element in read.elements)
            return [Quantity(Span(read.span.start + 1, read.span.end + 1), read.form, moved)]
        return []
    read = quantity_before(text, len(text)) if text else Refusal(Span(0, 0), "")
    whole = isinstance(read, Quantity) and read.span == Span(0, len(text))
    return [read] if whole and isinstance(read, Quantity) else []


def _moved(element: Numeral, by: int) -> Numeral:
    return replace(element, span=Span(element.span.start + by, element.span.end + by))


def _content(raw: str) -> str:
    return raw.strip().replace("\\|", "|")


def _split(content: str) -> tuple[str, ...]:
    """Expressions between semicolons that stand outside brackets and strings."""
    parts, depth, quoted, start = [], 0, "", 0
    for at, sign in enumerate(content):
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'":
            quoted = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == ";" and depth == 0:
            parts.append(content[start:at].strip())
            start = at + 1
    return (*parts, content[start:].strip())


def _count(number: int) -> str:
    return "no number stands" if number == 0 else f"only {number} number{'s' * (number > 1)} stand{'s' * (number == 1)}"


def _shown(text: str) -> str:
    return text if len(text) <= 40 else text[:36] + " …"
