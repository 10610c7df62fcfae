"""Classifiers as scikit-learn's converters export them by default: maps of scores, class names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.onnx.importer import import_model
from tests.sklearn_models.make import FOLDER, rows

NAMES = ("setosa", "versicolor", "virginica")


def with_map(name: str, path: Path, names: tuple[str, ...] = ()) -> Path:
    """A model of scikit-learn with a ZipMap behind its scores; with names in the place of class numbers."""
    model = onnx.load(FOLDER / f"{name}.onnx")
    graph = model.graph
    label, scores = graph.output
    keys: dict[str, Any] = {"classlabels_strings": names} if names else {"classlabels_int64s": [0, 1, 2]}
    graph.node.append(helper.make_node("ZipMap", [scores.name], ["mapped"], domain="ai.onnx.ml", **keys))
    scores.CopyFrom(
        helper.make_value_info(
            "mapped",
            helper.make_sequence_type_proto(
                helper.make_map_type_proto(
                    TensorProto.STRING if names else TensorProto.INT64,
                    helper.make_tensor_type_proto(TensorProto.FLOAT, None),
                )
            ),
        )
    )
    if names:
        label.type.tensor_type.elem_type = TensorProto.STRING
        for node in graph.node:
            for a in [a for a in node.attribute if a.name.startswith("classlabels_int")]:
                node.attribute.remove(a)
                node.attribute.append(helper.make_attribute("classlabels_strings", names))
            if node.op_type == "Cast" and node.output[0] == label.name:
                node.attribute[0].i = TensorProto.STRING
    onnx.save(model, path)
    return path


@pytest.mark.parametrize("name", ["logistic_three", "forest_three"])
def test_scores_take_the_place_of_a_map(name: str, tmp_path: Path, edgec: Callable[..., Any]) -> None:
    model = with_map(name, tmp_path / "m.onnx")
    found = import_model(model)
    assert [found.graph.tensors[o].size for o in found.graph.outputs] == [1, 3]
    assert any("'mapped': in its place the scores" in n for n in found.notices)
    x = rows(name)
    labels = reference_labels(name, x)
    np.savez(tmp_path / "d.npz", x=x, y=labels)
    assert edgec("convert", model, "-o", tmp_path / "out").code == 0
    done = edgec("verify", tmp_path / "out", "--on", "host", "--data", tmp_path / "d.npz")
    assert done.code == 0
    assert "1.0000" in done.out, "top-1 is that of the scores, not of the class number"


def reference_labels(name: str, x: Any) -> Any:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(FOLDER / f"{name}.onnx"))
    return np.concatenate([session.run(None, {session.get_inputs()[0].name: row[None]})[0] for row in x])


def test_class_names_are_told_and_counted(tmp_path: Path) -> None:
    found = import_model(with_map("forest_three", tmp_path / "m.onnx", NAMES))
    assert [found.graph.tensors[o].size for o in found.graph.outputs] == [3]
    told = " ".join(found.notices)
    assert "by class: setosa, versicolor, virginica" in told
    assert "is left out: names of classes are texts" in told
    assert not any("int64" in t.dtype.value for t in found.graph.tensors.values() if t.name in found.graph.outputs)


def test_a_label_that_is_read_stays_refused(tmp_path: Path) -> None:
    """Without scores there is nothing to give in the place of the name."""
    path = with_map("forest_three", tmp_path / "m.onnx", NAMES)
    model = onnx.load(path)
    del model.graph.output[1]
    onnx.save(model, path)
    with pytest.raises(UnsupportedModel, match="class labels are strings"):
        import_model(path)


def test_a_map_inside_of_a_model_stays_refused(tmp_path: Path) -> None:
    path = with_map("forest_three", tmp_path / "m.onnx")
    model = onnx.load(path)
    model.graph.node.append(helper.make_node("SequenceLength", ["mapped"], ["length"]))
    model.graph.output[1].CopyFrom(helper.make_tensor_value_info("length", TensorProto.INT64, []))
    onnx.save(model, path)
    with pytest.raises(UnsupportedModel, match="export with zipmap=False"):
        import_model(path)
