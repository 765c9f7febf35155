"""What holds of every page of the book, on a wide and on a narrow screen: axe, requests, errors, widths."""

from dataclasses import dataclass, field
from importlib.resources import files

from playwright.sync_api import Browser, Page
import pytest

from tests.browsing import PAGES, TEXTS, drawn, patient

pytestmark = pytest.mark.browser
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPENED = """() => {
  document.querySelectorAll('details').forEach((details) => (details.open = true));
  const end = { key: 'End', bubbles: true, cancelable: true };
  for (const player of document.querySelectorAll('.tally-player'))
    player.dispatchEvent(new KeyboardEvent('keydown', end));
}"""
# Letters of one style contrast alike wherever they stand: axe judges the contrast of the first of each style.
# So it is with the rows of a long table. What was judged as the page opened is not judged again.
JUDGE = """async ([rules, known, within]) => {
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const { backgroundColor: colour, backgroundImage: image } = getComputedStyle(element);
      if (image !== 'none' || colour !== 'rgba(0, 0, 0, 0)') return image + colour;
    }
  };
  const seen = new Set(known);
  const ends = (move) => isFinite(move.effect.getComputedTiming().endTime);
  document.getAnimations().filter(ends).forEach((move) => move.finish());
  document.querySelectorAll('tbody tr:nth-child(n + 100)').forEach((row) => row.remove());
  for (const element of document.body.querySelectorAll('*')) {
    delete element.dataset.judged;
    const letters = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!letters || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, opacity } = getComputedStyle(element);
    const style = [color, fontSize, fontWeight, opacity, ground(element)].join();
    if (seen.has(style)) continue;
    seen.add(style);
    element.dataset.judged = '';
  }
  const nothing = rules.length === 1 && seen.size === known.length;
  if (nothing || !document.querySelector(within)) return [[], [...seen]];
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-judged]' }] });
  const wanted = { runOnly: rules, resultTypes: ['violations'] };
  const { violations } = await axe.run({ include: [within] }, wanted);
  const told = ({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`;
  return [violations.map(told), [...seen]];
}"""
# How far things move while a page loads, by the measure of layout shift; what leaves the view does not count.
MOVES = """
window.moved = 0;
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    if (sources.some(({ currentRect }) => currentRect.height)) moved += value;
}).observe({ type: 'layout-shift', buffered: true });
"""
PROSE = """() => {
  const article = document.querySelector('article').cloneNode(true);
  article.querySelectorAll('pre, code, script').forEach((part) => part.remove());
  return article.textContent;
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MARKS = ("<!--", "///", "\\(", "\\[")
WIDE, NARROW = 1280, 360
# Light rules look at all, dark ones at contrast alone: nothing else depends on the scheme.
FIRST_VIEW = ((WIDE, "light"), (NARROW, "light"), (NARROW, "dark"), (WIDE, "dark"))
STATES = (
    ("as it opens", "() => {}", "html", FIRST_VIEW),
    ("opened", OPENED, "details, .tally-player", FIRST_VIEW[::-1]),
)


@dataclass
class Walk:
    """What was seen of the pages, by their paths and how they were looked at."""

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    overflow: dict[str, int] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)
    moved: dict[str, float] = field(default_factory=dict)
    violations: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture(scope="module", name="walk")
def _walk(address: str, browser: Browser) -> Walk:
    walk, styles = Walk(), list[str]()
    context = patient(browser, color_scheme="light")
    page = context.new_page()
    page.add_init_script(MOVES)
    page.on("request", lambda request: walk.requests.append(request.url))
    page.on("console", lambda message: walk.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: walk.errors.append(str(error)))
    for path in PAGES:
        for width in (NARROW, WIDE):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(address + path)
            drawn(page)
            walk.overflow[f"{path} at {width}"] = page.evaluate(OVERFLOW)
            walk.moved[f"{path} at {width}"] = page.evaluate("moved")
        prose = page.evaluate(PROSE)
        walk.marks[path] = [mark for mark in MARKS if mark in prose]
        styles = _judge(page, path, walk, styles)
    for path in TEXTS:
        page.goto(address + path)
        walk.overflow[path] = page.evaluate(OVERFLOW)
    context.close()
    return walk


def _judge(page: Page, path: str, walk: Walk, styles: list[str]) -> list[str]:
    """Let axe judge a page in all its states; gives the styles of letters that it has judged so far."""
    page.evaluate(AXE)
    for state, act, within, views in STATES:
        page.evaluate(act)
        for width, scheme in views:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_function(f"getComputedStyle(document.body).colorScheme === '{scheme}'")
            rules = ALL if scheme == "light" else ["color-contrast"]
            found, styles = page.evaluate(JUDGE, [rules, styles, within])
            walk.violations[f"{path} {state}, {scheme} at {width}"] = found
    return styles


def test_axe_finds_nothing(walk: Walk) -> None:
    assert {where: found for where, found in walk.violations.items() if found} == {}


def test_nothing_is_asked_of_another_host(walk: Walk, address: str) -> None:
    assert [url for url in walk.requests if not url.startswith((address, "data:"))] == []


def test_no_script_fails(walk: Walk) -> None:
    assert walk.errors == []


def test_no_page_is_wider_than_the_screen(walk: Walk) -> None:
    assert [path for path, pixels in walk.overflow.items() if pixels > 0] == []


def test_no_mark_up_is_left_over(walk: Walk) -> None:
    assert {path: marks for path, marks in walk.marks.items() if marks} == {}


def test_nothing_moves_while_a_page_loads(walk: Walk) -> None:
    assert {path: moved for path, moved in walk.moved.items() if moved > 0.01} == {}
