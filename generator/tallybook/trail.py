"""What a run draws on: the project's modules, the files that it reads, the packages that it imports."""

from collections.abc import Iterable
import os
import sys

from tallybook.project import ProjectFiles

_KNOWN = sys.stdlib_module_names | {"__main__", "__mp_main__", "tallybook"}


class Trail:
    """Listens, from its making on, to what this process opens and imports."""

    def __init__(self, project: ProjectFiles) -> None:
        self._project = project
        self._opened: dict[str, None] = {}
        self._imported: dict[str, None] = {}
        sys.addaudithook(self._hear)

    def _hear(self, event: str, details: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = details
            if isinstance(path, str | bytes) and _reads(mode, flags):
                self._opened[os.path.abspath(os.fsdecode(path))] = None
        elif event == "import":
            self._imported[str(details[0]).partition(".")[0]] = None

    def modules(self) -> tuple[str, ...]:
        """The project's modules that are loaded, as paths from the root."""
        return self._own(str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))

    def files(self) -> tuple[str, ...]:
        """Other files of the project that were opened to be read, whether they were there or not."""
        modules = set(self.modules())
        opened = self._own(path for path in list(self._opened) if "__pycache__" not in path)
        return tuple(path for path in opened if path not in modules)

    def packages(self) -> tuple[str, ...]:
        """The top-level names of the packages that are loaded or were looked for in vain."""
        own = {module.partition("/")[0].removesuffix(".py") for module in self.modules()}
        names = {name.partition(".")[0] for name in list(sys.modules)} | self._imported.keys()
        return tuple(sorted(name for name in names - own - _KNOWN if name.isidentifier()))

    def _own(self, paths: Iterable[str]) -> tuple[str, ...]:
        own = {path for path in paths if self._project.holds(path)}
        return tuple(sorted(self._project.named(path) for path in own if not os.path.isdir(path)))


def _reads(mode: object, flags: object) -> bool:
    if isinstance(mode, str):
        return not set(mode) & set("wax")
    return not (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR))


def forget_modules(project: ProjectFiles) -> None:
    """Drop the project's modules that the parent had loaded: a run imports them as they are now."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and project.holds(str(getattr(module, "__file__", ""))):
            del sys.modules[name]
