"""What a page says at its end: how many numbers it has, what answers for them, which state of the book."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
import os
from pathlib import Path
import subprocess

from tallybook.press.phrases import Phrases
from tallybook.report import GUARDED, Account, Number

_LOCKS = ("requirements.txt", "uv.lock", "poetry.lock", "pdm.lock", "pixi.lock", "conda-lock.yml")


@dataclass(frozen=True)
class State:
    """The state of a book: its commit ("" where it is under no version control), whether files differ from
    it, the date of the commit or SOURCE_DATE_EPOCH, and what the file that locks its packages hashes to."""

    commit: str = ""
    changed: bool = False
    date: str = ""
    lock: str = ""


def state_of(root: Path) -> State:
    """The state of the book at a root."""
    commit, _, date = _git(root, "log", "-1", "--format=%h %cd", "--date=format:%Y-%m-%d").partition(" ")
    if epoch := os.environ.get("SOURCE_DATE_EPOCH", ""):
        date = f"{datetime.fromtimestamp(int(epoch), UTC):%Y-%m-%d}"
    changed = bool(_git(root, "status", "--porcelain", "--untracked-files=no")) if commit else False
    lock = next((root / name for name in _LOCKS if (root / name).is_file()), None)
    return State(commit, changed, date, sha256(lock.read_bytes()).hexdigest()[:8] if lock else "")


def _git(root: Path, *arguments: str) -> str:
    """What git says; nothing where there is none or where it knows no such book."""
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def seal(numbers: Iterable[Number], state: State, phrases: Phrases) -> str:
    """The sentence as HTML; "" for a page that states no number, and for one under work where one is off."""
    counts = dict.fromkeys(Account, 0)
    for number in numbers:
        if number.verdict in ("drift", "failure"):
            return ""
        counts[number.account] += 1
    total = sum(counts.values()) - counts[Account.STRUCTURAL]
    if not total:
        return ""
    said = [phrases.seal_all.format(total), phrases.seal_guarded.format(sum(counts[one] for one in GUARDED))]
    said += [phrases.seal_cited.format(counts[Account.CITED])] * bool(counts[Account.CITED])
    said += [phrases.seal_free.format(counts[Account.FREE])] * bool(counts[Account.FREE])
    said += [phrases.seal_open.format(counts[Account.UNACCOUNTED])] * bool(counts[Account.UNACCOUNTED])
    return phrases.between.join(said) + phrases.stop + _state(state, phrases)


def _state(state: State, phrases: Phrases) -> str:
    said = []
    if state.commit:
        changed = phrases.seal_changed if state.changed else ""
        said.append(escape(phrases.seal_commit.format(state.commit) + changed))
    said += [f'<span class="tally-short">{escape(state.date)}</span>'] * bool(state.date)
    said += [escape(phrases.seal_lock.format(state.lock))] * bool(state.lock)
    return phrases.comma.join(said) + phrases.stop.rstrip() if said else ""
