"""The built book in a real browser, and small sites of a test's own, as readers see them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
import shutil
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
import pytest

from tests.sites import mkdocs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WRITTEN = [file.relative_to(DOCS).with_suffix("").as_posix() for file in sorted(DOCS.rglob("*.md"))]
PAGES = [f"{path}/".removesuffix("index/") for path in WRITTEN]
PAGES += ["numbers/", "03-normalization/source/"]  # made by the build: one of each kind
"""Where the pages of the book stand."""
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
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
    expect.set_options(timeout=30_000)  # a busy machine is no bug
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(name="open_page")
def _open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; what is given goes to `Browser.new_context`."""
    contexts = []

    def open_page(width: int = 1280, scheme: Any = "light", **options: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **options
        )
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(name="page", params=list(SCREENS.values()), ids=list(SCREENS))
def _page(request: pytest.FixtureRequest, open_page: Callable[..., Page]) -> Page:
    """A page on a wide and on a narrow screen."""
    return open_page(*request.param)
