"""Every refusal of a lowering rule: one sentence that names the node, the fact and the remedy; exit code 3."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper, numpy_helper

from edgec.converter.errors import Exit, UnsupportedModel
from edgec.converter.onnx_import import import_model
from tests.onnx_models import save

X = np.zeros((2, 3, 4, 4), np.float32)
ML, MS = "ai.onnx.ml", "com.microsoft"


def one(
    op: str, inputs: list[Any], outputs: int = 1, domain: str = "", opset: int = 20, **attributes: Any
) -> ModelProto:
    """A model of one node 'n'; an array is a graph input, a tuple of one array a constant, "" an absent input."""
    names, values, ports = [], [], []
    for i, value in enumerate(inputs):
        if isinstance(value, str):
            names.append("")
            continue
        names.append(f"x{i}")
        if isinstance(value, tuple):
            values.append(numpy_helper.from_array(np.asarray(value[0]), f"x{i}"))
        else:
            kind = helper.np_dtype_to_tensor_dtype(value.dtype)
            ports.append(helper.make_tensor_value_info(f"x{i}", kind, value.shape))
    results = [f"y{i}" for i in range(outputs)]
    graph = helper.make_graph(
        [helper.make_node(op, names, results, name="n", domain=domain, **attributes)],
        "g",
        ports,
        [helper.make_tensor_value_info(r, TensorProto.FLOAT, None) for r in results],
        values,
    )
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid(ML, 3), helper.make_opsetid(MS, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9)


I64 = np.zeros(4, np.int64)
CASES: list[tuple[str, ModelProto, str]] = [
    ("reshape", one("Reshape", [X, I64]), "its shape is computed at run time, a constant is needed"),
    ("bind", one("Reshape", [X, I64]), "or bind it with --constant x1=VALUE"),
    ("axes", one("ReduceSum", [X, I64]), "its axes is computed at run time"),
    ("conv_rank", one("Conv", [np.zeros((1,) * 6, np.float32), np.zeros((1,) * 6, np.float32)]), "edgec convolves 3"),
    ("pool_rank", one("MaxPool", [np.zeros((1,) * 6, np.float32)], kernel_shape=[1] * 4), "edgec pools 3"),
    ("pads", one("Conv", [X, X], pads=[-1, 0, 0, 0]), "has a negative entry; crop with a Slice node instead"),
    ("dropout", one("Dropout", [X, (np.float32(0.5),), (np.True_,)]), "has no seed; export the model in eval mode"),
    ("det", one("Det", [np.zeros((5, 5), np.float32)]), "at most 4 x 4 are expanded"),
    ("dft", one("DFT", [np.zeros((1, 5000, 1), np.float32)]), "is more than 4096; use shorter frames"),
    (
        "indices",
        one("MaxPool", [np.zeros((1, 1, 4, 4, 4), np.float32)], 2, kernel_shape=[2, 2, 2]),
        "remove the second output",
    ),
    (
        "gate",
        one("RNN", [np.zeros((1, 1, 1), np.float32)] * 3, activations=["Cosine"], hidden_size=1),
        "use one of sigmoid",
    ),
    ("unique", one("Unique", [X]), "its value is computed at run time"),
    ("random", one("RandomNormal", [], shape=[2]), "the operator is not supported"),
    (
        "strings",
        one("LabelEncoder", [X], domain=ML, keys_strings=["a"], values_int64s=[1]),
        "use integer or float keys",
    ),
    ("zipmap", one("ZipMap", [X], domain=ML, classlabels_int64s=[1]), "export with zipmap=False"),
    ("labels", one("LinearClassifier", [X[0, 0]], 2, ML, classlabels_strings=["a"], coefficients=[0.0] * 4), "strings"),
    ("encoder", one("OneHotEncoder", [X], domain=ML, cats_int64s=[1], zeros=0), "set zeros=1"),
    ("scale", one("QLinearSigmoid", [X.astype(np.uint8), np.float32(1)[None]] * 2, domain=MS), "its scale is computed"),
    ("fused", one("FusedConv", [X, X], domain=MS, activation="Cosine"), "export without ONNX Runtime's fusions"),
    ("sequence", one("SequenceConstruct", [X]), "the operator is not supported"),
]


@pytest.mark.parametrize(("name", "proto", "part"), CASES, ids=[c[0] for c in CASES])
def test_refusal(tmp_path: Path, name: str, proto: ModelProto, part: str) -> None:
    with pytest.raises(UnsupportedModel) as caught:
        import_model(save(proto, tmp_path))
    error = caught.value
    assert error.exit_code == Exit.UNSUPPORTED == 3
    assert len(error.refusals) == 1
    sentence = error.refusals[0].sentence()
    assert sentence.startswith("node 'n' (")
    assert part in sentence, sentence
    assert "\n" not in sentence


def test_all_refusals_come_at_once(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Unique", ["x"], ["a"], name="first"),
        helper.make_node("Det", ["x"], ["b"], name="second"),
        helper.make_node("Relu", ["a"], ["c"], name="third"),
    ]
    ports = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [5, 5])]
    outs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in "bc"]
    graph = helper.make_graph(nodes, "g", ports, outs)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    with pytest.raises(UnsupportedModel) as caught:
        import_model(save(proto, tmp_path))
    assert [r.node for r in caught.value.refusals] == ["first", "second"]
    assert caught.value.needs_constant == ("x",)


def test_a_bound_constant_leaves_the_interface(tmp_path: Path) -> None:
    path = save(one("Reshape", [X, np.zeros(2, np.int64)]), tmp_path)
    imported = import_model(path, constants={"x1": np.array([2, 48])})
    assert imported.graph.inputs == ("x0",)
    assert imported.graph.tensors[imported.graph.outputs[0]].shape == (2, 48)
    assert imported.notices == ("input 'x1' is bound to a constant",)
