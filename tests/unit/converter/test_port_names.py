"""Names of inputs and outputs survive the passes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes.port_names import with_port_names
from edgec.pipeline import front_end
from edgec.quantize.ranges.simulate import simulate
from tests.builders.onnx_models import save


def two_heads(folder: Path) -> Path:
    """A net whose second output is fused into a sum, and whose first takes the name of a tensor in between."""
    rng = np.random.default_rng(3)
    constants = [numpy_helper.from_array(rng.normal(size=(4, 4)).astype(np.float32), n) for n in ("a", "b")]
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["left"]),
        helper.make_node("MatMul", ["x", "b"], ["right"]),
        helper.make_node("Add", ["left", "right"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["probabilities"]),
    ]
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 4]) for n in ("x", "left", "probabilities")]
    graph = helper.make_graph(nodes, "heads", ends[:1], ends[1:], constants)
    return save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), folder)


def test_outputs_keep_their_names(tmp_path: Path) -> None:
    imported = import_model(two_heads(tmp_path), {})
    graph = front_end(imported, lambda _: None)
    assert (graph.inputs, graph.outputs) == (("x",), ("left", "probabilities"))
    assert all(graph.tensors[name].name == name for name in graph.tensors)
    x = np.random.default_rng(4).normal(size=(3, 1, 4)).astype(np.float32)
    assert np.array_equal(simulate(graph, [x])[1], np.maximum(simulate(imported.graph, [x])[1], 0))


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [(("x",), ("y", "z")), (("y",), ("x", "z")), (("x",), ("right", "sum")), (("probabilities",), ("left", "x"))],
)
def test_names_that_are_taken_are_exchanged(inputs: tuple[str, ...], outputs: tuple[str, ...], tmp_path: Path) -> None:
    graph = import_model(two_heads(tmp_path), {}).graph
    renamed = with_port_names(graph, inputs, outputs)
    assert (renamed.inputs, renamed.outputs) == (inputs, outputs)
    assert len(renamed.tensors) == len(graph.tensors)
    x = np.random.default_rng(4).normal(size=(3, 1, 4)).astype(np.float32)
    for was, now in zip(simulate(graph, [x]), simulate(renamed, [x]), strict=True):
        assert np.array_equal(was, now)


def test_one_tensor_that_is_two_outputs_has_the_first_name(tmp_path: Path) -> None:
    graph = import_model(two_heads(tmp_path), {}).graph
    doubled = Graph(graph.name, graph.inputs, (graph.outputs[0],) * 2, graph.tensors, graph.nodes)
    assert with_port_names(doubled, ("x",), ("one", "two")).outputs == ("one", "one")
