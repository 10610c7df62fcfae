"""Random graphs through ``edgec convert`` and ``edgec verify`` (``whole`` says what is looked at)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conftest import REPO

COUNT = 4


@pytest.mark.slow
def test_random_graphs_convert_and_verify(tmp_path: Path) -> None:
    """In a process of its own: it forks, and here are threads."""
    if not available(load_target("host")) or not available(load_target("cortex-m4")):
        pytest.skip("no compiler or no QEMU")
    command = [sys.executable, "-m", "tests.conformance.whole", "--count", str(COUNT), "--seed", "5"]
    done = subprocess.run([*command, "--scratch", tmp_path], cwd=REPO, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed, done.stdout
    assert int(passed[1]) > COUNT
