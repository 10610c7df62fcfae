"""Without a wheel of ONNX Runtime all commands but comparisons with it work, and these say what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders.codegen_models import need

SITE = """
import importlib.util, sys
_find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "onnxruntime" else _find(name, package)
sys.modules["onnxruntime"] = None  # an import of it fails
"""


def edgec(blocked: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A command in a process that has no ONNX Runtime."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(blocked), os.environ.get("PYTHONPATH", "")])}
    line = [sys.executable, "-m", "edgec", *map(str, words)]
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def blocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("blocked")
    (folder / "sitecustomize.py").write_text(SITE)
    return folder


def test_convert_check_report_and_verify_work(blocked: Path, digits: Path, tmp_path: Path) -> None:
    need("gcc")
    absent = [sys.executable, "-c", "import onnxruntime"]
    environment = os.environ | {"PYTHONPATH": str(blocked)}
    assert subprocess.run(absent, env=environment, capture_output=True, check=False).returncode != 0
    model, out = digits / "digits.onnx", tmp_path / "out"
    calibration = ("--calibration", digits / "calibration.npz")
    for words in (
        ("check", model, "-t", "nrf52840"),
        ("convert", model, "-t", "host", *calibration, "-o", out),
        ("report", out),
    ):
        done = edgec(blocked, *words)
        assert done.returncode == 0 and done.stdout and "onnxruntime" not in done.stderr.lower(), done.stderr
    done = edgec(blocked, "verify", out, "--on", "host", "--data", digits / "evaluation.npz", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["byte_equal"]["host"] == found["samples"] and found["accuracy"]["onnxruntime"] is None
    said = "edgec: note: ONNX Runtime does not run the model (it is not installed; 'pip install onnxruntime'"
    assert said in done.stderr
    done = edgec(blocked, "verify", out, "--on", "host", "--min-agreement", "0.5")
    assert done.returncode == 7 and done.stdout == ""
    assert "edgec: error: --min-agreement compares with ONNX Runtime: it is not installed" in done.stderr
