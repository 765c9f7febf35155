"""Comments that say what a number is, each with the quotes that it answers for."""

import re

from tallybook.candidates import Candidates, candidate_before
from tallybook.chapter import Binding, Kind, Quote
from tallybook.findings import Finding, FindingKind
from tallybook.leaves import Comment, Inline, Where
from tallybook.quotes import Refusal
from tallybook.source import Source, Span

_COMMENT = re.compile(r"<!--(?P<mark>[=@~])(?!(?P=mark))(?P<content>.*)-->", re.DOTALL)
_NEAR = re.compile(r"<!--\s*([=@~＝＠～])(?!\1)|<!--==(?!=)")
_WIDE = re.compile(r"<!--[＝＠～]")
_KINDS = {"=": Kind.COMPUTED, "@": Kind.CITED, "~": Kind.FREE}
FORMS = "write <!--= expression -->, <!--@ key place --> or <!--~ reason --> right behind the number"
_COUNT = "write as many expressions, separated by `;`, as numbers they answer for"
_SLIPS: dict[Where, tuple[str, str]] = {
    "math": ("a binding inside a formula is shown to readers", "put it right behind the closing $"),
    "alt": ("a binding inside an alt text is shown to readers", "put it right behind the image"),
    "attribute": ("a binding inside an attribute is shown to readers", "put it behind the element"),
    "link": ("a binding inside a link's address breaks the link", "put it behind the link"),
    "abbreviation": (
        "a binding inside an abbreviation is shown to readers",
        "bind the number in the text instead",
    ),
    "unclosed": ("this binding is not closed, so readers see it", "end it with --> on the same line"),
    "pipe": ("a | ends the cell, and this binding with it", "write \\| for | inside a table"),
    "braces": ("a binding before the braces of attributes breaks them", "put it behind the braces"),
    "arrow": ("this binding ends at its first -->, so readers see the rest", "write it without -->"),
}
NO_TABLE = (
    "a binding alone on its line binds the table or the display formula above it, and none stands there",
    "put it right behind the number that it is about",
)
NO_LAST_SIDE = (
    "the formula above this binding holds no number that can be read on its last side",
    "end the formula with = or ≈ and the quantity that is meant",
)
TOUCHES = (
    "inside a list, an admonition or a quotation this binding becomes a part of what stands above it",
    "leave one blank line before it",
)


def malformed(span: Span, message: str, *mends: str) -> Finding:
    return Finding(FindingKind.MALFORMED_BINDING, span, message, "", mends)


def slip_finding(where: Where, span: Span) -> Finding:
    return malformed(span, *_SLIPS[where])


def many_lines(span: Span) -> Finding:
    return malformed(span, "a binding ends on the line on which it begins", "write it on one line")


def begins_binding(text: str, at: int) -> bool:
    """Whether a comment that begins at `at` says that it is a binding."""
    return text.startswith(("<!--=", "<!--@", "<!--~"), at) and text[at + 5 : at + 6] != text[at + 4]


