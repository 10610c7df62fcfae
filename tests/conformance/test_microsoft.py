"""com.microsoft operators give ONNX Runtime's values: integers within one step, float32 within 1e-4."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.ir import Array
from tests.conformance.compare import against_runtime

RNG = np.random.default_rng(7)
U8 = RNG.integers(0, 256, (1, 4, 6, 6)).astype(np.uint8)
S8 = RNG.integers(-128, 128, (2, 12)).astype(np.int8)
F32 = RNG.normal(0, 1.5, (2, 12)).astype(np.float32)


def scale(value: float) -> Array:
    return np.asarray(value, np.float32)


def zero(value: int, like: Array) -> Array:
    return np.asarray(value, like.dtype)


W = RNG.integers(-100, 100, (12, 5)).astype(np.int8)
IMAGE = RNG.normal(0, 1, (1, 3, 6, 6)).astype(np.float32)
FILTER = RNG.normal(0, 1, (4, 3, 3, 3)).astype(np.float32)
Q8 = (scale(0.05), zero(120, U8))
CASES: list[tuple[str, str, Array, list[Array], Any, dict[str, Any]]] = [
    (
        "add",
        "QLinearAdd",
        U8,
        [*Q8, U8[:, :, ::-1].copy(), scale(0.03), zero(100, U8), scale(0.08), zero(128, U8)],
        2,
        {},
    ),
    (
        "mul",
        "QLinearMul",
        S8,
        [scale(0.02), zero(3, S8), S8[:, ::-1].copy(), scale(0.03), zero(-5, S8), scale(0.05), zero(1, S8)],
        3,
        {},
    ),
    ("sigmoid", "QLinearSigmoid", U8, [*Q8, scale(1 / 256), zero(0, U8)], 2, {}),
    ("leaky", "QLinearLeakyRelu", S8, [scale(0.05), zero(3, S8), scale(0.04), zero(-20, S8)], 3, {"alpha": 0.2}),
    (
        "average",
        "QLinearAveragePool",
        U8,
        [*Q8, scale(0.04), zero(110, U8)],
        2,
        {"kernel_shape": [2, 2], "strides": [2, 2]},
    ),
    ("global", "QLinearGlobalAveragePool", U8, [*Q8, scale(0.02), zero(110, U8)], 2, {"channels_last": 0}),
    ("gelu", "Gelu", F32, [], 1, {}),
    ("bias_gelu", "BiasGelu", F32, [F32[0]], 1, {}),
    ("fast_gelu", "FastGelu", F32, [F32[0]], 1, {}),
    ("quick_gelu", "QuickGelu", F32, [], 1, {"alpha": 1.5}),
    ("skip_norm", "SkipLayerNormalization", F32[None], [F32[None, ::-1].copy(), F32[0], F32[1]], 1, {"epsilon": 1e-5}),
    ("rms_norm", "SkipSimplifiedLayerNormalization", F32[None], [F32[None, ::-1].copy(), F32[0]], 1, {"epsilon": 1e-5}),
    ("fused_matmul", "FusedMatMul", F32, [F32[::-1].copy()], 1, {"transB": 1, "alpha": 0.5}),
    ("fused_conv", "FusedConv", IMAGE, [FILTER], 1, {"kernel_shape": [3, 3], "activation": "Relu"}),
    ("dynamic_matmul", "DynamicQuantizeMatMul", F32, [W, scale(0.02)], 1, {}),
    (
        "gemm",
        "QGemm",
        S8,
        [
            scale(0.05),
            zero(2, S8),
            W,
            scale(0.02),
            zero(0, S8),
            np.arange(5, dtype=np.int32) * 50,
            scale(0.3),
            zero(4, S8),
        ],
        3,
        {},
    ),
]


def write(path: Path, op: str, first: Array, others: list[Array], kind: int, attributes: dict[str, Any]) -> None:
    names = [f"c{i}" for i in range(len(others))]
    graph = helper.make_graph(
        [helper.make_node(op, ["x", *names], ["y"], name="n", domain="com.microsoft", **attributes)],
        "g",
        [helper.make_tensor_value_info("x", helper.np_dtype_to_tensor_dtype(first.dtype), first.shape)],
        [helper.make_tensor_value_info("y", kind, None)],
        [numpy_helper.from_array(v, n) for n, v in zip(names, others, strict=True)],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), path)


@pytest.mark.parametrize(("name", "op", "first", "others", "kind", "attributes"), CASES, ids=[c[0] for c in CASES])
def test_operator(
    tmp_path: Path, name: str, op: str, first: Array, others: list[Array], kind: int, attributes: dict[str, Any]
) -> None:
    path = tmp_path / f"{name}.onnx"
    write(path, op, first, others, kind, attributes)
    for wanted, in_numpy, in_c in against_runtime(path, [first]):
        for have in (in_numpy, in_c):
            if kind == TensorProto.FLOAT:
                np.testing.assert_allclose(have, wanted, rtol=1e-4, atol=1e-4)
            else:
                assert np.abs(have.astype(int) - wanted.astype(int)).max() <= 1
