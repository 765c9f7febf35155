"""Formulas as MathML, made at build, so that readers need no script; as plain text where none can stand."""

from html import escape, unescape
import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from tallybook.formulas import BadMath, mathml
from tallybook.press.plain import plain

_FORMULA = re.compile(
    r"<(?P<tag>span|div) class=\"arithmatex\">\s*\\(?P<open>[(\[])(?P<tex>.*?)\\[)\]]\s*</(?P=tag)>"
    r"(?=(?P<stop>(?:</data>)?[，。、；：！？）」』”’》…,.;:!?)])?)",
    re.DOTALL,
)
_INLINE = re.compile(r"\\\((.*)\\\)", re.DOTALL)
_HEADING = re.compile("h[1-6]")
_KEEP = "\u2060"
"""What keeps a formula and the mark behind it on one line: no rule for marks holds beside what is no text."""
_MATH = re.compile(rf'(?<=class="tally-math">)(<math\b.*?</math>){_KEEP}?', re.DOTALL)
_HELD = re.compile(r'<span data-formula="([0-9]+)">[^<]*</span>')
_BEFORE_CONTENTS, _BEHIND_TITLE = 6, 0.5


def typeset(html: str) -> str:
    """A page with each formula that arithmatex has marked as MathML; one that is bad TeX stays as it is."""

    def made(match: re.Match[str]) -> str:
        try:
            math = mathml(unescape(match["tex"]), display=match["open"] == "[")
        except BadMath:
            return match[0]
        return f'<{match["tag"]} class="tally-math">{math}{_KEEP if match["stop"] else ""}</{match["tag"]}>'

    return _FORMULA.sub(made, html)


def hold_formulas(html: str) -> tuple[str, list[str]]:
    """A page whose formulas are plain text, as a search is to read them, and the formulas."""
    held: list[str] = []

    def taken(match: re.Match[str]) -> str:
        held.append(match[0])
        return f'<span data-formula="{len(held) - 1}">{escape(plain(match[1]))}</span>'

    return _MATH.sub(taken, html), held


def return_formulas(html: str, held: list[str]) -> str:
    """The page with its formulas again."""
    return _HELD.sub(lambda match: held[int(match[1])], html)


def preload(page: str, font: str) -> str:
    """A page that asks for the font of its formulas at once: none of them then changes while it is read."""
    link = f'<link rel="preload" href="{font}" as="font" type="font/woff2" crossorigin>\n'
    return page.replace("</head>", link + "</head>", 1) if _MATH.search(page) else page


def register_headings(md: Markdown) -> None:
    """Have the formulas of headings as plain text while contents, anchors and titles are made of them."""
    taken: list[tuple[Element, str]] = []
    md.treeprocessors.register(_Plain(md, taken), "tallybook-plain", _BEFORE_CONTENTS)
    md.treeprocessors.register(_Again(md, taken), "tallybook-again", _BEHIND_TITLE)


class _Step(Treeprocessor):
    """`taken` are the elements that were changed, each with its text as it was."""

    def __init__(self, md: Markdown, taken: list[tuple[Element, str]]) -> None:
        super().__init__(md)
        self._taken = taken


class _Plain(_Step):
    def run(self, root: Element) -> None:
        self._taken.clear()
        for heading in root.iter():
            if isinstance(heading.tag, str) and _HEADING.fullmatch(heading.tag):
                for formula in heading.iter():
                    self._make_plain(formula)

    def _make_plain(self, formula: Element) -> None:
        match = _INLINE.fullmatch(formula.text or "")
        if formula.get("class") != "arithmatex" or match is None:
            return
        try:
            math = mathml(match[1], display=False)
        except BadMath:
            return
        self._taken.append((formula, match[0]))
        formula.text = AtomicString(plain(math))


class _Again(_Step):
    def run(self, root: Element) -> None:
        for formula, text in self._taken:
            formula.text = AtomicString(text)
