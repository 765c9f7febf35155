"""The search as a reader types into it: words of Chinese, and numbers as they stand in the text."""

from collections.abc import Callable
import json
from typing import Any
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.browser

QUERIES = {
    "词元": "09-three-shapes/",
    "归一化": "03-normalization/",
    "层归一化": "03-normalization/",
    "残差连接": "02-residual/",
    "自注意力": "04-attention/",
    "0.447213": "03-normalization/",
    "1.341639": "03-normalization/",
    "2.5": "01-layer/",
    "-0.999995": "03-normalization/",
    "−0.999995": "03-normalization/",
    "[-0.999995, 0.999995]": "03-normalization/",
    "√d_k": "04-attention/",
    "Qwen3-8B": "10-real-models/",
}


@pytest.fixture(name="field")
def _field(address: str, open_page: Callable[..., Any]) -> Any:
    """Where a reader types."""
    page = open_page()
    page.goto(address)
    return page.locator("input.md-search__input")


def hits(field: Any, query: str) -> set[str]:
    """The pages that a query finds."""
    field.fill(query)
    field.press("End")  # the search listens to keys
    field.page.locator(".md-search-result__meta", has_text="符合条件").wait_for()
    paths = field.page.locator(".md-search-result__link").evaluate_all(
        "links => links.map(one => one.pathname)"
    )
    return {path.strip("/") + "/" for path in paths}


@pytest.mark.parametrize(("query", "expected"), QUERIES.items())
def test_a_query_finds_its_page(query: str, expected: str, field: Any) -> None:
    assert expected in hits(field, query)


def test_a_number_that_no_page_holds_is_not_found(field: Any) -> None:
    assert hits(field, "0.123456789") == set()


def test_the_reader_keeps_the_sign_that_was_typed(field: Any) -> None:
    field.press_sequentially("-0.5")
    shown = "Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').get.call"
    assert field.evaluate(f"field => [{shown}(field), field.value]") == ["-0.5", "0.5"]


def test_the_index_holds_no_tex(address: str) -> None:
    index = json.loads(urlopen(f"{address}search/search_index.json").read())
    texts = [entry["title"] + entry["text"] for entry in index["docs"] if "about/" not in entry["location"]]
    assert not [text for text in texts if "\\(" in text or "\\frac" in text or "\\sqrt" in text]
    assert any("√d_k" in text for text in texts)
