"""The version of edgec, which generated files and folders state, and the commit that it was built from."""

from __future__ import annotations

import re
from pathlib import Path

__version__ = "0.1.0"
RECORD = "commit.txt"
COMMIT_CHARS = 10  # characters of a commit
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


def described() -> str:
    """Version and commit, such as "0.1.0 (commit 0123456789)"; the version alone where the commit is not known."""
    here = Path(__file__).resolve().parents[1]  # the package
    commit = _text(here / RECORD) or _of_checkout(here.parent)
    return f"{__version__} (commit {commit[:COMMIT_CHARS]})" if _COMMIT.fullmatch(commit) else __version__


def _of_checkout(folder: Path) -> str:
    """The commit that is checked out in a folder, or ""; read from git's files, for git need not be installed."""
    git = folder / ".git"
    if git.is_file():  # of a worktree: "gitdir: <path>"
        git = folder / _text(git).removeprefix("gitdir: ")
    head = _text(git / "HEAD")
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    common = git / (_text(git / "commondir") or ".")
    packed = (line.split() for line in _text(common / "packed-refs").splitlines())
    return _text(common / name) or next((line[0] for line in packed if line[1:] == [name]), "")


def _text(path: Path) -> str:
    """The text of a small file; "" where there is none."""
    try:
        return path.read_text(encoding="utf-8").strip() if path.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return ""
