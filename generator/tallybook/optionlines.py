"""The option lines of a block, where every key and every value knows its place in the source."""

from bisect import bisect_right
import re

import yaml

from tallybook.source import Source, Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK = " \t>"


class OptionLines:
    """YAML behind the prefix of its containers."""

    def __init__(self, source: Source, span: Span) -> None:
        self._source = source
        lines = [line for line in _lines(source, span) if source.slice(line).strip(_BLANK)]
        indents = [len(text) - len(text.lstrip(_BLANK)) for text in map(source.slice, lines)]
        lines = [Span(line.start + min(indents), line.end) for line in lines]
        self._offsets = [line.start for line in lines]
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + line.end - line.start + 1)
        self._text = "\n".join(map(source.slice, lines))

    def entries(self) -> list[tuple[yaml.Node, yaml.Node]]:
        """The options, each as two nodes. Raises yaml.YAMLError."""
        root = yaml.compose(self._text, yaml.SafeLoader) if self._offsets else None
        return root.value if isinstance(root, yaml.MappingNode) else []

    def trouble(self) -> Span:
        """The line on which the options are no YAML; the first where none is known."""
        at = 0
        try:
            self.entries()
        except yaml.MarkedYAMLError as error:
            at = error.problem_mark.index if error.problem_mark else 0
        except yaml.YAMLError:
            pass
        line = self._line(at)
        return Span(
            self._offsets[line], self._offsets[line] + self._starts[line + 1] - self._starts[line] - 1
        )

    def span(self, node: yaml.Node) -> Span:
        """Where a node stands: its signs without the quotation marks round them."""
        start, end = node.start_mark.index, node.end_mark.index
        written = self._text[start:end].rstrip()
        end = start + len(written)
        if isinstance(node, yaml.ScalarNode) and node.style in ("'", '"'):
            start, end = start + 1, end - 1
        return Span(self._offset(start), self._offset(end))

    def written(self, node: yaml.Node) -> str:
        """What a node says: a scalar's value, else its signs as they are written."""
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        return self._text[node.start_mark.index : node.end_mark.index].rstrip()

    def part(self, node: yaml.Node, start: int, end: int) -> Span:
        """Where a stretch of a scalar's value stands; where it is written with escapes or on several lines,
        the whole of it."""
        span = self.span(node)
        same = self._source.slice(span) == node.value
        return Span(span.start + start, span.start + end) if same else span

    def _offset(self, at: int) -> int:
        line = self._line(at)
        return self._offsets[line] + at - self._starts[line]

    def _line(self, at: int) -> int:
        return min(bisect_right(self._starts, at), len(self._offsets)) - 1


def _lines(source: Source, span: Span) -> list[Span]:
    """The lines of a stretch, without their ends."""
    lines, start = [], span.start
    for match in _LINE_END.finditer(source.text, span.start, span.end):
        lines.append(Span(start, match.start()))
        start = match.end()
    return [*lines, Span(start, span.end)]
