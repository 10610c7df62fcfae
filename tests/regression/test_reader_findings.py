"""Findings of the guided searches in the readers of models and data: each of its kind, not only the file."""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import EdgecError, InvalidModel, OverLimit, UnsupportedModel, UsageError
from edgec.converter.graph.ir import DType, Graph, Tensor
from edgec.converter.graph.limits import Limits
from edgec.converter.onnx.importer import Imported, import_model
from edgec.converter.onnx.nodes import UNFORESEEN
from edgec.converter.ops.check import check_graph
from edgec.samples.npfile import ArrayFile

HUGE = 1 << 40
REFUSED = (InvalidModel, UnsupportedModel)


def _imported(folder: Path, node: onnx.NodeProto, constants: dict[str, np.ndarray], **how: object) -> Imported:
    inputs = [n for n in dict.fromkeys(node.input) if n and n not in constants]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [3, 4]) for n in inputs]
    stored = [numpy_helper.from_array(np.asarray(v), n) for n, v in constants.items()]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    graph = helper.make_graph([node], "g", ports, outputs, stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    (folder / "m.onnx").write_bytes(model.SerializeToString())
    return import_model(folder / "m.onnx", **how)  # type: ignore[arg-type]


def _constant(graph: Graph) -> np.ndarray:
    return next(t.data for t in graph.tensors.values() if t.data is not None and t.data.ndim == 2)


# --- arrays of samples ------------------------------------------------------------------------------------------------


UNREADABLE = (b"{'descr': '<f4', (", b"{'a': (2,\n", b"   \n  b", b"'''", b"{'descr': '<f4'\0", b"[" * 99)


@pytest.mark.parametrize("text", UNREADABLE)
def test_headers_that_python_cannot_read(text: bytes, tmp_path: Path) -> None:
    data = b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text
    (tmp_path / "a.npy").write_bytes(data)
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("x.npy", data)
    for name in ("a.npy", "a.npz"):
        with pytest.raises(UsageError, match="is not a readable"):
            ArrayFile(tmp_path / name)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_damaged_compression(method: int, tmp_path: Path) -> None:
    array, out = io.BytesIO(), io.BytesIO()
    np.save(array, np.arange(1000))
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("x.npy", array.getvalue())
    data = bytearray(out.getvalue())
    for at in range(36, 80):
        changed = bytes([*data[:at], data[at] ^ 0xFF, *data[at + 1 :]])
        (tmp_path / "a.npz").write_bytes(changed)
        try:
            ArrayFile(tmp_path / "a.npz").read("x")
        except UsageError:
            continue


# --- shapes -----------------------------------------------------------------------------------------------------------


def test_an_empty_axis_hides_no_huge_ones(tmp_path: Path) -> None:
    """numpy has no such arrays, although they have no elements."""
    with pytest.raises(OverLimit, match="spans"):
        Limits().check_shape("input 'x'", (0, HUGE))
    Limits().check_shape("input 'x'", (0, 4))
    with pytest.raises(OverLimit):
        _imported(tmp_path, helper.make_node("ConstantOfShape", ["s"], ["y"]), {"s": np.int64([0, HUGE])})
    with pytest.raises(InvalidModel, match="bytes"):
        check_graph(Graph("g", ("x",), (), {"x": Tensor("x", (0, HUGE), DType.F32)}, ()))


# --- values given on the command line ---------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.5, 1e300, -1e19])
def test_a_constant_that_the_type_cannot_hold(value: float, tmp_path: Path) -> None:
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("Trilu", ["x", "k"], ["y"])],
            "g",
            [
                helper.make_tensor_value_info("x", TensorProto.FLOAT, [3, 4]),
                helper.make_tensor_value_info("k", TensorProto.INT64, []),
            ],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3, 4])],
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=9,
    )
    path = tmp_path / "m.onnx"
    path.write_bytes(model.SerializeToString())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UsageError, match="--constant k has values that are no numbers of type int64"):
            import_model(path, constants={"k": np.asarray(value)})
        import_model(path, constants={"k": np.asarray(1.0)})
        model.graph.input[1].type.tensor_type.elem_type = TensorProto.STRING
        path.write_bytes(model.SerializeToString())
        with pytest.raises(UsageError, match="no numeric type"):
            import_model(path, constants={"k": np.asarray(value)})


