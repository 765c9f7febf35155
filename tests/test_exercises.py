"""Questions, hints and answers: how they are read, what their pages hold, how typed answers are judged."""

from collections.abc import Callable, Iterator
from decimal import Decimal
import json
from pathlib import Path
import random
import re
from textwrap import indent

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from playwright.sync_api import Locator, Page, expect
import pytest

from tallybook.chapter import Question
from tallybook.numerals import Numeral, admits
from tallybook.parsing import parse
from tallybook.source import Source, Span
from tests.browsing import hosted
from tests.sites import mkdocs, write

CHAPTERS = sorted(Path(__file__).parent.parent.joinpath("docs").glob("[0-9]*.md"))
browser = pytest.mark.browser


def questions_of(text: str) -> list[Question]:
    return [item for item in parse(Source("chapter.md", text)).items if isinstance(item, Question)]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_names_a_mistake(chapter: Path) -> None:
    assert any(question.mistakes for question in questions_of(chapter.read_text("utf-8")))


def test_each_expression_and_each_word_knows_its_place() -> None:
    text = (
        "> /// question | 1\n"
        '>     answer: "z[0]"\n'
        ">     asks: the first\n"
        ">     mistake:\n"
        '>       - "n-1 : x.std(ddof=1) "\n'
        ">       - half: z / 2\n"
        ">       - 'twice: it''s'\n"
        "> ///\n"
    )
    (question,) = questions_of(text)
    source = Source("chapter.md", text)
    asked = [(one.name, one.expression) for one in question.expressions]
    assert asked == [
        ("the first", "z[0]"),
        ("n-1", "x.std(ddof=1)"),
        ("half", "z / 2"),
        ("twice", "it's"),
    ]
    assert [source.slice(one.span) for one in question.expressions] == [
        "z[0]",
        "x.std(ddof=1)",
        "z / 2",
        "twice: it''s",
    ]
    words = [one.words for one in question.expressions if one.words is not None]
    assert [source.slice(span) for span in words] == ["the first", "n-1", "half", "twice: it''s"]


@given(st.text(alphabet=" \t\n\r>abc:'\"[]{}&*-#|\\\u2028\x85", max_size=80))
def test_options_of_any_shape_are_read(text: str) -> None:
    whole = f"/// question | 1\n    answer: x\n{indent(text, '    ')}\n///\n"
    for finding in parse(Source("chapter.md", whole)).findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(whole)


def html(text: str, language: str = "en") -> str:
    extensions = {"tallybook": {"language": language}, "toc": {}, "attr_list": {}}
    return Markdown(extensions=list(extensions), extension_configs=extensions).convert(text)


EXERCISE = """\
/// question | 1 · By *hand*
    answer: z

What is z?

Say it.
///

/// hint | 1
Look.

- Again.
///

/// answer | 1
It is 3.
///

/// question | 2
And then?
///

Text between.

/// answer | 2
Nothing.
///
"""


def test_a_hint_and_an_answer_stand_inside_their_question() -> None:
    assert html(EXERCISE) == (
        '<section class="tally-question" data-number="1">\n'
        '<h3 id="exercise-1">Exercise 1 · By <em>hand</em></h3>\n'
        "<p>What is z?</p>\n<p>Say it.</p>\n"
        '<details class="tally-hint" id="exercise-1-hint">\n<summary>Hint 1</summary>\n'
        "<p>Look.</p>\n<ul>\n<li>Again.</li>\n</ul>\n</details>\n"
        '<details class="tally-answer" id="exercise-1-answer">\n<summary>Answer 1</summary>\n'
        "<p>It is 3.</p>\n</details>\n"
        "</section>\n"
        '<section class="tally-question" data-number="2" id="question-2">\n'
        "<p><strong>Question 2</strong></p>\n<p>And then?</p>\n"
        "</section>\n<p>Text between.</p>\n"
        '<details class="tally-answer">\n<summary>Answer 2</summary>\n<p>Nothing.</p>\n</details>'
    )


