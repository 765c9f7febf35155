"""The page that shows the register of a site's sources: the author's own, or one that is made."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from tallybook.press.bibliography import Bibliography, citing_chapters, explained, shows_register
from tallybook.press.edition import Edition, absolute
from tallybook.press.phrases import Phrases

_PAGE = "sources.md"


def make_bibliography(edition: Edition, files: Files, config: MkDocsConfig, phrases: Phrases) -> Bibliography:
    """The sources of an edition and where readers find them. Where no page holds the block `sources`, one
    that does is added to the files; where a file has its name already, no page shows the sources."""
    tags = edition.project.options.tags if edition.project else ()
    bibliography = Bibliography(edition.register, tags, phrases)
    if not edition.register.entries:
        return bibliography
    pages = ((file.src_uri, _text(file)) for file in files.documentation_pages())
    own = next((page for page in pages if shows_register(page[1])), None)
    if own is not None:
        bibliography.page, bibliography.anchors = own[0], explained(own[1], tags)
    elif files.get_file_from_path(_PAGE) is None:
        files.append(_made(config, phrases))
        bibliography.page = _PAGE
    paths = {absolute(file.abs_src_path): file.src_uri for file in files if file.abs_src_path}
    bibliography.citing = citing_chapters(
        (paths[path], checked.chapter) for path, checked in edition.checked.items() if path in paths
    )
    return bibliography


def _made(config: MkDocsConfig, phrases: Phrases) -> File:
    """A page of the register alone; a nav that names its pages is not told that it lacks this one."""
    included = InclusionLevel.INCLUDED if config.nav is None else InclusionLevel.NOT_IN_NAV
    content = f"# {phrases.sources}\n\n/// sources\n///\n"
    return File.generated(config, _PAGE, content=content, inclusion=included)


def _text(file: File) -> str:
    try:
        return file.content_string
    except (OSError, ValueError):  # no text: told elsewhere
        return ""
