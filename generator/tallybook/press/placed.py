"""The chapters of an edition where a site holds them."""

from dataclasses import dataclass
from posixpath import dirname, relpath

from mkdocs.structure.files import File, Files

from tallybook.checked import Checked
from tallybook.press.edition import Edition, absolute


@dataclass(frozen=True)
class Placed:
    """A checked chapter and its file in the site."""

    checked: Checked
    file: File

    @property
    def name(self) -> str:
        """The chapter's file as its author knows it."""
        return self.file.src_uri

    @property
    def title(self) -> str:
        """The title of its page, once there is one."""
        page = self.file.page
        return str(page.title) if page is not None else self.name

    @property
    def folder(self) -> str:
        """The folder of the site that belongs to the page: its own, or the one named like it."""
        uri = self.file.dest_uri
        return dirname(uri) if uri.rpartition("/")[2] == "index.html" else uri.removesuffix(".html")


def placed_chapters(edition: Edition, files: Files) -> list[Placed]:
    """The chapters that a site shows, in the order of its files."""
    pages = {absolute(file.abs_src_path): file for file in files.documentation_pages() if file.abs_src_path}
    return [Placed(edition.checked[path], file) for path, file in pages.items() if path in edition.checked]


def link(target: str, page: str) -> str:
    """The address of a place of the site as the page at `page` links to it; both as MkDocs names them."""
    folder = page if page.endswith("/") else dirname(page)
    to = relpath(target, folder or ".")
    return f"{to}/" if target.endswith("/") else to
