"""Attributes that ONNX does not settle are refused; where ONNX Runtime departs from ONNX, ONNX is followed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from edgec.converter.graph.errors import InvalidModel, UnsupportedModel
from edgec.converter.onnx.importer import import_model
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified

SHAPE = (1, 2, 3, 4)  # heads of queries, keys and values


def attention(path: Path, outputs: tuple[str, ...], **attrs: object) -> onnx.ModelProto:
    """A model of one Attention with a mask of truth values, row 1 of which allows nothing."""
    mask = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 0]], np.bool_)
    node = helper.make_node("Attention", ["q", "k", "v", "mask"], list(outputs), name="heads", **attrs)
    given = [helper.make_tensor_value_info(n, TensorProto.FLOAT, SHAPE) for n in "qkv"]
    made = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs if n]
    graph = helper.make_graph([node], "g", given, made, [numpy_helper.from_array(mask, "mask")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11)
    onnx.save(model, path)
    return model


@pytest.mark.parametrize("softcap", [-0.5, -3.0])
def test_a_softcap_below_zero_is_refused(tmp_path: Path, softcap: float) -> None:
    attention(tmp_path / "m.onnx", ("y",), softcap=softcap)
    with pytest.raises(UnsupportedModel, match=rf"'heads' \(Attention\): its softcap is {softcap:g}.* with 0 for none"):
        import_model(tmp_path / "m.onnx")


@pytest.mark.parametrize("mode", [-1, 4])
def test_an_unknown_mode_of_scores_is_refused(tmp_path: Path, mode: int) -> None:
    attention(tmp_path / "m.onnx", ("y", "", "", "scores"), qk_matmul_output_mode=mode)
    with pytest.raises(UnsupportedModel, match=rf"its qk_matmul_output_mode is {mode}, .* one of 0 to 3"):
        import_model(tmp_path / "m.onnx")


@pytest.mark.parametrize("softcap", [0.0, 0.5])
def test_masked_scores_are_minus_infinity(tmp_path: Path, softcap: float) -> None:
    """ONNX Runtime 1.32 gives float32's least number for them, ONNX's text and reference -inf."""
    model = attention(tmp_path / "m.onnx", ("y", "", "", "scores"), softcap=softcap, qk_matmul_output_mode=2)
    rng = np.random.default_rng(1)
    x = [rng.standard_normal(SHAPE).astype(np.float32) for _ in "qkv"]
    expected = ReferenceEvaluator(model).run(None, dict(zip("qkv", x, strict=True)))
    found = run_float(simplified(import_model(tmp_path / "m.onnx").graph), [a[None] for a in x])
    assert np.isneginf(expected[1]).sum() == 2 * 5
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours[0], theirs, rtol=1e-5, atol=1e-6)


def test_a_constant_has_one_value(tmp_path: Path) -> None:
    value = numpy_helper.from_array(np.zeros(1, np.float32))
    nodes = [
        helper.make_node("Constant", [], ["c"], name="zero", value=value, value_int=4),
        helper.make_node("Add", ["x", "c"], ["y"]),
    ]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, (2,)) for n in "xy"]
    graph = helper.make_graph(nodes, "g", ports[:1], ports[1:])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), tmp_path / "m.onnx")
    with pytest.raises(InvalidModel, match=r"'zero' \(Constant\): .* value and value_int, of which ONNX asks for"):
        import_model(tmp_path / "m.onnx")
