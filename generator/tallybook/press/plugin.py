"""The MkDocs plugin: a thin shell that checks the book before a build and renders what was checked."""

from collections.abc import Callable
from pathlib import Path
import sys
import time
from typing import Any, Literal

from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from tallybook.checked import Checked
from tallybook.outlets import text
from tallybook.press.annex import Annex
from tallybook.press.audit import left_over, unfit_marks
from tallybook.press.bibliography import Bibliography
from tallybook.press.catalogue import Catalogue
from tallybook.press.edition import Edition, absolute, make_edition
from tallybook.press.fences import Fences
from tallybook.press.host import FONT, add_assets, ending, language, set_up
from tallybook.press.math import hold_formulas, preload, return_formulas
from tallybook.press.phrases import ENGLISH, Phrases, phrases_for
from tallybook.press.proof import bar, proof, trouble_bar
from tallybook.press.rendering import Rendered, render_chapter
from tallybook.press.searching import prepare_search
from tallybook.press.serving import Watcher
from tallybook.press.shelf import make_bibliography
from tallybook.report import Report
from tallybook.sources import Register

_FIRST, _LAST = 100, -100
_log = get_plugin_logger("tallybook")


class NoOptions(Config):  # type: ignore[no-untyped-call]
    """The plugin has no options of its own."""


