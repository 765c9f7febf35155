"""Tables that a reader may scroll and have read out."""

from xml.etree import ElementTree

from markdown.treeprocessors import Treeprocessor


class Tables(Treeprocessor):
    """Each table in a container that scrolls where it is too wide; its header cells say what they head."""

    def run(self, root: ElementTree.Element) -> None:
        """Change the tree in place."""
        for parent in list(root.iter()):
            for at, table in enumerate(parent):
                if table.tag == "table":
                    parent[at] = _contained(table)
        for cell in root.iterfind(".//thead//th"):
            cell.attrib.setdefault("scope", "col")


def _contained(table: ElementTree.Element) -> ElementTree.Element:
    container = ElementTree.Element("div", {"class": "tally-table"})
    container.append(table)
    container.tail, table.tail = table.tail, None
    return container
