"""The choice by price on real models: never slower than what was measured when kernels were taken in a fixed order."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.encoder_model import TOKENS, WIDTH, encoder
from tests.builders.onnx_models import save
from tests.builders.shared_models import ZOO
from tests.conftest import Ran

pytestmark = [
    pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no Arm compiler or QEMU"),
    pytest.mark.slow,
]

CALIBRATION = 100  # samples
BEFORE = {  # instructions at ``speed``; the autoencoder's first layer no longer reads its bytes as they are
    ("mlperf_kws_dscnn", "int8"): 2_715_091,
    ("mlperf_resnet8_cifar", "int8"): 7_906_638,
    ("mlperf_mobilenet_vww", "int8"): 5_204_843,
    ("mlperf_str_ww", "int8"): 821_784,
    ("mlperf_ad01_autoencoder", "int8"): 268_000,
    ("mlperf_kws_dscnn", "int4"): 3_107_857,
    ("mlperf_str_ww", "int16x8"): 1_005_492,
    ("mlperf_str_ww", "float32"): 2_246_123,
}
ENCODER = 3_620_000  # 4,323,109 with the fully connected kernels for its 32 rows
FLASH_LIMITS = {92_500: "", 95_500: "O2", 135_000: "", 200_000: ""}  # of ResNet-8, and the level that is quickest
SMALLEST, LARGEST = 88_000, 219_000


@pytest.mark.parametrize(("name", "scheme"), BEFORE, ids=" ".join)
def test_shared_models_are_not_slower(
    shared: Path, edgec: Callable[..., Ran], tmp_path: Path, name: str, scheme: str
) -> None:
    entry = next(e for e in ZOO if e.name == name)
    assert entry.calibration is not None
    options = ["--quantize", scheme]
    if scheme != "float32":
        np.savez(tmp_path / "calibration.npz", x=entry.calibration(shared / "data")["x"][:CALIBRATION])
        options += ["--calibration", str(tmp_path / "calibration.npz")]
    instructions, _ = built(edgec, shared / "models" / f"{name}.onnx", options, tmp_path / "out")
    assert instructions <= BEFORE[name, scheme]


def test_max_flash_takes_the_best_choice_of_layers(shared: Path, edgec: Callable[..., Ran], tmp_path: Path) -> None:
    entry = next(e for e in ZOO if e.name == "mlperf_resnet8_cifar")
    assert entry.calibration is not None
    np.savez(tmp_path / "calibration.npz", x=entry.calibration(shared / "data")["x"][:CALIBRATION])
    calibrated = ["--quantize", "int8", "--calibration", str(tmp_path / "calibration.npz")]
    found, at_full_level = {}, []
    for limit, level in FLASH_LIMITS.items():
        options = [*calibrated, "--max-flash", str(limit)]
        counted, report = built(edgec, shared / "models" / f"{entry.name}.onnx", options, tmp_path / str(limit))
        flash = report["flash"]
        assert SMALLEST < flash["total"] <= limit < LARGEST
        assert report["level"] == level
        beside = flash["total"] - flash["weights"] - flash["tables"]
        chosen = sum(layer["instructions"] for layer in report["layers"])
        assert chosen <= 1.03 * fewest_instructions(report["layers"], limit - beside)
        if level:  # without it, the room that is left serves nothing: the build of the limit before would be taken
            bytes_beside, layers, instructions = at_full_level[-1]
            assert fewest_instructions(layers, limit - bytes_beside) == instructions
        else:
            at_full_level.append((beside, report["layers"], chosen))
        found[flash["total"]] = counted
    counts = [found[flash] for flash in sorted(found)]
    assert len(counts) == len(FLASH_LIMITS)
    # choices are by estimates: what is counted may lie a thousandth beside
    assert all(more <= 1.001 * less for less, more in pairwise(counts))


def fewest_instructions(layers: list[dict[str, Any]], limit: int) -> int:
    """The estimate of the best of all combinations of kernels whose constants take at most ``limit`` bytes."""
    within = []
    for combination in product(*(worth_trying(layer) for layer in layers)):
        flash, instructions = map(sum, zip(*combination, strict=True))
        if flash <= limit:
            within.append(instructions)
    return min(within)


def worth_trying(layer: dict[str, Any]) -> list[tuple[int, int]]:
    """Bytes of constants and instructions of a layer's kernels, without those that another beats in both."""
    kernels = {(a["flash"], a["instructions"]) for a in layer["alternatives"]}
    kernels.add((layer["weight_bytes"], layer["instructions"]))
    return [(f, i) for f, i in kernels if not any(g <= f and j <= i and (g, j) != (f, i) for g, j in kernels)]


def test_matrix_layers_of_many_rows_are_1x1_convolutions(edgec: Callable[..., Ran], tmp_path: Path) -> None:
    model = save(encoder(), tmp_path)
    x = np.random.default_rng(0).normal(size=(TOKENS, TOKENS, WIDTH)).astype(np.float32)
    np.savez(tmp_path / "calibration.npz", x=x)
    options = ["--quantize", "int8", "--calibration", str(tmp_path / "calibration.npz")]
    instructions, report = built(edgec, model, options, tmp_path / "out")
    kernels = {layer["kernel"] for layer in report["layers"] if layer["op"] == "Dense"}
    assert kernels == {"edgec_conv2d_s8_1x1_armv7em"}
    assert instructions <= ENCODER


def built(edgec: Callable[..., Ran], model: Path, options: list[str], out: Path) -> tuple[int, dict[str, Any]]:
    """Instructions that a conversion executes on a Cortex-M4, and its report."""
    done = edgec("convert", model, "-o", out, "--optimize", "speed", *options)
    assert done.code == 0, done.err
    done = edgec("profile", out, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)["instructions"], json.loads((out / "report.json").read_text(encoding="utf-8"))
