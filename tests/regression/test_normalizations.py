"""Normalizations, however a model writes them: one operator, computed in integers with one rounding."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.commands.verify import verify
from edgec.converter.arithmetic.root import inverse_root
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.pipeline import ConvertOptions, convert
from edgec.settings.values import VerifyOptions
from tests.builders.onnx_models import model, node, save

RNG = np.random.default_rng(0)
SCALE, BIAS = RNG.uniform(0.5, 1.5, 12).astype(np.float32), RNG.normal(size=12).astype(np.float32)
NUMBERS = {"eps": np.float32(1e-5), "two": np.float32(2), "one": np.float32(1), "s": SCALE, "b": BIAS}
SCALED = [node("Mul", ["n", "s"], ["m"]), node("Add", ["m", "b"], ["y"])]


def moments(square: str = "Pow") -> list[onnx.NodeProto]:
    return [
        node("ReduceMean", ["x"], ["mean"], axes=[-1]),
        node("Sub", ["x", "mean"], ["d"]),
        node("Pow", ["d", "two"], ["q"]) if square == "Pow" else node("Mul", ["d", "d"], ["q"]),
        node("ReduceMean", ["q"], ["v"], axes=[-1]),
        node("Add", ["v", "eps"], ["e"]),
        node("Sqrt", ["e"], ["r"]),
    ]


def torch_form() -> list[onnx.NodeProto]:
    return [*moments(), node("Div", ["d", "r"], ["n"]), *SCALED]


def inverse_form() -> list[onnx.NodeProto]:
    return [*moments("Mul"), node("Div", ["one", "r"], ["i"]), node("Mul", ["i", "d"], ["n"]), *SCALED]


def keras_form() -> list[onnx.NodeProto]:
    return [
        *moments("Mul"),
        node("Reciprocal", ["r"], ["i"]),
        node("Mul", ["i", "s"], ["k"]),
        node("Mul", ["x", "k"], ["xk"]),
        node("Mul", ["mean", "k"], ["mk"]),
        node("Sub", ["b", "mk"], ["o"]),
        node("Add", ["xk", "o"], ["y"]),
    ]


def operator_form() -> list[onnx.NodeProto]:
    return [node("LayerNormalization", ["x", "s", "b"], ["y"])]


def made(nodes: list[onnx.NodeProto], folder: Path, shape: tuple[int, ...] = (1, 5, 12)) -> Path:
    return save(model(nodes, {"x": list(shape)}, ["y"], NUMBERS), folder)


@pytest.mark.parametrize("form", [torch_form, inverse_form, keras_form, operator_form])
def test_forms_of_a_layer_normalization(form: Callable[[], list[onnx.NodeProto]], tmp_path: Path) -> None:
    graph = run_default(import_model(made(form(), tmp_path)).graph)
    (only,) = graph.nodes
    assert only.op == "Normalize"
    np.testing.assert_allclose(graph.tensors[only.inputs[1]].data.ravel(), SCALE)
    np.testing.assert_allclose(graph.tensors[only.inputs[2]].data.ravel(), BIAS)


def test_a_variance_of_something_else_is_none(tmp_path: Path) -> None:
    nodes = moments()
    nodes[3] = node("ReduceMean", ["q"], ["v"], axes=[-2])
    graph = run_default(import_model(made([*nodes, node("Div", ["d", "r"], ["y"])], tmp_path)).graph)
    assert "Normalize" not in {n.op for n in graph.nodes}


def test_between_convolutions_it_keeps_their_layout(tmp_path: Path) -> None:
    weights = {f"w{i}": RNG.normal(size=(4, 4, 1, 1)).astype(np.float32) for i in range(2)}
    factors = {"f": SCALE[:4], "g": BIAS[:4]}
    nodes = [
        node("Conv", ["x", "w0"], ["a"]),
        node("InstanceNormalization", ["a", "f", "g"], ["n"]),
        node("Conv", ["n", "w1"], ["y"]),
    ]
    source = save(model(nodes, {"x": [1, 4, 6, 5]}, ["y"], weights | factors), tmp_path)
    graph = run_default(import_model(source).graph, channels_last_input=True)
    assert [n.op for n in graph.nodes] == ["Conv", "Normalize", "Conv", "Transpose"]


@pytest.mark.parametrize("quantize", ["float32", "int8", "int16x8"])
def test_accuracy(quantize: str, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no host compiler")
    data = tmp_path / "d.npz"
    np.savez(data, x=RNG.normal(0.3, 2.0, (16, 5, 12)).astype(np.float32))
    calibration = None if quantize == "float32" else str(data)
    options = ConvertOptions(quantize=quantize, calibration=calibration)
    out = convert(made(torch_form(), tmp_path), options, tmp_path / "out").folder
    found = verify(out, VerifyOptions(data=str(data), on="host"))
    assert found.mismatches == ()
    assert found.accuracy["host"] > {"float32": 100, "int8": 38, "int16x8": 75}[quantize]


def test_inverse_root() -> None:
    edges = [b + d for k in range(62) for b in [2**k] for d in (-1, 0, 1) if 1 <= b + d < 2**62]
    t = np.concatenate([edges, (2.0 ** RNG.uniform(0, 61.9, 5000)).astype(np.int64)]).astype(np.int64)
    m, h = inverse_root(t)
    assert m.min() >= 2**30
    assert np.abs(m * 2.0 ** (h - 61.0) * np.sqrt(t.astype(np.float64)) - 1).max() < 2.0**-27
