"""Fences are read as superfences reads them: its own list is the judge."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
import pytest

from tallybook.fences import Fence, fence_body, fence_header, fence_span, find_fences
from tallybook.source import Source
from tests.renderers import superfences

PREFIXES = ("", "", "", " ", "  ", "   ", "    ", "\t", " \t", "> ", ">", ">  ", "> > ", ">> ", "- ", "1. ")
MARKS = ("```", "```", "````", "~~~", "~~~~", "`````", "``", "~~")
HEADERS = (
    *(
        "",
        "",
        "python",
        "python exec",
        "py exec hide",
        ".py",
        " pycon  exec",
        "C++",
        "1+1",
        "a=b",
        "py exec ",
    ),
    *(
        "python {.exec}",
        "{.python .exec}",
        "{ .py #id title='a b' }",
        "{#id .py}",
        '{title="a .b" .py}',
        "{py}",
    ),
    *(
        "{.py}x",
        "{",
        "{}",
        "{.py",
        "python{.exec}",
        "{.py exec}",
        "a`b",
        "~",
        "py\texec",
        "a b c=\"d\" e='f'",
    ),
    *('python exec alt="a ` b"', 'py a="x', 'py hl_lines="1" linenums="1"', "\u3000", "py\xa0"),
    *("python exec\u3000hide", 'py title="图\u3000一"'),
)
CONTENTS = (
    *(
        "x = 1",
        "  y",
        "\tz",
        "",
        "",
        " ",
        "\u3000",
        "> quoted",
        "- item",
        "a\tb",
        "text ```",
        "\u3000x",
        "\x0b",
    ),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Lines of fences, right and wrong, with prefixes that change or stay."""
    stays = draw(st.sampled_from(PREFIXES))
    lines = []
    for _ in range(draw(st.integers(1, 10))):
        prefix = draw(st.one_of(st.just(stays), st.just(stays), st.sampled_from(PREFIXES)))
        if draw(st.booleans()):
            lines.append(prefix + draw(st.sampled_from(MARKS)) + draw(st.sampled_from(HEADERS)))
        else:
            lines.append(prefix + draw(st.sampled_from(CONTENTS)))
    return draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))).join(lines)


def read(text: str) -> list[tuple[int, int, str, str]]:
    source = Source("chapter.md", text)
    fences = [fence for fence in find_fences(source) if fence.last is not None]
    return [(fence.first, fence.last or 0, fence.language, fence_body(source, fence)) for fence in fences]


@given(documents())
@settings(max_examples=600)
@example("```\n``` \n~~~\n~~~\t\n")
@example("> ```\n>   \n```\n")
@example("  ```\n \n\t```\n  ```\n")
def test_the_fences_are_those_of_superfences(text: str) -> None:
    theirs = [
        (fence.first, fence.last, fence.language, fence.code + "\n" * (fence.last > fence.first + 1))
        for fence in superfences(text)
    ]
    assert read(text) == theirs


def only(text: str) -> Fence:
    (fence,) = find_fences(Source("chapter.md", text))
    return fence


@pytest.mark.parametrize(
    ("header", "language", "options"),
    [
        ("python exec", "python", (("exec", None),)),
        ("python {.exec .hide}", "python", (("exec", None), ("hide", None))),
        ("{.python .exec}", "python", (("exec", None),)),
        ("{#sum .py .exec title='a .b'}", "py", (("id", "sum"), ("exec", None), ("title", "a .b"))),
        ('py exec alt="a = 1, `b`" id="x"', "py", (("exec", None), ("alt", "a = 1, `b`"), ("id", "x"))),
        ("py exec raises='ValueError'", "py", (("exec", None), ("raises", "ValueError"))),
        ("py exec id=x 3", "py", (("exec", None), ("id", "x"), ("3", None))),
        ("", "", ()),
    ],
)
def test_the_header_says_language_and_options(
    header: str, language: str, options: tuple[tuple[str, str | None], ...]
) -> None:
    fence = only(f"```{header}\n```\n")
    assert (fence.language, fence.options) == (language, options)


def test_a_fence_knows_its_places():
    source = Source("chapter.md", "text\r\n> \t~~~ py exec\r> \tx\n> \t~~~\r\n")
    (fence,) = find_fences(source)
    assert (fence.first, fence.last, fence.ended) == (2, 4, 4)
    assert (fence.prefix, fence.width, fence.marks, fence.header) == ("> \t", 4, "~~~", "py exec")
    assert source.slice(fence_span(source, fence)) == "> \t~~~ py exec\r> \tx\n> \t~~~"
    assert source.slice(fence_header(source, fence)) == "~~~ py exec"


def test_a_fence_that_nothing_closes_says_where_it_was_given_up():
    def lines(text: str) -> list[tuple[int, int | None, int]]:
        return [(fence.first, fence.last, fence.ended) for fence in find_fences(Source("", text))]

    assert lines("```\nx\n````\n") == [(1, None, 4)]
    assert lines("  ```\n  x\ny\n  ```\n") == [(1, None, 3), (4, None, 5)]


def test_reading_starts_at_a_line():
    assert [fence.first for fence in find_fences(Source("", "```\n```\n```\n```\n"), first=3)] == [3]
