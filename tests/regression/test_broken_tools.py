"""An emulator or a compiler that is there and does not work: a sentence and exit code 7."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import Exit
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import conv_model, save

needs_m4 = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Puts a program of this name before the others on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def put(name: str, content: str) -> None:
        (folder / name).write_text(content)
        (folder / name).chmod(0o755)

    return put


@needs_m4
@pytest.mark.parametrize(
    "content",
    [
        "#!/bin/sh\nexit 0\n",
        "#!/bin/sh\necho nonsense >&2\nexit 3\n",
        "#!/bin/sh\nhead -c 9 /dev/zero > out.bin\n",
        "\x7fELF",
    ],
)
def test_an_emulator_that_does_not_work(
    edgec: Callable[..., Any], fake: Callable[[str, str], None], tmp_path: Path, content: str
) -> None:
    out = tmp_path / "out"
    assert edgec("convert", save(conv_model(), tmp_path), "-t", "cortex-m4", "-o", out).code == 0
    fake("qemu-system-arm", content)
    for command in (("verify", out, "--samples", 1), ("profile", out)):
        ran = edgec(*command)
        assert ran.code == Exit.TOOLCHAIN, ran.err
        assert "does not work" in ran.err or "cannot be started" in ran.err


def test_a_compiler_that_compiles_nothing(
    edgec: Callable[..., Any], fake: Callable[[str, str], None], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", out).code == 0
    fake("gcc", "#!/bin/sh\necho 'error: no cc1' >&2\nexit 1\n")
    ran = edgec("verify", out, "--on", "host", "--samples", 1)
    assert ran.code == Exit.TOOLCHAIN and "no cc1" in ran.err, ran.err
