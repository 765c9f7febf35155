"""What a served book draws on: each file is watched from when a check first names it."""

from collections.abc import Iterator
import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

from tallybook.press.edition import Edition, absolute, site_folder

_OPTION_FILES = ("tallybook.toml", "pyproject.toml")


class Watcher:
    """Hands files to the server. Those that an earlier check named stay watched: one that failed may
    not say what it drew on."""

    def __init__(self) -> None:
        self._server: LiveReloadServer | None = None
        self._files: dict[str, None] = {}

    def begin(self, server: LiveReloadServer) -> None:
        """Watch what the checks so far named."""
        self._server = server
        for file in self._files:
            server.watch(file)

    def add(self, edition: Edition, config: MkDocsConfig, since: float) -> None:
        """Watch what one more check named, but for files that changed `since` it began: a cell may have
        written them, and would again at every build."""
        watched = [absolute(folder) for folder in (config.docs_dir, *config.watch)]
        for file in map(absolute, _drawn_on(edition, config)):
            if file in self._files or not os.path.isfile(file) or os.path.getmtime(file) >= since:
                continue
            if any(Path(file).is_relative_to(folder) for folder in watched):
                continue
            self._files[file] = None
            if self._server is not None:
                self._server.watch(file)


def _drawn_on(edition: Edition, config: MkDocsConfig) -> Iterator[Path]:
    if edition.project is None:
        folder = site_folder(config)
        yield from (above / name for above in (folder, *folder.parents) for name in _OPTION_FILES)
        return
    if edition.project.file is not None:
        yield edition.project.file
    yield edition.project.sources
    yield from map(Path, edition.reports)
    for checked in edition.checked.values():
        for name in (*checked.run.modules, *checked.run.files):
            yield edition.project.root / name
