"""``edgec new``: projects build and run as they are, print a class, and give the simulator's bytes."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

SAME = "all output bytes are those of edgec's simulator"


def project(edgec: Callable[..., Any], digits: Path, tmp_path: Path, target: str, *options: str) -> Path:
    """A project around the digits net, for a target."""
    if not available(load_target(target)) or not shutil.which("make"):
        pytest.skip(f"no tools for {target}")
    out, made = tmp_path / "digits", tmp_path / "hello"
    calibration = digits / "calibration.npz"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", calibration, "-t", target, "-o", out)
    assert ran.code == 0, ran.err
    ran = edgec("new", made, out, "--data", digits / "evaluation.npz", "--sample", 2, *options)
    assert ran.code == 0, ran.err
    return made


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0", "rv32imc", "cortex-a53", "host"])
def test_a_project_runs(target: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    made = project(edgec, digits, tmp_path, target)
    done = subprocess.run(["make", "-s", "-C", made, "run"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    said, time, same = done.stdout.splitlines()
    assert said.startswith("class ") and "(label " in said
    assert int(time.split(": ")[1]) > 0
    assert same == SAME


def test_a_wrong_byte_is_noticed(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    made = project(edgec, digits, tmp_path, "host")
    header = made / "sample.h"
    text = header.read_text()
    at = text.index("sample_output0")
    first = text.index("    ", text.index("{", at)) + 4
    number = text[first : text.index(",", first)]
    header.write_text(text[:first] + ("1" if number != "1" else "2") + text[first + len(number) :])
    done = subprocess.run(["make", "-s", "-C", made, "run"], capture_output=True, text=True)
    assert done.returncode != 0 and "differs from edgec's simulator" in done.stdout


def test_a_cmake_project_runs(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    if not shutil.which("cmake"):
        pytest.skip("no CMake")
    made = project(edgec, digits, tmp_path, "host", "--for", "cmake")
    subprocess.run(["cmake", "-S", made, "-B", made / "build"], check=True, capture_output=True)
    run = ["cmake", "--build", made / "build", "--target", "run"]
    assert SAME in subprocess.run(run, check=True, capture_output=True, text=True).stdout


def test_refusals(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "digits"
    convert = ("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-t", "cortex-m4")
    assert edgec(*convert, "-o", out).code == 0
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.c").write_text("int mine;\n")
    for arguments, sentence in (
        ((full, out), "is not empty"),
        ((tmp_path / "a", out, "--for", "cmake"), "take --for qemu"),
        ((tmp_path / "b", out, "--data", digits / "evaluation.npz", "--sample", 100_000), "samples, numbered from 0"),
        ((tmp_path / "c", digits / "digits.onnx"), "digits.onnx"),
    ):
        ran = edgec("new", *arguments)
        assert ran.code == 2 and sentence in ran.err, ran.err
    assert [p.name for p in full.iterdir()] == ["mine.c"]
    assert not any((tmp_path / name).exists() for name in "abc")


def test_what_json_says(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "digits"
    assert edgec("convert", digits / "digits.onnx", "-t", "cortex-m4", "-o", out).code == 0
    ran = edgec("new", tmp_path / "p", out, "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["model"] == "digits" and {"Makefile", "main.c", "startup.c"} <= set(found["files"])
    assert "zeros" in (tmp_path / "p" / "sample.h").read_text().lower()
    done = subprocess.run(["make", "-s", "-C", tmp_path / "p", "run"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("class "), done.stderr
