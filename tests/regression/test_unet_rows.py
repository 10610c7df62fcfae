"""A U-Net in little RAM: its inner layers keep their fast kernels, a strip of rows at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.reports.records import Report
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

REPO = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def reports(source: Path, size: int, folder: Path, *asked: dict[str, Any]) -> tuple[Report, ...]:
    """Reports of the builds with these options, int8 on a Cortex-M4."""
    calibration = folder / "calibration.npz"
    np.savez(calibration, x=np.random.default_rng(1).standard_normal((4, 3, size, size)).astype(np.float32))
    options = (ConvertOptions(target="cortex-m4", calibration=str(calibration), **some) for some in asked)
    return tuple(convert(source, some, folder / f"build{k}").report for k, some in enumerate(options))


@pytest.mark.parametrize(
    ("size", "widths", "arena", "more"),
    [(64, (8, 16, 32), 61_440, 1.15), (48, (4, 8, 16), 19_072, 1.20)],
)
def test_little_ram_takes_few_more_instructions(
    size: int, widths: tuple[int, ...], arena: int, more: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows of a strip at once took 57 % more instructions in 60,752 bytes at 64x64."""
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    import unet

    unet.onnx.save(unet.build(size, widths=widths), tmp_path / "unet.onnx")
    speed, ram = reports(tmp_path / "unet.onnx", size, tmp_path, {"optimize": "speed"}, {"optimize": "ram"})
    assert ram.ram.arena <= arena
    assert speed.instructions is not None and ram.instructions is not None
    assert ram.instructions <= more * speed.instructions


def test_more_ram_never_takes_more_instructions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """80,700 bytes took 20,527,783 instructions: rows one at a time made the step of 63,264 bytes fit."""
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    import unet

    unet.onnx.save(unet.build(64, linear=True), tmp_path / "unet.onnx")
    less, more = reports(tmp_path / "unet.onnx", 64, tmp_path, {"max_ram": 79_400}, {"max_ram": 80_700})
    assert less.ram.total <= 79_400 and more.ram.total <= 80_700
    assert less.instructions is not None and more.instructions is not None
    assert more.instructions <= less.instructions
