"""The report names the function of CMSIS-NN for each layer, or says why it is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.cmsis_nn.folder import write_standin

Edgec = Callable[..., Any]
HEADING = "CMSIS-NN, layer by layer"
LESS = "edgec's kernel costs less"

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no Arm compiler or QEMU")


@pytest.fixture
def reported(edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Convert with options; the folder, its layers, and what the text says of each by its number."""
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))

    def made(*options: str) -> tuple[Path, list[dict[str, Any]], dict[int, str]]:
        out, data = tmp_path / "out", digits / "calibration.npz"
        ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", out, "--json", *options)
        assert ran.code == 0, ran.err
        text = edgec("report", out).out
        _, found, rest = text.partition(HEADING)
        rows = rest.strip().split("\n\n")[0].splitlines()[1:] if found else []
        return out, json.loads(ran.out)["layers"], {int(row.split()[0]): row for row in rows}

    return made


def test_every_layer_has_its_function_or_a_reason(reported: Callable[..., Any]) -> None:
    _, layers, said = reported("--kernels", "cmsis-nn")
    assert set(said) == {i for i, layer in enumerate(layers) if layer["kernel"]}
    for i, row in said.items():
        ours = not layers[i]["library"].startswith("cmsis_nn")
        assert (" none: " in row) == ours and (" arm_" in row.partition(" none: ")[0]) != ours
    assert any("none: arm_softmax_s8 rounds otherwise" in row for row in said.values())
    assert sum("arm_" in row for row in said.values()) >= 3


def test_auto_says_what_costs_less(reported: Callable[..., Any]) -> None:
    _, layers, said = reported("--kernels", "auto")
    for i, row in said.items():
        if not layers[i]["library"].startswith("cmsis_nn"):
            assert (f"none: {LESS}" in row) == (layers[i]["op"] in ("Conv", "Dense", "MaxPool")), row


def test_own_kernels_are_not_compared(reported: Callable[..., Any]) -> None:
    assert reported("--kernels", "own")[2] == {}


def test_int4_layers_are_called_and_verified(edgec: Edgec, digits: Path, reported: Callable[..., Any]) -> None:
    out, layers, said = reported("--kernels", "cmsis-nn", "--quantize", "int4")
    packed = [i for i, layer in enumerate(layers) if "_s4_" in layer["kernel"]]
    assert packed and all("_s4" in said[i] or "int4" in said[i] for i in packed)
    assert any("arm_convolve_wrapper_s4" in said[i] for i in packed)
    ran = edgec("verify", out, "--data", digits / "calibration.npz", "--samples", "5", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 5, "qemu": 5, "device": None}
