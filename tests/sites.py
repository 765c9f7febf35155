"""Small sites in a folder of their own, built and served as their authors would."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
import os
from pathlib import Path
import signal
import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

CONFIG = "site_name: A site\ntheme: mkdocs\nplugins: [search, tallybook]\n"
PATIENCE = 120
"""Seconds after which a server that shows nothing new counts as hung."""


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, text as UTF-8 with its line ends as they are."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def mkdocs(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in a folder; what it says goes to `stderr`."""
    command = [sys.executable, "-m", "mkdocs", *arguments]
    return subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, encoding="utf-8")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@dataclass(frozen=True)
class Served:
    """A site under `mkdocs serve`; `said` is the file that holds what the server said."""

    address: str
    said: Path
    server: subprocess.Popen[bytes]

    def await_page(self, path: str, holds: Callable[[str], object]) -> str:
        """The page once it is as wanted. Fails where it never comes to be so."""
        page, end = "", time.monotonic() + PATIENCE
        while time.monotonic() < end and self.server.poll() is None:
            with suppress(URLError, ConnectionError):
                page = str(urlopen(self.address + path, timeout=PATIENCE).read(), "utf-8")
                if holds(page):
                    return page
            time.sleep(0.1)
        raise AssertionError(f"{path} never came to be as wanted:\n{page}\n{self.said.read_text('utf-8')}")


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Served]:
    """Serve a site on a free port of this machine, to the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", address, *arguments]
    said = folder / "said.txt"
    with said.open("wb") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=_environment(), stdout=output, stderr=output, preexec_fn=_interruptible
        )
        try:
            yield Served(f"http://{address}/", said, server)
            assert server.poll() is None, said.read_text("utf-8")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)


def _interruptible() -> None:
    """Hear Ctrl-C, although a shell that starts jobs in the background tells them not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _environment() -> dict[str, str]:
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    return {**os.environ, **quiet, "PYTHONUTF8": "1"}
