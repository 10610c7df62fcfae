"""From a trained model to C that runs, by README alone."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("first_hour.py")
STEPS = ("export", "check", "convert", "verify", "build", "run", "for a board", "all")
KINDS = ["default"] + (["--torch"] if importlib.util.find_spec("torch") else [])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_first_hour(kind: str, tmp_path: Path) -> None:
    if not (shutil.which("cmake") or shutil.which("cc")):
        pytest.skip("no compiler")
    options = [] if kind == "default" else [kind]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path), *options], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert all(any(line.startswith(step) for line in lines) for step in STEPS), done.stdout
    assert any("samples have the model's class" in line for line in lines)
