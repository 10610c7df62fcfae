"""Channel shuffles move data once each, nothing else in the net does; clips join the layer that makes the values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx

from edgec.converter.graph.ir import Clamp, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save

RNG = np.random.default_rng(0)
SHAPES = {"s5": (1, 2, 4, 6, 6), "s4": (1, 8, 6, 6), "split": (4, 4)}


def weight(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape).astype(np.float32)


def shuffle(x: str, y: str) -> list[onnx.NodeProto]:
    return [
        node("Reshape", [x, "s5"], [f"{y}a"]),
        node("Transpose", [f"{y}a"], [f"{y}b"], perm=[0, 2, 1, 3, 4]),
        node("Reshape", [f"{y}b", "s4"], [y]),
    ]


def built(nodes: list[onnx.NodeProto], shape: list[int], constants: dict[str, np.ndarray], folder: Path) -> Graph:
    """The graph after the passes, which must compute what it did before."""
    constants = constants | {k: np.array(v, np.int64) for k, v in SHAPES.items()}
    graph = import_model(save(model(nodes, {"x": shape}, ["y"], constants), folder)).graph
    made = run_default(graph, channels_last_input=False)
    sample = [RNG.normal(size=(3, *shape)).astype(np.float32)]
    np.testing.assert_allclose(run_float(made, sample)[0], run_float(graph, sample)[0], rtol=1e-4, atol=1e-5)
    return made


def test_a_unit_with_split_and_shuffle(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w0"], ["a"]),
        *shuffle("a", "h"),
        node("Split", ["h", "split"], ["l", "r"], axis=1),
        node("Conv", ["r", "w1"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["d"]),
        node("Concat", ["l", "d"], ["e"], axis=1),
        *shuffle("e", "f"),
        node("Conv", ["f", "w2"], ["g"]),
        node("GlobalAveragePool", ["g"], ["y"]),
    ]
    weights = {"w0": weight(8, 1, 1, 1), "w1": weight(4, 4, 3, 3), "w2": weight(5, 8, 1, 1)}
    graph = built(nodes, [1, 1, 6, 6], weights, tmp_path)
    assert [n.op for n in graph.nodes].count("Transpose") == 2


def test_a_shuffle_at_the_end_is_not_split(tmp_path: Path) -> None:
    nodes = [node("Conv", ["x", "w0"], ["a"]), *shuffle("a", "y")]
    graph = built(nodes, [1, 1, 6, 6], {"w0": weight(8, 1, 1, 1)}, tmp_path)
    assert [n.op for n in graph.nodes].count("Transpose") == 1


def test_relu_after_a_convolution_over_time(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w0"], ["a"]),
        node("Relu", ["a"], ["b"]),
        node("Slice", ["b", "zero", "ten", "two"], ["c"]),
        node("Clip", ["c", "", "six"], ["d"]),
        node("Conv", ["d", "w1"], ["y"]),
    ]
    numbers = {"zero": np.array([0]), "ten": np.array([10]), "two": np.array([2]), "six": np.float32(0.5)}
    graph = built(nodes, [1, 3, 16], {"w0": weight(4, 3, 3), "w1": weight(2, 4, 3)} | numbers, tmp_path)
    assert "Unary" not in {n.op for n in graph.nodes}
    first = next(n.attrs for n in graph.nodes if isinstance(n.attrs, ConvAttrs))
    assert first.clamp == Clamp(0.0, 0.5)
