"""Number cards in a real browser: by mouse, by touch, by keyboard, by address, on paper."""

from collections.abc import Callable, Iterator
from importlib.resources import files
import re

from playwright.sync_api import Locator, Page, expect
import pytest

from tests.browsing import hosted
from tests.sites import mkdocs, write

pytestmark = pytest.mark.browser

CONFIG = """\
site_name: A book
theme: {name: material, language: zh, font: false}
plugins: [tallybook]
markdown_extensions:
  - pymdownx.arithmatex: {generic: true}
  - tables
"""
SOURCES = """\
smith2020:
  authors: A. Smith
  title: On Numbers
  year: 2020
  url: https://example.org/numbers
"""
CHAPTER = """\
# 一章

```python exec
import json
from math import sqrt
from pathlib import Path

x = [1, 3]


def mean(row):
    return sum(row) / n


n = len(x)
```

```python exec hide
h = sqrt(n)
w = json.loads(Path("docs/w.json").read_text())
```

```python exec fold
y = [(each - mean(x)) / 3 for each in x]
z = [each * 5 for each in range(20)]
```

## 均值2<!--= mean(x) -->

归一化得到约[-0.3333, 0.3333]<!--= y -->，再乘$h=1.4142$<!--= h -->。而(1+3)/2=2。

存着的数是0.25<!--= w[0] -->，占50%<!--@ smith2020 表1 -->，假想32<!--~ 举例 -->层，又是[-0.3333, 0.3333]。

看[0.50<!--= w[0] * 2 -->](other.md)。

| 甲 | 乙 |
|---|---|
| -0.33 | 0.33 |

<!--= y -->

共[0, 5, …, 95]<!--= z -->。
"""
CARD = ".tally-card"


