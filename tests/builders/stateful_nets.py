"""Ten shapes of nets with states, each one step: what some outputs give is the inputs of the next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

VALUES, UNITS, RESULTS, FRAMES, CHANNELS, SIDE = 10, 16, 4, 5, 3, 6


class Net:
    """A net under construction: nodes, inputs, outputs, and pairs of states."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.inputs: dict[str, tuple[int, ...]] = {}
        self.outputs: dict[str, tuple[int, ...]] = {}
        self.states: dict[str, str] = {}

    def add(self, op: str, *ins: str, out: str = "", outs: int = 1, **attrs: Any) -> str:
        """A node; the name of its (first) output."""
        name = out or f"t{len(self.nodes)}"
        names = [name, *(f"{name}_{i}" for i in range(1, outs))]
        self.nodes.append(helper.make_node(op, ins, names, f"n{len(self.nodes)}", **attrs))
        return name

    def constant(self, values: NDArray[Any]) -> str:
        """A constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def linear(self, x: str, rows: int, columns: int, out: str = "") -> str:
        """A fully connected layer."""
        reach = 1.5 / np.sqrt(rows)
        w = self.constant(self.rng.uniform(-reach, reach, (rows, columns)).astype(np.float32))
        b = self.constant(self.rng.uniform(-reach, reach, columns).astype(np.float32))
        return self.add("Gemm", x, w, b, out=out)

    def conv(self, x: str, channels: int, kernel: tuple[int, ...], count: int) -> str:
        """A convolution that keeps an image's size."""
        reach = 1.5 / np.sqrt(channels * np.prod(kernel))
        w = self.constant(self.rng.uniform(-reach, reach, (count, channels, *kernel)).astype(np.float32))
        pads = [k // 2 for k in kernel] * 2
        return self.add("Conv", x, w, kernel_shape=list(kernel), pads=pads)

    def state(self, name: str, shape: tuple[int, ...]) -> tuple[str, str]:
        """A state: its input and its output."""
        self.inputs[name], self.outputs[f"{name}_out"] = shape, shape
        self.states[name] = f"{name}_out"
        return name, f"{name}_out"

    def model(self) -> onnx.ModelProto:
        """The net."""
        ins, outs = (
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, list(s)) for n, s in ports.items()]
            for ports in (self.inputs, self.outputs)
        )
        graph = helper.make_graph(self.nodes, "net", ins, outs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        return model


def _gru(net: Net, x: str, values: int, h: str, out: str) -> str:
    """nn.GRUCell: reset gate, update gate, candidate; the new state."""
    gates = []
    for _ in range(2):
        both = net.add("Add", net.linear(x, values, UNITS), net.linear(h, UNITS, UNITS))
        gates.append(net.add("Sigmoid", both))
    reset, update = gates
    inner = net.add("Mul", reset, net.linear(h, UNITS, UNITS))
    new = net.add("Tanh", net.add("Add", net.linear(x, values, UNITS), inner))
    return net.add("Add", new, net.add("Mul", update, net.add("Sub", h, new)), out=out)


def gru_cell() -> Net:
    """nn.GRUCell and a layer on its state."""
    net = Net(1)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, RESULTS)
    h, out = net.state("h", (1, UNITS))
    net.linear(_gru(net, "x", VALUES, h, out), UNITS, RESULTS, "y")
    return net


def lstm_cell() -> Net:
    """nn.LSTMCell with h and c."""
    net = Net(2)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, RESULTS)
    (h, h_out), (c, c_out) = net.state("h", (1, UNITS)), net.state("c", (1, UNITS))
    both = net.add("Add", net.linear("x", VALUES, 4 * UNITS), net.linear(h, UNITS, 4 * UNITS))
    begin = net.add("Split", both, outs=4, axis=1)
    i, f, g, o = begin, *(f"{begin}_{k}" for k in (1, 2, 3))
    i, f, o = (net.add("Sigmoid", gate) for gate in (i, f, o))
    net.add("Add", net.add("Mul", f, c), net.add("Mul", i, net.add("Tanh", g)), out=c_out)
    net.add("Mul", o, net.add("Tanh", c_out), out=h_out)
    net.linear(h_out, UNITS, RESULTS, "y")
    return net


def stacked_cells() -> Net:
    """Two cells, one on the other."""
    net = Net(3)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, RESULTS)
    (a, a_out), (b, b_out) = net.state("h0", (1, UNITS)), net.state("h1", (1, UNITS))
    net.linear(_gru(net, _gru(net, "x", VALUES, a, a_out), UNITS, b, b_out), UNITS, RESULTS, "y")
    return net


