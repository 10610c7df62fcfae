"""Constant shapes that are below zero or of another rank: refused by a rule, not by an accident of Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import InvalidModel
from edgec.converter.onnx.importer import import_model


def load(path: Path, op: str, shape: tuple[int, ...], constants: dict[str, list[int]], **attrs: object) -> None:
    """Import a model of one node whose other inputs are constants."""
    node = helper.make_node(op, ["x", *constants], ["y"], **attrs)
    values = [numpy_helper.from_array(np.array(v, np.int64), n) for n, v in constants.items()]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", shape), ("y", None))]
    graph = helper.make_graph([node], "g", ports[:1], ports[1:], values)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), path)
    import_model(path)


def test_expand_below_zero(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match="holds a number below 0"):
        load(tmp_path / "m.onnx", "Expand", (1, 3), {"shape": [-2, 3]})


@pytest.mark.parametrize(
    ("image", "block", "attrs"),
    [([2, 2], [2], {}), ([2], [2, 2], {}), ([2, 2], [0, 2], {}), ([2, 2], [2, 2], {"strides": [1]}),
     ([2, 2], [2, 2], {"pads": [0, 0, 0]})],
)  # fmt: skip
def test_col2im_of_other_ranks(tmp_path: Path, image: list[int], block: list[int], attrs: dict[str, object]) -> None:
    with pytest.raises(InvalidModel, match="do not fit"):
        load(tmp_path / "m.onnx", "Col2Im", (1, 4, 1), {"image_shape": image, "block_shape": block}, **attrs)


def test_col2im_that_fits(tmp_path: Path) -> None:
    load(tmp_path / "m.onnx", "Col2Im", (1, 4, 1), {"image_shape": [2, 2], "block_shape": [2, 2]})
