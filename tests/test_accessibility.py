"""What the book is for readers with other eyes, hands and habits: axe, keys, focus, no script, paper."""

from collections.abc import Callable
from importlib.resources import files

from playwright.sync_api import Page
import pytest

from tests.browsing import PAGES

pytestmark = pytest.mark.browser
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
CHAPTER = "03-normalization/"
OPENED = """() => {
  document.querySelectorAll('details').forEach((details) => (details.open = true));
  const end = { key: 'End', bubbles: true, cancelable: true };
  for (const player of document.querySelectorAll('.tally-player'))
    player.dispatchEvent(new KeyboardEvent('keydown', end));
}"""
# Letters of one style contrast alike wherever they stand: axe judges the contrast of the first of each style.
JUDGE = """async ([rules, known]) => {
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const { backgroundColor: colour, backgroundImage: image } = getComputedStyle(element);
      if (image !== 'none' || colour !== 'rgba(0, 0, 0, 0)') return image + colour;
    }
  };
  const seen = new Set(known);
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
  if (rules.length === 1 && seen.size === known.length) return [[], known];
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-judged]' }] });
  const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'] });
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
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing(address: str, open_page: Callable[..., Page], width: int) -> None:
    """On every page, as it opens and with all opened, light and dark; and nothing moves while it loads."""
    page = open_page(width)
    found: dict[str, list[str]] = {}
    seen: list[str] = []
    page.add_init_script(MOVES)
    for path in PAGES:
        page.emulate_media(color_scheme="light")
        page.goto(address + path)
        page.evaluate(AXE)
        found[f"{path} moves"] = page.evaluate("moved > 0.01 ? [moved] : []")
        for state, act in (("as it opens", "() => {}"), ("opened", OPENED)):
            page.evaluate(act)
            for scheme, rules in (("light", ALL), ("dark", ["color-contrast"])):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.wait_for_function(f"getComputedStyle(document.body).colorScheme === '{scheme}'")
                found[f"{path} {state}, {scheme}"], seen = page.evaluate(JUDGE, [rules, seen])
    assert {where: what for where, what in found.items() if what} == {}


def test_letters_are_no_shortcuts_unless_wanted(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(address + CHAPTER)
    page.keyboard.press("n")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement === document.body")
    assert page.url == address + CHAPTER
    page.locator("input[name=query]").focus()
    page.keyboard.type("spin")
    assert page.locator("input[name=query]").input_value() == "spin"
    page.evaluate("localStorage.setItem('shortcuts', 'on')")
    page.locator("input[name=query]").blur()
    page.reload()
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != address + CHAPTER)


def test_what_has_the_focus_is_seen(address: str, page: Page) -> None:
    page.goto(address + CHAPTER)
    page.keyboard.press("Tab")  # from here on the focus is the keyboard's
    unseen = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, summary, input, [tabindex="0"]')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => {
            element.focus();
            if (document.activeElement !== element || !element.matches(':focus-visible')) return false;
            const shown = element.matches('.md-option') ? element.nextElementSibling : element;
            const { outlineStyle, outlineWidth } = getComputedStyle(shown);
            return outlineStyle === 'none' || outlineWidth === '0px';
          })
          .map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert unseen == []


def test_the_header_covers_nothing_that_is_jumped_to(address: str, page: Page) -> None:
    page.goto(address + CHAPTER)
    covered = page.evaluate(
        """() => [...document.querySelectorAll('article [id]')]
          .filter((element) => element.checkVisibility() && !element.closest('svg, figure'))
          .filter((element) => {
            element.scrollIntoView({ behavior: 'instant' });
            const below = document.querySelector('.md-header').getBoundingClientRect().bottom;
            return element.getBoundingClientRect().top < below;
          })
          .map((element) => element.id)"""
    )
    assert covered == []


def test_all_is_there_without_a_script(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    for path in PAGES:
        page.goto(address + path)
        states = page.locator(".tally-state")
        assert all(state.is_visible() for state in states.all()), path
        assert all(details.is_visible() for details in page.locator("article details").all()), path


def test_all_is_there_on_paper(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{address}08-postnorm-layer/")
    page.emulate_media(media="print")
    assert not page.locator(".md-header").is_visible()
    hidden = page.evaluate(
        "[...document.querySelectorAll('.tally-state > *')].filter((part) => !part.checkVisibility()).length"
    )
    assert hidden == 0
