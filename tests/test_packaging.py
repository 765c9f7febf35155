"""What is installed: the engine alone, from a lock that serves every Python from 3.11 on."""

from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
import re
import subprocess
import sys
import tomllib
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
import pytest

import refblock
import tallybook

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "generator" / "tallybook"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.txt").read_text(encoding="utf-8")
PINS = [Requirement(line.rstrip(" \\")) for line in re.findall(r"^[a-z].*", LOCK, re.MULTILINE)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with ZipFile(path) as opened:
        yield opened


def test_the_wheel_holds_the_engine_alone(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"tallybook", f"tallybook-{tallybook.__version__}.dist-info"}


def test_the_wheel_holds_every_file_of_the_engine(wheel):
    files = {
        file.relative_to(ENGINE.parent).as_posix()
        for file in ENGINE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert "tallybook/py.typed" in files
    assert {name for name in wheel.namelist() if name.startswith("tallybook/")} == files


def test_the_wheel_needs_little_and_names_its_doors(wheel):
    folder = f"tallybook-{tallybook.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{folder}/METADATA").decode())
    needs = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    assert {need.name for need in needs if need.marker is None} == {"cattrs", "pyyaml", "wcwidth"}
    assert set(metadata.get_all("Provides-Extra", [])) == {"mkdocs", "book", "export", "test", "dev"}
    doors = wheel.read(f"{folder}/entry_points.txt").decode()
    assert "tallybook = tallybook.cli:main" in doors
    assert "tallybook = tallybook.press.plugin:TallybookPlugin" in doors


@pytest.mark.parametrize("door", distribution("tallybook").entry_points, ids=lambda door: door.value)
def test_every_door_opens(door):
    assert callable(door.load())


def test_the_editable_install_gives_both_packages():
    assert [*tallybook.__path__, *refblock.__path__] == [str(ENGINE), str(ROOT / "generator" / "refblock")]


def test_the_lock_names_no_index():
    assert "://" not in LOCK
    assert not re.search(r"^\s*-(?!-hash=)", LOCK, re.MULTILINE)


@pytest.mark.parametrize("python", ["3.11.0", "3.11.2", "3.11.7", "3.12.1", "3.13.0"])
def test_the_lock_answers_every_requirement(python):
    """Each requirement, of any extra and of the build, has one pin on this Python, and it is in range."""
    environment = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    pinned: dict[str, Version] = {}
    for pin in PINS:
        if pin.marker is None or pin.marker.evaluate(environment):
            (exact,) = pin.specifier
            assert pinned.setdefault(canonicalize_name(pin.name), Version(exact.version)) == Version(
                exact.version
            )
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(line for extra in extras for line in extra),
    ]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement
