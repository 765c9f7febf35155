"""Which files belong to the project whose chapter runs, and how they are named."""

from dataclasses import dataclass
import os
from pathlib import Path
import sysconfig

from tallybook.job import Job

_STANDARD = tuple(os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "platstdlib"))
_ENGINE = os.path.join(Path(__file__).parent, "")
_PACKAGES = tuple(f"{os.sep}{folder}{os.sep}" for folder in ("site-packages", "dist-packages"))


def is_installed(path: str) -> bool:
    """Whether a file came with Python, with a package or with the engine: a version says which it is."""
    return path.startswith((*_STANDARD, _ENGINE)) or any(folder in path for folder in _PACKAGES)


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """The files below `folders` that are not installed."""

    root: str
    folders: tuple[str, ...]

    @classmethod
    def of(cls, job: Job) -> "ProjectFiles":
        return cls(_folder(job.root), tuple(_folder(path) for path in (job.root, *job.pythonpath)))

    def holds(self, path: str) -> bool:
        return path.startswith(self.folders) and not is_installed(path)

    def named(self, path: str) -> str:
        """The path from the root, POSIX; the whole path where it lies elsewhere."""
        return Path(path.removeprefix(self.root)).as_posix()


def _folder(path: str) -> str:
    return os.path.join(os.path.abspath(path), "")
