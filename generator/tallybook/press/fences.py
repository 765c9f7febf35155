"""The fences that a rendered chapter asks for: HTML by its key, and code that a reader unfolds."""

from collections.abc import Mapping
from html import escape
from typing import Any

from pymdownx.superfences import highlight_validator

from tallybook.press.phrases import Phrases

HTML = "tally-html"
FOLD = "tally-fold"


class Fences:
    """Custom fences of superfences; `shown` holds the HTML that the cells of all chapters show."""

    def __init__(self, phrases: Phrases, shown: Mapping[str, str]) -> None:
        self._phrases = phrases
        self._shown = shown

    @property
    def custom(self) -> list[dict[str, Any]]:
        """What superfences takes as `custom_fences`."""
        return [
            {"name": HTML, "class": HTML, "format": self.html},
            {"name": FOLD, "class": FOLD, "format": self.fold, "validator": fold_options},
        ]

    def html(
        self, source: str, language: str, class_name: str, options: dict[str, str], md: Any, **rest: Any
    ) -> str:
        """The HTML whose key stands in the fence. Raises KeyError for a key that no cell gave."""
        return self._shown[source.strip()]

    def fold(
        self, source: str, language: str, class_name: str, options: dict[str, str], md: Any, **rest: Any
    ) -> str:
        """The code, highlighted, in a closed `details` whose summary is its title."""
        title = options.pop("title", self._phrases.code)
        lexer = options.pop("lang", "python")
        code = md.preprocessors["fenced_code_block"].highlight(source, lexer, options, md, **rest)
        return f'<details class="{FOLD}"><summary>{escape(title)}</summary>{code}</details>'


def fold_options(
    language: str, inputs: dict[str, str], options: dict[str, str], attrs: dict[str, str], md: Any
) -> bool:
    """Take the options of a code fence and `lang`, the language that the code is highlighted as."""
    lexer = inputs.pop("lang", "python")
    valid = bool(highlight_validator(language, inputs, options, attrs, md))
    options["lang"] = lexer
    return valid
