"""Integers of quantized models that hold -128, or bytes with any zero point, are computed as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.simulate import is_integer_node, simulate
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.loss import simulated
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

WANTED_DB = 60.0


@dataclass
class Layers:
    """A net as PPQ writes it: scales of activations per tensor, integers of weights in initializers."""

    zero: int | None  # of uint8 weights; None: int8
    per_channel: bool
    rng: np.random.Generator
    form: str = "qdq"

    def __post_init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def const(self, values: np.ndarray) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def op(self, op: str, *inputs: str, **attributes: object) -> str:
        out = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [out], name=out, **attributes))
        return out

    def scale(self, scale: float) -> list[str]:
        """Add scale and zero point of activations: int8, or what ONNX Runtime has a kernel for beside the weights."""
        zero = np.uint8(131) if self.form == "qoperator" and self.zero is not None else np.int8(3)
        return [self.const(np.array(scale, np.float32)), self.const(np.array(zero))]

    def qdq(self, x: str, scale: float) -> str:
        names = self.scale(scale)
        return self.op("DequantizeLinear", self.op("QuantizeLinear", x, *names), *names)

    def integers(self, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Weights, and their zero points: all values of a byte are among the first channel's where it is that large."""
        shift, kind = (0, np.int8) if self.zero is None else (self.zero, np.uint8)
        low = np.iinfo(kind).min - shift
        w = np.clip(np.rint(self.rng.normal(0, 40, shape)), low, low + 255)
        w.reshape(-1)[:: 1 + w.size // 60] = low
        w.reshape(-1)[1 :: 1 + w.size // 60] = low + 255
        return (w + shift).astype(kind), np.full(shape[0] if self.per_channel else (), shift, kind)

    def scales(self, shape: tuple[int, ...]) -> np.ndarray:
        fan = np.sqrt(np.prod(shape[1:]))
        return (self.rng.uniform(0.5, 1.5, shape[0] if self.per_channel else ()) / (40 * fan)).astype(np.float32)

    def layer(self, x: str, shape: tuple[int, ...], unit: float = 0.05, **attributes: object) -> str:
        (q, zero), scale = self.integers(shape), self.scales(shape)
        bias = self.rng.integers(-300, 300, shape[0]).astype(np.int32)
        names = [self.const(q), self.const(scale), self.const(zero)]
        if self.form == "qoperator":
            unit_names = self.scale(unit)
            return self.op("QLinearConv", x, *unit_names, *names, *unit_names, self.const(bias), **attributes)
        steps = np.broadcast_to(np.float32(unit) * scale, shape[0]).astype(np.float32)
        b = self.op("DequantizeLinear", self.const(bias), self.const(steps), axis=0)
        w = self.op("DequantizeLinear", *names, axis=0)
        y = self.op("Gemm", x, w, b, transB=1) if len(shape) == 2 else self.op("Conv", x, w, b, **attributes)
        return self.qdq(y, unit)

    def write(self, folder: Path) -> Path:
        """3x3 of 16 channels, depthwise of stride 2, groups with dilation, 1x1, and in QDQ a fully connected layer."""
        quantized = self.form == "qoperator"
        x = self.op("QuantizeLinear", "x", *self.scale(0.05)) if quantized else self.qdq("x", 0.05)
        y = self.layer(x, (16, 3, 3, 3), pads=[1, 1, 1, 1])
        y = self.layer(y, (16, 16, 3, 3), pads=[1, 1, 1, 1])
        y = self.layer(y, (16, 1, 3, 3), group=16, strides=[2, 2], pads=[1, 1, 1, 1])
        y = self.layer(y, (8, 4, 3, 3), group=4, dilations=[1, 2], pads=[1, 2, 1, 2])
        y = self.layer(y, (12, 8, 1, 1))
        if quantized:
            y = self.op("DequantizeLinear", y, *self.scale(0.05))
        else:
            y = self.layer(self.op("Flatten", y), (10, 12 * 5 * 5))
        shape = [1, 12, 5, 5] if quantized else [1, 10]
        ends = (
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 9, 9])],
            [helper.make_tensor_value_info(y, TensorProto.FLOAT, shape)],
        )
        graph = helper.make_graph(self.nodes, "net", *ends, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, folder / "net.onnx")
        return folder / "net.onnx"


