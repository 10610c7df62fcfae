"""The pre-commit hooks as git runs them: a commit of a model without its folder, or of a broken gate, is refused."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.builders.model_repository import WHO, git, write_model

ARGUMENTS = {"edgec-up-to-date": ["toy.onnx", "--output", "generated"], "edgec-gates": ["generated"]}


def hook_script(repo: Path) -> str:
    hooks = yaml.safe_load((repo / ".pre-commit-hooks.yaml").read_text())
    assert [h["id"] for h in hooks] == list(ARGUMENTS)
    assert all(h["language"] == "python" and not h["pass_filenames"] for h in hooks)
    assert not any("always_run" in h for h in hooks)
    return "\n".join(["#!/bin/sh", "set -e", *(f"{h['entry']} {shlex.join(ARGUMENTS[h['id']])}" for h in hooks)]) + "\n"


def test_commits_are_held_to_the_model_and_its_gates(
    repo: Path, repository: Path, with_edgec: dict[str, str]
) -> None:  # fmt: skip
    hook = repository / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(hook_script(repo))
    hook.chmod(0o755)

    def convert() -> None:
        subprocess.run(
            ["edgec", "convert", *ARGUMENTS["edgec-up-to-date"]], cwd=repository, env=with_edgec, check=True,
            capture_output=True,
        )  # fmt: skip

    def commit() -> subprocess.CompletedProcess[str]:
        git(repository, "add", "-A")
        return subprocess.run(
            ["git", "commit", "-q", "-m", "a model"], cwd=repository, env=with_edgec | WHO, capture_output=True,
            text=True, check=False,
        )  # fmt: skip

    convert()
    done = commit()
    assert done.returncode == 0, done.stderr
    write_model(repository, 36)
    done = commit()
    assert done.returncode != 0
    assert "generated: is not up to date (toy.c differs" in done.stderr or "toy_weights.c differs" in done.stderr
    convert()
    settings = repository / "edgec.toml"
    settings.write_text(settings.read_text().replace("64KB", "6KB"))
    done = commit()
    assert done.returncode != 0
    assert "max_flash: " in done.stderr and "at most 6,144 are allowed" in done.stderr


@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("models/kws.onnx", True), ("calibration.npz", True), ("edgec.toml", True), ("out/kws/kws.c", True),
        ("out/kws/report.json", True), ("out/kws/kws.edge", True), ("README.md", False), ("train.py", False),
    ],
)  # fmt: skip
def test_hooks_run_for_what_they_judge(repo: Path, file: str, runs: bool) -> None:
    """pre-commit searches the path of each committed file for ``files``."""
    for hook in yaml.safe_load((repo / ".pre-commit-hooks.yaml").read_text()):
        assert bool(re.search(hook["files"], file)) is runs
