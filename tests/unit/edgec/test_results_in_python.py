"""Functions of Python return plain names, a text at the prompt, a table in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgec
from edgec.commands.compared import VerifyResult
from tests.builders.onnx_models import model, node

Edgec = Callable[..., Any]
RESULT = VerifyResult(
    samples=500, metric="top1", accuracy={"onnxruntime": 0.912, "simulator": 0.91, "host": 0.91, "qemu": 0.91},
    max_error={}, byte_equal={"host": 500, "qemu": 500}, agree={"simulator": 500, "host": 500, "qemu": 500},
    floats=False, target="cortex-m4",
)  # fmt: skip


def test_check_says_what_fits(digits: Path) -> None:
    found = edgec.check(digits / "digits.onnx", target="cortex-m4")
    assert isinstance(found, edgec.CheckResult)
    assert found.fits is True and found.unsupported == ()
    assert [(p.scheme, p.fits) for p in found.predictions] == [("float32", True), ("int8", True)]
    shown = repr(found).splitlines()
    assert shown[0] == "CheckResult" and shown[1].split() == ["data", "type", "flash", "RAM", "arena", "fits"]
    assert shown[3].startswith("int8") and shown[3].endswith("yes")
    assert "<table>" in found._repr_html_()


def test_check_says_what_is_not_supported() -> None:
    found = edgec.check(model([node("Unique", ["x"], ["y"])], {"x": [2, 2]}, ["y"]), target="cortex-m4")
    assert found.fits is None and [r.op for r in found.unsupported] == ["Unique"] and found.predictions == ()
    assert "Unique" in repr(found)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "PASS: 500 of 500 samples bit-identical on host and cortex-m4 (QEMU); top-1 0.9100, float 0.9120"),
        ({"byte_equal": {"host": 500}}, "PASS: 500 of 500 samples bit-identical on host; top-1 0.9100, float 0.9120"),
        (
            {"byte_equal": {"host": 500, "qemu": 497}, "mismatches": ("qemu: 3 of 500 samples differ",)},
            "FAIL: 497 of 500 samples bit-identical on host and cortex-m4 (QEMU); top-1 0.9100, float 0.9120",
        ),
        (
            {"metric": "sqnr_db", "accuracy": {"simulator": 41.0}, "sqnr": 41.04},
            "PASS: 500 of 500 samples bit-identical on host and cortex-m4 (QEMU); SQNR 41.0 dB",
        ),
        (
            {"metric": "sqnr_db", "accuracy": {"simulator": 200.0}, "sqnr": 200.0},
            "PASS: 500 of 500 samples bit-identical on host and cortex-m4 (QEMU); SQNR equal",
        ),
        (
            {"metric": "sqnr_db", "floats": True, "accuracy": {}},
            "PASS: 500 of 500 samples within 0.0001 of the reference on host and cortex-m4 (QEMU)",
        ),
        (
            {"accuracy": {"simulator": 0.9, "host": 0.91}, "byte_equal": {"host": 500}},
            "PASS: 500 of 500 samples bit-identical on host; top-1 0.9000",
        ),
    ],
)
def test_the_verdict_is_one_line(changed: dict[str, Any], said: str) -> None:
    found = replace(RESULT, **changed)
    assert found.verdict() == said
    assert repr(found).startswith(f"{said}\nrun ")
    assert found.as_json()["passed"] == said.startswith("PASS")


def test_a_broken_gate_fails() -> None:
    said = RESULT.verdict(["max_flash", "min_accuracy"])
    assert said.startswith("FAIL: ") and said.endswith("; gates failed: max_flash, min_accuracy")


def test_messages_go_to_on_message(digits: Path, tmp_path: Path) -> None:
    said: list[str] = []
    samples = np.load(digits / "calibration.npz")["x"]
    made = edgec.convert(digits / "digits.onnx", output=tmp_path / "out", calibration=samples, on_message=said.extend)
    assert said
    found = edgec.verify(made, on="host", samples=4, on_message=said.extend)
    assert isinstance(found, edgec.VerifyResult)
    assert found.verdict() == "PASS: 4 of 4 samples bit-identical on host"
    assert any(line.startswith("no --data: ") for line in said)


def test_verify_ends_with_its_verdict(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert edgec("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-o", out).code == 0
    ran = edgec("verify", out, "--on", "host", "--data", digits / "evaluation.npz", "--samples", "20")
    assert ran.code == 0
    last = ran.out.rstrip().splitlines()[-1]
    assert last.startswith("PASS: 20 of 20 samples bit-identical on host; top-1 ") and ", float " in last
    (tmp_path / "edgec.toml").write_text("[gates]\nmax_flash = 5\n")
    ran = edgec("verify", out, "--on", "host", "--samples", "4", "--config", tmp_path / "edgec.toml")
    assert ran.code == 6 and ran.out.rstrip().splitlines()[-1].endswith("; gates failed: max_flash")
