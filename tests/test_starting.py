"""How a chapter's process is started."""

import subprocess
import sys

import pytest

from tallybook.execution import CellStep, Job
from tallybook.starting import context_for

SCRIPT = """
import sys, threading
from tallybook.execution import CellStep, Job
from tallybook.starting import context_for

def started(code):
    return context_for([Job("a.md", "/", (CellStep(code, 1),))]).get_start_method()

print(started("x = 1"), "numpy" in sys.modules)
print(started("import numpy as np"), "numpy" in sys.modules, "matplotlib" in sys.modules)
print(started("import numpy as np"), started("numpy_like = 1"))
import matplotlib.pyplot
print(started("import numpy as np"), started("import matplotlib"))
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(started("x = 1"))
"""


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_where_fork_is_not_safe_a_process_is_spawned(platform: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", platform)
    assert context_for([Job("a.md", "/", (CellStep("x = 1", 1),))]).get_start_method() == "spawn"


def test_a_command_forks_with_what_the_cells_name_loaded_once():
    """Not where something else loaded it before, in a state of its own, nor where another thread lives."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == [
        "fork False",
        "fork True False",
        "fork fork",
        "fork forkserver",
        "forkserver",
        "",
    ]
