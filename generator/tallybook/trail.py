"""What a run draws on: modules and files that are not installed, and the names of packages that are."""

from collections.abc import Iterable
import os
import sys
from types import ModuleType

from tallybook.project import ProjectFiles, is_installed

_NO_DATA = (".py", ".pyc", ".so", ".pyd", ".mplstyle", ".otf", ".ttf")
_KNOWN = sys.stdlib_module_names | {"__main__", "__mp_main__", "tallybook"}


class Trail:
    """Listens, from its making on, to what this process opens and imports."""

    def __init__(self, project: ProjectFiles) -> None:
        self._project = project
        self._opened: dict[str, None] = {}
        self._recent: dict[str, None] = {}
        self._imported: dict[str, None] = {}
        sys.addaudithook(self._hear)

    def _hear(self, event: str, details: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = details
            if isinstance(path, str | bytes) and _reads(mode, flags):
                place = os.path.abspath(os.fsdecode(path))
                self._opened[place] = self._recent[place] = None
        elif event == "import":
            self._imported[str(details[0]).partition(".")[0]] = None

    def modules(self) -> tuple[str, ...]:
        """The loaded modules that are not installed, as paths from the root."""
        return self._named(place for _, place in _own_modules() if not os.path.isdir(place))

    def files(self) -> tuple[str, ...]:
        """Other files of the project that were opened to be read, whether they were there or not."""
        read = (path for path in list(self._opened) if "__pycache__" not in path and not os.path.isdir(path))
        modules = set(self.modules())
        return tuple(name for name in self._named(filter(self._project.holds, read)) if name not in modules)

    def data(self) -> tuple[str, ...]:
        """The project's files of data that were opened to be read since this was last asked."""
        recent, self._recent = self._recent, {}
        read = (path for path in recent if not path.endswith(_NO_DATA) and os.path.isfile(path))
        return self._named(filter(self._project.holds, read))

    def packages(self) -> tuple[str, ...]:
        """The top-level names of the packages that are loaded or were looked for in vain."""
        own = {name.partition(".")[0] for name, _ in _own_modules()}
        names = {name.partition(".")[0] for name in list(sys.modules)} | self._imported.keys()
        return tuple(sorted(name for name in names - own - _KNOWN if name.isidentifier()))

    def _named(self, paths: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({self._project.named(path) for path in paths}))


def _reads(mode: object, flags: object) -> bool:
    if isinstance(mode, str):
        return not set(mode) & set("wax")
    return not (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR))


def _own_modules() -> list[tuple[str, str]]:
    """Name and place of each loaded module that is not installed."""
    places = [(name, _place(module)) for name, module in list(sys.modules.items()) if name not in _KNOWN]
    return [(name, place) for name, place in places if place and not is_installed(place)]


def _place(module: ModuleType) -> str:
    """The file of a module, or the first folder of a package without one; none of a built-in one."""
    place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", None) or ()), None)
    return os.path.abspath(place) if isinstance(place, str) else ""


def forget_modules() -> None:
    """Drop what is loaded and not installed: a run imports it as it is now, from where it looks."""
    for name, _ in _own_modules():
        del sys.modules[name]