def test_a_page_in_chinese_says_so_in_chinese() -> None:
    page = html(EXERCISE, "zh")
    for words in ("练习1 · By", "提示1", "答案1", "问题2"):
        assert words in page


SMALL = """\
# Small

```python exec
n, root = 1234, 0.72**0.5
pair = [-0.5, 1 / 3]
```

## By hand

/// question | 1 · A root
    answer: root
    asks: The root
    places: 4
    mistake:
      - "the sign": -root
      - "no root": root * root
    id: root

The root of 0.72<!--~ given -->.
///

/// hint | 1
Use a root.
///

/// answer | 1
About 0.8485<!--= root -->.
///

/// question | 2
    answer: n
    mistake:
      - "half: n / 2"
      - "a & b < c: 1.5"

A whole number.
///

/// answer | 2
1234<!--= n -->.
///

/// question | 3
    answer: pair
    places: 2
    mistake: "swapped: pair[::-1]"

Two numbers.
///

/// answer | 3
Written as [-0.5, 1/3]<!--= pair -->.
///

/// question | 4
    answer: 0.125
    places: 2

A tie.
///

/// answer | 4
0.125<!--= 0.125 -->.
///

/// question | 5
    answer: 0.1 + 0.2 - 0.3
    places: 2

Nothing.
///

/// answer | 5
0<!--= 0 -->.
///
"""
RIGHT, WRONG, UNREAD = "Right.", "Not yet.", "This cannot be read."
FEW = "Right so far."
VERDICTS = {
    "root": {
        RIGHT: "0.8485 0.84853 .8485 ０．８４８５ ≈0.8485 8.485e-1 3√2/5 0.84848",
        FEW: "0.85 0.849 0.8",
        "This is what “the sign”": "-0.8485 −0.8485 －０．８４８５ -.85",
        "This is what “no root”": "0.72 18/25 0.7200",
        WRONG: "0.8486 0.8484 1 0 -1 84.85",
        UNREAD: "x 1/0 0.8485.1 [1,2] 1/ √ 0.8485% -",
    },
    "question-2": {
        RIGHT: "1234 1,234 １，２３４ 1234.0 +1234",
        "This is what “half”": "617 617.0",
        "This is what “a & b < c”": "1.5 1.50 3/2",
        WRONG: "1234.4 1233 2",
        UNREAD: "12,34",
    },
    "question-3": {
        RIGHT: "[-0.5,0.33] -0.5,1/3 (-.5，.333) ［－０．５、０．３３］ -1/2,0.33",
        FEW: "[-0.5,0.3]",
        "This is what “swapped”": "[0.33,-0.5]",
        WRONG: "[1,2] [-0.5,0]",
        UNREAD: "-0.5 [1,2,3] [1,]",
    },
    "question-4": {RIGHT: "0.12 0.13 0.125 1/8", FEW: "0.1", WRONG: "0.14 0.11"},
    "question-5": {RIGHT: "0 0.00 -0", WRONG: "0.01"},
}


