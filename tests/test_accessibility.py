"""What the book is for readers with other hands and habits: keys, focus, no script, paper."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
import pytest

from tests.browsing import PAGES

pytestmark = pytest.mark.browser
CHAPTER = "03-normalization/"


def test_letters_are_no_shortcuts_unless_wanted(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(address + CHAPTER)
    page.keyboard.press("n")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement === document.body")
    field = page.locator("input[name=query]")
    field.focus()
    page.keyboard.type("spin")
    expect(field).to_have_value("spin")
    expect(page).to_have_url(address + CHAPTER)
    page.evaluate("localStorage.setItem('shortcuts', 'on')")
    field.blur()
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
        hidden = page.locator(".tally-state, article details").evaluate_all(
            "all => all.filter(one => !one.checkVisibility({visibilityProperty: true})).map(one => one.id)"
        )
        assert hidden == [], path


def test_all_is_there_on_paper(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{address}08-postnorm-layer/")
    page.emulate_media(media="print")
    expect(page.locator(".md-header")).to_be_hidden()
    hidden = page.evaluate(
        "[...document.querySelectorAll('.tally-state > *')].filter((part) => !part.checkVisibility()).length"
    )
    assert hidden == 0
