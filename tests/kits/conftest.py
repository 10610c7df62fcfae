"""The toy repository, made once for all kits."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.builders.codegen_models import need
from tests.builders.model_repository import model_repository


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("git", "bash", "gcc", "arm-none-eabi-gcc", "qemu-system-arm")
    return model_repository(tmp_path_factory.mktemp("kits") / "toy")


@pytest.fixture
def repository(toy: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(toy, tmp_path / "toy"))


@pytest.fixture
def with_edgec(commands: Path) -> dict[str, str]:
    """The environment in which this ``edgec`` is the one that is found."""
    scripts = str(Path(sys.executable).parent)
    if not (Path(scripts) / "edgec").exists():
        pytest.skip("the command edgec is not installed beside this Python")
    return os.environ | {"PATH": os.pathsep.join((str(commands), scripts, os.environ["PATH"]))}
