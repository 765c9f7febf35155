"""What a reader sees of the book in a real browser, wide and on a phone, light and dark."""

from playwright.sync_api import Page, expect
import pytest

pytestmark = pytest.mark.browser


def test_a_number_carries_its_value(address: str, page: Page) -> None:
    page.goto(f"{address}03-normalization/")
    number = page.locator("data.tally", has_text="[-0.999995, 0.999995]").first
    expect(number).to_have_attribute("value", "-0.9999950000374997, 0.9999950000374997")
    data = page.evaluate("JSON.parse(document.getElementById('tally-data').textContent)")
    assert "layer_norm" in str(data)


def test_figures_have_real_text_and_follow_the_scheme(address: str, page: Page) -> None:
    page.goto(f"{address}03-normalization/")
    expect(page.locator(".tally-figure svg text", has_text="LayerNorm").first).to_be_attached()
    ink, paper = page.evaluate(
        "() => { const text = document.querySelector('.tally-figure svg text');"
        " return [getComputedStyle(text).fill, getComputedStyle(document.body).backgroundColor] }"
    )
    assert ink != paper


def test_formulas_are_mathml(address: str, page: Page) -> None:
    page.goto(f"{address}03-normalization/")
    assert page.locator("math mfrac").count() > 0
