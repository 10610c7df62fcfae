"""Optimisation passes: what they remove, and that the network still computes the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Graph, Layout
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import OpSpec
from edgec.converter.passes import pipeline, run_default
from edgec.converter.passes.pipeline import Pass, no_dead_nodes, run_passes
from tests.builders.onnx_models import model, node, save

RNG = np.random.default_rng(7)


def values(graph: Graph, x: np.ndarray) -> np.ndarray:
    env = {graph.inputs[0]: x}
    for n in graph.nodes:
        spec: OpSpec = OPS[n.op]
        ins = [env[i] if i in env else graph.tensors[i].data for i in n.inputs]
        env.update(zip(n.outputs, spec.run(n.attrs, ins), strict=True))
    return env[graph.outputs[0]]


def optimized(proto: onnx.ModelProto, tmp_path: Path, nhwc: bool = False) -> Graph:
    """Import, optimise, and compare with ONNX Runtime before returning the graph."""
    path = save(proto, tmp_path)
    graph = run_default(import_model(path).graph, channels_last_input=nhwc)
    session = onnxruntime.InferenceSession(str(path))
    x = RNG.standard_normal(session.get_inputs()[0].shape).astype(np.float32)
    expected = session.run(None, {session.get_inputs()[0].name: x})[0]
    moved = graph.tensors[graph.inputs[0]].layout is Layout.CHANNELS_LAST
    actual = values(graph, np.ascontiguousarray(x.transpose(0, 2, 3, 1)) if moved else x)
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-5)
    return graph


def ops(graph: Graph) -> list[str]:
    return [n.op for n in graph.nodes]


def weights(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def conv_bn_relu(tmp_path: Path, constants: dict[str, np.ndarray] | None = None) -> onnx.ModelProto:
    consts = {"w": weights(4, 3, 3, 3), "s": weights(4), "b": weights(4), "m": weights(4), "v": weights(4) ** 2 + 0.1}
    nodes = [
        node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
        node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"]),
        node("Relu", ["n"], ["y"]),
    ]
    return model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts | (constants or {}))


def test_batch_norm_and_relu_fold_into_conv(tmp_path: Path) -> None:
    graph = optimized(conv_bn_relu(tmp_path), tmp_path)
    assert ops(graph) == ["Transpose", "Conv", "Transpose"]
    assert graph.nodes[1].attrs.clamp.lo == 0.0  # type: ignore[attr-defined]


def test_only_graphs_that_a_pass_made_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that finds nothing gives the graph itself back, and each graph is checked once."""
    checked: list[Graph] = []
    monkeypatch.setattr(pipeline, "check_graph", checked.append)
    done = run_default(import_model(save(conv_bn_relu(tmp_path), tmp_path)).graph)
    assert len({id(graph) for graph in checked}) == len(checked) > 2
    checked.clear()
    assert run_passes(done, pipeline.FUSION) is done and checked == [done]


def test_channels_last_input_has_no_first_transpose(tmp_path: Path) -> None:
    graph = optimized(conv_bn_relu(tmp_path), tmp_path, nhwc=True)
    assert ops(graph) == ["Conv", "Transpose"]
    assert graph.tensors[graph.inputs[0]].shape == (1, 8, 8, 3)


def test_input_normalisation_folds_into_an_unpadded_conv(tmp_path: Path) -> None:
    nodes = [
        node("Sub", ["x", "mean"], ["a"]),
        node("Div", ["a", "std"], ["b"]),
        node("Conv", ["b", "w"], ["y"]),
    ]
    consts = {"mean": weights(3, 1, 1), "std": weights(3, 1, 1) ** 2 + 0.5, "w": weights(4, 3, 3, 3)}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph) == ["Transpose", "Conv", "Transpose"]


def test_a_shift_before_a_padded_conv_stays(tmp_path: Path) -> None:
    nodes = [node("Add", ["x", "s"], ["a"]), node("Conv", ["a", "w"], ["y"], pads=[1, 1, 1, 1])]
    consts = {"s": weights(3, 1, 1), "w": weights(4, 3, 3, 3)}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert "Binary" in ops(graph)


