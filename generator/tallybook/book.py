"""The story on one page: find the chapters of a book, read them, run them side by side, judge each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
import os
from pathlib import Path

from tallybook.cache import FOLDER, lookup, store
from tallybook.chapter import Binding, Cell, Chapter, Question
from tallybook.checked import Checked, job_for, judge_chapter, read_chapter
from tallybook.citations import cited_keys, judge_register
from tallybook.findings import Finding, FindingKind
from tallybook.functions import Functions
from tallybook.job import Run
from tallybook.options import Options, OptionsError, Project, shown
from tallybook.parsing import parse
from tallybook.plan import Plan
from tallybook.report import Account, ChapterReport, Report, chapter_report
from tallybook.source import NotText, Source, Span
from tallybook.sources import Register, read_register
from tallybook.worker import run_jobs

_NOTHING = Run(())


@dataclass(frozen=True)
class Book:
    """The chapters of one check, and those files that are no chapters, as reports."""

    project: Project
    register: Register
    checked: tuple[Checked, ...]
    others: tuple[ChapterReport, ...] = ()

    @property
    def report(self) -> Report:
        reports = [*(checked.report for checked in self.checked), *self.others]
        return Report(tuple(sorted(reports, key=lambda report: report.source.path)))


_SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")  # those that MkDocs builds
_UNCHECKED = (Account.STRUCTURAL, Account.UNACCOUNTED)
_HELD: dict[type, str] = {Cell: "a cell", Binding: "a binding", Question: "a question's answer"}
"""What a page that is no chapter should not hold."""


def book_files(project: Project, paths: Sequence[Path] = ()) -> list[Path]:
    """The Markdown files of the given files and folders, or of the project's chapters, in order.

    Raises OptionsError for a path that is not there.
    """
    files: dict[Path, None] = {}
    for path in paths or project.chapters:
        if path.is_dir():
            files.update(dict.fromkeys(sorted(_markdown_in(path))))
        elif path.is_file():
            files[path] = None
        else:
            named = (
                "" if paths else ", where the option `chapters` or mkdocs.yml says that the chapters stand"
            )
            raise OptionsError(f"there is no file or folder {shown(path)}{named}")
    return list(files)


def _markdown_in(folder: Path) -> Iterator[Path]:
    """The Markdown files below a folder, those behind links too, as MkDocs finds them."""
    entered: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        entered.add(os.path.realpath(parent))
        shown = [name for name in folders if not name.startswith(".")]
        folders[:] = [name for name in shown if os.path.realpath(os.path.join(parent, name)) not in entered]
        for name in names:
            if name.lower().endswith(_SUFFIXES) and not name.startswith("."):
                yield Path(parent, name)


def book_pages(project: Project, files: Sequence[Path]) -> list[Path]:
    """The Markdown files of the folder that MkDocs builds which are none of `files`."""
    chapters = {file.resolve() for file in files}
    pages = book_files(project, [project.docs]) if project.docs.is_dir() else []
    return [page for page in pages if page.resolve() not in chapters]


def check_book(
    project: Project,
    files: Sequence[Path],
    *,
    execute: bool = True,
    whole: bool = False,
    cached: bool = True,
    pages: Sequence[Path] = (),
) -> Book:
    """Check chapters: read all, run them side by side, judge each. `whole` says that `files` are all of
    the book: then it is an error that no number is checked. `pages` are read too, and are no chapters.

    Raises OptionsError where the register of sources cannot be read.
    """
    register = read_register(project.sources, project.options.tags)
    read: list[tuple[Chapter, Plan, Options]] = []
    others: list[ChapterReport] = []
    for file in files:
        options = project.options.for_chapter(shown_path(file, project, root=True))
        try:
            source = Source.decode(shown(file), raw := file.read_bytes())
        except NotText as error:
            others.append(_no_text(shown(file), raw, error))
            continue
        folders = (project.root, project.docs, file.parent)
        read.append((*read_chapter(source, options, folders), options))
    runs = _run(project, read, cached=cached) if execute else [_NOTHING] * len(read)
    functions = Functions(tuple(project.root / folder for folder in project.options.pythonpath))
    checked = [
        judge_chapter(chapter, plan, run, register, options, execute=execute, functions=functions)
        for (chapter, plan, options), run in zip(read, runs, strict=True)
    ]
    if whole and not any(number.account not in _UNCHECKED for one in checked for number in one.numbers):
        others.append(_no_numbers(project))
    if whole and (unused := _unused(register, checked, project.options)):
        others.append(unused)
    others += [stray for page in pages if (stray := _stray(page, project))]
    return Book(project, register, tuple(checked), tuple(others))


def _no_numbers(project: Project) -> ChapterReport:
    where = ", ".join(shown(path) for path in project.chapters)
    mend = "bind the numbers of the text, or name the folder of the chapters in the option `chapters`"
    finding = Finding(FindingKind.NO_NUMBERS, Span(0, 0), "no number was checked here", "", (mend,))
    return chapter_report(Source(where, ""), (), [finding], {}, 0)


def shown_path(file: Path, project: Project, *, root: bool = False) -> str:
    """A path as messages show it: relative to where the command runs (or to the root), POSIX."""
    if root and file.is_relative_to(project.root):
        return file.relative_to(project.root).as_posix()
    return shown(file)


def _no_text(path: str, raw: bytes, error: NotText) -> ChapterReport:
    before = raw[: error.at].decode("utf-8", "replace")
    line = Source(path, before).place(len(before)).line
    message = f"this file is no text: {error.reason}, on line {line}"
    finding = Finding(FindingKind.NOT_UTF8, Span(0, 0), message, "", ("save the file as UTF-8 text",))
    return chapter_report(Source(path, ""), (), [finding], {}, 0)


def _stray(page: Path, project: Project) -> ChapterReport | None:
    """A finding for a page that is no chapter and holds a cell or a binding: nothing is checked there."""
    options = project.options.for_chapter(shown_path(page, project, root=True))
    try:
        source = Source.decode(shown(page), page.read_bytes())
    except NotText:
        return None
    held = next(
        (item for item in parse(source, options.cells).items if isinstance(item, Cell | Binding | Question)),
        None,
    )
    if held is None:
        return None
    message = f"this page holds {_HELD[type(held)]} and is no chapter"
    mend = "add it to the option `chapters`"
    finding = Finding(FindingKind.NOT_A_CHAPTER, held.span, message, "", (mend,))
    return chapter_report(source, (), [finding], options.severity, 0)


def _unused(register: Register, checked: Sequence[Checked], options: Options) -> ChapterReport | None:
    """The sources that no chapter cites, told where the register names them."""
    cited = {key for one in checked for key in cited_keys(one.chapter)}
    findings = list(judge_register(register, cited))
    return chapter_report(register.source, (), findings, options.severity, 0) if findings else None


def _run(project: Project, read: list[tuple[Chapter, Plan, Options]], *, cached: bool) -> list[Run]:
    """The run of each chapter: none where nothing is asked, a kept one where it still holds."""
    folder = project.root / FOLDER
    jobs = [job_for(project, chapter, plan, options) for chapter, plan, options in read]
    runs = [(lookup(job, folder) if cached else None) if job.steps else _NOTHING for job in jobs]
    anew = iter(run_jobs([job for job, run in zip(jobs, runs, strict=True) if run is None]))
    for at, job in enumerate(jobs):
        if runs[at] is None:
            runs[at] = run = next(anew)
            store(job, run, folder)
    return [run or _NOTHING for run in runs]
