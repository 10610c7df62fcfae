"""With the library (CMSIS_NN_DIR): random nets give the simulator's bytes, in both of its builds."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.folder.read import OutputFolder, open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.targets.machine.bench import count_instructions, run_bench
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import save
from tests.cmsis_nn.folder import single_rounding
from tests.cmsis_nn.nets import nets
from tests.kernels.rates import BAND

FOLDER = os.environ.get("CMSIS_NN_DIR", "")
TARGETS, SEEDS, TOGETHER = ("cortex-m3", "cortex-m4", "cortex-m55"), (1, 2, 3), 10
MOST_OURS = 0.1  # of the layers with weights: those of one row that Helium pads otherwise
NEAR = 1.01  # of what is estimated to cost least

pytestmark = pytest.mark.skipif(not FOLDER, reason="CMSIS_NN_DIR does not name the sources of CMSIS-NN")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("target", TARGETS)
def test_random_nets_give_the_simulators_bytes(
    target: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not available(load_target(target)):
        pytest.skip("no Arm compiler or QEMU")
    proto, calibration, samples = nets(seed, TOGETHER)
    np.savez(tmp_path / "calibration.npz", **calibration)
    options = ConvertOptions(target=target, calibration=str(tmp_path / "calibration.npz"), kernels="cmsis-nn")
    out = open_folder(convert(save(proto, tmp_path), options, tmp_path / "net").folder)
    _check_shares(out)
    ports = [out.graph.tensors[name] for name in out.graph.inputs]
    inputs = [quantize_array(samples[p.name].reshape(-1, *p.shape), p.quant, p.dtype) for p in ports]
    expected = simulate(out.graph, inputs)
    for library in (Path(FOLDER), single_rounding(Path(FOLDER), tmp_path / "single")):
        monkeypatch.setenv("CMSIS_NN_DIR", str(library))
        found = run_bench(out.path, out.bench, out.target, inputs)
        for name, got, wanted in zip(out.graph.outputs, found, expected, strict=True):
            assert np.array_equal(got, wanted.reshape(got.shape)), f"{name}, {library}"


@pytest.mark.parametrize("target", TARGETS[1:])
def test_auto_takes_what_costs_less(target: str, tmp_path: Path) -> None:
    """On nets that no rate was fitted to, the estimate is near, and no choice of one library alone is quicker."""
    if not available(load_target(target)):
        pytest.skip("no Arm compiler or QEMU")
    proto, calibration, samples = nets(SEEDS[-1] + 1, TOGETHER)
    np.savez(tmp_path / "calibration.npz", **calibration)
    counted, taken = {}, set()
    for kernels in ("own", "cmsis-nn", "auto"):
        options = ConvertOptions(target=target, calibration=str(tmp_path / "calibration.npz"), kernels=kernels)
        out = open_folder(convert(save(proto, tmp_path), options, tmp_path / kernels).folder)
        ports = [out.graph.tensors[name] for name in out.graph.inputs]
        inputs = [quantize_array(samples[p.name][:1].reshape(-1, *p.shape), p.quant, p.dtype) for p in ports]
        (counted[kernels],) = count_instructions(out.path, out.bench, out.target, inputs)
        assert BAND[0] <= out.report.instructions / counted[kernels] <= BAND[1], kernels
        taken = {layer.library.startswith("cmsis_nn") for layer in out.report.layers if layer.kernel}
    assert counted["auto"] <= NEAR * min(counted["own"], counted["cmsis-nn"]), counted
    assert target != "cortex-m55" or taken == {True, False}


def _check_shares(out: OutputFolder) -> None:
    """Most layers with weights, and pools of largest values, are the library's; outputs vary."""
    weighted = [layer for layer in out.report.layers if layer.op in ("Conv", "Dense")]
    ours = [layer for layer in weighted if not layer.library.startswith("cmsis_nn")]
    assert len(weighted) >= TOGETHER * 2 and len(ours) <= MOST_OURS * len(weighted)
    assert all(x.library.startswith("cmsis_nn") for x in out.report.layers if x.op == "MaxPool")
