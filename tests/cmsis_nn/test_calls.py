"""Without the library: the calls that edgec makes, computed by functions that stand in for CMSIS-NN's."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen.kernels.catalog import asked_kernels, kernels, kernels_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.cmsis_nn.folder import write_standin
from tests.cmsis_nn.gains import of_gain
from tests.kernels.layers import made_of
from tests.kernels.rates import count_layers

Edgec = Callable[..., Any]
TARGETS = {"cortex-m4": "cmsis_nn", "cortex-m55": "cmsis_nn_mve"}
NEWER = "Source/FullyConnectedFunctions/arm_fully_connected_per_channel_s8.c"  # that releases before 7.0.0 have not
EACH = 2  # every other layer of the grids

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no Arm compiler or QEMU")


@pytest.mark.parametrize("target", TARGETS)
def test_the_calls_give_the_bytes_of_the_references(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm", helium=target == "cortex-m55")))
    library = [k for k in asked_kernels() if k.library.name == TARGETS[target]]
    made = [m for k in library for m in made_of(k)][::EACH]
    made += [m for k in library if k.op in ("Conv", "Dense") for m in of_gain(k)][:: 4 * EACH]
    found = count_layers(made, target)
    assert len(found) > 30 and [one.made.name for one in found if not one.right] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("high = (int32_t)(product >> 31)", "high = (int32_t)(product >> 31) + 1"),
        ("p->padding.w + kx", "p->padding.h + kx"),
        ("p->output_offset, &p->activation);\n                }", "0, &p->activation);\n                }"),
    ],
)
def test_it_is_seen_when_they_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm", old=old, new=new)))
    made = [m for k in asked_kernels() if k.name == "cmsis_nn/conv2d_s8" for m in made_of(k)][11:17]
    assert not all(one.right for one in count_layers(made, "cortex-m4"))


def test_they_are_taken_when_asked_for_only() -> None:
    names = {k.library.name for k in kernels()}
    assert not names & set(TARGETS.values())
    for target, library in TARGETS.items():
        found = {k.library.name for k in kernels_of(load_target(target), asked=True)}
        assert found & set(TARGETS.values()) == {library}


def convert(edgec: Edgec, digits: Path, out: Path, *options: str) -> Any:
    data = digits / "calibration.npz"
    return edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", out, "--json", *options)


def test_a_model_is_converted_and_verified(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))
    out = tmp_path / "out"
    ran = convert(edgec, digits, out, "--kernels", "cmsis-nn")
    assert ran.code == 0, ran.err
    assert "100.0 % of the MACs" in ran.err and "arm_softmax_s8 rounds otherwise: 1 Softmax" in ran.err
    layers = json.loads(ran.out)["layers"]
    assert {x["library"] for x in layers if x["op"] in ("Conv", "Dense")} == {"cmsis_nn"}
    assert "CMSIS_NN_DIR" in (out / "CMakeLists.txt").read_text()
    assert "arm_convolve_wrapper_s8" in (out / "edgec_kernels" / "edgec_layers_s8_cmsis_nn.h").read_text()
    ran = edgec("verify", out, "--data", digits / "calibration.npz", "--samples", "5", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 5, "qemu": 5, "device": None}


def test_verify_sees_another_arithmetic(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))
    assert convert(edgec, digits, tmp_path / "out", "--kernels", "cmsis-nn").code == 0
    other = write_standin(tmp_path / "other", old="p->padding.w + kx", new="p->padding.w + 1 + kx")
    monkeypatch.setenv("CMSIS_NN_DIR", str(other))
    ran = edgec("verify", tmp_path / "out", "--data", digits / "calibration.npz", "--samples", "5")
    assert ran.code == 5, ran.err


def test_without_asking_nothing_changes(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CMSIS_NN_DIR", raising=False)
    assert convert(edgec, digits, tmp_path / "a").code == 0
    assert convert(edgec, digits, tmp_path / "b", "--kernels", "auto").code == 0
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))
    assert convert(edgec, digits, tmp_path / "c").code == 0
    for other in ("b", "c"):
        for file in ("digits.c", "digits_weights.c", "report.json"):
            assert (tmp_path / "a" / file).read_bytes() == (tmp_path / other / file).read_bytes()


def test_a_library_without_a_function_is_no_bug(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standin = write_standin(tmp_path / "arm", old="arm_convolve_wrapper_s8(const", new="gone(const")
    monkeypatch.setenv("CMSIS_NN_DIR", str(standin))
    ran = convert(edgec, digits, tmp_path / "out", "--kernels", "cmsis-nn")
    assert ran.code == 2 and "arm_convolve_wrapper_s8" in ran.err, ran.err


@pytest.mark.parametrize(
    ("folder", "code"), [("", 7), ("absent", 2), ("empty", 2), ("headers", 2), ("sources", 2), ("older", 2)]
)
def test_a_library_that_is_not_there_is_named(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, code: int
) -> None:
    (tmp_path / "empty").mkdir()
    for part, name in (("Include", "headers"), ("Source", "sources")):
        shutil.move(write_standin(tmp_path / f"whole {name}") / part, tmp_path / name / part)
    (write_standin(tmp_path / "older") / NEWER).unlink()
    monkeypatch.setenv("CMSIS_NN_DIR", str(tmp_path / folder) if folder else "")
    ran = convert(edgec, digits, tmp_path / "out", "--kernels", "cmsis-nn")
    assert ran.code == code and "CMSIS_NN_DIR" in ran.err, ran.err
    assert (code == 7 or folder == "absent" or "of version 7.0.0 or later" in ran.err) and ran.err.count("edgec: ") == 1
    assert not (tmp_path / "out").exists() and len(ran.err.strip().splitlines()) == 1
