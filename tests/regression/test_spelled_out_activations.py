"""Activation functions that exporters write as several operators become one layer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.elementwise import UnaryAttrs, UnaryFn
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save

F = np.float32
CASES: dict[str, tuple[UnaryFn, list[onnx.NodeProto], dict[str, Any]]] = {
    "swish": (UnaryFn.SWISH, [node("Sigmoid", ["x"], ["s"]), node("Mul", ["s", "x"], ["y"])], {}),
    "gelu of PyTorch before opset 20": (
        UnaryFn.GELU,
        [
            node("Div", ["x", "r"], ["d"]),
            node("Erf", ["d"], ["e"]),
            node("Add", ["e", "one"], ["a"]),
            node("Mul", ["x", "a"], ["m"]),
            node("Mul", ["m", "half"], ["y"]),
        ],
        {"r": F(2**0.5), "one": F(1), "half": F(0.5)},
    ),
    "gelu by tanh": (
        UnaryFn.GELU_TANH,
        [
            node("Pow", ["x", "three"], ["p"]),
            node("Mul", ["p", "c"], ["q"]),
            node("Add", ["x", "q"], ["a"]),
            node("Mul", ["a", "k"], ["b"]),
            node("Tanh", ["b"], ["t"]),
            node("Add", ["t", "one"], ["u"]),
            node("Mul", ["x", "half"], ["h"]),
            node("Mul", ["h", "u"], ["y"]),
        ],
        {"three": F(3), "c": F(0.044715), "k": F((2 / np.pi) ** 0.5), "one": F(1), "half": F(0.5)},
    ),
    "hard swish before opset 14": (
        UnaryFn.HARD_SWISH,
        [
            node("Add", ["x", "three"], ["a"]),
            node("Clip", ["a", "zero", "six"], ["c"]),
            node("Mul", ["x", "c"], ["m"]),
            node("Div", ["m", "six"], ["y"]),
        ],
        {"three": F(3), "zero": F(0), "six": F(6)},
    ),
    "mish": (
        UnaryFn.MISH,
        [node("Softplus", ["x"], ["s"]), node("Tanh", ["s"], ["t"]), node("Mul", ["x", "t"], ["y"])],
        {},
    ),
    "leaky relu by a choice": (
        UnaryFn.LEAKY_RELU,
        [
            node("Greater", ["x", "zero"], ["g"]),
            node("Mul", ["x", "slope"], ["m"]),
            node("Where", ["g", "x", "m"], ["y"]),
        ],
        {"zero": F(0), "slope": F(0.1)},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_layer(name: str, tmp_path: Path) -> None:
    fn, nodes, constants = CASES[name]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 2, 9]}, ["y"], constants), tmp_path), {}).graph)
    assert [n.op for n in graph.nodes] == ["Unary"]
    attrs = graph.nodes[0].attrs
    assert isinstance(attrs, UnaryAttrs)
    assert attrs.fn is fn
    assert run_float(graph, [np.zeros((1, 1, 2, 9), F)])[0].shape == (1, 1, 2, 9)


def test_what_is_read_elsewhere_stays(tmp_path: Path) -> None:
    nodes = [node("Sigmoid", ["x"], ["s"]), node("Mul", ["s", "x"], ["y"])]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 8]}, ["y", "s"]), tmp_path), {}).graph)
    assert [n.op for n in graph.nodes] == ["Unary", "Binary"]


def test_other_functions_stay(tmp_path: Path) -> None:
    nodes = [node("Sigmoid", ["x"], ["s"]), node("Mul", ["s", "x"], ["m"]), node("Mul", ["m", "c"], ["y"])]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 8]}, ["y"], {"c": F(1.5)}), tmp_path), {}).graph)
    assert [n.op for n in graph.nodes] == ["Unary", "Binary"]


def test_a_choice_between_convolutions_needs_no_transpose(tmp_path: Path) -> None:
    """Softplus of the dynamo exporter: a comparison and a choice around it."""
    rng = np.random.default_rng(0)
    weights = {name: rng.standard_normal((3, 3, 3, 3)).astype(F) for name in "vw"}
    nodes = [
        node("Conv", ["x", "v"], ["c"]),
        node("Softplus", ["c"], ["s"]),
        node("Greater", ["c", "limit"], ["g"]),
        node("Where", ["g", "c", "s"], ["h"]),
        node("Conv", ["h", "w"], ["y"]),
    ]
    for limit, ops in ((20.0, ["Conv", "Unary", "Conv"]), (0.5, ["Conv", "Unary", "Compare", "Where", "Conv"])):
        proto = model(nodes, {"x": [1, 3, 8, 8]}, ["y"], {**weights, "limit": F(limit)})
        graph = run_default(import_model(save(proto, tmp_path), {}).graph)
        assert sorted(n.op for n in graph.nodes if n.op != "Transpose") == sorted(ops)
        assert sum(n.op == "Transpose" for n in graph.nodes) == 2  # of the input and of the output
