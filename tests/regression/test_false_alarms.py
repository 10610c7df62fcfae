"""Sound models that ``verify`` must not refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

from edgec import ConvertOptions, convert
from edgec.commands.compared import OutputPort, compared
from edgec.commands.float_runs import FloatRuns
from edgec.converter.graph.ir import Array, Quant
from edgec.converter.onnx.importer import import_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

Edgec = Callable[..., Any]


@pytest.mark.skipif(not available(load_target("host")), reason="no compiler")
def test_a_normalization_follows_where_its_input_varies(edgec: Edgec, tmp_path: Path) -> None:
    """Inputs that hardly vary are mostly rounding, which a division by their deviation amplifies."""
    nodes = [
        node("ReduceMean", ["x"], ["m"], axes=[1]),
        node("Sub", ["x", "m"], ["d"]),
        node("Mul", ["d", "d"], ["q"]),
        node("ReduceMean", ["q"], ["v"], axes=[1]),
        node("Add", ["v", "e"], ["w"]),
        node("Sqrt", ["w"], ["s"]),
        node("Div", ["d", "s"], ["n"]),
        node("Abs", ["n"], ["a"]),
        node("ReduceSum", ["a", "axes"], ["y"]),
    ]
    constants = {"e": np.float32(1e-5), "axes": np.array([2])}
    save(model(nodes, {"x": [1, 8, 4]}, ["y"], constants), tmp_path)
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(0).normal(0, 1, (100, 8, 4)).astype(np.float32))
    options = ConvertOptions(target="host", calibration=str(tmp_path / "x.npz"))
    out = convert(tmp_path / "m.onnx", options, tmp_path / "out").folder
    for more in ((), ("--data", tmp_path / "x.npz"), ("--data", tmp_path / "x.npz", "--samples", 1)):
        ran = edgec("verify", out, "--on", "host", *more)
        assert ran.code == 0, ran.err


def sign_of_a_sum(folder: Path) -> FloatRuns:
    """Samples whose sum is 0, 1 and -1e-3; the output is the sign as an integer."""
    nodes = [
        node("MatMul", ["x", "w"], ["score"]),
        node("Sign", ["score"], ["s"]),
        node("Cast", ["s"], ["label"], to=TensorProto.INT64),
    ]
    proto = model(nodes, {"x": [1, 4]}, ["label"], {"w": np.ones((4, 1), np.float32)})
    proto.graph.output[0].type.tensor_type.elem_type = TensorProto.INT64
    made = save(proto, folder)
    rows = [[0.3, -0.1, -0.1, -0.1], [1.3, -0.1, -0.1, -0.1], [0.3, -0.1, -0.1, -0.101]]
    return FloatRuns(import_model(made).graph, [np.array(rows, np.float32)[:, None]])


def test_a_class_that_rounding_decides(tmp_path: Path) -> None:
    runs = sign_of_a_sum(tmp_path)
    assert runs.undecided(0, np.arange(3)).reshape(-1).tolist() == [True, False, False]
    graph = runs.graph
    output = OutputPort(graph.tensors[graph.outputs[0]])

    def agreeing(*host: int) -> int:
        simulator: Array = np.array([[0], [1], [-1]])
        found = compared([output], {"simulator": [simulator], "host": [np.array(host)[:, None]]}, None, None, runs)
        return found.agree["host"]

    assert agreeing(0, 1, -1) == agreeing(1, 1, -1) == agreeing(-1, 1, -1) == 3
    assert agreeing(1, -1, -1) == agreeing(0, 1, 1) == 2


def test_an_integer_that_the_rounding_of_a_float_layer_decides(tmp_path: Path) -> None:
    """Integers behind a layer in float32: sums of 0.5, 0.2 and 1.2 steps, of which the first is on a border."""
    nodes = [node("MatMul", ["x", "w"], ["sum"]), node("QuantizeLinear", ["sum", "s", "z"], ["q"])]
    constants = {"w": np.ones((4, 1), np.float32), "s": np.float32(1.0), "z": np.int8(0)}
    proto = model(nodes, {"x": [1, 4]}, ["q"], constants)
    proto.graph.output[0].type.tensor_type.elem_type = TensorProto.INT8
    rows: Array = np.array([[0.8, -0.1, -0.1, -0.1], [0.5, -0.1, -0.1, -0.1], [1.5, -0.1, -0.1, -0.1]], np.float32)
    floats = import_model(save(proto, tmp_path)).graph
    graph = replace(
        floats, tensors={**floats.tensors, "q": replace(floats.tensors["q"], quant=Quant.per_tensor(1.0, 0))}
    )
    runs = FloatRuns(graph, [rows[:, None]])
    assert graph.is_quantized and not runs.all_floats
    output = OutputPort(graph.tensors[graph.outputs[0]])

    def agreeing(*host: int) -> int:
        places = {p: [np.array(values, np.int8)[:, None]] for p, values in (("simulator", (1, 0, 1)), ("host", host))}
        return compared([output], places, None, None, runs).agree["host"]

    assert agreeing(1, 0, 1) == agreeing(0, 0, 1) == 3
    assert agreeing(1, 1, 1) == agreeing(1, 0, 2) == 2
