"""From a trained model to C that runs, by README and the guide alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("first_hour.py")
STEPS = ("export", "check", "convert", "verify", "build", "run", "for a board", "all")


@pytest.mark.slow
def test_first_hour(tmp_path: Path) -> None:
    if not (shutil.which("cmake") or shutil.which("cc")):
        pytest.skip("no compiler")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert all(any(line.startswith(step) for line in lines) for step in STEPS), done.stdout
    assert any("samples have the model's class" in line for line in lines)