class TallybookPlugin(BasePlugin[NoOptions]):  # type: ignore[no-untyped-call]
    """Under `mkdocs build` a finding that is an error ends the build before the old site is touched.
    Under `mkdocs serve` (but for `serve --clean`, which MkDocs calls a build) nothing is raised: pages
    show what was found."""

    def __init__(self) -> None:
        self._serving = False
        self._watcher = Watcher()
        self._edition = Edition(Report(()))
        self._phrases: Phrases = ENGLISH
        self._bibliography = Bibliography(Register("", {}))
        self._annex: Annex | None = None
        self._catalogue: Catalogue | None = None
        self._shown: dict[str, str] = {}
        self._formulas: list[str] = []
        self._rendered: dict[str, Rendered] = {}
        self._unfit: list[str] = []

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Refuse any option: they stand where every way in reads them."""
        self.config = NoOptions(config_file_path=config_file_path)
        where = "options of tallybook belong in [tool.tallybook] of pyproject.toml or in tallybook.toml"
        return [(name, ValidationError(where)) for name in options], []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Hear which command runs; having this method keeps the plugin alive over the builds of a server."""
        self._serving = command == "serve"

    @event_priority(_FIRST)  # before the search reads its options
    def _prepare_search(self, config: MkDocsConfig) -> MkDocsConfig:
        prepare_search(config, language(config))
        return config

    @event_priority(_LAST)  # other plugins may bring superfences
    def _set_up(self, config: MkDocsConfig) -> MkDocsConfig:
        self._phrases = phrases_for(language(config))
        self._shown, self._rendered, self._unfit = {}, {}, []
        return set_up(config, Fences(self._phrases, self._shown))

    on_config = CombinedEvent(_prepare_search, _set_up)

    @event_priority(_FIRST)
    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Check the book. Raises PluginError with the whole report while the old site is still whole."""
        began = time.time()
        self._edition = make_edition(config)
        if self._serving:
            self._watcher.add(self._edition, config, began)
            self._tell()
        elif self._edition.trouble:
            raise PluginError(f"tallybook: {self._edition.trouble}")
        elif not self._edition.report.ok:
            shown = "\n".join(text.show(self._edition.report, ending(config)))
            raise PluginError(f"the numbers of the book do not tally\n\n{shown}")
        else:
            for chapter in self._edition.report.chapters:
                for finding in chapter.findings:
                    _log.warning(text.show_finding(chapter.source, finding))

    def _tell(self) -> None:
        """Show in the terminal what was found; not by the log, where `--strict` would end the server."""
        if self._edition.trouble:
            print(f"tallybook: {self._edition.trouble}", file=sys.stderr)
        elif any(chapter.findings for chapter in self._edition.report.chapters):
            print("\n".join(text.show(self._edition.report)), file=sys.stderr)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add what pages load to the site, and the pages that the book makes itself."""
        add_assets(config, files)
        self._bibliography = make_bibliography(self._edition, files, config, self._phrases)
        config.mdx_configs["tallybook"]["sources"] = self._bibliography
        self._catalogue = Catalogue(self._edition, files)
        config.mdx_configs["tallybook"]["functions"] = self._catalogue.functions
        self._annex = Annex(self._edition, config, self._phrases)
        self._annex.add_pages(files)
        return files

    @event_priority(_LAST)  # the last that gives a text wins
    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """The chapter as it was rendered; nothing for a page that is none."""
        self._bibliography.turn_to(page.file.src_uri)
        path = _path(page)
        if path in self._edition.checked:
            rendered = self._render(page, self._edition.checked[path])
            self._rendered[path] = rendered
            self._shown.update(rendered.shown)
            return rendered.text
        if path in self._edition.reports and not self._edition.reports[path].source.text:
            return ""  # no text that MkDocs could read
        return None

    @event_priority(_FIRST)  # before the search reads the page
    def _hold_formulas(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: object
    ) -> TemplateContext:
        page.content, self._formulas = hold_formulas(page.content or "")
        return context

    def _render(self, page: Page, checked: Checked) -> Rendered:
        references = {}
        if self._catalogue is not None:
            self._catalogue.functions.here = page.file.src_uri
            references = self._catalogue.addresses(page.file.url)
        return render_chapter(checked, self._phrases, proof=self._serving, references=references)

    @event_priority(_LAST)  # behind the search, which would find the script's words
    def _complete(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: object
    ) -> TemplateContext:
        """Add the page's data, and in a proof what was found, to its content."""
        path, content = _path(page), return_formulas(page.content or "", self._formulas)
        rendered = self._rendered.get(path)
        if self._serving:
            content = self._proof(path, content)
        if self._annex is not None:
            content += self._annex.addition(page.file.src_uri)
        if rendered is not None:
            content += f'\n<script type="application/json" id="tally-data">{rendered.data}</script>\n'
        page.content = content
        return context

    on_page_context = CombinedEvent(_hold_formulas, _complete)

    def _proof(self, path: str, content: str) -> str:
        edition, report = self._edition, self._edition.reports.get(path)
        if edition.trouble:
            return trouble_bar(edition.trouble, self._phrases) + content
        in_book = sum(len(chapter.findings) for chapter in edition.report.chapters)
        if report is None or not in_book:
            return content
        anchors = [""] * len(report.findings)
        if path in self._rendered:
            checked = edition.checked[path]
            content, anchors = proof(content, checked.chapter, self._rendered[path], report.findings)
        return bar(report, anchors, in_book, self._phrases) + content

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Look at the page as readers get it; a proof is no page for readers, and quotes bindings."""
        output = preload(output, get_relative_url(FONT, page.url))
        if self._serving:
            return output
        path = _path(page)
        if path in self._rendered:
            source = self._edition.checked[path].chapter.source
            unfit = unfit_marks(output, self._rendered[path], source)
            self._unfit += [text.show_finding(source, finding) for finding in unfit]
        for left in left_over(output):
            self._unfit.append(f"{page.file.src_uri}: readers of this page would see {left}")
        return output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what is no page. Raises PluginError where a page does not show what was checked."""
        if self._annex is not None:
            self._annex.write(Path(config.site_dir))
        if self._unfit:
            shown = "\n".join(self._unfit)
            raise PluginError(f"pages do not show what was checked: do not publish this site\n\n{shown}")

    def on_serve(
        self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Callable[..., Any]
    ) -> LiveReloadServer:
        """Watch what the chapters draw on, besides what MkDocs watches."""
        self._watcher.begin(server)
        return server


def _path(page: Page) -> str:
    return absolute(page.file.abs_src_path) if page.file.abs_src_path else ""
