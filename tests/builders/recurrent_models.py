"""Recurrent nets with random weights, as frameworks export them, and signals to run them on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

ROWS = {"LSTM": 4, "GRU": 3, "RNN": 1}
RESULTS = 8


@dataclass(frozen=True)
class Net:
    """A stack of recurrent layers over x [steps, 1, values], and a fully connected one over each step.

    ``states``: what the layers begin and end with are inputs and outputs.  ``attrs`` are those of ONNX.
    """

    op: str
    steps: int = 200
    values: int = 12
    hidden: int = 24
    layers: int = 1
    directions: int = 1
    gain: float = 1.0
    states: bool = False
    lengths: bool = False
    peephole: bool = False
    seed: int = 0
    attrs: dict[str, Any] = field(default_factory=dict)

    @property
    def kept(self) -> tuple[str, ...]:
        """Names of a layer's states."""
        return ("h", "c") if self.op == "LSTM" else ("h",)

    def model(self) -> onnx.ModelProto:
        """The net."""
        made = _Made(self)
        current, width = "x", self.values
        for layer in range(self.layers):
            current, width = made.layer(layer, current, width)
        made.constant("head", made.rng.normal(0.0, 1.0 / np.sqrt(width), (width, RESULTS)))
        made.nodes.append(helper.make_node("MatMul", [current, "head"], ["y"], "head"))
        outputs = [_value("y", [self.steps, 1, RESULTS]), *made.outputs]
        inputs = [_value("x", [self.steps, 1, self.values]), *made.inputs]
        graph = helper.make_graph(made.nodes, self.op, inputs, outputs, made.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        return model


def _value(name: str, shape: list[int], kind: int = TensorProto.FLOAT) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


class _Made:
    """A net under construction."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.rng = np.random.default_rng(net.seed)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.inputs: list[onnx.ValueInfoProto] = []
        self.outputs: list[onnx.ValueInfoProto] = []
        if net.lengths:
            self.inputs.append(_value("lengths", [1], TensorProto.INT32))

    def constant(self, name: str, values: NDArray[np.float64]) -> None:
        self.constants.append(numpy_helper.from_array(values.astype(np.float32), name))

    def layer(self, i: int, current: str, width: int) -> tuple[str, int]:
        """One layer with what makes [steps, 1, directions * hidden] of its output."""
        net = self.net
        reach, rows, d = net.gain / np.sqrt(net.hidden), ROWS[net.op] * net.hidden, net.directions
        for name, shape in (("w", (d, rows, width)), ("r", (d, rows, net.hidden)), ("b", (d, 2 * rows))):
            self.constant(f"{name}{i}", self.rng.uniform(-reach, reach, shape))
        ins = [current, f"w{i}", f"r{i}", f"b{i}", "lengths" if net.lengths else ""]
        outs = [f"y{i}"]
        for state in net.kept if net.states else ():
            ins.append(f"{state}{i}")
            outs.append(f"{state}{i}_out")
            self.inputs.append(_value(ins[-1], [d, 1, net.hidden]))
            self.outputs.append(_value(outs[-1], [d, 1, net.hidden]))
        if net.peephole:
            self.constant(f"p{i}", self.rng.uniform(-reach, reach, (d, 3 * net.hidden)))
            ins += [""] * (7 - len(ins)) + [f"p{i}"]
        kind = {"direction": "bidirectional"} if d == 2 else {}
        self.nodes.append(helper.make_node(net.op, ins, outs, f"layer{i}", hidden_size=net.hidden, **kind, **net.attrs))
        self.nodes.append(helper.make_node("Transpose", [f"y{i}"], [f"t{i}"], f"turn{i}", perm=[0, 2, 1, 3]))
        self.constants.append(numpy_helper.from_array(np.array([net.steps, 1, d * net.hidden]), f"shape{i}"))
        self.nodes.append(helper.make_node("Reshape", [f"t{i}", f"shape{i}"], [f"z{i}"], f"join{i}"))
        return f"z{i}", d * net.hidden


def signal(count: int, steps: int, values: int, seed: int) -> NDArray[np.float32]:
    """Smoothed noise [count, steps, 1, values] of deviation 1."""
    noise = np.random.default_rng(seed).normal(0.0, 1.0, (count, steps + 4, 1, values))
    smooth = sum(noise[:, k : k + steps] for k in range(5)) / np.sqrt(5.0)
    return np.asarray(smooth, np.float32)
