"""Every refusal of a lowering rule: one sentence that names the node, the fact and the remedy; exit code 3."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import GraphProto, ModelProto, TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import Exit, UnsupportedModel
from edgec.converter.onnx.importer import import_model
from tests.builders.onnx_models import save

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
    opsets = [helper.make_opsetid(d, v) for d, v in (("", opset), (ML, 3), (MS, 1), ("my.ops", 1))]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9)


def body(*inputs: tuple[str, int, list[int]], outputs: list[tuple[str, int]]) -> GraphProto:
    """A subgraph that passes values on."""
    pairs = zip(inputs[-len(outputs) :], outputs, strict=True)
    nodes = [helper.make_node("Identity", [i[0]], [o[0]]) for i, o in pairs]
    ports = [helper.make_tensor_value_info(*i) for i in inputs]
    return helper.make_graph(nodes, "b", ports, [helper.make_tensor_value_info(n, t, None) for n, t in outputs])


I64 = np.zeros(4, np.int64)
LOOP = body(("i", 7, []), ("c", 9, []), ("v", 1, [2, 3, 4, 4]), outputs=[("d", 9), ("w", 1)])
SCAN = body(("a", 1, [1]), outputs=[("b", 1)])
TFIDF: dict[str, Any] = {
    "mode": "TF", "min_gram_length": 1, "max_gram_length": 1, "max_skip_count": 0, "ngram_counts": [0],
    "ngram_indexes": [0],
}  # fmt: skip
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
    ("labels", one("LinearClassifier", [X[0, 0]], 2, ML, classlabels_strings=["a"], coefficients=[0.0] * 4), "strings"),
    ("encoder", one("OneHotEncoder", [X], domain=ML, cats_int64s=[1], zeros=0), "handle_unknown='ignore'"),
    ("scale", one("QLinearSigmoid", [X.astype(np.uint8), np.float32(1)[None]] * 2, domain=MS), "its scale is computed"),
    ("fused", one("FusedConv", [X, X], domain=MS, activation="Cosine"), "export without ONNX Runtime's fusions"),
    (
        "probabilities",
        one("SVMClassifier", [X[0, 0]], 2, ML, classlabels_ints=[0, 1], prob_a=[1.0], prob_b=[1.0]),
        "it computes probabilities by iteration; train with probability=False",
    ),
    ("sequence", one("SequenceConstruct", [X]), "not supported; use Split, Concat and Gather on tensors instead"),
    ("suppression", one("NonMaxSuppression", [X[0], X[0]]), "not supported; end the model before it and select"),
    ("noise", one("RandomUniformLike", [X]), "not supported; draw the random values in the application"),
    ("custom", one("Frob", [X], domain="my.ops"), "not supported; export it as a model-local function"),
    (
        "probit",
        one("LinearRegressor", [X[0, 0]], domain=ML, coefficients=[0.0] * 4, post_transform="PROBIT"),
        "its post_transform PROBIT is not supported; use NONE, LOGISTIC or SOFTMAX",
    ),
    ("words", one("OneHotEncoder", [X], domain=ML, cats_strings=["a"]), "strings; encode them as integers before"),
    ("to_text", one("Cast", [X], to=TensorProto.STRING), "its target type 8 is not supported; cast to a numeric type"),
    ("bits", one("BitCast", [X], opset=26, to=TensorProto.INT8), "not supported; cast between types of equal width"),
    ("transpose_rank", one("ConvTranspose", [X[0, 0], X[0, 0]]), "edgec convolves 3 (1-D), 4 (2-D) and 5 (3-D)"),
    ("no_rows", one("Pad", [X, (np.array([0, 0, -9, 0, 0, 0, 0, 0]),)]), "its pads crop axis 2 of 4 to nothing"),
    ("tile", one("Tile", [X, (np.float32(2),), (np.float32(0),)], opset=5), "opset 5"),
    ("stack", one("Loop", [(np.int64(1 << 40),), (np.True_,), X], body=LOOP), "times; shorten the loop"),
    ("scan", one("Scan", [np.zeros((5000, 1), np.float32)], body=SCAN, num_scan_inputs=1), "shorten the sequence"),
    ("vector", one("MatMulInteger", [np.zeros(4, np.uint8), np.zeros((4, 2), np.uint8)]), "give both operands two"),
    ("batches", one("FusedMatMul", [X, X], domain=MS, transBatchA=1), "export without ONNX Runtime's fusions"),
    (
        "deviation",
        one("SkipLayerNormalization", [X[0], X[0], X[0, 0, 0]], 3, MS),
        "its mean or inverse deviation is used; export without",
    ),
    ("pool_strings", one("TfIdfVectorizer", [np.zeros(3, np.int64)], pool_strings=["a"], **TFIDF), "map words"),
    (
        "cubic",
        one("GridSample", [X[None], np.zeros((1, 1, 1, 1, 3), np.float32)], mode="cubic"),
        "other than 2-D images is not supported; use linear sampling",
    ),
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
