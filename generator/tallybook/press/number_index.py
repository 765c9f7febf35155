"""Every number of a book with what answers for it: a file for programs, a page to find one by value."""

from collections.abc import Iterator
from html import escape
import json
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

from tallybook.functions import imported
from tallybook.outlets.json import number_entry
from tallybook.press.cards import number_ids
from tallybook.press.phrases import Phrases
from tallybook.press.placed import Placed, link
from tallybook.report import Number

PAGE, FILE = "numbers.md", "numbers.json"
_LONGEST = 60


def numbers_file(chapters: list[Placed]) -> bytes:
    """All numbers as JSON, as the command reports them, each with the address of its page and its anchor."""
    told = [{"path": one.name, "url": one.file.url, "numbers": list(_entries(one))} for one in chapters]
    return (json.dumps({"chapters": told}, ensure_ascii=False, indent=1) + "\n").encode()


def _entries(chapter: Placed) -> Iterator[dict[str, Any]]:
    report = chapter.checked.report
    for anchor, number in _counted(chapter):
        yield {**number_entry(report.source, number), "anchor": anchor}


def numbers_page(config: MkDocsConfig, phrases: Phrases) -> File:
    """The page's Markdown; what it shows is made when the titles of the chapters are known."""
    text = f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# {phrases.numbers}\n\n"
    text += f"{phrases.numbers_use}\n"
    return File.generated(config, PAGE, content=text, inclusion=InclusionLevel.NOT_IN_NAV)


def numbers_table(chapters: list[Placed], page: str, phrases: Phrases) -> str:
    """The numbers as HTML, a table for each chapter, and the values that chapters share."""
    search = (
        f'<p class="tally-find" hidden><label>{phrases.numbers_find} '
        f'<input type="search" inputmode="decimal" data-numbers="{link(FILE, page)}"></label> '
        f'<output data-none="{phrases.numbers_none}"></output></p>'
    )
    tables = "".join(_table(one, page, phrases) for one in chapters if one.checked.report.counted)
    return f'<div class="tally-numbers">{search}{_shared(chapters, page, phrases)}{tables}</div>'


def _table(chapter: Placed, page: str, phrases: Phrases) -> str:
    rows = "".join(_row(chapter, anchor, number, page, phrases) for anchor, number in _counted(chapter))
    heading = f"<h2>{_way(chapter, page)}</h2>"
    return f'<section class="tally-list">{heading}{_framed(phrases.numbers_head, rows)}</section>'


def _framed(heads: tuple[str, ...], rows: str) -> str:
    """A table in a container that scrolls."""
    head = "".join(f'<th scope="col">{said}</th>' for said in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="tally-table">{table}</div>'


def _counted(chapter: Placed) -> Iterator[tuple[str, Number]]:
    numbers = chapter.checked.report.counted
    return zip(number_ids(numbers), numbers, strict=True)


def _way(chapter: Placed, page: str) -> str:
    return f'<a href="{link(chapter.file.url, page)}">{escape(chapter.title)}</a>'


def _row(chapter: Placed, anchor: str, number: Number, page: str, phrases: Phrases) -> str:
    text, answer = _short(number.text), number.expression or number.why
    shown = f"<code>{escape(_short(answer))}</code>" if number.expression else escape(_short(answer))
    return (
        f'<tr><td><a href="{link(chapter.file.url, page)}#{anchor}">{escape(text)}</a></td>'
        f"<td>{phrases.accounts[number.account]}</td><td>{shown}</td></tr>"
    )


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else folded[: _LONGEST - 1] + "…"


def _shared(chapters: list[Placed], page: str, phrases: Phrases) -> str:
    """Which values of the project's modules more than one chapter draws on."""
    users: dict[tuple[str, str], list[Placed]] = {}
    for chapter in chapters:
        for name in dict.fromkeys(_values(chapter)):
            users.setdefault(name, []).append(chapter)
    rows = "".join(
        f"<tr><td><code>{name}</code></td><td><code>{module}</code></td>"
        f"<td>{phrases.between.join(_way(one, page) for one in using)}</td></tr>"
        for (module, name), using in sorted(users.items())
        if len(using) > 1
    )
    return f"<h2>{phrases.shared}</h2>{_framed(phrases.shared_head, rows)}" if rows else ""


def _values(chapter: Placed) -> Iterator[tuple[str, str]]:
    """Modules of the project and the values that a chapter's cells import from them: names in capitals."""
    modules = {name.removesuffix(".py").replace("/", ".") for name in chapter.checked.run.modules}
    for module, name in imported(chapter.checked.chapter):
        if name[:1].isupper() and _is_own(module, modules):
            yield module, name


def _is_own(module: str, modules: set[str]) -> bool:
    return any(name == module or name.endswith("." + module) for name in modules)
