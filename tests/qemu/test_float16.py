"""``--quantize float16`` from a model to code under QEMU: the simulator's values, what is refused, what overflows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.api import convert, verify
from edgec.converter.graph.errors import UsageError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import residual_model, save_residual_with_softmax

TARGET = "cortex-m55"

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


@needs_qemu
def test_a_model_computes_the_simulators_values_on_host_and_target(tmp_path: Path) -> None:
    model, samples = save_residual_with_softmax(tmp_path)
    made = convert(model, output=tmp_path / "out", target=TARGET, quantize="float16")
    kernels = {layer.kernel for layer in made.report.layers}
    assert {"edgec_conv2d_f16_odd_mve", "edgec_dwconv2d_f16_3x3_mve", "edgec_add_f16_mve"} <= kernels
    assert made.report.scheme == "float16"
    found = verify(tmp_path / "out", data=str(samples), samples=4)
    assert not found.mismatches and found.agree["host"] == found.agree["qemu"] == 4
    assert found.followed is not None and found.followed.agreement > 0.99


@needs_qemu
def test_values_beyond_float16_fail_the_verification(tmp_path: Path) -> None:
    """Weights fit, sums do not: infinite outputs where the model's are finite."""
    proto = residual_model()
    for w in proto.graph.initializer:
        if w.name == "w3":
            scaled = 6e4 * np.sign(onnx.numpy_helper.to_array(w))
            w.CopyFrom(onnx.numpy_helper.from_array(scaled.astype(np.float32), "w3"))
    convert(proto, output=tmp_path / "out", target=TARGET, quantize="float16")
    x = np.full((2, 3, 8, 8), 3.0, np.float32)
    np.savez(tmp_path / "x.npz", x=x)
    (tmp_path / "m.onnx").write_bytes(proto.SerializeToString())
    found = verify(tmp_path / "out", model=tmp_path / "m.onnx", data=str(tmp_path / "x.npz"), on="host")
    assert any("the float16 model does not follow the float model" in m for m in found.mismatches)


def test_other_targets_are_refused() -> None:
    with pytest.raises(UsageError, match="--quantize float16: cortex-m4 does not compute in float16"):
        convert(residual_model(), target="cortex-m4", quantize="float16")
