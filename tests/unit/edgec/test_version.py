"""``edgec --version`` names the commit that edgec was built from, or that is checked out."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.folder import version

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = COMMIT[::-1]
Edgec = Callable[..., Any]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that edgec lies in."""
    (tmp_path / "edgec").mkdir()
    monkeypatch.setattr(version, "__file__", str(tmp_path / "edgec" / "folder" / "version.py"))
    return tmp_path


def test_the_command_line_says_it(edgec: Edgec, repo: Path) -> None:
    ran = edgec("--version")
    assert ran.code == 0 and ran.out.startswith(f"edgec {version.__version__}")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, text=True, check=False)
    if head.returncode == 0 and Path(version.__file__).is_relative_to(repo):
        assert ran.out.strip() == f"edgec {version.__version__} (commit {head.stdout[:10]})"


def test_a_build_records_it(package: Path) -> None:
    assert version.described() == version.__version__
    (package / "edgec" / "commit.txt").write_text(f"{COMMIT}\n")
    assert version.described() == f"{version.__version__} (commit 0123456789)"


@pytest.mark.parametrize("packed", [False, True])
def test_a_checkout_has_it(package: Path, packed: bool) -> None:
    git = package / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    if packed:
        (git / "packed-refs").write_text(f"# pack-refs\n{OTHER} refs/heads/other\n{COMMIT} refs/heads/main\n")
    else:
        (git / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
    assert version.described().endswith("(commit 0123456789)")
    (git / "HEAD").write_text(f"{OTHER}\n")
    assert version.described().endswith(f"(commit {OTHER[:10]})")


def test_a_worktree_has_its_own(package: Path) -> None:
    main = package / "main" / ".git"
    own = main / "worktrees" / "w"
    own.mkdir(parents=True)
    (main / "refs" / "heads").mkdir(parents=True)
    (main / "refs" / "heads" / "w").write_text(COMMIT)
    (own / "HEAD").write_text("ref: refs/heads/w\n")
    (own / "commondir").write_text("../..\n")
    (package / ".git").write_text(f"gitdir: {own}\n")
    assert version.described().endswith("(commit 0123456789)")


@pytest.mark.parametrize("head", ["", "ref: refs/heads/absent", "nonsense"])
def test_what_is_no_commit_is_not_shown(package: Path, head: str) -> None:
    (package / ".git").mkdir()
    (package / ".git" / "HEAD").write_text(head)
    assert version.described() == version.__version__
