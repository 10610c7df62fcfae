"""A U-Net in little RAM: its inner layers keep their fast kernels, a strip of rows at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.reports.records import Report
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

REPO = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def reports(source: Path, size: int, folder: Path) -> tuple[Report, Report]:
    """Reports of the builds for fewest instructions and for least RAM, int8 on a Cortex-M4."""
    calibration = folder / "calibration.npz"
    np.savez(calibration, x=np.random.default_rng(1).standard_normal((4, 3, size, size)).astype(np.float32))
    speed, ram = (
        convert(source, ConvertOptions(target="cortex-m4", calibration=str(calibration), optimize=o), folder / o).report
        for o in ("speed", "ram")
    )
    return speed, ram


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
    speed, ram = reports(tmp_path / "unet.onnx", size, tmp_path)
    assert ram.ram.arena <= arena
    assert speed.instructions is not None and ram.instructions is not None
    assert ram.instructions <= more * speed.instructions
