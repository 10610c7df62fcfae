"""CI and its kits install locked versions: every declared dependency, in a version that pyproject.toml allows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from edgec import __version__

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCKED = {"requirements.txt": ("dev", "fuzz", "docs"), "requirements-run.txt": (), "requirements-packages.txt": None}
"""Extras of the project whose dependencies a file locks; None: those of packages.in."""


@pytest.mark.parametrize("file", LOCKED)
def test_every_dependency_is_locked(file: str, repo: Path) -> None:
    project = tomllib.loads((repo / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more, extras = project["optional-dependencies"], LOCKED[file]
    tools = (repo / ".ci" / "packages.in").read_text(encoding="utf-8").splitlines()[1:]
    lines = tools if extras is None else (*project["dependencies"], *(r for extra in extras for r in more[extra]))
    declared = [Requirement(r) for r in lines]
    text = (repo / ".ci" / file).read_text(encoding="utf-8")
    locked: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([a-z0-9.-]+)(?:\[\S+\])?==(\S+)", text, re.MULTILINE):
        locked.setdefault(name, []).append(version)
    assert len(declared) > 5
    for wanted in declared:
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        assert all(version in wanted.specifier for version in locked[name]), wanted
    entries = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 15 and all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_the_gitlab_kit_names_this_version(repo: Path) -> None:
    text = (repo / "examples" / "ci" / "gitlab" / "edgec.gitlab-ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"EDGEC_PACKAGE: edgec==(\S+)", text) == [__version__]
