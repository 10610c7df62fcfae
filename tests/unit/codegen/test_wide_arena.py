"""Activations of 16 bits take about twice the arena of 8 bits: their kernels write where they read, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgec import ConvertOptions, convert
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.separable import samples, separable

MOST = 2.1  # times the arena of int8


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0plus"])
def test_int16_arena(target: str, tmp_path: Path) -> None:
    """Without layers in place it was 2.8 to 3.6 times on nets of separable convolutions."""
    if not available(load_target(target)):
        pytest.skip(f"no compiler for {target}")
    separable(tmp_path / "net.onnx")
    data = samples(tmp_path / "data.npz")
    arena = {}
    for numbers in ("int8", "int16x8"):
        options = ConvertOptions(target=target, quantize=numbers, calibration=data)
        arena[numbers] = convert(tmp_path / "net.onnx", options, tmp_path / numbers).report.ram.arena
    assert arena["int16x8"] <= MOST * arena["int8"], arena