def test_scale_before_a_grouped_conv(tmp_path: Path) -> None:
    nodes = [node("Mul", ["x", "s"], ["a"]), node("Conv", ["a", "w"], ["y"], group=2, pads=[1, 1, 1, 1])]
    consts = {"s": weights(4, 1, 1), "w": weights(6, 2, 3, 3)}
    graph = optimized(model(nodes, {"x": [1, 4, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph) == ["Transpose", "Conv", "Transpose"]


def test_residual_net_has_no_inner_transpose(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w1"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["b"]),
        node("Conv", ["b", "w2"], ["c"], pads=[1, 1, 1, 1]),
        node("Add", ["b", "c"], ["d"]),
        node("Relu", ["d"], ["e"]),
        node("MaxPool", ["e"], ["f"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Concat", ["f", "f"], ["g"], axis=1),
        node("GlobalAveragePool", ["g"], ["h"]),
        node("Flatten", ["h"], ["i"]),
        node("Gemm", ["i", "w3"], ["y"], transB=1),
    ]
    consts = {"w1": weights(4, 3, 3, 3), "w2": weights(4, 4, 3, 3), "w3": weights(5, 8)}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph).count("Transpose") == 1 and graph.nodes[0].op == "Transpose"


def test_squeeze_excite_block_has_no_inner_transpose(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w1"], ["a"], pads=[1, 1, 1, 1]),
        node("ReduceMean", ["a"], ["p"], axes=[2, 3], keepdims=0),
        node("Gemm", ["p", "w2"], ["q"], transB=1),
        node("Sigmoid", ["q"], ["r"]),
        node("Unsqueeze", ["r", "axes"], ["s"]),
        node("Mul", ["a", "s"], ["t"]),
        node("Conv", ["t", "w3"], ["u"]),
        node("GlobalAveragePool", ["u"], ["y"]),
    ]
    consts = {"w1": weights(4, 3, 3, 3), "w2": weights(4, 4), "w3": weights(2, 4, 1, 1), "axes": np.asarray([2, 3])}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph).count("Transpose") == 1


def test_flatten_reorders_the_weight_instead_of_the_activation(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w1"], ["a"]),
        node("Reshape", ["a", "shape"], ["b"]),
        node("MatMul", ["b", "w2"], ["c"]),
        node("Add", ["c", "bias"], ["y"]),
    ]
    consts = {"w1": weights(4, 3, 3, 3), "shape": np.asarray([0, -1]), "w2": weights(144, 7), "bias": weights(7)}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph) == ["Transpose", "Conv", "Reshape", "Dense"]


@pytest.mark.parametrize("after", [True, False])
def test_the_factor_of_attention_goes_into_a_projection(after: bool, tmp_path: Path) -> None:
    consts = {"q": weights(8, 8), "k": weights(8, 8), "d": np.float32(2.5), "s": np.array([1, 6, 2, 4])}
    nodes = []
    for side, perm in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1])):
        nodes += [
            node("MatMul", ["x", side], [f"{side}0"]),
            node("Reshape", [f"{side}0", "s"], [f"{side}1"]),
            node("Transpose", [f"{side}1"], [f"{side}2"], perm=perm),
        ]
    if after:
        nodes += [node("MatMul", ["q2", "k2"], ["m"]), node("Div", ["m", "d"], ["a"])]
    else:
        nodes += [node("Mul", ["k2", "d"], ["m"]), node("MatMul", ["q2", "m"], ["a"])]
    nodes.append(node("Softmax", ["a"], ["y"], axis=-1))
    graph = optimized(model(nodes, {"x": (1, 6, 8)}, ["y"], consts), tmp_path)
    assert "Binary" not in ops(graph) and ops(graph).count("MatMul") == 1


def test_a_factor_of_a_product_that_others_read_stays(tmp_path: Path) -> None:
    consts = {"w": weights(8, 8), "d": np.float32(2.5)}
    nodes = [
        node("MatMul", ["x", "w"], ["a"]),
        node("Transpose", ["a"], ["t"], perm=[0, 2, 1]),
        node("MatMul", ["t", "a"], ["m"]),
        node("Mul", ["m", "d"], ["p"]),
        node("Add", ["m", "p"], ["y"]),
    ]
    graph = optimized(model(nodes, {"x": (1, 6, 8)}, ["y"], consts), tmp_path)
    assert ops(graph).count("Binary") == 2


def test_pad_folds_into_conv(tmp_path: Path) -> None:
    nodes = [node("Pad", ["x", "p"], ["a"]), node("Conv", ["a", "w"], ["y"], strides=[2, 2])]
    consts = {"p": np.asarray([0, 0, 0, 0, 0, 0, 1, 1]), "w": weights(4, 3, 3, 3)}
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert "Pad" not in ops(graph)


