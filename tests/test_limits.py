"""What a chapter's process may use."""

import os

import pytest

from tallybook.limits import PINNED, environment, pinned


def test_the_environment_is_what_is_allowed_and_what_is_pinned():
    given = {"PATH": "/bin", "LC_ALL": "C", "TOKEN": "secret", "MPLBACKEND": "tkagg", "PYTHONPATH": "/x"}
    assert environment(given) == {"PATH": "/bin", "LC_ALL": "C"} | PINNED


def test_pins_hold_for_a_while(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    monkeypatch.delenv("MPLBACKEND", raising=False)
    with pinned():
        assert (os.environ["OMP_NUM_THREADS"], os.environ["MPLBACKEND"]) == ("1", "svg")
    assert (os.environ["OMP_NUM_THREADS"], os.environ.get("MPLBACKEND")) == ("8", None)
