"""The NEON kernels as source: Clang takes the headers of every library together, with warnings that users turn on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import REPO

ARCHS = {  # flags of Clang, the folder of the C library's headers
    "aarch64": ("--target=aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm", "/usr/aarch64-linux-gnu/include"),
    "armv7-a": ("--target=arm-linux-gnueabihf -mcpu=cortex-a7 -mfpu=neon-vfpv4", "/usr/arm-linux-gnueabihf/include"),
}
LIBRARIES = {
    "neon": "aarch64",
    "neon_dot": "aarch64",
    "neon_i8mm": "aarch64",
    "neon_f32": "aarch64",
    "neon_v7": "armv7-a",
}
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Woverlength-strings", "-Wno-unused-function", "-Werror")


@pytest.mark.parametrize("library", LIBRARIES)
def test_clang_takes_the_headers(library: str, tmp_path: Path) -> None:
    """Assembly is long: C99 asks compilers to support strings of 4095 characters only."""
    flags, system = ARCHS[LIBRARIES[library]]
    if shutil.which("clang") is None or not Path(system).is_dir():
        pytest.skip(f"Clang or {system} is absent")
    headers = sorted((REPO / "runtime_c" / library).glob("*.h"))
    (tmp_path / "all.c").write_text("".join(f'#include "{h.name}"\n' for h in headers), encoding="ascii")
    folders = [f"-I{REPO / 'runtime_c' / name}" for name in ("include", "plain", *LIBRARIES)]
    command = ["clang", *flags.split(), "-isystem", system, *WARNINGS, *folders, "-fsyntax-only", "all.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
