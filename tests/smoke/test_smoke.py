"""The whole way, once for each instruction set and each scheme: a model is converted and its bytes are verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import residual_model, save

pytestmark = pytest.mark.smoke

SAMPLES = 8
CORES = {
    "Thumb-1": "cortex-m0",
    "Thumb-2 with DSP": "cortex-m4",
    "Armv8.1-M": "cortex-m55",
    "AArch64 NEON": "cortex-a53",
    "Armv7 NEON": "cortex-a7",
    "RV32": "rv32imac",
    "host": "host",
}
SCHEMES = {
    "float32": ["--quantize", "float32"],
    "int8": ["--quantize", "int8"],
    "int16x8": ["--quantize", "int16x8"],
    "int4": ["--quantize", "int4", "--layer", "n_d=int4"],
    "mixed": ["--layer", "n_c=int16", "--layer", "n_d=int4", "--layer", "n_y=int16"],
}


def verified(edgec: Callable[..., Any], target: str, words: list[str], folder: Path) -> dict[str, dict[str, int]]:
    """Convert and verify a model; return what ``verify`` counts, by where the model ran."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    model, data = save(residual_model(), folder), folder / "samples.npz"
    np.savez(data, x=np.random.default_rng(3).normal(size=(SAMPLES, 3, 8, 8)).astype(np.float32))
    calibration = [] if "float32" in words else ["--calibration", data]
    ran = edgec("convert", model, "-t", target, *calibration, *words, "-o", folder / "out")
    assert ran.code == 0, ran.err
    ran = edgec("verify", folder / "out", "--data", data, "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    return {key: {where: n for where, n in found[key].items() if n is not None} for key in ("byte_equal", "agree")}


@pytest.mark.parametrize("target", CORES.values(), ids=CORES)
def test_a_core_gives_the_bytes_of_the_simulator(target: str, edgec: Callable[..., Any], tmp_path: Path) -> None:
    emulated = {} if target == "host" else {"qemu": SAMPLES}
    assert verified(edgec, target, [], tmp_path)["byte_equal"] == {"host": SAMPLES, **emulated}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_scheme_is_converted_and_verified(scheme: str, edgec: Callable[..., Any], tmp_path: Path) -> None:
    counted = verified(edgec, "cortex-m4", SCHEMES[scheme], tmp_path)
    if scheme == "float32":
        assert counted["agree"] == {"simulator": SAMPLES, "host": SAMPLES, "qemu": SAMPLES}
    else:
        assert counted["byte_equal"] == {"host": SAMPLES, "qemu": SAMPLES}