@pytest.mark.parametrize(("activation", "folds"), [("Relu", True), ("Tanh", False)])
def test_zero_padding_before_a_max_pool_folds_where_no_value_is_below_zero(
    activation: str, folds: bool, tmp_path: Path
) -> None:
    consts = {"w": weights(4, 3, 3, 3), "p": np.array([0, 0, 1, 1, 0, 0, 1, 1])}
    nodes = [
        node("Conv", ["x", "w"], ["c"]),
        node(activation, ["c"], ["a"]),
        node("Pad", ["a", "p"], ["b"]),
        node("MaxPool", ["b"], ["y"], kernel_shape=[3, 3], strides=[2, 2]),
    ]
    proto = model(nodes, {"x": (1, 3, 10, 9)}, ["y"], consts)
    if folds:
        assert "Pad" not in ops(optimized(proto, tmp_path))
    else:  # ONNX Runtime 1.31 fuses these two in any case: its values are wrong
        assert "Pad" in ops(run_default(import_model(save(proto, tmp_path)).graph))


def test_identities_disappear(tmp_path: Path) -> None:
    nodes = [
        node("Mul", ["x", "one"], ["a"]),
        node("Add", ["a", "zero"], ["b"]),
        node("Reshape", ["b", "s1"], ["c"]),
        node("Reshape", ["c", "s2"], ["d"]),
        node("Transpose", ["d"], ["e"], perm=[1, 0]),
        node("Transpose", ["e"], ["f"], perm=[1, 0]),
        node("Sigmoid", ["f"], ["y"]),
        node("Exp", ["f"], ["unused"]),
    ]
    consts = {
        "one": np.ones(1, np.float32),
        "zero": np.zeros((), np.float32),
        "s1": np.asarray([2, 12]),
        "s2": np.asarray([4, 6]),
    }
    graph = optimized(model(nodes, {"x": [4, 6]}, ["y"], consts), tmp_path)
    assert ops(graph) == ["Unary"]


def test_equal_subexpressions_are_computed_once(tmp_path: Path) -> None:
    nodes = [
        node("Sigmoid", ["x"], ["a"]),
        node("Sigmoid", ["x"], ["b"]),
        node("Mul", ["a", "b"], ["y"]),
    ]
    graph = optimized(model(nodes, {"x": [4, 6]}, ["y"]), tmp_path)
    assert ops(graph) == ["Unary", "Binary"]


def test_constant_arithmetic_is_folded(tmp_path: Path) -> None:
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "i"], ["d"], axis=0),
        node("Unsqueeze", ["d", "ax"], ["e"]),
        node("Concat", ["minus", "e"], ["shape"], axis=0),
        node("Reshape", ["x", "shape"], ["y"]),
    ]
    consts = {"i": np.asarray(1), "ax": np.asarray([0]), "minus": np.asarray([-1])}
    graph = optimized(model(nodes, {"x": [4, 6, 2]}, ["y"], consts), tmp_path)
    assert ops(graph) == ["Reshape"]
    assert graph.tensors[graph.outputs[0]].shape == (8, 6)


def test_channel_shuffle_keeps_its_one_transpose(tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w1"], ["a"]),
        node("Reshape", ["a", "s1"], ["b"]),
        node("Transpose", ["b"], ["c"], perm=[0, 2, 1, 3, 4]),
        node("Reshape", ["c", "s2"], ["d"]),
        node("Conv", ["d", "w2"], ["e"]),
        node("GlobalAveragePool", ["e"], ["y"]),
    ]
    consts = {
        "w1": weights(4, 3, 1, 1),
        "w2": weights(2, 4, 1, 1),
        "s1": np.asarray([1, 2, 2, 8, 8]),
        "s2": np.asarray([1, 4, 8, 8]),
    }
    graph = optimized(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts), tmp_path)
    assert ops(graph).count("Transpose") == 2


def test_passes_are_idempotent(tmp_path: Path) -> None:
    graph = run_default(import_model(save(conv_bn_relu(tmp_path), tmp_path)).graph)
    again = run_default(graph)
    assert [(n.op, n.attrs) for n in again.nodes] == [(n.op, n.attrs) for n in graph.nodes]


def test_a_broken_promise_is_caught(tmp_path: Path) -> None:
    graph = import_model(
        save(model([node("Relu", ["x"], ["y"]), node("Exp", ["x"], ["z"])], {"x": [4]}, ["y"]), tmp_path)
    ).graph
    with pytest.raises(EdgecError, match="ensures no_dead_nodes, but nothing reads"):
        run_passes(graph, (Pass(lambda g: g, ensures=(no_dead_nodes,)),))
