"""--constant and --argmax: the model and its reference are edited alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import UsageError
from edgec.converter.onnx.edit import drop_final_softmax
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.proto import opset_of, read_model
from edgec.samples.binding import Bindings
from tests.builders.onnx_models import model, node, save


def classifier(head: str = "Softmax") -> onnx.ModelProto:
    weight = np.random.default_rng(0).standard_normal((6, 4)).astype(np.float32)
    nodes = [node("MatMul", ["x", "w"], ["scores"]), node(head, ["scores"], ["y"], axis=1)]
    return model(nodes, {"x": [1, 6]}, ["y"], {"w": weight})


@pytest.mark.parametrize("head", ["Softmax", "LogSoftmax"])
def test_argmax_leaves_the_scores(tmp_path: Path, head: str) -> None:
    imported = import_model(save(classifier(head), tmp_path), argmax=True)
    assert [n.op for n in imported.graph.nodes] == ["Dense"]
    assert imported.notices == ("output 'y': the scores before its softmax, 'scores'",)
    reference = onnx.load_from_string(imported.standalone)
    assert [o.name for o in reference.graph.output] == ["scores"]
    assert [n.op_type for n in reference.graph.node] == ["MatMul"]


def test_argmax_of_a_quantized_model(tmp_path: Path) -> None:
    consts = {"s": np.float32(0.1), "z": np.int8(3), "s2": np.float32(1 / 256), "z2": np.int8(-128)}
    nodes = [
        node("DequantizeLinear", ["x", "s", "z"], ["a"]),
        node("Softmax", ["a"], ["b"], axis=1),
        node("QuantizeLinear", ["b", "s2", "z2"], ["y"]),
    ]
    proto = model(nodes, {"x": [1, 6]}, ["y"], consts, dtype=TensorProto.INT8)
    edited = read_model(save(proto, tmp_path), lambda m: import_edit(m)).proto
    assert [o.name for o in edited.graph.output] == ["x"] and not edited.graph.node


def import_edit(proto: onnx.ModelProto) -> list[str]:
    return drop_final_softmax(proto, opset_of(proto))


def test_argmax_without_softmax_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no output of the model ends in a softmax"):
        import_model(save(classifier("Relu"), tmp_path), argmax=True)


@pytest.mark.parametrize(("opset", "axis", "shape"), [(17, 0, [1, 4]), (13, -2, [1, 4]), (12, 2, [4, 1, 1])])
def test_argmax_of_a_softmax_over_one_element_is_refused(opset: int, axis: int, shape: list[int]) -> None:
    proto = model([node("Softmax", ["x"], ["y"], axis=axis)], {"x": shape}, ["y"])
    proto.opset_import[0].version = opset
    for size in shape:
        proto.graph.output[0].type.tensor_type.shape.dim.add().dim_value = size
    with pytest.raises(UsageError, match="softmax of output 'y' runs along an axis of one element"):
        import_edit(proto)


@pytest.mark.parametrize(("opset", "axis"), [(17, 1), (13, -1), (12, 0), (12, 1), (17, 7)])
def test_argmax_of_other_axes(opset: int, axis: int) -> None:
    proto = model([node("Softmax", ["x"], ["y"], axis=axis)], {"x": [1, 4]}, ["y"])
    proto.opset_import[0].version = opset
    for size in (1, 4):
        proto.graph.output[0].type.tensor_type.shape.dim.add().dim_value = size
    assert import_edit(proto) == ["output 'y': the scores before its softmax, 'x'"]


def reshaper() -> onnx.ModelProto:
    graph = helper.make_graph(
        [node("Reshape", ["x", "shape"], ["y"])],
        "g",
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 6]),
            helper.make_tensor_value_info("shape", TensorProto.INT64, [2]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_a_constant_input_leaves_the_interface(tmp_path: Path) -> None:
    path = save(reshaper(), tmp_path)
    imported = import_model(path, constants=Bindings.parse((), ["shape=3,4"]).constants)
    assert imported.graph.inputs == ("x",)
    assert imported.graph.tensors[imported.graph.outputs[0]].shape == (3, 4)
    reference = onnx.load_from_string(imported.standalone)
    assert [i.name for i in reference.graph.input] == ["x"]
    assert numpy_helper.to_array(reference.graph.initializer[0]).tolist() == [3, 4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shape", "must be NAME=2"),
        ("shape=a,b", "is not a list of numbers"),
        ("none=1,2", "names 'none', but the inputs are 'x', 'shape'"),
        ("shape=1,2,3", r"has shape \[3\], the model wants \[2\]"),
    ],
)
def test_wrong_constants(tmp_path: Path, text: str, message: str) -> None:
    path = save(reshaper(), tmp_path)
    with pytest.raises(UsageError, match=message):
        import_model(path, constants=Bindings.parse((), [text]).constants)


def test_from_the_command_line(tmp_path: Path, edgec: Callable[..., object]) -> None:
    np.save(tmp_path / "shape.npy", np.asarray([4, 3]))
    out = tmp_path / "out"
    ran = edgec(
        "convert", save(reshaper(), tmp_path), "-t", "host", "-o", out, "--constant", f"shape={tmp_path}/shape.npy"
    )
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    assert edgec("verify", out).code == 0  # type: ignore[attr-defined]
    ran = edgec("convert", save(classifier(), tmp_path, "c.onnx"), "-t", "host", "-o", tmp_path / "c", "--argmax")
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    assert edgec("verify", tmp_path / "c").code == 0  # type: ignore[attr-defined]
