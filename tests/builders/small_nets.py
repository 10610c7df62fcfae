"""Small float nets, most of whose flash is code: what ``edgec check`` estimates is compared with builds of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx

from tests.builders.onnx_models import model, node

SKLEARN = Path(__file__).resolve().parents[1] / "sklearn_models"
Nodes = list[onnx.NodeProto]
Constants = dict[str, np.ndarray]


def _one(op: str, count: int = 16, **attrs: float) -> onnx.ModelProto:
    return model([node(op, ["x"], ["y"], **attrs)], {"x": [1, count]}, ["y"])


def _two(op: str) -> onnx.ModelProto:
    return model([node(op, ["x", "z"], ["y"])], {"x": [1, 16], "z": [1, 16]}, ["y"])


def _layers(sizes: Sequence[int], between: str, at: str = "x") -> tuple[Nodes, Constants, str]:
    rng = np.random.default_rng(0)
    nodes: Nodes = []
    constants: Constants = {}
    for i, shape in enumerate(pairwise(sizes)):
        constants |= {
            f"w{i}": rng.normal(0, 0.3, shape).astype(np.float32),
            f"b{i}": rng.normal(0, 0.3, shape[1:]).astype(np.float32),
        }
        nodes.append(node("Gemm", [at, f"w{i}", f"b{i}"], [f"a{i}"]))
        at = f"a{i}"
        if i < len(sizes) - 2:
            nodes.append(node(between, [at], [f"r{i}"]))
            at = f"r{i}"
    return nodes, constants, at


def _dense(*sizes: int, between: str = "Relu", last: str = "", scaled: bool = False) -> onnx.ModelProto:
    """Dense layers with ``between`` behind all but the last, which ``last`` follows, behind a scaler or not."""
    start: Nodes = []
    scale: Constants = {}
    if scaled:
        rng = np.random.default_rng(1)
        scale = {n: rng.uniform(0.5, 2, sizes[0]).astype(np.float32) for n in ("mean", "deviation")}
        start = [node("Sub", ["x", "mean"], ["c"]), node("Div", ["c", "deviation"], ["n"])]
    nodes, constants, end = _layers(sizes, between, "n" if scaled else "x")
    more = [node(last, [end], ["y"])] if last else [node("Identity", [end], ["y"])]
    return model([*start, *nodes, *more], {"x": [1, sizes[0]]}, ["y"], scale | constants)


def _image(channels: int, *convs: tuple[int, int, bool], side: int = 12, pool: str = "") -> onnx.ModelProto:
    """Convolutions (channels, side of the window, depthwise) with ReLU, perhaps a pool, a mean, a dense layer."""
    rng = np.random.default_rng(0)
    nodes: Nodes = []
    constants: Constants = {}
    at, inner = "x", channels
    for i, (outer, window, depthwise) in enumerate(convs):
        constants[f"w{i}"] = rng.normal(0, 0.3, (outer, 1 if depthwise else inner, window, window)).astype(np.float32)
        nodes.append(node("Conv", [at, f"w{i}"], [f"c{i}"], group=inner if depthwise else 1))
        nodes.append(node("Relu", [f"c{i}"], [f"r{i}"]))
        at, inner = f"r{i}", outer
        if pool:
            nodes.append(node(pool, [at], [f"p{i}"], kernel_shape=[2, 2], strides=[2, 2]))
            at = f"p{i}"
    constants["w"] = rng.normal(0, 0.3, (inner, 4)).astype(np.float32)
    nodes += [node("GlobalAveragePool", [at], ["g"]), node("Flatten", ["g"], ["f"]), node("MatMul", ["f", "w"], ["y"])]
    return model(nodes, {"x": [1, channels, side, side]}, ["y"], constants)


def _signal(channels: int, length: int = 32) -> onnx.ModelProto:
    """A convolution of one dimension."""
    weight = np.random.default_rng(0).normal(0, 0.3, (channels, 3, 5)).astype(np.float32)
    nodes = [node("Conv", ["x", "w"], ["c"]), node("Relu", ["c"], ["y"])]
    return model(nodes, {"x": [1, 3, length]}, ["y"], {"w": weight})


def _trained(name: str) -> onnx.ModelProto:
    return onnx.load(SKLEARN / f"{name}.onnx")


NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "relu": lambda: _one("Relu"),
    "sigmoid": lambda: _one("Sigmoid"),
    "tanh": lambda: _one("Tanh"),
    "sqrt": lambda: _one("Sqrt"),
    "softmax": lambda: _one("Softmax", axis=1),
    "add": lambda: _two("Add"),
    "mul": lambda: _two("Mul"),
    "gemm": lambda: _dense(8, 4),
    "gemm_64": lambda: _dense(64, 10),
    "logistic": lambda: _dense(8, 4, last="Softmax"),
    "mlp_one": lambda: _dense(8, 16, 3),
    "mlp_one_tanh": lambda: _dense(8, 16, 3, between="Tanh"),
    "mlp_one_sigmoid": lambda: _dense(8, 16, 3, between="Sigmoid"),
    "mlp_one_softmax": lambda: _dense(8, 16, 3, last="Softmax"),
    "mlp_two": lambda: _dense(10, 24, 16, 4),
    "mlp_two_softmax": lambda: _dense(10, 24, 16, 4, last="Softmax"),
    "mlp_three": lambda: _dense(16, 32, 32, 16, 4),
    "scaled_mlp": lambda: _dense(10, 16, 3, scaled=True),
    "scaled_mlp_softmax": lambda: _dense(10, 24, 16, 4, last="Softmax", scaled=True),
    "conv": lambda: _image(3, (4, 3, False)),
    "conv_two": lambda: _image(3, (8, 3, False), (8, 3, False)),
    "conv_pool": lambda: _image(1, (8, 3, False), pool="MaxPool"),
    "conv_average": lambda: _image(1, (4, 3, False), pool="AveragePool"),
    "separable": lambda: _image(4, (4, 3, True), (8, 1, False)),
    "signal": lambda: _signal(8),
    **{
        name: lambda name=name: _trained(name)
        for name in ("clusters", "network", "logistic_three", "ridge", "tree", "normalized", "bayes", "components")
    },
}
"""By name.  The last ones are scikit-learn's."""