def ring_of_frames() -> Net:
    """A convolution over the last frames, those before the newest being the state."""
    net = Net(4)
    net.inputs["x"], net.outputs["y"] = (1, VALUES, 1), (1, UNITS, FRAMES)
    past, out = net.state("past", (1, VALUES, FRAMES - 1))
    window = net.add("Concat", past, "x", axis=2)
    first, end, axis = (net.constant(np.array([v], np.int64)) for v in (1, FRAMES, 2))
    net.add("Slice", window, first, end, axis, out=out)
    net.nodes.append(helper.make_node("Relu", [net.conv(window, VALUES, (3,), UNITS)], ["y"], "relu"))
    return net


def running_mean() -> Net:
    """An exponential mean, and what is above it."""
    net = Net(5)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, VALUES)
    m, out = net.state("mean", (1, VALUES))
    kept, new = (net.constant(np.array(v, np.float32)) for v in (0.9, 0.1))
    net.add("Add", net.add("Mul", m, kept), net.add("Mul", "x", new), out=out)
    net.add("Relu", net.add("Sub", "x", out), out="y")
    return net


def two_of_a_shape() -> Net:
    """Two states of one shape, each made of the other's old value."""
    net = Net(6)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, RESULTS)
    (a, a_out), (b, b_out) = net.state("a", (1, UNITS)), net.state("b", (1, UNITS))
    net.add("Tanh", net.add("Add", net.linear("x", VALUES, UNITS), b), out=a_out)
    net.add("Tanh", net.linear(a, UNITS, UNITS), out=b_out)
    net.linear(net.add("Add", a_out, b_out), UNITS, RESULTS, "y")
    return net


def images() -> Net:
    """A convolution on images whose state is an image too."""
    net = Net(7)
    shape = (1, CHANNELS, SIDE, SIDE)
    net.inputs["x"], net.outputs["y"] = shape, (1, CHANNELS)
    h, out = net.state("h", shape)
    both = net.add("Add", net.conv("x", CHANNELS, (3, 3), CHANNELS), net.conv(h, CHANNELS, (3, 3), CHANNELS))
    net.add("Tanh", both, out=out)
    net.add("Flatten", net.add("GlobalAveragePool", out), out="y")
    return net


def also_an_output() -> Net:
    """The new state is what the net gives, too."""
    net = Net(8)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, UNITS)
    h, out = net.state("h", (1, UNITS))
    _gru(net, "x", VALUES, h, out)
    net.add("Identity", out, out="y")
    return net


def delay_line() -> Net:
    """States that are copies: of the input, and of other states' old values."""
    net = Net(9)
    net.inputs["x"], net.outputs["y"] = (1, VALUES), (1, RESULTS)
    (a, a_out), (b, b_out) = net.state("a", (1, VALUES)), net.state("b", (1, VALUES))
    net.add("Identity", "x", out=a_out)
    net.add("Identity", a, out=b_out)
    net.linear(net.add("Add", net.add("Sub", "x", a), b), VALUES, RESULTS, "y")
    return net


@dataclass(frozen=True)
class Stateful:
    """A net, the options of its conversion, and the SQNR in dB that it must have with its states fed back."""

    net: Callable[[], Net]
    options: Mapping[str, Any] = field(default_factory=dict)
    wanted_db: float = 20.0


NETS: Mapping[str, Stateful] = {
    "gru_cell": Stateful(gru_cell, wanted_db=26.0),
    "lstm_cell": Stateful(lstm_cell),
    "stacked_cells": Stateful(stacked_cells),
    "ring_of_frames": Stateful(ring_of_frames, wanted_db=30.0),
    "running_mean": Stateful(running_mean),
    "two_of_a_shape": Stateful(two_of_a_shape),
    "float32": Stateful(gru_cell, {"quantize": "float32"}, 100.0),
    "int16x8": Stateful(lstm_cell, {"quantize": "int16x8"}, 40.0),
    "images": Stateful(images),
    "also_an_output": Stateful(also_an_output),
    "delay_line": Stateful(delay_line, wanted_db=30.0),
}


def write_stateful(name: str, folder: Path, count: int = 60) -> tuple[Path, Path, Net]:
    """The net and samples of its other inputs, in the order of a recording."""
    net = NETS[name].net()
    model, samples = folder / f"{name}.onnx", folder / f"{name}.npz"
    onnx.save(net.model(), model)
    rng = np.random.default_rng(11)
    np.savez(samples, x=rng.normal(0, 1, (count, *net.inputs["x"])).astype(np.float32))
    return model, samples, net
