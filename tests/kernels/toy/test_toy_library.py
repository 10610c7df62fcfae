"""A library from a folder of its own and one TOML: chosen, priced, verified and profiled like those of edgec."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save
from tests.builders.toy_library import write_toy, write_vendor_toy
from tests.cmsis_nn.folder import write_standin

Edgec = Callable[..., Any]

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def convert(edgec: Edgec, folder: Path, target: Path) -> tuple[Path, Path, Any]:
    """A convolution with a tanh behind it, for the target with the toy: the target, the folder made, its report."""
    rng = np.random.default_rng(0)
    nodes = [node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]), node("Tanh", ["c"], ["y"])]
    weights = {"w": (rng.standard_normal((8, 4, 3, 3)) * 0.2).astype(np.float32)}
    onnx = save(model(nodes, {"x": [1, 4, 12, 12]}, ["y"], weights), folder)
    np.savez(folder / "data.npz", x=rng.standard_normal((20, 4, 12, 12)).astype(np.float32))
    out = folder / "out"
    ran = edgec("convert", onnx, "-t", target, "--calibration", folder / "data.npz", "-o", out)
    assert ran.code == 0, ran.err
    return target, out, json.loads((out / "report.json").read_text())


def test_it_is_chosen_and_priced(edgec: Edgec, tmp_path: Path) -> None:
    _, out, report = convert(edgec, tmp_path, write_toy(tmp_path))
    layer = next(x for x in report["layers"] if x["op"] == "Unary")
    assert (layer["kernel"], layer["id"], layer["why"]) == ("edgec_table_s8_toy", "toy/table_s8", "a toy")
    assert layer["instructions"] == round(30 + 3.2 * 8 * 12 * 12)
    assert "plain/table_s8" in [a["id"] for a in layer["alternatives"]]
    assert (out / "edgec_kernels" / "edgec_table_s8_toy.h").is_file()


def test_a_dear_one_is_not_taken(edgec: Edgec, tmp_path: Path) -> None:
    _, out, report = convert(edgec, tmp_path, write_toy(tmp_path, 600.0))
    layer = next(x for x in report["layers"] if x["op"] == "Unary")
    assert layer["id"] == "plain/table_s8" and "toy/table_s8" in [a["id"] for a in layer["alternatives"]]
    assert not (out / "edgec_kernels" / "edgec_table_s8_toy.h").exists()


def test_it_is_verified_and_the_host_runs_plain_kernels(edgec: Edgec, tmp_path: Path) -> None:
    target, out, _ = convert(edgec, tmp_path, write_toy(tmp_path))
    ran = edgec("verify", out, "-t", target, "--data", tmp_path / "data.npz", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 20, "qemu": 20, "device": None}


def test_it_is_profiled_and_its_price_holds(edgec: Edgec, tmp_path: Path) -> None:
    target, out, report = convert(edgec, tmp_path, write_toy(tmp_path))
    ran = edgec("profile", out, "-t", target, "--json")
    assert ran.code == 0, ran.err
    layer = next(x for x in json.loads(ran.out)["layers"] if x["kernel"] == "edgec_table_s8_toy")
    estimated = next(x for x in report["layers"] if x["op"] == "Unary")["instructions"]
    assert 0.8 < estimated / layer["instructions"] < 1.25


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "defines no kernels"),
        ("LIBRARY = 1\n", "defines no kernels"),
        ("import nothing_at_all\n", "cannot be imported"),
    ],
)
def test_a_folder_that_holds_no_library_is_named(edgec: Edgec, tmp_path: Path, text: str, sentence: str) -> None:
    target = write_toy(tmp_path)
    (tmp_path / "toy" / "__init__.py").write_text(text)
    onnx = save(model([node("Tanh", ["x"], ["y"])], {"x": [1, 4]}, ["y"]), tmp_path)
    ran = edgec("convert", onnx, "-t", target, "-o", tmp_path / "out")
    assert ran.code == 2 and "toy" in ran.err and sentence in ran.err
    assert not (tmp_path / "out").exists()


def test_sources_of_another_vendor_are_measured_verified_and_profiled(edgec: Edgec, tmp_path: Path) -> None:
    target, out, report = convert(edgec, tmp_path, write_vendor_toy(tmp_path))
    assert "toy/table_s8" in [x["id"] for x in report["layers"]]
    assert not list(out.rglob("vendor*"))
    ran = edgec("verify", out, "-t", target, "--data", tmp_path / "data.npz", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 20, "qemu": 20, "device": None}
    ran = edgec("profile", out, "-t", target, "--json")
    assert ran.code == 0, ran.err
    cost = next(x for x in json.loads(ran.out)["layers"] if x["kernel"] == "edgec_table_s8_toy")
    assert cost["instructions"] > 8 * 12 * 12


def test_a_second_vendor_is_named_and_no_other_is_missed(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.delenv("CMSIS_NN_DIR", raising=False)
    target = write_vendor_toy(tmp_path, asked=True)
    _, out, report = convert(edgec, tmp_path, target)
    assert "toy" not in {x["library"] for x in report["layers"]}
    again = ("convert", next(tmp_path.glob("*.onnx")), "-t", target, "--calibration", tmp_path / "data.npz", "-o", out)
    ran = edgec(*again, "--kernels", "auto")
    assert ran.code == 0 and "TOY computes 1 of 4 layers, 0.0 % of the MACs; edgec's own kernels do the rest" in ran.err
    assert "CMSIS-NN" not in ran.err
    text = edgec("report", out).out
    assert "TOY, layer by layer" in text and "CMSIS" not in text
    ran = edgec(*again, "--kernels", "cmsis-nn")
    assert ran.code == 7 and "CMSIS_NN_DIR" in ran.err and "TOY" not in ran.err


def test_two_vendors_in_a_folder_are_told_apart(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))
    target = write_vendor_toy(tmp_path, asked=True)
    _, out, _ = convert(edgec, tmp_path, target)
    again = ("convert", next(tmp_path.glob("*.onnx")), "-t", target, "--calibration", tmp_path / "data.npz", "-o", out)
    ran = edgec(*again, "--kernels", "cmsis-nn")
    assert ran.code == 0 and "CMSIS-NN computes 3 of 4 layers, 100.0 % of the MACs" in ran.err and "TOY" not in ran.err
    assert "CMSIS-NN, layer by layer" in edgec("report", out).out


def test_sources_of_another_vendor_are_not_replaced(edgec: Edgec, tmp_path: Path) -> None:
    target = write_vendor_toy(tmp_path)
    convert(edgec, tmp_path, target)
    onnx, data, place = next(tmp_path.glob("*.onnx")), tmp_path / "data.npz", tmp_path / "vendor" / "src"
    ran = edgec("convert", onnx, "-t", target, "--calibration", data, "-o", place, "--force")
    assert ran.code == 2 and "holds 'vendor.c', which this command reads" in ran.err
    assert [p.name for p in place.iterdir()] == ["vendor.c"]


def test_the_cmake_file_takes_the_vendors_sources_from_its_folder(edgec: Edgec, tmp_path: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is absent")
    _, out, _ = convert(edgec, tmp_path, write_vendor_toy(tmp_path))
    build = tmp_path / "build"
    command = ["cmake", "-S", str(out), "-B", str(build), f"-DTOY_DIR={tmp_path / 'vendor'}"]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run(["cmake", "--build", str(build)], check=True, capture_output=True)
    listed = [subprocess.run(["ar", "t", a], capture_output=True, text=True).stdout for a in build.glob("*.a")]
    assert sum("vendor.c.o" in members for members in listed) == 1


def test_sources_that_are_not_there_are_asked_for_by_name(edgec: Edgec, tmp_path: Path) -> None:
    target, out, _ = convert(edgec, tmp_path, write_vendor_toy(tmp_path))
    (tmp_path / "vendor").rename(tmp_path / "elsewhere")
    ran = edgec("verify", out, "-t", target, "--data", tmp_path / "data.npz")
    assert ran.code == 2 and "TOY_DIR" in ran.err
    assert edgec("report", out).code == 0
