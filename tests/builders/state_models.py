"""A cell with a state: what an output gives is the input of the next step."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FEATURES, UNITS, RESULTS = 10, 16, 4


def state_cell(state: str = "h", out: str = "h_out") -> onnx.ModelProto:
    """A gated cell: x [1, 10] and a state [1, 16] to y [1, 4] and the next state, which nothing binds to its range."""
    rng = np.random.default_rng(5)
    sizes = {"wx": (FEATURES, UNITS), "wh": (UNITS, UNITS), "gx": (FEATURES, UNITS), "wy": (UNITS, RESULTS)}
    constants = [numpy_helper.from_array(rng.normal(0, 0.3, s).astype(np.float32), n) for n, s in sizes.items()]
    nodes = [
        helper.make_node("MatMul", ["x", "wx"], ["a"], "from_x"),
        helper.make_node("MatMul", [state, "wh"], ["b"], "from_h"),
        helper.make_node("Add", ["a", "b"], ["c"], "sum"),
        helper.make_node("Tanh", ["c"], ["d"], "candidate"),
        helper.make_node("MatMul", ["x", "gx"], ["e"], "to_gate"),
        helper.make_node("Sigmoid", ["e"], ["g"], "gate"),
        helper.make_node("Sub", ["d", state], ["f"], "change"),
        helper.make_node("Mul", ["f", "g"], ["k"], "part"),
        helper.make_node("Add", [state, "k"], [out], "next"),
        helper.make_node("MatMul", [out, "wy"], ["y"], "result"),
    ]
    ins = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, k]) for n, k in (("x", FEATURES), (state, UNITS))]
    outs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, k]) for n, k in (("y", RESULTS), (out, UNITS))]
    graph = helper.make_graph(nodes, "cell", ins, outs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def write_state_cell(folder: Path, count: int = 120) -> tuple[Path, Path]:
    """The cell and samples of it, whose states are all zero: ``cell.onnx``, ``cell.npz``."""
    model, samples = folder / "cell.onnx", folder / "cell.npz"
    onnx.save(state_cell(), model)
    x = np.random.default_rng(6).normal(0, 1, (count, FEATURES)).astype(np.float32)
    np.savez(samples, x=x, h=np.zeros((count, UNITS), np.float32))
    return model, samples
