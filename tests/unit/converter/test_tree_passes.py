"""Functions of a leaf become its weight, sums of ensembles one ensemble, tables of integers a look-up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import InvalidModel
from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from tests.conformance.compare import against_runtime

ML = "ai.onnx.ml"
X = np.random.default_rng(0).normal(0, 1, (16, 3)).astype(np.float32)


def tree(
    output: str, thresholds: tuple[float, float], weights: tuple[float, float, float], x: str = "x"
) -> onnx.NodeProto:
    """Two tests on features 0 and 2, three leaves."""
    modes = ["BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"]
    return helper.make_node(
        "TreeEnsembleRegressor", [x], [output], domain=ML, n_targets=1,
        nodes_treeids=[0] * 5, nodes_nodeids=list(range(5)), nodes_featureids=[0, 0, 2, 0, 0], nodes_modes=modes,
        nodes_values=[thresholds[0], 0.0, thresholds[1], 0.0, 0.0], nodes_hitrates=[1.0] * 5,
        nodes_truenodeids=[1, 0, 3, 0, 0], nodes_falsenodeids=[2, 0, 4, 0, 0], nodes_missing_value_tracks_true=[0] * 5,
        target_treeids=[0] * 3, target_nodeids=[1, 3, 4], target_ids=[0] * 3, target_weights=list(weights),
    )  # fmt: skip


def saved(path: Path, nodes: list[onnx.NodeProto], outputs: dict[str, int], **constants: object) -> Path:
    ports = [helper.make_tensor_value_info("x", TensorProto.FLOAT, X.shape)]
    ends = [helper.make_tensor_value_info(n, t, None) for n, t in outputs.items()]
    stored = [numpy_helper.from_array(np.asarray(v), n) for n, v in constants.items()]
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(ML, 3)]
    graph = helper.make_graph(nodes, "g", ports, ends, stored)
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), path)
    return path


def checked(path: Path) -> tuple[Graph, Counter[str]]:
    """The graph and its operators; values are ONNX Runtime's."""
    for wanted, in_numpy, in_c in against_runtime(path, [X]):
        np.testing.assert_allclose(in_numpy, wanted, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(in_c, wanted, rtol=1e-5, atol=1e-6)
    graph = run_default(import_model(path).graph)
    return graph, Counter(n.op for n in graph.nodes)


def test_a_function_of_the_leaf_is_its_weight(tmp_path: Path) -> None:
    """Leaf number to integer, to a table's entry, and arithmetic with both."""
    nodes = [
        tree("leaf", (0.1, -0.2), (1.0, 3.0, 4.0)),
        helper.make_node("Cast", ["leaf"], ["number"], to=TensorProto.INT64),
        helper.make_node(
            "LabelEncoder", ["number"], ["depth"], domain=ML,
            keys_int64s=list(range(1, 11)), values_floats=[float(k * k) for k in range(1, 11)],
        ),
        helper.make_node("Log", ["depth"], ["log"]),
        helper.make_node("Mul", ["log", "two"], ["twice"]),
        helper.make_node("Add", ["twice", "leaf"], ["y"]),
    ]  # fmt: skip
    _, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}, two=np.float32([2.0])))
    assert ops == {"TreeEnsemble": 1}


def test_two_values_of_a_leaf_stay_as_they_are(tmp_path: Path) -> None:
    nodes = [
        tree("leaf", (0.1, -0.2), (1.0, 3.0, 4.0)),
        helper.make_node("Exp", ["leaf"], ["y"]),
        helper.make_node("Abs", ["leaf"], ["z"]),
    ]
    _, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT, "z": TensorProto.FLOAT}))
    assert ops["TreeEnsemble"] == 1
    assert ops["Unary"] == 2


def test_what_depends_on_the_input_too_stays(tmp_path: Path) -> None:
    nodes = [
        tree("leaf", (0.1, -0.2), (1.0, 3.0, 4.0)),
        helper.make_node("ReduceSum", ["x", "axis"], ["sum"], keepdims=1),
        helper.make_node("Exp", ["leaf"], ["e"]),
        helper.make_node("Mul", ["e", "sum"], ["y"]),
    ]
    graph, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}, axis=np.int64([1])))
    assert ops["Binary"] == 1
    assert "Unary" not in ops
    weights = next(graph.tensors[n.inputs[6]].data for n in graph.nodes if n.op == "TreeEnsemble")
    assert weights is not None
    np.testing.assert_allclose(sorted(weights), np.exp([1.0, 3.0, 4.0]), rtol=1e-6)


def test_a_leaf_without_a_finite_value_stays(tmp_path: Path) -> None:
    """Sums of leaves turn infinity into 0, which a logarithm of a leaf does not."""
    nodes = [tree("leaf", (0.1, -0.2), (0.0, 3.0, 4.0)), helper.make_node("Log", ["leaf"], ["y"])]
    _, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}))
    assert ops["Unary"] == 1


