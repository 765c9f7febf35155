"""Where a site holds its chapters as text: a page to read and copy, files to take, a list for programs."""

from collections.abc import Iterator
from html import escape
from posixpath import join

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

from tallybook.press.phrases import Phrases
from tallybook.press.placed import Placed, link
from tallybook.press.raw import plain_chapter

BUNDLE, LISTING = "book.zip", "llms.txt"
_AUTHORS, _PLAIN = "index.md", "plain.md"
_HEAD = "---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n"


def readable_page(chapter: Placed, config: MkDocsConfig, phrases: Phrases) -> File:
    """The page that is to show an author's file."""
    text = f"{_HEAD}# {chapter.name} · {phrases.raw_title}\n\n{phrases.raw_use}\n"
    uri = join(chapter.folder, "source.md")
    return File.generated(config, uri, content=text, inclusion=InclusionLevel.NOT_IN_NAV)


def readable(chapter: Placed, page: str, phrases: Phrases) -> str:
    """What that page shows. It is added behind the search, which has the words from the chapter itself."""
    source = escape(chapter.checked.chapter.source.text, quote=False)
    copy = f'<button type="button" hidden>{phrases.copy_all}</button>'
    status = f'<span role="status" data-said="{phrases.copied}"></span>'
    ways = [_way(join(chapter.folder, _AUTHORS), page, phrases.raw_file)]
    ways.append(_way(join(chapter.folder, _PLAIN), page, phrases.raw_plain))
    ways.append(f'<a href="{link(chapter.file.url, page)}">{phrases.raw_back}</a>')
    return (
        f'<div class="tally-raw"><p>{copy} {status} {" · ".join(ways)}</p>'
        f'<pre tabindex="0"><code>{source}</code></pre></div>'
    )


def raw_links(chapter: Placed, phrases: Phrases) -> str:
    """What leads from a chapter's page to its texts."""
    page, folder = chapter.file.url, chapter.folder
    ends = "/" if chapter.file.use_directory_urls else ".html"
    return " · ".join(
        [
            _way(join(folder, "source") + ends, page, phrases.raw_title),
            _way(join(folder, _AUTHORS), page, phrases.raw_file),
            _way(join(folder, _PLAIN), page, phrases.raw_plain),
            _way(BUNDLE, page, phrases.raw_bundle),
        ]
    )


def _way(target: str, page: str, said: str) -> str:
    return f'<a href="{link(target, page)}">{said}</a>'


def raw_files(chapters: list[Placed], phrases: Phrases) -> Iterator[tuple[str, bytes]]:
    """The files that a site holds for its chapters, each by its place in the site."""
    for chapter in chapters:
        yield join(chapter.folder, _AUTHORS), chapter.checked.chapter.source.encode()
        plain = plain_chapter(chapter.checked, phrases)
        yield join(chapter.folder, _PLAIN), plain.text.encode()
        for name, svg in plain.figures.items():
            yield join(chapter.folder, "figures", name), svg.encode()


def listing(chapters: list[Placed], config: MkDocsConfig) -> str:
    """llms.txt: what the book is, and where programs find each chapter as text."""
    base = (config.site_url or "").rstrip("/")
    lines = [f"# {config.site_name}", ""]
    lines += [f"> {config.site_description}", ""] if config.site_description else []
    lines += ["## Chapters", ""]
    for chapter in chapters:
        page = chapter.file.page
        told = page.meta.get("description") if page is not None else None
        address = join(base, chapter.folder, _PLAIN)
        lines.append(f"- [{chapter.title}]({address})" + (f": {told}" if told else ""))
    lines += ["", "## Everything", "", f"- [{BUNDLE}]({join(base, BUNDLE)})"]
    return "\n".join(lines) + "\n"
