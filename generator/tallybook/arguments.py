"""What the command line of `tallybook` may hold."""

import argparse
from pathlib import Path
import re

from tallybook import __version__

PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")
"""A place as messages show it."""


def parser() -> argparse.ArgumentParser:
    """What the command line may hold."""
    parser = argparse.ArgumentParser(
        prog="tallybook",
        description="Books whose numbers tally: run the cells, check every number of the text.",
    )
    parser.add_argument("--version", action="version", version=f"tallybook {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    check = _command(commands, "check", "check the numbers of chapters")
    check.add_argument("--no-exec", action="store_true", help="run no cell: check the equations alone")
    check.add_argument("--format", choices=("text", "json", "github"), default="text", help="how to report")

    fix = _command(commands, "fix", "write the computed digits where bound numbers drift", "PATH[:LINE]")
    fix.add_argument("--diff", action="store_true", help="show what would change and write nothing")
    fix.add_argument("--force", action="store_true", help="mend sign flips and large changes too")

    listing = _command(commands, "list", "show every number and its account")
    listing.add_argument("--structural", action="store_true", help="show structural numbers too")
    listing.add_argument("--words", action="store_true", help="show the unmarked Han numerals instead")
    listing.add_argument("--format", choices=("text", "json"), default="text", help="how to report")

    told = commands.add_parser(
        "explain", help="where a number comes from: its expression, cells and full value"
    )
    told.add_argument("place", metavar="FILE:LINE[:COL]")

    export = commands.add_parser("export", help="a chapter as a program or a notebook that runs by itself")
    export.add_argument("path", metavar="FILE", type=Path)
    export.add_argument("--to", choices=("py", "ipynb"), required=True, help="what to make of it")
    export.add_argument("--output", type=Path, metavar="FILE", help="write it here (default: show it)")
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    told: str,
    path: str = "PATH",
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=told, allow_abbrev=False)
    command.add_argument(
        "paths", nargs="*", type=Path, metavar=path, help="files or folders (default: the book)"
    )
    command.add_argument("--no-cache", action="store_true", help="run every cell anew")
    return command
