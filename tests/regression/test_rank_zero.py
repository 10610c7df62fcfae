"""Values of rank 0, which are one channel, and without elements: through quantization, as inputs and as outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from edgec.converter.graph.errors import Exit
from edgec.converter.graph.ir import Clamp, DType, Quant, Tensor
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.quantize.ranges.intervals import analyse
from edgec.samples.data import DataSource, InputSpec, load
from tests.builders.onnx_models import model, node, save
from tests.builders.quant_graphs import Net

RNG = np.random.default_rng(0)
WEIGHT = RNG.standard_normal((4, 2, 3, 3)).astype(np.float32)
MODELS: dict[str, onnx.ModelProto] = {
    "gain": model(
        [node("Conv", ["x", "w"], ["c"]), node("Mul", ["c", "g"], ["y"])],
        {"x": [1, 2, 6, 6], "g": []},
        ["y"],
        {"w": WEIGHT},
    ),
    "sum": model(
        [
            node("ReduceSum", ["x"], ["s"], keepdims=0),
            node("ReduceMax", ["x"], ["m"], keepdims=0),
            node("Sub", ["s", "m"], ["y"]),
        ],
        {"x": [1, 8]},
        ["y"],
        opset=13,
    ),
    "only": model(
        [node("Mul", ["x", "x"], ["a"]), node("Add", ["a", "k"], ["b"]), node("Tanh", ["b"], ["y"])],
        {"x": []},
        ["y"],
        {"k": np.float32(0.3)},
    ),
    "dot": model([node("MatMul", ["x", "w"], ["y"])], {"x": [8]}, ["y"], {"w": WEIGHT.reshape(-1)[:8]}),
}


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize("scheme", ["int8", "int16x8"])
def test_converted_and_verified(name: str, scheme: str, tmp_path: Path, edgec: Callable[..., Any]) -> None:
    path, data, out = save(MODELS[name], tmp_path), tmp_path / "data.npz", tmp_path / "out"
    ports = {p.name: [d.dim_value for d in p.type.tensor_type.shape.dim] for p in MODELS[name].graph.input}
    arrays: dict[str, Any] = {p: RNG.standard_normal((8, *shape)).astype(np.float32) for p, shape in ports.items()}
    np.savez(data, **arrays)
    made = edgec("convert", path, "-t", "host", "--quantize", scheme, "--calibration", data, "-o", out)
    assert made.code == Exit.DONE, made.err
    found = edgec("verify", out, "--data", data)
    assert found.code == Exit.DONE, found.err


def test_intervals_of_computed_and_constant_scalars() -> None:
    net, quant = Net(), Quant.per_tensor(0.1, 0)
    x = net.input((), DType.I8)
    net.update(x, quant=quant)
    k = net.const("k", np.int8(5), quant)
    y = net.op("Binary", BinaryAttrs(BinaryFn.ADD, Clamp()), x, k, quant=quant)
    found = analyse(net.done(y))
    assert (found["k"].lo.tolist(), found["k"].hi.tolist()) == ([5], [5])
    assert (found[y].lo.tolist(), found[y].hi.tolist()) == ([-123], [127])
    assert Tensor("t", (), DType.I8).channels == 1


def test_one_sample_of_a_scalar_needs_no_batch(tmp_path: Path) -> None:
    np.savez(tmp_path / "d.npz", x=np.float32(2.5))
    found = load(DataSource(tmp_path / "d.npz"), [InputSpec("x", (), DType.F32)])
    assert found.inputs[0].shape == (1,) and found.count == 1


def test_an_output_without_elements_has_a_scale(tmp_path: Path, edgec: Callable[..., Any]) -> None:
    nodes = [node("Slice", ["x", "s", "s"], ["e"]), node("Relu", ["x"], ["y"])]
    path = save(model(nodes, {"x": [1, 4]}, ["e", "y"], {"s": np.array([0], np.int64)}), tmp_path)
    data, out = tmp_path / "data.npz", tmp_path / "out"
    np.savez(data, x=RNG.standard_normal((8, 1, 4)).astype(np.float32))
    made = edgec("convert", path, "-t", "host", "--calibration", data, "-o", out)
    assert made.code == Exit.DONE, made.err
    found = edgec("verify", out, "--data", data)
    assert found.code == Exit.DONE, found.err
