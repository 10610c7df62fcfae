"""Models quantized by ONNX Runtime: computed wholly in integers, with ONNX Runtime's results."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

from edgec.converter.graph.ir import DType
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, strip_qdq
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.samples.loss import simulated
from edgec.search.schemes import given_scheme
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import residual_model, save
from tests.builders.ort_samples import Samples


def quantized(
    folder: Path, form: QuantFormat, per_channel: bool, activation: QuantType, symmetric: bool = False
) -> Path:
    x = np.random.default_rng(1).normal(size=(16, 1, 3, 8, 8)).astype(np.float32)
    source, out = save(residual_model(), folder), folder / "quantized.onnx"
    quantize_static(
        source, out, Samples(x), quant_format=form, per_channel=per_channel, activation_type=activation,
        weight_type=QuantType.QInt8, extra_options={"ActivationSymmetric": symmetric},
    )  # fmt: skip
    return out


@pytest.mark.parametrize("activation", [QuantType.QInt8, QuantType.QUInt8], ids=["int8", "uint8"])
@pytest.mark.parametrize("per_channel", [True, False], ids=["channel", "tensor"])
@pytest.mark.parametrize("form", [QuantFormat.QDQ, QuantFormat.QOperator], ids=["qdq", "qoperator"])
def test_same_results(form: QuantFormat, per_channel: bool, activation: QuantType, tmp_path: Path) -> None:
    path = quantized(tmp_path, form, per_channel, activation)
    graph = quantize_model(run_default(strip_qdq(import_model(path, {}).graph)), None, QuantizeOptions())
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    x = np.random.default_rng(2).normal(size=(60, 1, 3, 8, 8)).astype(np.float32)
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    got = simulated(graph, [x])[0].reshape(wanted.shape)
    quant = graph.tensors[graph.outputs[0]].quant
    assert quant is not None
    steps = np.abs(got - wanted) / quant.s
    assert steps.max() < 1.01 and np.mean(steps > 0.5) < 0.02


@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "asymmetric"])
@pytest.mark.parametrize("activation", [QuantType.QInt16, QuantType.QUInt16], ids=["int16", "uint16"])
def test_activations_of_16_bits(activation: QuantType, symmetric: bool, tmp_path: Path) -> None:
    path = quantized(tmp_path, QuantFormat.QDQ, True, activation, symmetric)
    graph = strip_qdq(import_model(path, {}).graph)
    assert given_scheme(graph) == "int16x8"
    graph = quantize_model(run_default(graph), None, QuantizeOptions())
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    assert {graph.tensors[n.outputs[0]].dtype for n in graph.nodes} == {DType.I16}
    x = np.random.default_rng(1).normal(size=(16, 1, 3, 8, 8)).astype(np.float32)  # others would saturate there
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    got = simulated(graph, [x])[0].reshape(wanted.shape)
    assert np.abs(got - wanted).max() < 2e-4 * np.abs(wanted).max()


@pytest.mark.parametrize("activation", [QuantType.QInt16, QuantType.QUInt16], ids=["int16", "uint16"])
def test_inputs_beyond_an_uneven_range_of_16_bits_saturate(activation: QuantType, tmp_path: Path) -> None:
    """The symmetric int16 of edgec reaches further on one side than the model's integers."""
    path = quantized(tmp_path, QuantFormat.QDQ, True, activation)
    graph = quantize_model(run_default(strip_qdq(import_model(path, {}).graph)), None, QuantizeOptions())
    x = 3 * np.random.default_rng(1).normal(size=(16, 1, 3, 8, 8)).astype(np.float32)
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    got = simulated(graph, [x])[0].reshape(wanted.shape)
    assert np.abs(got - wanted).max() < 2e-4 * np.abs(wanted).max()


@pytest.mark.skipif(not available(load_target("cortex-m4")), reason="the Arm toolchain is missing (CI installs it)")
@pytest.mark.parametrize("form", [QuantFormat.QDQ, QuantFormat.QOperator], ids=["qdq", "qoperator"])
def test_objects_call_no_float_helper(form: QuantFormat, tmp_path: Path, edgec: Callable[..., object]) -> None:
    """A core without floating point shows any float as a call of a helper."""
    path = quantized(tmp_path, form, True, QuantType.QUInt8)
    assert edgec("convert", path, "-o", tmp_path / "out", "--name", "net").code == 0  # type: ignore[attr-defined]
    core = ["-mcpu=cortex-m3", "-mthumb", "-mfloat-abi=soft", "-DEDGEC_ALLOW_NO_DSP"]
    kernels = [f"edgec_kernels/{p.name}" for p in (tmp_path / "out" / "edgec_kernels").glob("*.c")]
    for file in ("net.c", "net_weights.c", *kernels):
        command = ["arm-none-eabi-gcc", "-std=c99", "-O2", *core, "-c", file]
        subprocess.run(command, cwd=tmp_path / "out", check=True)
    command = ["arm-none-eabi-nm", "net.o", "net_weights.o", *(f"{Path(k).stem}.o" for k in kernels)]
    listed = subprocess.run(command, cwd=tmp_path / "out", check=True, capture_output=True, text=True).stdout
    assert " T net_run" in listed and "net_w_" in listed
    assert not [s for s in listed.split() if s.startswith(("__aeabi_f", "__aeabi_d", "__aeabi_i2f", "__aeabi_i2d"))]