def lowered(path: Path) -> tuple[Graph, list[str]]:
    notes: list[str] = []
    graph = quantize_model(simplified(import_model(path, {}).graph), None, QuantizeOptions(), notes.extend)
    return graph, notes


def answers(path: Path, x: np.ndarray) -> np.ndarray:
    options = ort.SessionOptions()
    options.log_severity_level = 3
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return np.concatenate([session.run(None, {name: v})[0] for v in x])


@pytest.mark.parametrize("form", ["qdq", "qoperator"])
@pytest.mark.parametrize("per_channel", [True, False], ids=["channel", "tensor"])
@pytest.mark.parametrize("zero", [None, 0, 100, 128, 131, 255])
def test_every_integer_is_kept(zero: int | None, per_channel: bool, form: str, tmp_path: Path) -> None:
    path = Layers(zero, per_channel, np.random.default_rng(1), form).write(tmp_path)
    graph, notes = lowered(path)
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    assert [n for n in notes if "requantized" in n] == []
    assert any("nine bits" in n for n in notes) == (zero not in (None, 128))
    x = np.random.default_rng(2).normal(0, 2, (60, 1, 3, 9, 9)).astype(np.float32)
    wanted = answers(path, x)
    got = simulated(graph, [x])[0].reshape(wanted.shape)
    assert np.mean(np.abs(got - wanted) > 0.02) < 1e-2  # ONNX Runtime's own variants differ as often
    assert len(np.unique(wanted)) > 20


@pytest.mark.skipif(not available(load_target("cortex-m4")), reason="the Arm toolchain is missing (CI installs it)")
@pytest.mark.parametrize("zero", [None, 100])
def test_device_bytes(zero: int | None, tmp_path: Path, edgec: Callable[..., object]) -> None:
    path = Layers(zero, True, np.random.default_rng(7)).write(tmp_path)
    assert edgec("convert", path, "-o", tmp_path / "out").code == 0  # type: ignore[attr-defined]
    assert edgec("verify", tmp_path / "out").code == 0  # type: ignore[attr-defined]


def with_minus_128(source: Path, folder: Path) -> tuple[Path, int]:
    """One weight in 85 of a quantized model as PPQ rounds them: -128; and how many these are."""
    model, rng, count = onnx.load(source), np.random.default_rng(0), 0
    constants = {t.name: t for t in model.graph.initializer}
    for node in model.graph.node:
        t = constants.get(node.input[0]) if node.op_type == "DequantizeLinear" else None
        if t is None or t.data_type != TensorProto.INT8 or len(t.dims) < 2:
            continue
        q = numpy_helper.to_array(t).copy()
        chosen = rng.random(q.shape) < 0.012
        q[chosen] = -128
        count += int(chosen.sum())
        t.CopyFrom(numpy_helper.from_array(q, t.name))
    onnx.save(model, folder / "least.onnx")
    return folder / "least.onnx", count


def test_a_net_with_minus_128_on_all_samples(shared: Path, tmp_path: Path) -> None:
    path, count = with_minus_128(shared / "models" / "mlperf_kws_dscnn_qdq.onnx", tmp_path)
    assert count > 250
    graph, notes = lowered(path)
    assert notes == []
    with np.load(shared / "data" / "kws01.npz") as data:
        x = data["x_int8"].reshape(-1, 1, 49, 10, 1)
    wanted = answers(path, x).astype(np.float64)
    (y,) = simulate(graph, [x.reshape(len(x), *graph.tensors[graph.inputs[0]].shape)])
    got = y.reshape(wanted.shape).astype(np.float64)
    assert sqnr_db(wanted + 128, got + 128) >= WANTED_DB
    np.testing.assert_array_equal(got.argmax(axis=1), wanted.argmax(axis=1))
