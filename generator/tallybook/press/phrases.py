"""What the engine itself says on a page, in the language of the site."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Phrases:
    """`{}` stands for a count, or for a line."""

    code: str
    bar: str
    here: str
    elsewhere: str
    line: str


ENGLISH = Phrases(
    code="Code",
    bar="Findings of tallybook",
    here="To mend on this page: {}. ",
    elsewhere="In the whole book: {}.",
    line="line {}",
)
CHINESE = Phrases(
    code="代码",
    bar="tallybook 的发现",
    here="本页要改{}处。",
    elsewhere="全书{}处。",
    line="第{}行",
)


def phrases_for(language: str) -> Phrases:
    """The phrases for a language tag such as `zh` or `en`; English for any other."""
    return CHINESE if language.startswith("zh") else ENGLISH
