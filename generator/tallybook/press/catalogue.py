"""Which functions a site describes, where, and which of its chapters import them."""

from mkdocs.structure.files import Files

from tallybook.functions import Functions, Using, anchor_of, described, users
from tallybook.press.bibliography import title_of
from tallybook.press.edition import Edition
from tallybook.press.placed import link, placed_chapters


class Catalogue:
    """The functions that blocks describe, and their addresses."""

    def __init__(self, edition: Edition, files: Files) -> None:
        project, placed = edition.project, placed_chapters(edition, files)
        folders = tuple(project.root / name for name in project.options.pythonpath) if project else ()
        chapters = [(one.checked.chapter, one.file) for one in placed]
        described_in = [(list(described(chapter.source)), file) for chapter, file in chapters]
        describing = {file.src_uri for parts, file in described_in if parts}
        using = users(
            (Using(title_of(chapter, file.src_uri), file.src_uri), chapter)
            for chapter, file in chapters
            if file.src_uri not in describing  # it imports what it shows; that is no use
        )
        self.functions = Functions(folders, using)
        self._urls = {
            part.title: f"{file.url}#{anchor_of(part.title)}"
            for parts, file in described_in
            for part in parts
        }

    def addresses(self, page: str) -> dict[str, str]:
        """Where the page at an address finds each function, by its dotted name."""
        return {dotted: link(url, page) for dotted, url in self._urls.items()}
