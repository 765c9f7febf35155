"""The pages that are made, in a browser: the author's file copied, a number found by its value."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
import pytest

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent


def test_the_authors_file_is_copied_whole(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}03-normalization/source/")
    page.get_by_role("button", name="复制全文").click()
    expect(page.locator(".tally-raw [role=status]")).to_have_text("已复制")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == (ROOT / "docs/03-normalization.md").read_text("utf-8")


def test_the_author_s_file_is_there_without_a_script(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"{address}03-normalization/source/")
    assert page.locator(".tally-raw pre").inner_text().startswith("---")
    assert page.get_by_role("button", name="复制全文").count() == 0


@pytest.mark.parametrize(
    ("typed", "holds", "not_holds"),
    [
        ("1.341639", "[0.447213, 1.341639]", "[-1, 1]"),
        ("-0.999995", "[-0.999995, 0.999995]", "[0.447213, 1.341639]"),
        ("0.999995", "[-0.999995, 0.999995]", "[0.447213, 1.341639]"),
    ],
)
def test_a_number_is_found_by_its_value(
    address: str, open_page: Callable[..., Page], typed: str, holds: str, not_holds: str
) -> None:
    page = open_page()
    page.goto(f"{address}numbers/")
    every = page.locator(".tally-list tbody tr:visible").count()
    page.get_by_label("找一个数").fill(typed)
    expect(page.locator(".tally-find output")).not_to_have_text("")
    shown = page.locator(".tally-list tbody tr:visible td:first-child").all_inner_texts()
    assert 0 < len(shown) < every
    assert holds in shown
    assert not_holds not in shown
    page.get_by_label("找一个数").fill("123456.789")
    expect(page.locator(".tally-find output")).to_have_text("书里没有这个数。")


def test_a_found_number_leads_to_its_card(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{address}numbers/")
    page.get_by_label("找一个数").fill("1.341639")
    expect(page.locator(".tally-find output")).not_to_have_text("")
    page.locator(".tally-list tbody tr:visible td:first-child a").first.click()
    expect(page.locator(":popover-open")).to_contain_text("1.341639")
