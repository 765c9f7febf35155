"""The command: check, fix, list, explain, export."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
import difflib
from io import TextIOWrapper
from itertools import pairwise
import os
from pathlib import Path
import re
import sys
import traceback

from tallybook import __version__
from tallybook.book import Book, Checked, book_files, book_pages, check_book, read_chapter, shown_path
from tallybook.explaining import explain
from tallybook.exporting import as_notebook, as_program
from tallybook.fixing import Mended, fix_chapter
from tallybook.options import OptionsError, Project, find_project, shown
from tallybook.outlets import github, json, text
from tallybook.report import Report
from tallybook.source import NotText, Source
from tallybook.words import find_words

COULD_NOT_RUN = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Exit status: 0 no error, 1 an error was found, 2 used wrongly or could not run."""
    parsed = _parser().parse_args(arguments)
    _settle_streams(getattr(parsed, "format", "text"))
    try:
        status = int(parsed.run(parsed))
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tallybook",
        description="Books whose numbers tally: run the cells, check every number of the text.",
    )
    parser.add_argument("--version", action="version", version=f"tallybook {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = _command(commands, "check", "check the numbers of chapters", _check)
    check.add_argument("--no-exec", action="store_true", help="run no cell: check the equations alone")
    check.add_argument("--format", choices=("text", "json", "github"), default="text", help="how to report")

    fix = _command(
        commands, "fix", "write the computed digits where bound numbers drift", _fix, "PATH[:LINE]"
    )
    fix.add_argument("--diff", action="store_true", help="show what would change and write nothing")
    fix.add_argument("--force", action="store_true", help="mend sign flips and large changes too")

    listing = _command(commands, "list", "show every number and its account", _list)
    listing.add_argument("--structural", action="store_true", help="show structural numbers too")
    listing.add_argument("--words", action="store_true", help="show the unmarked Han numerals instead")
    listing.add_argument("--format", choices=("text", "json"), default="text", help="how to report")

    told = commands.add_parser(
        "explain", help="where a number comes from: its expression, cells and full value"
    )
    told.add_argument("place", metavar="FILE:LINE[:COL]")
    told.set_defaults(run=_explain)

    export = commands.add_parser("export", help="a chapter as a program or a notebook that runs by itself")
    export.add_argument("path", metavar="FILE", type=Path)
    export.add_argument("--to", choices=("py", "ipynb"), required=True, help="what to make of it")
    export.add_argument("--output", type=Path, metavar="FILE", help="write it here (default: show it)")
    export.set_defaults(run=_export)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    told: str,
    run: Callable[[argparse.Namespace], int],
    path: str = "PATH",
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=told, allow_abbrev=False)
    command.add_argument(
        "paths", nargs="*", type=Path, metavar=path, help="files or folders (default: the book)"
    )
    command.add_argument("--no-cache", action="store_true", help="run every cell anew")
    command.set_defaults(run=run)
    return command


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
        _show_mended(checked, mended, parsed.diff)
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
        place = None if path.exists() else _PLACE.fullmatch(str(path))
        files.append(Path(place["file"]) if place else path)
        if place:
            lines.setdefault(shown(files[-1].resolve()), []).append(int(place["line"]))
    return files, lines


def _show_mended(checked: Checked, mended: Mended, diff: bool) -> None:
    source = checked.chapter.source
    for span, reason in mended.refused:
        place = source.place(span.start)
        more = "(--force mends sign flips and large changes)"
        print(f"{source.path}:{place.line}:{place.column}: not mended: {reason} {more}", file=sys.stderr)
    if diff:
        new = replace(source, text=mended.text)
        for line in difflib.unified_diff(_lines(source), _lines(new), source.path, source.path, lineterm=""):
            print(line)
    else:
        for edit in mended.edits:
            place = source.place(edit.span.start)
            was = _short(source.slice(edit.span))
            print(f"{source.path}:{place.line}:{place.column}: {was} -> {_short(edit.new)}")


def _lines(source: Source) -> list[str]:
    """The lines of a source without their ends."""
    ends = pairwise([*source.line_starts, len(source.text)])
    return [source.text[start:end].rstrip("\r\n") for start, end in ends]


def _short(shown: str) -> str:
    folded = " ".join(shown.split())
    return folded if len(folded) <= 60 else folded[:59] + "…"


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
    return f"{report.numbers} numbers: {counts}" if counts else "no numbers"


_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


def _explain(parsed: argparse.Namespace) -> int:
    match = _PLACE.fullmatch(parsed.place)
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
        return _complain(f"a notebook needs {error.name}: pip install 'tallybook[export]'")
    if parsed.output is None:
        sys.stdout.write(made)
    else:
        parsed.output.write_text(made, "utf-8", newline="\n")
    return 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    sys.exit(main())
