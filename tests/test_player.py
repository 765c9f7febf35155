"""The step player and the enlarging of figures, as readers use them."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect
import pytest

from tests.browsing import drawn, hosted
from tests.sites import mkdocs, write

pytestmark = pytest.mark.browser

CONFIG = """
site_name: Players
site_url: ADDRESS
theme: {name: material, language: zh, font: false, features: [navigation.instant]}
plugins: [search, tallybook]
markdown_extensions: [attr_list]
nav: [index.md, other.md, wide.md]
"""

DRAWN = """
//// state | {id} · {name}

```python exec hide id="{id}-figure" alt="{name}的图。"
drawing
```

这是{name}，独一无二的{word}。
////
"""

WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 90" width="900" height="90">'
CELL = f"""
```python exec hide
from types import SimpleNamespace

svg = '{WIDE}<title>t</title><rect width="900" height="90"/></svg>'
drawing = SimpleNamespace(_repr_svg_=lambda: svg)
```
"""


def player(prefix: str, words: str, default: int = 1) -> str:
    """A player of as many states as words, whose ids begin with a letter of their own."""
    states = (
        DRAWN.format(id=f"{prefix}{count}", name=f"步骤{prefix}{word}", word=word)
        for count, word in enumerate(words, 1)
    )
    return f"/// player | 题{prefix}\n    default: {prefix}{default}\n{''.join(states)}///\n\n"


ALONE = '```python exec hide alt="单独的图。"\ndrawing\n```\n'
PAGES = {
    "docs/index.md": f"# 首页\n{CELL}\n{player('a', '甲乙丙丁', 3)}[去丁](#a4)。\n\n{player('b', '子丑')}",
    "docs/other.md": "# 别的一页\n\n[去乙](index.md#a2)，[回首页](index.md)。\n",
    "docs/wide.md": f"# 宽图\n{CELL}\n{ALONE}\n宽900<!--~ 例 -->。\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("players")
    with hosted(folder / "site") as address:
        write(folder, PAGES | {"mkdocs.yml": CONFIG.replace("ADDRESS", address)})
        done = mkdocs(folder, "build", "-q", "--strict")
        assert done.returncode == 0, done.stderr
        yield address


SHOWN = """(prefix) => [...document.querySelectorAll(`.tally-state[id^=${prefix}]`)]
  .filter((state) => state.checkVisibility({ visibilityProperty: true }) && state.offsetHeight > 1)
  .map((state) => state.id)"""


def sees(page: Page, ids: list[str], prefix: str = "a") -> None:
    """Wait until the states that a reader sees are these."""
    with suppress(TimeoutError):
        page.wait_for_function(
            f"([prefix, ids]) => `${{({SHOWN})(prefix)}}` === `${{ids}}`", arg=[prefix, ids]
        )
    assert page.evaluate(SHOWN, prefix) == ids


def open_still(page: Page, address: str) -> None:
    """Open a page where time stands still unless the test runs it."""
    page.clock.install(time=0)
    page.goto(address)
    page.clock.pause_at(3600)


def first(page: Page) -> Locator:
    return page.locator(".tally-player").first


def button(page: Page, name: str) -> Locator:
    return first(page).get_by_role("button", name=name)


def test_it_stands_still_at_its_default_state(site: str, page: Page) -> None:
    open_still(page, site)
    expect(button(page, "播放")).to_be_visible()
    page.clock.run_for(60_000)
    sees(page, ["a3"])
    sees(page, ["b1"], "b")
    assert page.locator("#a3-name").inner_text() == "3 / 4 · 步骤a丙（默认）"


def test_buttons_step_to_the_ends_and_no_further(site: str, page: Page) -> None:
    page.goto(site)
    back, forth = button(page, "上一步"), button(page, "下一步")
    forth.click()
    sees(page, ["a4"])
    expect(page).to_have_url(f"{site}#a4")
    assert [one.get_attribute("aria-disabled") for one in (back, forth)] == ["false", "true"]
    forth.dispatch_event("click")
    sees(page, ["a4"])
    for _ in range(5):
        back.dispatch_event("click")
    sees(page, ["a1"])
    expect(page).to_have_url(f"{site}#a1")
    assert [one.get_attribute("aria-disabled") for one in (back, forth)] == ["true", "false"]
    sees(page, ["b1"], "b")


def test_keys_step_while_the_player_has_the_focus(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("ArrowLeft")
    sees(page, ["a3"])
    first(page).focus()
    for key, state in (
        ("ArrowLeft", "a2"),
        ("Home", "a1"),
        ("ArrowLeft", "a1"),
        ("ArrowRight", "a2"),
        ("End", "a4"),
    ):
        page.keyboard.press(key)
        sees(page, [state])
    for name in ("ctrlKey", "altKey", "metaKey", "shiftKey", "isComposing"):
        first(page).dispatch_event("keydown", {"key": "ArrowLeft", name: True})
    sees(page, ["a4"])
    button(page, "上一步").focus()
    page.keyboard.press("ArrowLeft")
    sees(page, ["a3"])
    sees(page, ["b1"], "b")


def test_space_plays_on_the_player_and_presses_on_a_button(site: str, page: Page) -> None:
    open_still(page, f"{site}#a1")
    button(page, "下一步").focus()
    page.keyboard.press("Space")
    sees(page, ["a2"])
    expect(button(page, "播放")).to_be_visible()
    first(page).focus()
    page.keyboard.press("Space")
    expect(button(page, "暂停")).to_be_visible()
    page.keyboard.press("Space")
    expect(button(page, "播放")).to_be_visible()


def test_playing_stops_at_the_last_state(site: str, page: Page) -> None:
    open_still(page, f"{site}#a2")
    button(page, "播放").click()
    live = first(page).locator(".tally-states")
    expect(live).to_have_attribute("aria-live", "off")
    page.clock.run_for(7_000)
    sees(page, ["a3"])
    page.clock.run_for(60_000)
    sees(page, ["a4"])
    sees(page, ["b1"], "b")
    expect(button(page, "播放")).to_be_visible()
    expect(live).to_have_attribute("aria-live", "polite")
    button(page, "播放").click()
    sees(page, ["a1"])


@pytest.mark.parametrize("stop", ["step", "hidden tab", "print"])
def test_playing_stops(site: str, open_page: Callable[..., Page], stop: str) -> None:
    page = open_page()
    open_still(page, f"{site}#a1")
    button(page, "播放").click()
    expect(button(page, "暂停")).to_be_visible()
    if stop == "step":
        button(page, "下一步").click()
    elif stop == "print":
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
    else:
        page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(button(page, "播放")).to_be_visible()
    page.clock.run_for(60_000)
    sees(page, ["a2" if stop == "step" else "a1"])


def test_a_link_opens_its_state_and_back_returns(site: str, page: Page) -> None:
    page.goto(f"{site}#a2")
    sees(page, ["a2"])
    page.get_by_role("link", name="去丁").click()
    sees(page, ["a4"])
    expect(page).to_have_url(f"{site}#a4")
    expect(page.locator("#a4")).to_be_in_viewport()
    page.go_back()
    sees(page, ["a2"])
    expect(page).to_have_url(f"{site}#a2")


def test_a_link_from_another_page_opens_its_state(site: str, page: Page) -> None:
    page.goto(f"{site}other/")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="去乙").click()
    sees(page, ["a2"])
    expect(page.locator("#a2-name")).to_be_in_viewport()
    expect(page).to_have_url(f"{site}#a2")
    assert page.evaluate("window.same"), "the page was loaded anew: navigation is not instant"
    button(page, "下一步").click()
    sees(page, ["a3"])
    expect(page).to_have_url(f"{site}#a3")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("别的一页")
    page.go_forward()
    sees(page, ["a3"])
    expect(page.locator("#a3-name")).to_be_in_viewport()
    expect(page).to_have_url(f"{site}#a3")


def test_a_player_that_left_the_page_plays_no_longer(site: str, page: Page) -> None:
    open_still(page, f"{site}#a1")
    page.evaluate("window.going = new Set()")
    page.evaluate(
        "() => { const begin = setInterval, end = clearInterval;"
        " window.setInterval = (act, time) =>"
        " { const id = begin(act, time); if (time === 6000) going.add(id); return id };"
        " window.clearInterval = (id) => { going.delete(id); end(id) } }"
    )
    button(page, "播放").click()
    page.wait_for_function("going.size === 1")
    page.evaluate("document.querySelector('a[href$=\"other/\"]').click()")
    expect(page.locator("h1")).to_contain_text("别的一页")
    page.wait_for_function("going.size === 0")
    expect(page).to_have_url(f"{site}other/")


def test_a_step_keeps_what_the_theme_has_stored(site: str, page: Page) -> None:
    page.goto(site)
    kept = button(page, "下一步").evaluate(  # at one go: the theme stores where the page is scrolled to
        "next => { history.replaceState({ kept: 1 }, ''); const before = history.length; next.click();"
        " return [history.state.kept, history.length - before, location.hash] }"
    )
    assert kept == [1, 0, "#a4"]


def test_searching_in_the_page_reveals_a_state(site: str, page: Page) -> None:
    page.goto(f"{site}#a1")
    assert page.locator("#a4").get_attribute("hidden") == "until-found"
    page.goto("about:blank")
    page.goto(f"{site}#:~:text=独一无二的丁")
    sees(page, ["a4"])


def test_arrows_scroll_a_figure_that_is_wider_than_the_screen(
    site: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(360)
    page.goto(site)
    view = page.locator("#a3-figure")
    expect(view).to_have_attribute("tabindex", "0")
    view.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.getElementById('a3-figure').scrollLeft > 0")
    sees(page, ["a3"])


def test_nothing_moves_when_the_page_comes_and_when_it_steps(address: str, page: Page) -> None:
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => {"
        " const entries = list.getEntries().filter((entry) => !entry.hadRecentInput);"
        " for (const entry of entries) for (const {node} of entry.sources)"
        " if (node?.parentElement?.closest('.tally-player, .tally-player ~ *')) window.moved += entry.value;"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    page.goto(f"{address}08-postnorm-layer/#r45-b5")
    expect(page.locator("#r45-b5-name")).to_be_in_viewport()
    drawn(page)
    below = "document.getElementById('cards').getBoundingClientRect().top"
    before = page.evaluate(below)
    for count in range(4, -1, -1):
        button(page, "上一步").click()
        sees(page, [f"r45-b{count}"], "r45")
        assert page.evaluate(below) == before
    drawn(page)
    assert page.evaluate("moved") == 0


def test_a_browser_that_cannot_find_what_is_hidden_hides_states_all_the_same(
    site: str, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.add_init_script("delete HTMLElement.prototype.onbeforematch; delete Element.prototype.onbeforematch")
    page.goto(f"{site}#a2")
    expect(button(page, "播放")).to_be_visible()
    expect(page.locator("#a1")).to_have_attribute("hidden", "")
    sees(page, ["a2"])
    page.get_by_role("link", name="去丁").click()
    sees(page, ["a4"])
    page.emulate_media(media="print")
    sees(page, ["a1", "a2", "a3", "a4"])


def test_without_a_script_every_state_is_there(site: str, open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(f"{site}#a4")
    expect(page.locator(".tally-state:visible")).to_have_count(6)
    expect(page.locator(".tally-controls:visible")).to_have_count(0)


def test_where_the_script_does_not_come_every_state_shows_after_a_while(
    site: str, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.route("**/player.js", lambda route: route.abort())
    page.goto(site)
    visible = "getComputedStyle(document.getElementById('a1')).visibility"
    assert page.evaluate(visible) == "hidden"
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert page.evaluate(visible) == "visible"
    tops = page.locator(".tally-state").evaluate_all("states => states.map(state => state.offsetTop)")
    assert tops == sorted(set(tops))


def test_print_shows_every_state(site: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(site)
    expect(button(page, "播放")).to_be_visible()
    page.emulate_media(media="print")
    sees(page, ["a1", "a2", "a3", "a4"])
    expect(page.locator("#a3-name")).to_contain_text("（默认）")
    expect(button(page, "播放")).to_be_hidden()


@pytest.mark.parametrize("path", ["", "wide/"])
def test_a_figure_is_enlarged_and_comes_back(site: str, page: Page, path: str) -> None:
    page.goto(f"{site}{path}")
    view = page.locator(".tally-figure:visible").first
    height = view.evaluate("view => view.offsetHeight")
    enlarge = page.get_by_role("button", name="放大图形").locator("visible=true").first
    enlarge.click()
    dialog = page.locator("dialog.tally-enlarged")
    expect(dialog.locator("svg[viewBox='0 0 900 90']")).to_be_visible()
    assert view.evaluate("view => [view.querySelectorAll('svg').length, view.offsetHeight]") == [0, height]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert view.evaluate("view => [view.querySelectorAll('svg').length, view.offsetHeight]") == [1, height]
    expect(enlarge).to_be_focused()


def test_what_a_finger_presses_is_large_enough(site: str, open_page: Callable[..., Page]) -> None:
    page = open_page(360, has_touch=True)
    page.goto(site)
    expect(button(page, "播放")).to_be_visible()
    small = page.locator(".tally-controls :visible, .tally-enlarge:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".filter(box => Math.min(box.width, box.height) < 44)"
    )
    assert small == []


CHAPTERS = {"01-layer/": (6, "f14-s1"), "08-postnorm-layer/": (6, "r45-b4")}


@pytest.mark.parametrize("path", CHAPTERS)
def test_the_players_of_the_book(address: str, open_page: Callable[..., Page], path: str) -> None:
    """Their states are in the page, numbered and named, with a text each; ids are single."""
    page = open_page(java_script_enabled=False)
    page.goto(address + path)
    count, default = CHAPTERS[path]
    names = page.locator(".tally-state > .tally-name").all_inner_texts()
    assert [name.split(" · ")[0] for name in names] == [f"{one} / {count}" for one in range(1, count + 1)]
    assert all(name.split(" · ")[1] for name in names)
    assert page.locator(".tally-default").get_attribute("id") == default
    texts = page.locator(".tally-state").evaluate_all(
        "states => states.map(state => [...state.querySelectorAll(':scope > p:not(.tally-name)')]"
        ".map(text => text.innerText).join(''))"
    )
    assert all("。" in text for text in texts)
    ids = page.locator("article [id]").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))
