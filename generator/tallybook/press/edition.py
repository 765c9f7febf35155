"""One check of the book that a site is made of, and which of its chapters each page shows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import get_files

from tallybook.book import Checked, book_files, check_book, shown_path
from tallybook.chapter import Binding, Cell
from tallybook.findings import Finding, FindingKind
from tallybook.options import OptionsError, Project, find_project
from tallybook.parsing import parse
from tallybook.report import ChapterReport, Report, chapter_report
from tallybook.source import NotText, Source


@dataclass(frozen=True)
class Edition:
    """What a check found, by the absolute paths of the files; `trouble` says why there was no check."""

    report: Report
    checked: dict[str, Checked] = field(default_factory=dict)
    reports: dict[str, ChapterReport] = field(default_factory=dict)
    project: Project | None = None
    trouble: str = ""


def make_edition(config: MkDocsConfig) -> Edition:
    """Check all chapters of the book that `config` builds. What keeps it from that is its `trouble`."""
    try:
        project = site_project(config)
        files = book_files(project)
        book = check_book(project, files, whole=True)
    except (OptionsError, OSError) as error:
        return Edition(Report(()), trouble=str(error))
    sources = (file.abs_src_path for file in get_files(config).documentation_pages())
    pages = [Path(absolute(source)) for source in sources if source]
    chapters = {absolute(file) for file in files}
    strays = _strays(project, (page for page in pages if str(page) not in chapters))
    report = Report(tuple(sorted((*book.report.chapters, *strays), key=lambda one: one.source.path)))
    paths = {shown_path(file, project): absolute(file) for file in (*files, *pages)}
    return Edition(
        report,
        {paths[checked.chapter.source.path]: checked for checked in book.checked},
        {paths[one.source.path]: one for one in report.chapters if one.source.path in paths},
        project,
    )


def site_project(config: MkDocsConfig) -> Project:
    """The project whose options hold for a site; without the option `chapters` the site's pages are its
    chapters. Raises OptionsError."""
    project = find_project(site_folder(config))
    if project.options.chapters:
        return project
    docs = os.path.relpath(os.path.realpath(config.docs_dir), project.root)
    return replace(project, options=replace(project.options, chapters=(docs,)))


def site_folder(config: MkDocsConfig) -> Path:
    """The folder of mkdocs.yml, from which all that it names is looked for."""
    return Path(os.path.realpath(config.config_file_path or "mkdocs.yml")).parent


def absolute(file: str | Path) -> str:
    """A path as an edition names it."""
    return os.path.realpath(file)


def _strays(project: Project, pages: Iterable[Path]) -> Iterator[ChapterReport]:
    """Of pages that are no chapters those that hold a cell or a binding: nothing would be checked there."""
    for page in pages:
        try:
            source = Source.decode(shown_path(page, project), page.read_bytes())
        except NotText:
            continue
        options = project.options.for_chapter(shown_path(page, project, root=True))
        items = parse(source, options.cells).items
        if held := next((item for item in items if isinstance(item, Cell | Binding)), None):
            what = "cell" if isinstance(held, Cell) else "binding"
            message = f"this page holds a {what} and is no chapter"
            mend = "add it to the option `chapters`"
            finding = Finding(FindingKind.NOT_A_CHAPTER, held.span, message, "", (mend,))
            yield chapter_report(source, (), [finding], project.options.severity, 0)