# --- constants that are one number ------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [-(1 << 63), -3, 0, 4, (1 << 63) - 1])
@pytest.mark.parametrize("upper", [0, 1])
def test_diagonals_far_outside(k: int, upper: int, tmp_path: Path) -> None:
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    node = helper.make_node("Trilu", ["x", "k"], ["y"], upper=upper)
    graph = _imported(tmp_path, node, {"x": x, "k": np.int64(k)}).graph
    near = max(-5, min(k, 5))
    assert np.array_equal(_constant(graph), np.triu(x, near) if upper else np.tril(x, near))
    eye = _imported(tmp_path, helper.make_node("EyeLike", ["x"], ["y"], k=k), {"x": x}).graph
    assert np.array_equal(_constant(eye), np.eye(3, 4, near))


EMPTY = np.zeros(0, np.int64)
NONE, GRID = np.zeros(0, np.float32), np.ones((2, 2), np.float32)
BAD = {
    "range to infinity": ("Range", {"a": np.float32(0), "b": np.float32(np.inf), "c": np.float32(1)}),
    "range by nan": ("Range", {"a": np.float32(0), "b": np.float32(3), "c": np.float32(np.nan)}),
    "range of nothing": ("Range", {"a": EMPTY, "b": EMPTY, "c": EMPTY}),
    "no diagonal": ("Trilu", {"a": np.ones((2, 2), np.float32), "b": EMPTY}),
    "sizes of infinity": ("Resize", {"a": GRID, "b": NONE, "c": np.float32([1, np.inf])}),
    "sizes of nan": ("Resize", {"a": GRID, "b": NONE, "c": np.float32([1, np.nan])}),
    "sizes of nothing": ("Resize", {"a": GRID[:0], "b": NONE, "c": NONE, "d": np.int64([2, 2])}),
    "no axis": ("CumSum", {"a": np.ones((2, 2), np.float32), "b": EMPTY}),
    "mel of nothing": ("MelWeightMatrix", {n: EMPTY if n < "d" else np.float32(1) for n in "abcde"}),
    "mel of nan": ("MelWeightMatrix", {"a": np.int64(4), "b": np.int64(16), "c": np.int64(8000),
                                       "d": np.float32(np.nan), "e": np.float32(4000)}),
    "mel above the rate": ("MelWeightMatrix", {"a": np.int64(4), "b": np.int64(16), "c": np.int64(8000),
                                               "d": np.float32(0), "e": np.float32(1e9)}),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_numbers_that_are_none(case: str, tmp_path: Path) -> None:
    """Refused by a rule's own words."""
    op, constants = BAD[case]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(REFUSED) as found:
            _imported(tmp_path, helper.make_node(op, list(constants), ["y"]), constants)
    assert isinstance(found.value, EdgecError)
    assert not isinstance(found.value.__cause__, UNFORESEEN)


@pytest.mark.parametrize("count", [0, 2])
def test_conditions_are_one_value(count: int, tmp_path: Path) -> None:
    value = [helper.make_tensor_value_info("z", TensorProto.FLOAT, None)]
    branch = helper.make_graph([helper.make_node("Neg", ["x"], ["z"])], "b", [], value)
    node = helper.make_node("If", ["c"], ["y"], then_branch=branch, else_branch=branch)
    graph = helper.make_graph(
        [node, helper.make_node("Relu", ["x"], ["r"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in ("y", "r")],
        [numpy_helper.from_array(np.ones(count, np.bool_), "c")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    with pytest.raises(REFUSED) as found:
        import_model(tmp_path / "m.onnx")
    assert not isinstance(found.value.__cause__, UNFORESEEN)


# --- declared types ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("declared", "taken"), [(1, True), (0, True), (7, False), (8, False), (9, False), (14, False)])
def test_an_output_is_of_its_declared_type(declared: int, taken: bool, tmp_path: Path) -> None:
    """ONNX Runtime does not load others, so that they could never be verified."""
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("Relu", ["x"], ["y"])],
            "g",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])],
            [helper.make_tensor_value_info("y", declared, [3])],
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=9,
    )
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    if taken:
        import_model(tmp_path / "m.onnx")
        return
    with pytest.raises(InvalidModel):
        import_model(tmp_path / "m.onnx")
