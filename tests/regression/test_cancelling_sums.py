"""Float sums that cancel: two orders of summation differ by more than either differs from the result."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.commands.compared import OutputPort, compared
from edgec.commands.float_runs import FloatRuns
from edgec.commands.verify import verify
from edgec.converter.graph.ir import DType, Tensor
from edgec.settings.values import VerifyOptions
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

OUTPUT = OutputPort(Tensor("y", (1, 2), DType.F32))
SCALE = 10.0


class InDouble(FloatRuns):
    """A float model whose first element in double precision is known; None must not be asked for."""

    def __init__(self, exact: float | None) -> None:
        self.exact, self.all_floats = exact, True

    @cached_property
    def in_double(self) -> list[np.ndarray]:
        if self.exact is None:
            pytest.fail("nothing differs")
        return [np.array([[self.exact, SCALE]])]


def found(host: float, reference: float, exact: float | None) -> int:
    """Samples that agree, of one: element 1 sets the magnitude to SCALE, element 0 is what is asked about."""
    runs = {p: [np.array([[v, SCALE]], np.float32)] for p, v in (("simulator", exact or host), ("host", host))}
    truth = [np.array([[reference, SCALE]])]
    return compared([OUTPUT], runs, truth, None, InDouble(exact or reference)).agree["host"]


def test_both_near_the_exact_result() -> None:
    assert found(1.0008, 0.9993, 1.0) == 1
    assert found(1.0008, 0.9993, None) == 0  # the exact result is ONNX Runtime's


def test_one_of_them_is_far_from_it() -> None:
    assert found(1.0018, 1.0002, 1.0) == 0  # ours
    assert found(1.0002, 1.0018, 1.0) == 0  # ONNX Runtime's: then the graph is not what the model says


def test_equal_magnitudes_need_no_third_opinion() -> None:
    runs = {p: [np.array([[1.0, SCALE]], np.float32)] for p in ("simulator", "host")}
    assert compared([OUTPUT], runs, [np.array([[1.0005, SCALE]])], None, InDouble(None)).agree["host"] == 1


@pytest.mark.skipif(not available(load_target("host")), reason="no compiler")
def test_the_autoencoder_on_its_data(shared: Path, tmp_path: Path) -> None:
    options = ConvertOptions(target="host", quantize="float32")
    made = convert(shared / "models" / "mlperf_ad01_autoencoder.onnx", options, tmp_path / "out")
    data = str(shared / "data" / "ad01_windows.npz")
    verify(made.folder, VerifyOptions(data=data, on="host")).raise_on_mismatch()
