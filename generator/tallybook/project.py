"""Which files belong to the project whose chapter runs, and how they are named."""

from dataclasses import dataclass
import os
from pathlib import Path

from tallybook.job import Job

_ENGINE = str(Path(__file__).parent) + os.sep
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """The files below `folders`, but for those of an environment and of the engine."""

    root: str
    folders: tuple[str, ...]

    @classmethod
    def of(cls, job: Job) -> "ProjectFiles":
        return cls(_folder(job.root), tuple(_folder(path) for path in (job.root, *job.pythonpath)))

    def holds(self, path: str) -> bool:
        if not path.startswith(self.folders) or path.startswith(_ENGINE):
            return False
        return not any(installed in path for installed in _INSTALLED)

    def named(self, path: str) -> str:
        """The path from the root, POSIX; the whole path where it lies elsewhere."""
        return Path(path.removeprefix(self.root)).as_posix()


def _folder(path: str) -> str:
    return os.path.join(os.path.abspath(path), "")
