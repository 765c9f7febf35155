"""The built book in a real browser, and small sites of a test's own, as readers see them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
import shutil
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
import pytest

from tests.sites import PATIENCE, mkdocs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WRITTEN = [file.relative_to(DOCS).with_suffix("").as_posix() for file in sorted(DOCS.rglob("*.md"))]
PAGES = [f"{path}/".removesuffix("index/") for path in WRITTEN]
PAGES += ["numbers/", "03-normalization/source/"]  # made by the build: one of each kind
"""Where the pages of the book stand."""
TEXTS = [f"{page}source/" for page in PAGES[: len(WRITTEN)]]
"""Where their texts stand."""
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
# Pages keep room for a script only for some seconds: here for as long as a busy machine may take.
ROOM = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(".tally-player:not(.tally-on) * { animation-duration: 9999s !important }");
document.adoptedStyleSheets = [sheet];
"""
SCREENS = {"wide and light": (1280, "light"), "phone and dark": (360, "dark")}


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(site: Path) -> Iterator[str]:
    """The address of a folder that a free port of this machine serves, to the end of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def drawn(page: Page) -> None:
    """Wait until the page has been laid out and drawn once more."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture(scope="session", name="address")
def _address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built book."""
    site = tmp_path_factory.mktemp("site")
    done = mkdocs(ROOT, "build", "-q", "--strict", "-d", str(site))
    assert done.returncode == 0, done.stderr
    with hosted(site) as address:
        yield address


@pytest.fixture(scope="session", name="browser")
def _browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE * 1000)  # a busy machine is no bug
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        yield browser
        browser.close()


def patient(browser: Browser, **options: Any) -> BrowserContext:
    """A context whose pages may take their time."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(ROOM)
    return context


@pytest.fixture(name="open_page")
def _open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; what is given goes to `Browser.new_context`."""
    contexts = []

    def open_page(width: int = 1280, scheme: Any = "light", **options: Any) -> Page:
        context = patient(browser, viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(name="page", params=list(SCREENS.values()), ids=list(SCREENS))
def _page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Page:
    """A page on a wide and on a narrow screen."""
    return open_page(*request.param)
