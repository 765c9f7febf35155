"""The command: check, fix, list, explain, export."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import TextIOWrapper
import os
from pathlib import Path
import sys
import traceback
from typing import TextIO

from tallybook.arguments import PLACE, parser
from tallybook.book import Book, book_files, book_pages, check_book, shown_path
from tallybook.checked import read_chapter
from tallybook.explaining import explain
from tallybook.exporting import as_notebook, as_program
from tallybook.fixing import fix_chapter
from tallybook.options import OptionsError, Project, find_project, shown
from tallybook.outlets import github, json, mends, text
from tallybook.report import Report
from tallybook.source import NotText, Source
from tallybook.words import find_words

COULD_NOT_RUN = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Exit status: 0 no error, 1 an error was found, 2 used wrongly or could not run."""
    parsed = parser().parse_args(arguments)
    _settle_streams(getattr(parsed, "format", "text"))
    try:
        status = _COMMANDS[parsed.command](parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader wanted no more; nor may Python's last flush complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT_RUN
    except OptionsError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(
            f"{shown(Path(error.filename)) if error.filename else 'a file'}: {error.strerror or error}"
        )
    except KeyboardInterrupt:
        return _complain("interrupted")
    except Exception:
        traceback.print_exc()
        return _complain("this is a mistake of tallybook's own: please report it with the lines above")
    return status


def _settle_streams(format: str) -> None:
    """Programs read UTF-8; what a terminal cannot show is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if format == "text" else "utf-8", errors="backslashreplace")


def _complain(message: str) -> int:
    print(f"tallybook: {message}", file=sys.stderr)
    return COULD_NOT_RUN


def _open(paths: Sequence[Path], parsed: argparse.Namespace) -> list[Book]:
    """The book that holds each path, with the chapters among the paths; without paths all of this one."""
    execute, cached = not getattr(parsed, "no_exec", False), not getattr(parsed, "no_cache", False)
    if not paths:
        project = find_project(Path.cwd())
        files = book_files(project)
        pages = book_pages(project, files)
        return [check_book(project, files, execute=execute, whole=True, cached=cached, pages=pages)]
    projects: dict[Path, tuple[Project, list[Path]]] = {}
    for path in paths:
        project = find_project(path.resolve())
        projects.setdefault(project.root, (project, []))[1].append(path.resolve())
    return [
        check_book(project, book_files(project, own), execute=execute, cached=cached)
        for project, own in projects.values()
    ]


def _report(books: Iterable[Book]) -> Report:
    chapters = (chapter for book in books for chapter in book.report.chapters)
    return Report(tuple(sorted(chapters, key=lambda chapter: chapter.source.path)))


def _check(parsed: argparse.Namespace) -> int:
    report = _report(_open(parsed.paths, parsed))
    if parsed.format == "json":
        print(json.show(report))
    elif parsed.format == "github":
        _print(github.show(report))
        print(text.summary(report))
    else:
        _print(text.show(report))
    return 0 if report.ok else 1


def _fix(parsed: argparse.Namespace) -> int:
    paths, lines = _at_lines(parsed.paths)
    books = _open(paths, parsed)
    count = 0
    for checked in (checked for book in books for checked in book.checked):
        path = checked.chapter.source.path
        mended = fix_chapter(checked, force=parsed.force, lines=lines.get(path, ()))
        _print(mends.missed(checked.chapter.source, mended), sys.stderr)
        _print(mends.refused(checked.chapter.source, mended), sys.stderr)
        _print((mends.diff if parsed.diff else mends.edits)(checked.chapter.source, mended))
        count += len(mended.edits)
        if mended.edits and not parsed.diff:
            Path(path).write_bytes(replace(checked.chapter.source, text=mended.text).encode())
    print(f"{count} place{'' if count == 1 else 's'} {'to mend' if parsed.diff else 'mended'}.")
    left = _report(books if parsed.diff else _open(paths, parsed))
    if not left.ok:
        print("tallybook check shows what is left.", file=sys.stderr)
    return 0 if left.ok else 1


def _at_lines(paths: Sequence[Path]) -> tuple[list[Path], dict[str, list[int]]]:
    """The files without the lines that follow them, and those lines by the file as messages show it."""
    files, lines = [], dict[str, list[int]]()
    for path in paths:
        place = None if path.exists() else PLACE.fullmatch(str(path))
        files.append(Path(place["file"]) if place else path)
        if place:
            lines.setdefault(shown(files[-1].resolve()), []).append(int(place["line"]))
    return files, lines


def _list(parsed: argparse.Namespace) -> int:
    books = _open(parsed.paths, parsed)
    report = _report(books)
    if parsed.words:
        for checked in (checked for book in books for checked in book.checked):
            _print(find_words(checked.chapter))
    elif parsed.format == "json":
        print(json.show(report))
    else:
        for chapter in report.chapters:
            _print(text.show_numbers(chapter, structural=parsed.structural))
        print(_accounts(report))
    return 0


def _accounts(report: Report) -> str:
    counts = ", ".join(f"{count} {account}" for account, count in sorted(report.accounts.items()))
    return (
        f"{report.numbers} number{'' if report.numbers == 1 else 's'}: {counts}" if counts else "no numbers"
    )


def _explain(parsed: argparse.Namespace) -> int:
    match = PLACE.fullmatch(parsed.place)
    if match is None:
        return _complain(f"{parsed.place} is no place: write FILE:LINE or FILE:LINE:COL")
    (book,) = _open([Path(match["file"])], parsed)
    if not book.checked:
        _print(text.show(book.report))
        return 1
    told = list(
        explain(book.checked[0], int(match["line"]), int(match["column"]) if match["column"] else None)
    )
    if not told:
        return _complain(
            f"no number stands at {parsed.place}; tallybook list {match['file']} shows where they stand"
        )
    _print(told)
    return 0


def _export(parsed: argparse.Namespace) -> int:
    if parsed.path.is_dir():
        return _complain(f"{shown(parsed.path)} is a folder: name one chapter")
    project = find_project(parsed.path.resolve())
    try:
        source = Source.decode(shown(parsed.path), parsed.path.read_bytes())
    except NotText as error:
        return _complain(f"{shown(parsed.path)} is no text: {error.reason}; save the file as UTF-8 text")
    options = project.options.for_chapter(shown_path(parsed.path.resolve(), project, root=True))
    chapter, _ = read_chapter(source, options, (project.root, project.docs))
    try:
        made = (as_program if parsed.to == "py" else as_notebook)(chapter, options.pythonpath)
    except ModuleNotFoundError as error:
        return _complain(f"a notebook needs {error.name}: pip install {error.name}")
    if parsed.output is None:
        sys.stdout.write(made)
    else:
        parsed.output.write_text(made, "utf-8", newline="\n")
    return 0


def _print(lines: Iterable[str], stream: TextIO | None = None) -> None:
    for line in lines:
        print(line, file=stream)


_COMMANDS = {"check": _check, "fix": _fix, "list": _list, "explain": _explain, "export": _export}


if __name__ == "__main__":
    sys.exit(main())
