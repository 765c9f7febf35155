"""What a chapter's process may use: its environment, threads, memory, and how it ends."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
import ctypes
import os
import signal
import sys
import threading

try:
    import resource
except ImportError:  # not a POSIX system: no caps there
    resource = None  # type: ignore[assignment]

PINNED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "MPLBACKEND": "svg",
    "PYTHONUTF8": "1",
}
"""Set for every run: sums come in one order, figures are SVG, text files are UTF-8."""

_PINNING = threading.Lock()
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
_ALLOWED = {
    *("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "VIRTUAL_ENV"),
    *("MPLCONFIGDIR", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SOURCE_DATE_EPOCH"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "COMSPEC", "PATHEXT"),
}


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of a run: what is allowed of `given`, and what is pinned."""
    allowed = {name: text for name, text in given.items() if name in _ALLOWED or name.startswith("LC_")}
    return allowed | PINNED


@contextmanager
def pinned() -> Iterator[None]:
    """Pin threads and backend while something that reads them once is imported or started."""
    with _PINNING:
        before = {name: os.environ.get(name) for name in PINNED}
        os.environ.update(PINNED)
        try:
            yield
        finally:
            for name, text in before.items():
                if text is None:
                    del os.environ[name]
                else:
                    os.environ[name] = text


def cap_memory(size: int) -> None:
    """Cap what this process may allocate, its base included, where the system has such a cap."""
    if resource and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (size, resource.getrlimit(resource.RLIMIT_DATA)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lift_memory() -> None:
    """Lift the cap again, so that there is room to tell of it."""
    if resource and sys.platform == "linux":
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def die_with_parent() -> None:
    """Let the system end this process when its parent ends, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