def test_sums_of_ensembles_are_one(tmp_path: Path) -> None:
    nodes = [
        tree("a", (0.1, -0.2), (1.0, 3.0, 4.0)),
        tree("b", (-0.5, 0.3), (2.5, 0.0, -4.0)),
        tree("c", (0.0, 0.0), (7.0, 7.0, 7.0)),
        helper.make_node("Sum", ["a", "b", "c"], ["y"]),
    ]
    graph, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}))
    assert ops == {"TreeEnsemble": 1}
    assert graph.tensors[graph.nodes[0].inputs[3]].size == 3


@pytest.mark.parametrize("outputs", [("y", "a"), ("y", "z")])
def test_an_ensemble_that_is_read_twice_is_not_added(outputs: tuple[str, ...], tmp_path: Path) -> None:
    nodes = [
        tree("a", (0.1, -0.2), (1.0, 3.0, 4.0)),
        tree("b", (-0.5, 0.3), (2.5, 0.0, -4.0)),
        helper.make_node("Add", ["a", "b"], ["y"]),
        helper.make_node("Sqrt", ["a"], ["z"]),
    ]
    used = nodes if "z" in outputs else nodes[:3]
    _, ops = checked(saved(tmp_path / "m.onnx", used, dict.fromkeys(outputs, TensorProto.FLOAT)))
    assert ops["TreeEnsemble"] == 2


def test_ensembles_of_other_rows_are_not_added(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Neg", ["x"], ["n"]),
        tree("a", (0.1, -0.2), (1.0, 3.0, 4.0)),
        tree("b", (-0.5, 0.3), (2.5, 0.0, -4.0), "n"),
        helper.make_node("Add", ["a", "b"], ["y"]),
    ]
    _, ops = checked(saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}))
    assert ops["TreeEnsemble"] == 2


@pytest.mark.parametrize(
    "keys", [list(range(-4, 8)), [5, 1, 9, 3, 8, 2, 11, 7, 5], [1, 2, 3], [0, 10**15, 7, 3, 4, 5, 6, 9]]
)
def test_integers_to_values(keys: list[int], tmp_path: Path) -> None:
    """Near ones through a table, few or far ones by comparisons; extremes of int64 are like any other."""
    values = [0.5 * i - 1.0 for i in range(len(keys))]
    node = helper.make_node(
        "LabelEncoder", ["x"], ["y"], domain=ML, keys_int64s=keys, values_floats=values, default_float=-9.0
    )
    rows = np.array([[*keys, -(2**63), 2**63 - 1, 4, 0, -5]], np.int64)
    port = helper.make_tensor_value_info("x", TensorProto.INT64, rows.shape)
    end = helper.make_tensor_value_info("y", TensorProto.FLOAT, rows.shape)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(ML, 3)]
    model = helper.make_model(helper.make_graph([node], "g", [port], [end]), opset_imports=opsets, ir_version=9)
    onnx.save(model, tmp_path / "m.onnx")
    for wanted, in_numpy, in_c in against_runtime(tmp_path / "m.onnx", [rows]):
        assert np.array_equal(in_numpy, wanted)
        assert np.array_equal(in_c, wanted)


def test_every_column_in_order_is_no_choice(tmp_path: Path) -> None:
    nodes = [helper.make_node("Gather", ["x", "i"], ["g"], axis=1), helper.make_node("Exp", ["g"], ["y"])]
    for index, count in (([0, 1, 2], 0), ([0, 2, 1], 1), ([0, 1], 1)):
        path = saved(tmp_path / "m.onnx", nodes, {"y": TensorProto.FLOAT}, i=np.int64(index))
        assert checked(path)[1]["Gather"] == count


LOOP = "tree 0 has a loop among the nodes that its root, {}, does not reach"


@pytest.mark.parametrize(
    ("node", "child", "says"), [(2, 0, LOOP.format(3)), (0, 0, LOOP.format(1)), (2, 1, "tree 0 has 2 roots")]
)
def test_a_tree_that_is_none_is_refused(tmp_path: Path, node: int, child: int, says: str) -> None:
    """A true branch that goes back leaves another node as the only root, and a tree of one leaf."""
    made = tree("y", (0.1, -0.2), (1.0, 3.0, 4.0))
    next(a for a in made.attribute if a.name == "nodes_truenodeids").ints[node] = child
    with pytest.raises(InvalidModel, match=says):
        import_model(saved(tmp_path / "m.onnx", [made], {"y": TensorProto.FLOAT}))


def test_a_leaf_with_two_weights_for_a_target_is_refused(tmp_path: Path) -> None:
    """ONNX Runtime takes one of them, or their sum where there are more targets."""
    made = tree("y", (0.1, -0.2), (1.0, 3.0, 4.0))
    leaves = next(a for a in made.attribute if a.name == "target_nodeids").ints
    leaves[1] = leaves[0]
    with pytest.raises(InvalidModel, match=f"leaf {leaves[0]} of tree 0 gives target 0 two weights"):
        import_model(saved(tmp_path / "m.onnx", [made], {"y": TensorProto.FLOAT}))
