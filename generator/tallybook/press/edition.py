"""One check of the book that a site is made of, and which of its chapters each page shows."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace
import os
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import get_files

from tallybook.book import book_files, check_book, shown_path
from tallybook.checked import Checked
from tallybook.options import OptionsError, Project, find_project
from tallybook.report import ChapterReport, Report
from tallybook.sources import Register


@dataclass(frozen=True)
class Edition:
    """What a check found, by the absolute paths of the files; `trouble` says why there was no check."""

    report: Report
    checked: dict[str, Checked] = field(default_factory=dict)
    reports: dict[str, ChapterReport] = field(default_factory=dict)
    project: Project | None = None
    register: Register = field(default_factory=lambda: Register("", {}))
    trouble: str = ""


def make_edition(config: MkDocsConfig) -> Edition:
    """Check all chapters of the book that `config` builds. What keeps it from that is its `trouble`."""
    try:
        project = site_project(config)
        files = book_files(project)
        pages = list(_pages(config, {absolute(file) for file in files}))
        book = check_book(project, files, whole=True, pages=pages)
    except (OptionsError, OSError) as error:
        return Edition(Report(()), trouble=str(error))
    paths = {shown_path(file, project): absolute(file) for file in (*files, *pages)}
    return Edition(
        book.report,
        {paths[checked.chapter.source.path]: checked for checked in book.checked},
        {paths[one.source.path]: one for one in book.report.chapters if one.source.path in paths},
        project,
        book.register,
    )


def _pages(config: MkDocsConfig, chapters: Container[str]) -> Iterator[Path]:
    """The pages that MkDocs builds and that are no chapters."""
    for file in get_files(config).documentation_pages():
        if file.abs_src_path and absolute(file.abs_src_path) not in chapters:
            yield Path(absolute(file.abs_src_path))


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
