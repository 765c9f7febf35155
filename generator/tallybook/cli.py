"""The command: check, fix, list, explain."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
import difflib
from pathlib import Path
import re
import sys

from tallybook import __version__
from tallybook.book import Book, Checked, book_files, check_book
from tallybook.explaining import explain
from tallybook.fixing import Mended, fix_chapter
from tallybook.options import OptionsError, Project, find_project
from tallybook.outlets import github, json, text
from tallybook.report import Report
from tallybook.words import find_words

USED_WRONG = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Exit status: 0 no error, 1 an error was found, 2 used wrongly or could not run."""
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except OptionsError as error:
        return _complain(str(error))
    except BrokenPipeError:
        return USED_WRONG
    except OSError as error:
        return _complain(f"{error.filename or 'a file'}: {error.strerror or error}")


def _complain(message: str) -> int:
    print(f"tallybook: {message}", file=sys.stderr)
    return USED_WRONG


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tallybook", description="Books whose numbers tally: run the cells, check every number of the text."
    )
    parser.add_argument("--version", action="version", version=f"tallybook {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = _command(commands, "check", "check the numbers of chapters", _check)
    check.add_argument("--no-exec", action="store_true", help="run no cell: check the equations alone")
    check.add_argument("--format", choices=("text", "json", "github"), default="text", help="how to report")

    fix = _command(commands, "fix", "write the computed digits where bound numbers drift", _fix)
    fix.add_argument("--diff", action="store_true", help="show what would change and write nothing")
    fix.add_argument("--force", action="store_true", help="mend sign flips and large changes too")

    listing = _command(commands, "list", "show every number and its account", _list)
    listing.add_argument("--structural", action="store_true", help="show structural numbers too")
    listing.add_argument("--words", action="store_true", help="show the unmarked Han numerals instead")
    listing.add_argument("--format", choices=("text", "json"), default="text", help="how to report")

    told = commands.add_parser("explain", help="where a number comes from: its expression, cells and full value")
    told.add_argument("place", metavar="FILE:LINE[:COL]")
    told.set_defaults(run=_explain)
    return parser


def _command(commands, name: str, help: str, run) -> argparse.ArgumentParser:  # type: ignore[no-untyped-def]
    command: argparse.ArgumentParser = commands.add_parser(name, help=help)
    command.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or folders (default: the book)")
    command.add_argument("--no-cache", action="store_true", help="run every cell anew")
    command.set_defaults(run=run)
    return command


def _open(paths: Sequence[Path], parsed: argparse.Namespace) -> Book:
    project = find_project((paths[0] if paths else Path.cwd()).resolve())
    files = book_files(project, [path.resolve() for path in paths])
    execute = not getattr(parsed, "no_exec", False)
    return check_book(project, files, execute=execute, whole=not paths, cached=not getattr(parsed, "no_cache", False))


def _check(parsed: argparse.Namespace) -> int:
    report = _open(parsed.paths, parsed).report
    if parsed.format == "json":
        print(json.show(report))
    elif parsed.format == "github":
        _print(github.show(report))
        print(text.summary(report))
    else:
        _print(text.show(report))
    return 0 if report.ok else 1


def _fix(parsed: argparse.Namespace) -> int:
    book = _open(parsed.paths, parsed)
    mended = [(checked, fix_chapter(checked, force=parsed.force)) for checked in book.checked]
    for checked, one in mended:
        _show_mended(checked, one, parsed.diff)
        if one.edits and not parsed.diff:
            source = checked.chapter.source
            _file(book.project, source.path).write_bytes(type(source)(source.path, one.text, source.has_mark).encode())
    count = sum(len(one.edits) for _, one in mended)
    print(f"{count} place{'' if count == 1 else 's'} {'to mend' if parsed.diff else 'mended'}.")
    left = _open(parsed.paths, parsed).report if not parsed.diff else book.report
    if not left.ok:
        print("tallybook check shows what is left.", file=sys.stderr)
    return 0 if left.ok else 1


def _show_mended(checked: Checked, mended: Mended, diff: bool) -> None:
    source = checked.chapter.source
    for span, reason in mended.refused:
        place = source.place(span.start)
        print(f"{source.path}:{place.line}:{place.column}: not mended: {reason} (--force mends sign flips and large changes)", file=sys.stderr)
    if diff:
        old, new = source.text.splitlines(keepends=True), mended.text.splitlines(keepends=True)
        for line in difflib.unified_diff(old, new, source.path, source.path):
            print(line.rstrip("\r\n"))
    else:
        for edit in mended.edits:
            place = source.place(edit.span.start)
            print(f"{source.path}:{place.line}:{place.column}: {_short(source.slice(edit.span))} -> {_short(edit.new)}")


def _short(shown: str) -> str:
    folded = " ".join(shown.split())
    return folded if len(folded) <= 60 else folded[:59] + "…"


def _file(project: Project, shown: str) -> Path:
    for base in (Path.cwd(), project.root):
        if (base / shown).is_file():
            return base / shown
    return Path(shown)


def _list(parsed: argparse.Namespace) -> int:
    book = _open(parsed.paths, parsed)
    if parsed.words:
        for checked in book.checked:
            _print(find_words(checked.chapter))
        return 0
    if parsed.format == "json":
        print(json.show(book.report))
        return 0
    for chapter in book.report.chapters:
        _print(text.show_numbers(chapter, structural=parsed.structural))
    _print(_accounts(book.report))
    return 0


def _accounts(report: Report) -> Iterator[str]:
    counts = ", ".join(f"{count} {account}" for account, count in sorted(report.accounts.items()))
    yield f"{report.numbers} numbers: {counts}" if counts else "no numbers"


_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


def _explain(parsed: argparse.Namespace) -> int:
    match = _PLACE.fullmatch(parsed.place)
    if match is None:
        return _complain(f"{parsed.place} is no place: write FILE:LINE or FILE:LINE:COL")
    book = _open([Path(match["file"])], parsed)
    if not book.checked:
        _print(text.show(book.report))
        return 1
    told = list(explain(book.checked[0], int(match["line"]), int(match["column"]) if match["column"] else None))
    if not told:
        return _complain(f"no number stands at {parsed.place}; tallybook list {match['file']} shows where they stand")
    _print(told)
    return 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    sys.exit(main())
