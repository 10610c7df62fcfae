"""Operators that an opset does not have: told by name, with the remedy, or run where ONNX Runtime runs them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper

from edgec.converter.graph.errors import EdgecError, Exit, InvalidModel, UnsupportedModel
from edgec.converter.onnx.importer import import_model
from edgec.samples.loss import simulated
from tests.builders.onnx_models import model, node, save


def refused(proto: onnx.ModelProto, folder: Path, code: Exit, *words: str) -> EdgecError:
    with pytest.raises(EdgecError) as caught:
        import_model(save(proto, folder))
    assert caught.value.exit_code == code
    for word in words:
        assert word in str(caught.value)
    return caught.value


@pytest.mark.parametrize("domain", ["", "ai.onnx"])
def test_custom_operators_in_the_domain_of_onnx(domain: str, tmp_path: Path) -> None:
    nodes = [node("Mine", ["x" if i == 0 else f"t{i - 1}"], [f"t{i}"], domain=domain) for i in range(210)]
    nodes += [node("Yours", ["t209"], ["u"], domain=domain), node("DeformConv", ["u", "u", "u"], ["y"])]
    error = refused(
        model(nodes, {"x": [1, 4]}, ["y"]), tmp_path, Exit.UNSUPPORTED, "3 reason(s)", "'n_u' (Yours)", "DeformConv",
        "210 nodes 'n_t0', 'n_t1', 'n_t2' and 207 more (Mine): the operator is not supported", "model-local function",
    )  # fmt: skip
    assert isinstance(error, UnsupportedModel) and len(error.refusals) == 212
    assert len(str(error).splitlines()) == 4


def test_custom_operators_in_a_branch_and_in_a_function(tmp_path: Path) -> None:
    value = helper.make_tensor_value_info("z", TensorProto.FLOAT, [1, 4])
    branches = [helper.make_graph([node(op, ["x"], ["z"])], "branch", [], [value]) for op in ("Mine", "Relu")]
    nodes = [node("If", ["c"], ["y"], then_branch=branches[0], else_branch=branches[1]), node("Inner", ["y"], ["v"])]
    nodes[1].domain = "local"
    proto = model(nodes, {"x": [1, 4]}, ["v"], {"c": np.array(True)})
    proto.opset_import.append(helper.make_opsetid("local", 1))
    body = helper.make_function("local", "Inner", ["a"], ["b"], [node("Hers", ["a"], ["b"])], proto.opset_import[:1])
    proto.functions.append(body)
    refused(proto, tmp_path, Exit.UNSUPPORTED, "2 reason(s)", "'n_y/n_z' (Mine)", "'Inner/n_b' (Hers)")


def test_operators_of_a_later_opset(tmp_path: Path) -> None:
    proto = model([node("Gelu", ["x"], ["y"])], {"x": [1, 4]}, ["y"], opset=13)
    refused(proto, tmp_path, Exit.UNSUPPORTED, "ONNX has it from opset 20 on, and the model is of opset 13", "export")


def test_types_of_a_later_opset(tmp_path: Path) -> None:
    constants = {"s": np.float32(0.1), "z": np.int16(0)}
    nodes = [node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["y"])]
    error = refused(
        model(nodes, {"x": [1, 4]}, ["y"], constants, opset=13), tmp_path, Exit.USAGE,
        "input 2 is int16, which the operator does not take before opset 21, and the model is of opset 13", "export",
    )  # fmt: skip
    assert isinstance(error, InvalidModel)
    import_model(save(model(nodes, {"x": [1, 4]}, ["y"], constants, opset=21), tmp_path))
    never = model([node("Softmax", ["x"], ["y"])], {"x": [1, 4]}, ["y"], dtype=TensorProto.INT32)
    assert "before opset" not in str(refused(never, tmp_path, Exit.USAGE, "which the operator does not take"))


@pytest.mark.parametrize("op", ["LayerNormalization", "SimplifiedLayerNormalization"])
def test_normalization_below_its_opset_as_onnx_runtime_runs_it(op: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    constants = {"s": rng.normal(size=6).astype(np.float32), "b": rng.normal(size=6).astype(np.float32)}
    inputs = ["x", "s", "b"] if op == "LayerNormalization" else ["x", "s"]
    proto = model([node(op, inputs, ["y"], axis=-1, epsilon=1e-3)], {"x": [3, 6]}, ["y"], constants, opset=13)
    path = save(proto, tmp_path)
    imported = import_model(path)
    assert imported.standalone == path.read_bytes() and imported.opset == 13
    x = rng.normal(size=(1, 3, 6)).astype(np.float32)
    wanted = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, {"x": x[0]})[0]
    np.testing.assert_allclose(simulated(imported.graph, [x])[0].reshape(3, 6), wanted, rtol=1e-5, atol=1e-6)


def test_an_input_of_a_type_without_a_name(tmp_path: Path) -> None:
    proto = model([node("Relu", ["x"], ["y"])], {"x": [1, 4]}, ["y"])
    proto.graph.input[0].type.tensor_type.elem_type = 68
    refused(proto, tmp_path, Exit.UNSUPPORTED, "'x'", "a tensor of type 68")
