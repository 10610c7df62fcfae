"""Tests of additions from a folder: an instruction set with a feature of its own, a second vendor's library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.converter.graph.errors import UsageError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save
from tests.builders.toy_library import write_toy, write_vendor_toy

Edgec = Callable[..., Any]

needs_compiler = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def with_feature(target: Path, needs: str, *features: str) -> Path:
    """The toy's library asks for a feature; the target names these."""
    init = target.parent / "toy" / "__init__.py"
    init.write_text(init.read_text().replace('frozenset({"dsp"})', f'frozenset({{"dsp", "{needs}"}})'))
    listed = json.dumps(["dsp", "fpu-sp", *features])
    target.write_text(target.read_text().replace("libraries =", f"features = {listed}\nlibraries ="))
    return target


def tanh(folder: Path) -> tuple[Path, Path]:
    """A model of one table, and data for it."""
    onnx = save(model([node("Tanh", ["x"], ["y"])], {"x": [1, 64]}, ["y"]), folder)
    np.savez(folder / "data.npz", x=np.random.default_rng(0).standard_normal((20, 64)).astype(np.float32))
    return onnx, folder / "data.npz"


@needs_compiler
def test_an_instruction_set_with_a_feature_of_its_own(edgec: Edgec, tmp_path: Path) -> None:
    target = with_feature(write_toy(tmp_path), "toy-simd", "toy-simd")
    onnx, data = tanh(tmp_path)
    out = tmp_path / "out"
    ran = edgec("convert", onnx, "-t", target, "--calibration", data, "-o", out)
    assert ran.code == 0, ran.err
    report = json.loads((out / "report.json").read_text())
    assert "toy/table_s8" in [layer["id"] for layer in report["layers"]]
    assert "toy-simd" in report["machine"]["features"]
    ran = edgec("verify", out, "-t", target, "--data", data, "--json")
    assert ran.code == 0 and json.loads(ran.out)["byte_equal"] == {"host": 20, "qemu": 20, "device": None}, ran.err
    assert edgec("report", out).code == 0


def test_a_target_without_the_feature_does_not_run_it(tmp_path: Path) -> None:
    found = kernels_of(load_target(str(with_feature(write_toy(tmp_path), "toy-simd"))))
    assert "toy" not in {kernel.library.name for kernel in found}


def test_a_feature_that_no_library_knows_is_named(edgec: Edgec, tmp_path: Path) -> None:
    target = with_feature(write_toy(tmp_path), "toy-simd", "toy-smid")
    with pytest.raises(UsageError, match=r"unknown feature 'toy-smid' \(known: dsp, .*, toy-simd\)"):
        kernels_of(load_target(str(target)))
    ran = edgec("convert", tanh(tmp_path)[0], "-t", target, "-o", tmp_path / "out")
    assert ran.code == 2 and "toy-smid" in ran.err and not (tmp_path / "out").exists()


@needs_compiler
def test_a_second_vendors_library_under_its_own_name(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Asked for by its flag, it is counted and reported under its own title; no other vendor's sources are needed."""
    monkeypatch.delenv("CMSIS_NN_DIR", raising=False)
    target = write_vendor_toy(tmp_path, asked=True)
    onnx, data = tanh(tmp_path)
    out = tmp_path / "out"
    words = ("convert", onnx, "-t", target, "--calibration", data, "-o", out)
    ran = edgec(*words, "--kernels", "toy")
    assert ran.code == 0 and "TOY computes 1 of 1 layers" in ran.err, ran.err
    report = json.loads((out / "report.json").read_text())
    assert [layer["vendor"] for layer in report["layers"] if layer["op"] == "Unary"] == ["TOY"]
    shown = edgec("report", out).out
    assert "TOY, layer by layer" in shown and "CMSIS" not in shown + ran.err
    ran = edgec("verify", out, "-t", target, "--data", data, "--json")
    assert ran.code == 0 and json.loads(ran.out)["byte_equal"] == {"host": 20, "qemu": 20, "device": None}, ran.err
    ran = edgec(*words, "--kernels", "tyo")
    assert ran.code == 2 and "--kernels tyo: is not one of 'own', 'auto'" in ran.err and "'toy'" in ran.err


@needs_compiler
def test_what_the_record_of_a_vendor_says_is_told(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Title, flag, reason and self-test are the record's; ``verify`` runs the test before it compares."""
    monkeypatch.delenv("CMSIS_NN_DIR", raising=False)
    target = write_vendor_toy(tmp_path, asked=True)
    init = tmp_path / "toy" / "__init__.py"
    said = 'title="Toys & Co", flag="toys", reason="only tables are theirs", self_test=lambda folder, target: "exactly"'
    init.write_text(init.read_text().replace('("VENDOR_STEP=1",))', f'("VENDOR_STEP=1",), {said})'))
    onnx = save(model([node("Tanh", ["x"], ["c"]), node("Softmax", ["c"], ["y"])], {"x": [1, 64]}, ["y"]), tmp_path)
    np.savez(tmp_path / "data.npz", x=np.random.default_rng(0).standard_normal((20, 64)).astype(np.float32))
    data, out = tmp_path / "data.npz", tmp_path / "out"
    ran = edgec("convert", onnx, "-t", target, "--calibration", data, "-o", out, "--kernels", "toys")
    assert ran.code == 0 and "Toys & Co computes 1 of 2 layers" in ran.err and "only tables are theirs" in ran.err
    ran = edgec("verify", out, "-t", target, "--data", data, "--on", "host")
    assert ran.code == 0 and "Toys & Co in '" in ran.err and "tested on host: exactly" in ran.err, ran.err
