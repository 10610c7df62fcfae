"""Models of single operators beside ONNX's own tests: layers of usual sizes, and operators that ONNX has no test of."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.conformance.onnx_cases import Case
from tests.conformance.test_microsoft import CASES as MICROSOFT
from tests.conformance.test_microsoft import write
from tests.sklearn_models.make import FOLDER

Key = tuple[str, str]
Array = np.ndarray[Any, np.dtype[Any]]
RNG = np.random.default_rng(3)
OPSETS = (("", 18), ("ai.onnx.ml", 3), ("com.microsoft", 1))
FILES = {"SVMClassifier": "vectors_rbf", "SVMRegressor": "vectors_usual", "TreeEnsembleClassifier": "forest_three",
         "TreeEnsembleRegressor": "forest_values"}  # fmt: skip
ONES, TWOS = {"pads": [1, 1, 1, 1]}, {"kernel_shape": [2, 2], "strides": [2, 2]}
CHANNELS = {"classlabels_ints": [0, 1, 2], "coefficients": [0.5, -1, 2, 1, 1, -2], "intercepts": [0.1, 0.2, 0.3]}


def reals(*shape: int) -> Array:
    return RNG.normal(0, 1, shape).astype(np.float32)


IMAGE, ROW, STEPS = reals(1, 16, 12, 12), reals(1, 64), reals(1, 16, 32)
LAYERS: tuple[tuple[Key, Array, tuple[Array, ...], dict[str, Any]], ...] = (
    (("", "Conv"), IMAGE, (reals(16, 16, 3, 3), reals(16)), ONES),
    (("", "Conv"), IMAGE, (reals(16, 1, 3, 3), reals(16)), ONES | {"group": 16}),
    (("", "Conv"), IMAGE, (reals(32, 16, 1, 1), reals(32)), {}),
    (("", "Gemm"), ROW, (reals(64, 32), reals(32)), {}),
    (("", "MatMul"), ROW, (reals(64, 32),), {}),
    (("", "ConvTranspose"), IMAGE, (reals(16, 8, 2, 2),), {"strides": [2, 2]}),
    (("", "AveragePool"), IMAGE, (), TWOS),
    (("", "MaxPool"), IMAGE, (), TWOS),
    (("", "GlobalAveragePool"), IMAGE, (), {}),
    (("", "GlobalMaxPool"), IMAGE, (), {}),
    (("", "GlobalLpPool"), IMAGE, (), {}),
    (("", "Concat"), IMAGE, (reals(1, 16, 12, 12),), {"axis": 1}),
    (("", "Softmax"), STEPS, (), {"axis": -1}),
    (("", "LayerNormalization"), STEPS, (reals(32), reals(32)), {}),
    (("", "SimplifiedLayerNormalization"), STEPS, (reals(32),), {}),
    (("", "Transpose"), STEPS, (), {"perm": [0, 2, 1]}),
    (("", "Relu"), IMAGE, (), {}),
    (("", "CumSum"), STEPS, (np.int64(1) + np.zeros((), np.int64),), {}),
    (("", "Trilu"), STEPS, (), {}),
    (("", "Equal"), STEPS, (STEPS[:, ::-1].copy(),), {}),
    (("ai.onnx.ml", "LabelEncoder"), np.array([1, 2], np.int64), (), {"keys_int64s": [1], "values_int64s": [5]}),
    (("", "NonZero"), reals(1, 4), (), {}),
    (("ai.onnx.ml", "LinearClassifier"), reals(1, 2), (), CHANNELS),
    (("ai.onnx.ml", "LinearRegressor"), reals(1, 2), (), {"coefficients": [0.5, -1.0], "intercepts": [0.1]}),
    (("ai.onnx.ml", "Scaler"), reals(1, 2), (), {"offset": [0.5, -1.0], "scale": [1.0, 2.0]}),
    (("ai.onnx.ml", "Normalizer"), reals(1, 4), (), {"norm": "L2"}),
    (("ai.onnx.ml", "Imputer"), reals(1, 2), (), {"imputed_value_floats": [0.5], "replaced_value_float": 0.0}),
    (("ai.onnx.ml", "FeatureVectorizer"), reals(1, 4), (), {"inputdimensions": [4]}),
    (("ai.onnx.ml", "OneHotEncoder"), np.array([[0, 1]], np.int64), (), {"cats_int64s": [0, 1, 2]}),
    (("com.microsoft", "FusedGemm"), ROW, (reals(64, 32), reals(32)), {"activation": "Relu"}),
    (("com.microsoft", "TransposeMatMul"), ROW, (reals(64, 32),), {}),
)
OUTPUTS = {"LinearClassifier": 2, "SVMClassifier": 2, "TreeEnsembleClassifier": 2}


def single(node: onnx.NodeProto, first: Array, constants: dict[str, Array], name: str) -> Case:
    """A model of one node."""
    kind = helper.np_dtype_to_tensor_dtype(first.dtype)
    outs = [helper.make_tensor_value_info(o, TensorProto.UNDEFINED, None) for o in node.output]
    for info, of in zip(outs, _types(node), strict=True):
        info.type.tensor_type.elem_type = of
    graph = helper.make_graph(
        [node], name, [helper.make_tensor_value_info(node.input[0], kind, first.shape)], outs,
        [numpy_helper.from_array(v, n) for n, v in constants.items()],
    )  # fmt: skip
    opsets = [helper.make_opsetid(*o) for o in OPSETS]
    return Case(f"more_{name}", helper.make_model(graph, opset_imports=opsets, ir_version=9), (first,), ())


def _types(node: onnx.NodeProto) -> list[int]:
    """Element types of a node's outputs: a class is int64, scores are floats."""
    if len(node.output) == 2:
        return [TensorProto.INT64, TensorProto.FLOAT]
    special = {"NonZero": TensorProto.INT64, "Equal": TensorProto.BOOL, "LabelEncoder": TensorProto.INT64}
    return [special.get(node.op_type, TensorProto.FLOAT)]


def more_models() -> Iterator[tuple[Key, Case]]:
    """(operator, model with inputs)."""
    for number, ((domain, op), first, others, attributes) in enumerate(LAYERS):
        names = {f"c{i}": v for i, v in enumerate(others)}
        outputs = [f"y{i}" for i in range(OUTPUTS.get(op, 1))]
        node = helper.make_node(op, ["x", *names], outputs, name="n", domain=domain, **attributes)
        yield (domain, op), single(node, first, names, f"{number}_{op}")
    for op, file in FILES.items():
        model = onnx.load(FOLDER / f"{file}.onnx")
        node = next(n for n in model.graph.node if n.op_type == op)
        features = model.graph.input[0].type.tensor_type.shape.dim[1].dim_value
        node.input[0] = "x"
        yield ("ai.onnx.ml", op), single(node, reals(1, features), {}, op)
    with tempfile.TemporaryDirectory() as folder:
        for name, op, first, others, kind, attributes in MICROSOFT:
            path = Path(folder) / "model.onnx"
            write(path, op, first, others, kind, attributes)
            yield ("com.microsoft", op), Case(f"more_{name}", onnx.load(path), (first,), ())