class BindingReader:
    """Reads the bindings of one block after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Finding] = []

    def read_block(self, inline: Inline) -> list[Binding]:
        """The bindings of a block in order; what is wrong with the others is added to `findings`."""
        bindings: list[Binding] = []
        taken = 0
        texts = [self.source.slice(comment.span) for comment in inline.comments]
        several = Candidates(self.source, inline) if any(";" in text for text in texts) else None
        for comment, text in zip(inline.comments, texts, strict=True):
            match = self._read(comment, text, inline)
            if match is None:
                continue
            if several is not None:
                several.advance(comment.at)
            kind, content = _KINDS[match["mark"]], _content(match["content"])
            expressions = _split(content) if kind is Kind.COMPUTED else (content,)
            if len(expressions) > 1 and several is not None:
                quotes = self._several(comment, expressions, several)
            else:
                quotes = self._one(comment, inline, taken)
            if quotes:
                if several is not None:
                    several.drop(quotes[0].span.start)
                taken = max(taken, quotes[-1].span.end)
                bindings.append(Binding(comment.span, kind, content, expressions, quotes, inline.prose.block))
        return bindings

    def read_mark(self, span: Span, quote: Quote | None, why: tuple[str, str], block: int) -> Binding | None:
        """A comment alone on its line, which binds the table or the display formula above it: `quote`, or
        None and why there is none."""
        text = self.source.slice(span)
        match = _COMMENT.fullmatch(text)
        if match is None:
            near = _NEAR.match(text) if quote is not None else None
            if _WIDE.match(text) or (near is not None and near[1] != "@"):
                self._refuse(span, f"this comment begins like a binding and is none: {_shown(text)}")
            return None
        problem = _problem(match["content"])
        if quote is None:
            self._refuse(span, *why)
        elif problem:
            self._refuse(span, *problem)
        else:
            kind, content = _KINDS[match["mark"]], _content(match["content"])
            expressions = _split(content) if kind is Kind.COMPUTED else (content,)
            if len(expressions) == 1:
                return Binding(span, kind, content, expressions, (quote,), block)
            held = f"this binding holds {len(expressions)} expressions"
            mend = "write one expression that holds all its numbers"
            self._refuse(span, f"{held}, but what stands above it is one quote", mend)
        return None

    def _refuse(self, span: Span, message: str, mend: str = FORMS) -> None:
        self.findings.append(malformed(span, message, mend))

    def _read(self, comment: Comment, text: str, inline: Inline) -> re.Match[str] | None:
        """The parts of a binding that may stand where it stands; None for any other comment."""
        match = _COMMENT.fullmatch(text)
        if match is None:
            if _WIDE.match(text) or (_NEAR.match(text) and _has_number(inline, comment)):
                self._refuse(comment.span, f"this comment begins like a binding and is none: {_shown(text)}")
            return None
        if "\n" in text or "\r" in text:
            self.findings.append(many_lines(comment.span))
            return None
        problem = _problem(match["content"])
        if problem:
            self._refuse(comment.span, *problem)
        elif self._begins_line(comment.span.start):
            message = "a binding at a line's start breaks the paragraph"
            self._refuse(comment.span, message, "put it on the line of its number, right behind it")
        elif self.source.text.endswith("$$", 0, comment.span.start):
            message = "a binding right behind $$ breaks the formula"
            self._refuse(comment.span, message, "put it alone on the next line")
        else:
            return match
        return None

    def _begins_line(self, at: int) -> bool:
        text = self.source.text
        while at and text[at - 1] in " \t>":
            at -= 1
        return not at or text[at - 1] in "\r\n"

    def _one(self, comment: Comment, inline: Inline, taken: int) -> tuple[Quote, ...]:
        found = candidate_before(inline, comment.at)
        if isinstance(found, Refusal):
            self._refuse(comment.span, f"no number stands before this binding: {found.reason}")
            return ()
        quote = found.quote(self.source)
        if quote.span.start < taken:
            message = "the number before this binding is bound already"
            self._refuse(comment.span, message, "keep one of the two")
            return ()
        return (quote,)

    def _several(
        self, comment: Comment, expressions: tuple[str, ...], several: Candidates
    ) -> tuple[Quote, ...]:
        count = len(expressions)
        if not all(expressions):
            self._refuse(comment.span, "an expression of this binding is empty", _COUNT)
            return ()
        quotes = several.take(count)
        if not quotes:
            there = f"{_count(len(several.free))} before it in this block that nothing else answers"
            self._refuse(comment.span, f"this binding holds {count} expressions, but {there}", _COUNT)
        return quotes


def _problem(content: str) -> tuple[str, str] | None:
    """What is wrong with what a binding says, and what to write."""
    if not content.strip():
        return "this binding is empty", FORMS
    if "`" in content:
        return "a binding holds no backtick: Markdown may read it as code", "write it without"
    if content.endswith("-"):
        return "a binding that ends in ---> is shown to readers of other renderers", "put a blank before -->"
    return None


def _has_number(inline: Inline, comment: Comment) -> bool:
    return not isinstance(candidate_before(inline, comment.at), Refusal)


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
    if not number:
        return "no number stands"
    return f"only {number} number{'s' * (number > 1)} stand{'s' * (number == 1)}"


def _shown(text: str) -> str:
    return text if len(text) <= 40 else text[:36] + " …"
