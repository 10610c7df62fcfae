"""Milliseconds of a report without a count, beside those of ``edgec profile``."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgec import ConvertOptions, convert, profile
from edgec.reports.latency import latency
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.shared_models import ZOO, write

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


NAMES = ("digits", "mlperf_kws_dscnn", "mlperf_ad01_autoencoder")


@pytest.mark.parametrize("scheme", ["int8", "float32"])
@pytest.mark.parametrize("name", NAMES)
def test_mean_cycles_are_near_those_of_whole_nets(
    name: str, scheme: str, digits: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Within 15 %: the mix of instructions differs from net to net, and the count is estimated, too."""
    model, samples = digits / "digits.onnx", digits / "calibration.npz"
    if name != "digits":
        shared: Path = request.getfixturevalue("shared")
        entry = next(e for e in ZOO if e.name == name)
        assert entry.calibration is not None
        model = shared / "models" / f"{name}.onnx"
        samples = write(entry.calibration(shared / "data"), tmp_path / "x.npz")
    given = None if scheme == "float32" else str(samples)
    made = convert(model, ConvertOptions(target="apollo4", quantize=scheme, calibration=given), tmp_path / "out")
    found, counted = latency(made.report), profile(tmp_path / "out")
    assert found is not None and counted.latency_ms is not None
    assert 0.85 < found.milliseconds / counted.latency_ms < 1.15
