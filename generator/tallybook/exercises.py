"""Exercises: blocks of questions, hints and answers, tied by their numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
import re

import yaml

from tallybook.chapter import Asked, Question
from tallybook.findings import Finding, FindingKind
from tallybook.optionlines import OptionLines
from tallybook.parts import Part, find_parts
from tallybook.source import Source, Span

MOST_PLACES = 12
"""float64 tells no more places apart."""

_QUESTION = re.compile(r"^[> \t]*/{3,}[ ]*(?:question|answer)\b", re.MULTILINE)
_OPTIONS = {"question": ("answer", "asks", "id", "mistake", "places"), "hint": (), "answer": ()}
_PASSED = "attrs"  # pymdownx.blocks gives it to every block
_HEADER = re.compile(r"(?P<number>[0-9]{1,3})(?:[ \t]*·[ \t]*(?P<title>.*))?")
_COLON = re.compile("[:：]")
_ID = re.compile(r"[^\W\d][\w-]*")
_NAMED = 'write mistake: "name: expression"'


@dataclass(frozen=True, slots=True)
class Exercise:
    """One block of an exercise; its number is 0 where its header has none."""

    part: Part
    number: int
    title: str
    id: str = ""

    @property
    def span(self) -> Span:
        """Where its header says its number."""
        begin = self.part.title_span if self.part.title else self.part.header
        return Span(begin.start, begin.start + len(str(self.number))) if self.number else begin


def find_exercises(source: Source, first: int = 1) -> list[Exercise]:
    """The questions, hints and answers from line `first` on, in order; in a text that has hints
    alone they are admonitions of another extension."""
    if not asks(source.text):
        return []
    parts = (part for part in find_parts(source, first).walk() if part.name in _OPTIONS)
    return [_exercise(part) for part in parts]


def asks(text: str) -> bool:
    """Whether a text holds a question or an answer."""
    return _QUESTION.search(text) is not None


def _exercise(part: Part) -> Exercise:
    match = _HEADER.fullmatch(part.title)
    if match is None:
        return Exercise(part, 0, part.title)
    number, title = int(match["number"]), match["title"] or ""
    kind = "exercise" if title else "question"
    given = (part.options or {}).get("id")
    return Exercise(part, number, title, str(given or f"{kind}-{number}"))


class QuestionReader:
    """Reads the questions whose answer can be typed; what is wrong with the options of any exercise is added
    to `findings`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Finding] = []

    def read(self, first: int = 1) -> list[Question]:
        """The questions from line `first` on that say how their answer is computed."""
        read = (self._read(exercise) for exercise in find_exercises(self.source, first))
        return [question for question in read if question is not None]

    def _read(self, exercise: Exercise) -> Question | None:
        part = exercise.part
        options = OptionLines(self.source, part.options_span)
        if part.options is None:
            message = f"the options of this {part.name} are no YAML, so the whole block is read as text"
            mend = "quote a value that holds a colon, or begins with a bracket"
            self._refuse(options.trouble(), message, mend)
            return None
        given = {options.written(key): value for key, value in options.entries()}
        self._check_names(part, options)
        if "id" in given and not _ID.fullmatch(str(part.options["id"])):
            mend = "begin it with a letter, and use letters, digits, _ and - alone"
            self._refuse(options.span(given["id"]), f"{options.written(given['id'])} is no id", mend)
        answer = self._answer(options, given["answer"], given.get("asks")) if "answer" in given else None
        for name in ("asks", "places", "mistake"):
            if name in given and "answer" not in given:
                self._refuse(options.span(given[name]), f"{name} without an answer", "add answer: expression")
        if answer is None:
            return None
        places = self._places(options, given["places"]) if "places" in given else 0
        mistakes = tuple(self._mistakes(options, given["mistake"])) if "mistake" in given else ()
        self._check_words(answer, *mistakes)
        return Question(part.header, part.options_span, places, answer, mistakes)

    def _check_names(self, part: Part, options: OptionLines) -> None:
        known = _OPTIONS[part.name]
        seen: set[str] = set()
        for key, _ in options.entries():
            name, span = options.written(key), options.span(key)
            if name in seen:
                self._refuse(span, f"{name} is given twice", f"write one {name}; several mistakes are a list")
            elif name not in known and name != _PASSED:
                near = get_close_matches(name, known, 1)
                mend = f"did you mean {near[0]}? " if near else ""
                mend += f"the options are {', '.join(known)}" if known else f"{_a(part.name)} has no options"
                message = f"{name} is no option of {_a(part.name)}"
                self.findings.append(Finding(FindingKind.UNKNOWN_OPTION, span, message, "", (mend,)))
            seen.add(name)

    def _answer(self, options: OptionLines, node: yaml.Node, asks: yaml.Node | None) -> Asked | None:
        text = options.written(node).strip()
        if text and not isinstance(node, yaml.MappingNode):
            words = options.span(asks) if asks is not None else None
            return Asked(text, options.span(node), options.written(asks) if asks is not None else "", words)
        self._refuse(options.span(node), "answer holds no expression", "write answer: expression")
        return None

    def _places(self, options: OptionLines, node: yaml.Node) -> int:
        text = options.written(node)
        if re.fullmatch("[0-9]{1,2}", text) and int(text) <= MOST_PLACES:
            return int(text)
        mend = f"write how many places are asked for, 0 to {MOST_PLACES}"
        self._refuse(options.span(node), f"{text} is no number of places", mend)
        return 0

    def _mistakes(self, options: OptionLines, node: yaml.Node) -> Iterator[Asked]:
        for item in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            found = list(_named(options, item))
            if found and all(one.name and one.expression for one in found):
                yield from found
            else:
                kind, span = FindingKind.MALFORMED_BINDING, options.span(item)
                message = "this mistake has no name, or no expression"
                self.findings.append(Finding(kind, span, message, "", (_NAMED,)))

    def _check_words(self, *asked: Asked) -> None:
        for one in asked:
            if one.words is not None and "<!--" in self.source.slice(one.words):
                message = "a comment inside an option is shown to readers"
                mend = "say the number in the question's text, and bind it there"
                self.findings.append(Finding(FindingKind.MALFORMED_BINDING, one.words, message, "", (mend,)))

    def _refuse(self, span: Span, message: str, mend: str) -> None:
        self.findings.append(Finding(FindingKind.BAD_BLOCK, span, message, "", (mend,)))


def _named(options: OptionLines, node: yaml.Node) -> Iterator[Asked]:
    """The mistakes that a node names: an expression behind a colon, or several in a mapping."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name, expression = options.written(key).strip(), options.written(value).strip()
            yield Asked(expression, options.span(value), name, options.span(key))
    elif isinstance(node, yaml.ScalarNode) and (colon := _COLON.search(node.value)):
        name, expression = node.value[: colon.start()], node.value[colon.end() :]
        begin = len(name) - len(name.lstrip())
        words = options.part(node, begin, len(name.rstrip()))
        lead = colon.end() + len(expression) - len(expression.lstrip())
        where = options.part(node, lead, len(node.value.rstrip()))
        yield Asked(expression.strip(), where, name.strip(), words)


def _a(name: str) -> str:
    return f"an {name}" if name == "answer" else f"a {name}"
