"""Mutated models through the commands (``mutants``), a few of them; and that every broken rule is seen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conftest import REPO
from tests.fuzz.forked import NO_MEMORY, Bounds, ended

COUNT, VERIFIED = 70, 6


@pytest.mark.slow
def test_mutants(tmp_path: Path) -> None:
    """In a process of its own: it forks, and here are threads."""
    if not available(load_target("host")) or not available(load_target("cortex-m4")):
        pytest.skip("no compiler or no QEMU")
    command = [sys.executable, "-m", "tests.fuzz.mutants", "--mutants", str(COUNT), "--verify", str(VERIFIED)]
    command += ["--seed", "11", "--jobs", "1", "--out", str(tmp_path)]
    environment = {**os.environ, "EDGEC_SHARED": str(tmp_path)}  # the same models on every machine
    done = subprocess.run(command, cwd=REPO, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "findings: 0" in done.stdout
    assert "convert 0" in done.stdout
    assert "verify 0" in done.stdout


def _said(text: str, code: int) -> int:
    os.write(2, f"{text}\n".encode())
    return code


def _dies() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def _large() -> int:
    return len(bytes(bytearray(b"1") * (200 << 20))) and 0


def _computes() -> int:
    end = time.process_time() + 0.6
    while time.process_time() < end:
        pass
    return 0


def _sleeps() -> int:
    time.sleep(30)
    return 0


FAULTS: dict[str, tuple[Callable[[], int], str]] = {
    "internal": (lambda: _said("edgec: error: internal error (a bug)", 1), "code 1"),
    "undocumented": (lambda: _said("edgec: error: what is it", 9), "code 9"),
    "silent": (lambda: 2, "silence"),
    "raises": (lambda: int("x"), "code 1"),
    "dies": (_dies, "death: signal SIGKILL"),
    "sleeps": (_sleeps, "hang"),
    "computes": (_computes, "time"),
    "large": (_large, "memory"),
    "short of memory": (lambda: _said(f"edgec: error: the model {NO_MEMORY}", 4), "memory"),
    "refuses": (lambda: _said("edgec: error: no", 2), ""),
    "works": (lambda: 0, ""),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_are_seen(case: str, tmp_path: Path) -> None:
    action, fault = FAULTS[case]
    used = 100 << 20 if case == "large" else 2 << 30
    bounds = Bounds(seconds=0.5 if case == "computes" else 60.0, wall=1.0 if case == "sleeps" else 60.0, memory=used)
    found = ended(action, tmp_path, bounds).fault(bounds)
    assert found.startswith(fault)
    assert bool(found) == bool(fault)
