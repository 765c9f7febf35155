"""What a site holds besides its pages: chapters as text, the list of all numbers, a seal on each page."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from tallybook.press.bundle import bundle
from tallybook.press.edition import Edition
from tallybook.press.number_index import FILE, PAGE, numbers_file, numbers_page, numbers_table
from tallybook.press.phrases import Phrases
from tallybook.press.placed import Placed, link, placed_chapters
from tallybook.press.raw_pages import BUNDLE, LISTING, listing, raw_files, raw_links, readable, readable_page
from tallybook.press.seal import State, seal, state_of


class Annex:
    """Made once for each build, when MkDocs has found its files."""

    def __init__(self, edition: Edition, config: MkDocsConfig, phrases: Phrases) -> None:
        self._edition = edition
        self._config = config
        self._phrases = phrases
        self._chapters: list[Placed] = []
        self._made: dict[str, Callable[[], str]] = {}
        self._numbers = ""
        project = edition.project
        self._raw = project is not None and project.options.raw
        self._state = state_of(project.root) if project is not None else None

    def add_pages(self, files: Files) -> None:
        """Add the pages that are made, but for those that the author wrote."""
        self._chapters = placed_chapters(self._edition, files)
        made: dict[str, Callable[[], str]] = {}
        for chapter in self._chapters if self._raw else ():
            file = readable_page(chapter, self._config, self._phrases)
            if files.get_file_from_path(file.src_uri) is None:
                files.append(file)
                made[file.src_uri] = partial(readable, chapter, file.url, self._phrases)
        if self._chapters and files.get_file_from_path(PAGE) is None:
            file = numbers_page(self._config, self._phrases)
            files.append(file)
            self._numbers = file.url
            made[PAGE] = partial(numbers_table, self._chapters, file.url, self._phrases)
        self._made = made

    def addition(self, page: str) -> str:
        """What is added to the page whose Markdown file is named: all that a made one shows, and to a chapter
        its seal and the ways to its texts."""
        if page in self._made:
            return self._made[page]()
        chapter = next((one for one in self._chapters if one.name == page), None)
        return self._footer(chapter, self._state) if chapter is not None and self._state is not None else ""

    def _footer(self, chapter: Placed, state: State) -> str:
        said = seal(chapter.checked.report.counted, state, self._phrases)
        more = f'<a href="{link(self._numbers, chapter.file.url)}">{self._phrases.numbers}</a>'
        more *= bool(self._numbers)
        texts = f"<p>{raw_links(chapter, self._phrases)}</p>" if self._raw else ""
        sealed = f"<p>{said} {more}</p>" if said else ""
        return f'<footer class="tally-seal">{sealed}{texts}</footer>' if sealed or texts else ""

    def write(self, site: Path) -> None:
        """Write what is no page into the built site."""
        if not self._chapters:
            return
        files = {FILE: numbers_file(self._chapters)}
        if self._raw and self._edition.project is not None:
            files.update(raw_files(self._chapters, self._phrases))
            files[LISTING] = listing(self._chapters, self._config).encode()
            files[BUNDLE] = bundle(self._edition.project, tuple(one.checked for one in self._chapters))
        for place, content in files.items():
            path = site / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