@pytest.fixture(name="small", scope="module", params=["material", "mkdocs"])
def _small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with one page of exercises, in two themes."""
    folder = tmp_path_factory.mktemp("small")
    config = f"site_name: Small\ntheme: {{name: {request.param}, font: false}}\nplugins: [tallybook]\n"
    write(folder, {"mkdocs.yml": config, "docs/index.md": SMALL})
    done = mkdocs(folder, "build", "-q")
    assert done.returncode == 0, done.stderr
    with hosted(folder / "site") as address:
        yield address


def status(page: Page, id: str) -> Locator:
    return page.locator(f"form:has(#{id}-typed) [role=status]")


@browser
def test_a_typed_answer_is_judged(small: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(small)
    for id, expected in VERDICTS.items():
        field = page.locator(f"#{id}-typed")
        for said, answers in expected.items():
            for typed in answers.split():
                field.fill(typed)
                expect(status(page, id), "of the next answer nothing is said yet").to_have_text("")
                field.press("Enter")
                expect(status(page, id), typed).to_have_text(re.compile(f"^{re.escape(said)}"))
        field.fill(next(iter(expected.values())).split()[0])
        page.locator(f"form:has(#{id}-typed) button").click()
        expect(status(page, id)).to_have_text(RIGHT)
    expect(page.locator("details[open]"), "no verdict opens an answer").to_have_count(0)


@browser
def test_the_page_compares_as_the_engine_does(small: str, open_page: Callable[..., Page]) -> None:
    dice, cases = random.Random(7), []
    for _ in range(600):
        places = dice.randint(1, 6)
        value = round(dice.uniform(-3, 3), dice.choice([places, places + 1, 15]))
        near = round(value * 10**places) + dice.choice([-1, -0.5, 0, 0, 0.5, 1])
        typed = f"{Decimal(near).scaleb(-places):f}"
        cases.append((typed, value, places))
    page = open_page()
    page.goto(small)
    found = page.evaluate(
        """(cases) => {
            const form = document.querySelector(".tally-typed"), told = JSON.parse(form.dataset.check);
            return cases.map(([typed, value, places]) => {
                form.dataset.check = JSON.stringify({ ...told, values: [value], places, mistakes: [] });
                form.querySelector("input").value = typed;
                form.requestSubmit();
                return form.querySelector("p").textContent === told.right;
            });
        }""",
        cases,
    )
    wanted = [
        admits(Numeral(typed, Decimal(typed), Decimal(1).scaleb(-places), Span(0, 0)), Decimal(repr(value)))
        for typed, value, places in cases
    ]
    assert found == wanted
    assert 100 < sum(wanted) < 500


@browser
def test_a_reader_opens_the_answers(small: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(small)
    hint, answer = page.locator("#root-hint"), page.locator("#root-answer")
    for details in (hint, answer):
        expect(details.locator("p")).to_be_hidden()
    hint.locator("summary").click()
    expect(hint.locator("p")).to_be_visible()
    answer.locator("summary").press("Enter")
    expect(answer.locator("p")).to_be_visible()
    labels = page.locator("summary").all_inner_texts()
    assert len(set(labels)) == len(labels)


@browser
def test_a_link_into_an_answer_opens_it(small: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{small}#root-answer")
    expect(page.locator("#root-answer p")).to_be_visible()
    page.evaluate("location.hash = 'question-3-answer'")
    expect(page.locator("#question-3-answer p")).to_be_visible()


@browser
def test_without_a_script_the_answers_open_and_no_form_is_shown(
    small: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(small)
    expect(page.locator(".tally-typed")).to_have_count(5)
    expect(page.locator(".tally-typed:visible")).to_have_count(0)
    expect(page.get_by_text("A whole number.")).to_be_visible()
    page.locator("#root-answer summary").click()
    expect(page.locator("#root-answer p")).to_be_visible()


@browser
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_on_paper_all_answers_are_open(small: str, open_page: Callable[..., Page], scripts: bool) -> None:
    page = open_page(java_script_enabled=scripts)
    page.goto(small)
    page.emulate_media(media="print")
    for details in ("#root-hint", "#root-answer", "#question-2-answer"):
        expect(page.locator(f"{details} p")).to_be_visible()
    expect(page.locator(".tally-typed:visible")).to_have_count(0)


@browser
def test_the_form_has_a_label_and_no_expression(small: str, page: Page) -> None:
    page.goto(small)
    expect(page.get_by_label("The root (decimal places: 4)")).to_have_attribute("inputmode", "text")
    expect(page.get_by_label("Your answer (whole)")).to_have_attribute("inputmode", "decimal")
    expect(page.get_by_label("Your answer (2 numbers, as [1, 2]; decimal places: 2)")).to_be_visible()
    told = [json.loads(form.get_attribute("data-check") or "") for form in page.locator("form").all()]
    assert "pair[::-1]" not in page.content()
    assert [one["values"] for one in told if "values" in one][1] == [1234]
