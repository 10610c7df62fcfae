"""The folder of small models and data, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders.codegen_models import need
from tests.docs.workplace import make

TOOLS = ("bash", "gcc", "arm-none-eabi-gcc", "qemu-system-arm", "cmake", "aarch64-linux-gnu-gcc")


@pytest.fixture(scope="session")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need(*TOOLS)
    return make(tmp_path_factory.mktemp("docs") / "work")