@pytest.fixture(scope="module", name="site")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small book."""
    folder = tmp_path_factory.mktemp("cards")
    pages = {"docs/index.md": CHAPTER, "docs/other.md": "# 别处\n", "docs/w.json": "[0.25]"}
    write(folder, {"mkdocs.yml": CONFIG, "docs/sources.yml": SOURCES, **pages})
    done = mkdocs(folder, "build", "-q")
    assert done.returncode == 0, done.stderr
    with hosted(folder / "site") as address:
        yield address


@pytest.fixture(name="card_page")
def _card_page(site: str, open_page: Callable[..., Page]) -> Iterator[Page]:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site)
    yield page
    assert errors == []


def number(page: Page, text: str) -> Locator:
    return page.locator("data.tally", has_text=text).first


def facts(page: Page) -> dict[str, str]:
    """What an open card says, by its labels; several of one label one after the other."""
    expect(page.locator(CARD)).to_be_visible()
    told: dict[str, str] = {}
    for part in page.locator(f"{CARD} dl > *").all():
        if part.evaluate("part => part.localName") == "dt":
            label = part.inner_text()
            told[label] = ""
        else:
            told[label] += ("\n" if told[label] else "") + part.inner_text().strip()
    return told


def test_a_computed_number(card_page: Page) -> None:
    number(card_page, "[-0.3333, 0.3333]").click()
    assert facts(card_page) == {
        "完整值": "[-0.3333333333333333, 0.3333333333333333]",
        "表达式": "y 第24行",
        "核对": "2个数，逐个比：写到4位小数，允许±0.00005；最多差0.000033",
    }


def test_a_number_whose_cell_is_hidden_shows_its_line(card_page: Page) -> None:
    card_page.locator("data.tally", has=card_page.locator("math")).click()
    told = facts(card_page)
    assert told["完整值"] == "1.4142135623730951"
    assert told["表达式"].split("\n") == ["h", "h = sqrt(n)"]
    assert told["核对"].startswith("写到4位小数，允许±0.00005；差0.000014")


def test_an_expression_with_what_it_reads(card_page: Page) -> None:
    number(card_page, "2").click()
    assert facts(card_page) == {
        "完整值": "2.0",
        "表达式": "mean(x)",
        "用到": "mean 第11行\nx = [1, 3] 第8行\nn = 2 第15行",
        "核对": "整数就是它自己，要正好相等；一点不差",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(1+3)/2", {"完整值": "2", "另一边": "2", "核对": "整数就是它自己，要正好相等；一点不差"}),
        ("32", {"理由": "举例"}),
        ("50%", {"出处": "smith2020 表1"}),
    ],
)
def test_numbers_of_other_accounts(text: str, told: dict[str, str], card_page: Page) -> None:
    number(card_page, text).click()
    assert facts(card_page) == told


def test_a_repeat_leads_to_the_number_that_it_repeats(card_page: Page) -> None:
    card_page.locator("data.tally", has_text="[-0.3333, 0.3333]").last.click()
    assert facts(card_page)["核对"] == "写法和第30行查过的那个数一样"
    card_page.locator(f"{CARD} dl a").click()
    expect(card_page.locator(f"{CARD} header")).to_contain_text("代码算出")


def test_a_number_from_stored_data_says_where_it_is_stored(card_page: Page) -> None:
    number(card_page, "0.25").click()
    assert facts(card_page)["取自"] == "docs/w.json"


def test_a_cell_of_a_table_and_a_long_group(card_page: Page) -> None:
    card_page.locator("td data.tally", has_text="-0.33").click()
    assert facts(card_page)["完整值"] == "-0.3333333333333333"
    number(card_page, "95").click()
    expect(card_page.locator(f"{CARD} header")).to_contain_text("95")
    assert facts(card_page)["完整值"] == "这一组共20个数"


def test_the_course_goes_back_to_literals(card_page: Page) -> None:
    number(card_page, "[-0.3333, 0.3333]").click()
    card_page.locator(f"{CARD} summary").click()
    expect(card_page.locator(f"{CARD} table")).to_be_visible()
    rows = [
        [cell.inner_text() for cell in row.locator("td").all()]
        for row in card_page.locator(f"{CARD} tr").all()
    ]
    assert rows == [
        ["第8行", "x = [1, 3]", "", "x = [1, 3]"],
        ["第11行", "def mean(row):\n…", "", ""],
        ["第15行", "n = len(x)", "n = len([1, 3])", "n = 2"],
        [
            "第24行",
            "y = [(each - mean(x)) / 3 for each in x]",
            "y = [(each - mean([1, 3])) / 3 for each in [1, 3]]",
            "y = [-0.333333, 0.333333]",
        ],
    ]


def test_a_line_leads_to_the_cell_and_unfolds_it(card_page: Page) -> None:
    number(card_page, "[-0.3333, 0.3333]").click()
    card_page.locator(f"{CARD} dl a").click()
    expect(card_page.locator(CARD)).to_be_hidden()
    expect(card_page.locator("details.tally-fold code")).to_be_in_viewport()
    marked = card_page.evaluate("[...CSS.highlights.get('tally-line')].map(String)")
    assert marked == ["y = [(each - mean(x)) / 3 for each in x]"]
    card_page.go_back()
    expect(card_page.locator(CARD)).to_be_visible()
    expect(card_page.locator(CARD)).to_contain_text("[-0.3333, 0.3333]")


def test_a_number_is_copied_in_four_forms(card_page: Page) -> None:
    card_page.locator("data.tally", has=card_page.locator("math")).click()
    for form, wanted in {
        "如文": "1.4142",
        "完整": "1.4142135623730951",
        "Python": "1.4142135623730951  # h",
        "TeX": "1.4142",
    }.items():
        card_page.locator(f"{CARD} footer button", has_text=form).click()
        expect(card_page.get_by_role("status")).to_have_text(f"已复制：{wanted}")
        assert card_page.evaluate("navigator.clipboard.readText()") == wanted
    number(card_page, "50%").click()
    card_page.locator(f"{CARD} footer button", has_text="TeX").click()
    expect(card_page.get_by_role("status")).to_have_text("已复制：50\\%")


def test_the_card_goes_away_and_comes_back(card_page: Page) -> None:
    """By Escape, a click elsewhere, its own button, and a second click on its number."""
    card, chosen = card_page.locator(CARD), number(card_page, "0.25")
    chosen.click()
    expect(card).to_be_focused()
    card_page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(chosen).to_be_focused()
    chosen.click()
    expect(card).to_be_visible()
    card_page.mouse.click(5, 500)
    expect(card).to_be_hidden()
    chosen.click()
    card_page.locator(f"{CARD} header button").click()
    expect(card).to_be_hidden()
    chosen.click()
    expect(card).to_be_visible()
    chosen.click()
    expect(card).to_be_hidden()


def test_a_card_that_closes_lets_go_of_its_number_at_once(card_page: Page) -> None:
    """So that the next press on the number, however soon, opens it again."""
    number(card_page, "0.25").click()
    expect(card_page.locator("[data-chosen]")).to_have_text("0.25")
    left = "card => { card.hidePopover(); return document.querySelectorAll('[data-chosen]').length }"
    assert card_page.locator(CARD).evaluate(left) == 0


def test_the_keyboard_finds_the_numbers_of_each_block(card_page: Page) -> None:
    tabbed = card_page.evaluate(
        "document.querySelectorAll('article data[tabindex=\"0\"], article button.tally-block').length"
    )
    assert tabbed == 5
    button = card_page.locator("p:has-text('存着的数') .tally-block")
    button.focus()
    expect(button).to_have_css("width", re.compile(r"[2-9]\dpx|[2-9]\d\.\d+px"))
    card_page.keyboard.press("Enter")
    among = card_page.locator(f"{CARD} .tally-among button")
    assert [each.inner_text() for each in among.all()] == ["0.25", "50%", "32", "[-0.3333, 0.3333]"]
    expect(among.first).to_be_focused()
    card_page.keyboard.press("Tab")
    card_page.keyboard.press("Tab")
    card_page.keyboard.press("Enter")
    expect(among.nth(2)).to_be_focused()
    assert facts(card_page) == {"理由": "举例"}
    card_page.keyboard.press("Escape")
    expect(card_page.locator(CARD)).to_be_hidden()
    expect(button).to_be_focused()


def test_a_number_in_a_link_is_the_link(card_page: Page) -> None:
    number(card_page, "0.50").click()
    expect(card_page).to_have_url(re.compile("/other/$"))


def test_a_finger_opens_it_too(site: str, open_page: Callable[..., Page]) -> None:
    page = open_page(360, "dark", has_touch=True)
    page.goto(site)
    number(page, "0.25").tap()
    assert facts(page)["表达式"].startswith("w[0]")
    card, chosen = page.locator(CARD).bounding_box(), number(page, "0.25").bounding_box()
    assert card
    assert chosen
    assert (card["x"], card["width"]) == (0, 360)
    assert chosen["y"] + chosen["height"] <= card["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_address_opens_the_card_of_its_number(card_page: Page, site: str) -> None:
    number(card_page, "0.25").click()
    address = str(card_page.locator(f"{CARD} footer a").get_attribute("href"))
    assert re.fullmatch("#n-[0-9a-f]{8}", address)
    card_page.goto("about:blank")
    card_page.goto(f"{site}{address}")
    assert facts(card_page)["取自"] == "docs/w.json"
    expect(number(card_page, "0.25")).to_be_in_viewport()


def test_paper_has_the_course_of_the_open_card(card_page: Page) -> None:
    paper = card_page.locator(".tally-paper")
    number(card_page, "[-0.3333, 0.3333]").click()
    expect(paper).to_be_hidden()
    card_page.emulate_media(media="print")
    expect(paper.locator("tr")).to_have_count(4)
    expect(paper.locator("tr").last).to_be_visible()
    expect(card_page.locator(CARD)).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_in_an_open_card(
    site: str, open_page: Callable[..., Page], width: int, scheme: str
) -> None:
    page = open_page(width, scheme)
    page.goto(site)
    page.locator("p:has-text('存着的数') .tally-block").focus()
    page.keyboard.press("Enter")
    page.locator(f"{CARD} .tally-among button").first.click()
    page.locator(f"{CARD} summary").click()
    expect(page.locator(f"{CARD} table")).to_be_visible()
    page.add_script_tag(content=files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found = page.evaluate(
        "axe.run('.tally-card, .tally-block', "
        "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
        ".then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"
    )
    assert found == []
