"""The block structure is GitHub's: its renderer is the judge."""

from hypothesis import given, settings
from hypothesis import strategies as st
import pytest

from tallybook.commonmark import read_leaves
from tallybook.source import Source
from tests.renderers import expanded, github_code

PREFIXES = (
    "",
    "",
    "",
    "> ",
    ">",
    "  ",
    "    ",
    "\t",
    "> > ",
    "   ",
    "- ",
    "1. ",
    "  - ",
    "-   ",
    "10. ",
    "-",
    "2. ",
)
LINES = (
    *(
        "```",
        "```",
        "~~~",
        "````",
        "```py",
        "``` a`b",
        "~~~~",
        "<!--",
        "-->",
        "<!-- a -->",
        "<div>",
        "</div>",
    ),
    *(
        "<pre>",
        "</pre>",
        '<a b="c">',
        "<a b=c",
        "</a>",
        "<?",
        "?>",
        "<![CDATA[",
        "<!A",
        "<script>",
        "x </script>",
    ),
    *("x", "x -->", "", "", "# h", "---", "***", "===", "- - x", "- - -", "<b", ">", "<!-->", "1)", "#", "*"),
)
lines = st.tuples(st.sampled_from(PREFIXES), st.sampled_from(PREFIXES), st.sampled_from(LINES)).map("".join)


@given(st.lists(lines, min_size=1, max_size=10).map("\n".join))
@settings(max_examples=400)
def test_fences_and_indented_code_are_those_of_github(text: str) -> None:
    text = expanded(text) + "\n"
    leaves = [leaf for leaf in read_leaves(Source("", text), 1) if leaf.form != "html"]
    ours = [(leaf.first, "\n".join(leaf.lines).rstrip("\n")) for leaf in leaves if leaf.form == "fence"]
    theirs = {shown.line: shown.code for shown in github_code(text)}
    assert [leaf.first for leaf in leaves] == list(theirs)
    assert ours == [
        (line, "\n".join(map(str.rstrip, theirs[line].split("\n"))).rstrip("\n")) for line, _ in ours
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<!-- a\n\nb --> c\nd\n", [("html", 1, 3, True)]),
        ("<!-- a\n\nb\n", [("html", 1, 4, False)]),
        ("<div>\na\n\nb\n", [("html", 1, 2, False)]),
        ("a\n<i>\n\n<i>\nb\n", [("html", 4, 5, False)]),
        ("- <pre>\n\n  a\nb\n", [("html", 1, 3, False)]),
        ("<style>p\n\n</style> a\nb\n", [("html", 1, 3, True)]),
    ],
)
def test_html_goes_on_to_its_end(text: str, expected: list[tuple[str, int, int, bool]]) -> None:
    leaves = read_leaves(Source("", text), 1)
    assert [(leaf.form, leaf.first, leaf.last, leaf.closed) for leaf in leaves] == expected


def test_a_fence_knows_whether_an_item_holds_it():
    leaves = read_leaves(Source("", "- a\n\n  ```\n  x\n  ```\n\n> ```\n> ```\n"), 1)
    assert [(leaf.first, leaf.last, leaf.in_item, leaf.closed) for leaf in leaves] == [
        (3, 5, True, True),
        (7, 8, False, True),
    ]
