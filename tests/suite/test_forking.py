"""A forked command is one that was started: its arguments, folder, environment, streams and exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.suite import forking

pytestmark = pytest.mark.xdist_group("forked commands")


def shell(text: str, commands: Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment: Mapping[str, str] = os.environ | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"} | more
    command = ["bash", "-o", "pipefail", "-c", text]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


def test_it_ends_as_the_program_does(commands: Path, tmp_path: Path, digits: Path) -> None:
    assert shell("edgec --version", commands, tmp_path).stdout.startswith("edgec ")
    done = shell("edgec convert none.onnx", commands, tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "'none.onnx' does not exist" in done.stderr
    before = forking.processor_seconds()
    done = shell(f"edgec convert {digits / 'digits.onnx'} -t generic-c -q -o out", commands, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "digits.c").is_file()
    assert forking.processor_seconds() > before + 0.1


def test_settings_and_environment_are_those_of_the_caller(commands: Path, tmp_path: Path) -> None:
    (tmp_path / "edgec.toml").write_text("[convert]\nno-such-key = 1\n")
    assert "no-such-key" in shell("edgec convert a.onnx", commands, tmp_path).stderr
    done = shell("edgec", commands, tmp_path, _EDGEC_COMPLETE="bash_complete", COMP_WORDS="edgec conv", COMP_CWORD="1")
    assert "convert" in done.stdout


def test_commands_may_be_a_pipeline(commands: Path, tmp_path: Path) -> None:
    """The second is there while the first runs; one that nobody reads any more ends."""
    done = shell("edgec targets --json | { sleep 0.2; cat; } | { edgec --version; cat; }", commands, tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("edgec ") and '"cortex-m4"' in done.stdout
    assert shell("edgec targets --json | head -c 1; exit ${PIPESTATUS[0]}", commands, tmp_path).returncode in (0, 141)


def test_without_the_process_the_program_is_started(tmp_path: Path) -> None:
    before = set(forking.RUNNING)
    with forking.forking(tmp_path):
        (number,) = forking.RUNNING - before
        os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        assert shell("edgec --version", tmp_path, tmp_path).stdout.startswith("edgec ")
    assert not (tmp_path / "edgec").exists() and number not in forking.RUNNING
