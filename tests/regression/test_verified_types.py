"""Every type of input and output that converts is verified; infinities and NaN are compared for what they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import Exit
from edgec.quantize.judge.accuracy import max_abs_error, sqnr_db
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

Edgec = Callable[..., Any]
NAMES = (
    "BOOL", "FLOAT16", "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E5M2", "FLOAT8E4M3FNUZ", "FLOAT8E5M2FNUZ", "INT4", "UINT4",
    "DOUBLE", "INT8", "UINT64",
)  # fmt: skip
PLACE = () if available(load_target("cortex-m4")) else ("--on", "host")


def verified(edgec: Edgec, folder: Path, nodes: list[Any], ports: tuple[int, int] | None, *words: object) -> Any:
    """Converts a model of these nodes from x [1, 4] to y [1, 4] and verifies it; ``ports``: the types of x and y."""
    inputs = [helper.make_tensor_value_info("x", ports[0], [1, 4])] if ports else []
    out = helper.make_tensor_value_info("y", ports[1] if ports else TensorProto.FLOAT, [1, 4])
    stored = [numpy_helper.from_array(np.arange(4, dtype=np.float32).reshape(1, 4), "c")]
    graph = helper.make_graph(nodes, "g", inputs, [out], stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    (folder / "m.onnx").write_bytes(model.SerializeToString())
    ran = edgec("convert", folder / "m.onnx", "-t", "cortex-m4", "-o", folder / "out", "--force", "--keep-model")
    assert ran.code == 0, ran.err
    return edgec("verify", folder / "out", "--json", *words)


@pytest.mark.parametrize("name", NAMES)
def test_inputs_and_outputs(edgec: Edgec, tmp_path: Path, name: str) -> None:
    code = getattr(TensorProto, name)
    for ports in ((code, TensorProto.FLOAT), (code, code)):
        cast = helper.make_node("Cast", ["x"], ["y"], to=ports[1])
        ran = verified(edgec, tmp_path, [cast], ports, *(PLACE if name in ("BOOL", "FLOAT16") else ("--on", "host")))
        found = json.loads(ran.out)
        assert ran.code == 0, (name, ran.err)
        assert found["agree"]["host"] == found["samples"] == 16
    if name not in ("INT4", "UINT4"):  # ONNX Runtime rounds to 4 bits, edgec cuts off
        cast = helper.make_node("Cast", ["x"], ["y"], to=code)
        assert verified(edgec, tmp_path, [cast], (TensorProto.FLOAT, code), "--on", "host").code == 0


def test_what_onnx_runtime_does_not_compute(edgec: Edgec, tmp_path: Path) -> None:
    both = (TensorProto.BFLOAT16, TensorProto.BFLOAT16)
    ran = verified(edgec, tmp_path, [helper.make_node("Add", ["x", "x"], ["y"])], both, "--on", "host")
    assert ran.code == 0 and "simulator alone" in ran.err
    assert json.loads(ran.out)["agree"]["host"] == 16


def test_a_wrong_value_of_a_small_float_is_found(edgec: Edgec, tmp_path: Path) -> None:
    both = (TensorProto.FLOAT16, TensorProto.FLOAT16)
    doubled, tripled = (helper.make_node("Mul", ["x", "k"], ["y"]) for _ in range(2))
    constant = [
        helper.make_node("Constant", [], ["k"], value=numpy_helper.from_array(np.float16(v))) for v in (2, 2.02)
    ]
    assert verified(edgec, tmp_path, [constant[0], doubled], both, "--on", "host").code == 0
    (tmp_path / "right.onnx").write_bytes((tmp_path / "out" / "model.onnx").read_bytes())
    assert verified(edgec, tmp_path, [constant[1], tripled], both, "--on", "host").code == 0
    (tmp_path / "out" / "model.onnx").write_bytes((tmp_path / "right.onnx").read_bytes())
    assert edgec("verify", tmp_path / "out", "--on", "host", "--allow-edited").code == Exit.ACCURACY


def test_samples_of_small_types(edgec: Edgec, tmp_path: Path) -> None:
    cast = helper.make_node("Cast", ["x"], ["y"], to=TensorProto.FLOAT)
    np.savez(tmp_path / "d.npz", x=np.full((3, 4), 0.3, np.float32))
    ran = verified(edgec, tmp_path, [cast], (TensorProto.BFLOAT16, 1), "--on", "host", "--data", tmp_path / "d.npz")
    assert ran.code == 0 and json.loads(ran.out)["max_error"]["host"] == 0.0, ran.err
    np.savez(tmp_path / "d.npz", x=np.full((3, 4), 16, np.uint8))
    ran = verified(edgec, tmp_path, [cast], (TensorProto.UINT4, 1), "--on", "host", "--data", tmp_path / "d.npz")
    assert ran.code == Exit.USAGE and "outside of [0, 15]" in ran.err


def test_no_inputs(edgec: Edgec, tmp_path: Path) -> None:
    ran = verified(edgec, tmp_path, [helper.make_node("Neg", ["c"], ["y"])], None, *PLACE)
    assert ran.code == 0 and json.loads(ran.out)["samples"] == 1, ran.err
    np.savez(tmp_path / "d.npz", x=np.zeros((3, 4), np.float32))
    ran = edgec("verify", tmp_path / "out", "--on", "host", "--data", tmp_path / "d.npz")
    assert ran.code == Exit.USAGE and "no inputs" in ran.err


def test_infinities_and_nan(edgec: Edgec, tmp_path: Path) -> None:
    nodes = [helper.make_node("Log", ["c"], ["l"]), helper.make_node("Mul", ["x", "l"], ["y"])]
    ran = verified(edgec, tmp_path, nodes, (TensorProto.FLOAT, TensorProto.FLOAT), *PLACE)
    found = json.loads(ran.out)
    assert ran.code == 0 and found["agree"]["host"] == 16, ran.err  # x * -inf beside finite elements
    ran = verified(edgec, tmp_path, [helper.make_node("Log", ["x"], ["y"])], (1, 1), "--on", "host")
    assert ran.code == 0, ran.err  # NaN of negative numbers beside real ones


def test_measures_of_values_that_are_no_numbers() -> None:
    a = np.array([[1.0, np.inf, np.nan, -np.inf]])
    assert max_abs_error(a, a) == 0.0 and sqnr_db(a, a) == np.inf
    for wrong in ([1.0, -np.inf, np.nan, -np.inf], [1.0, np.inf, 0.0, -np.inf], [np.nan, np.inf, np.nan, -np.inf]):
        assert max_abs_error(a, np.array([wrong])) == np.inf
        assert sqnr_db(a, np.array([wrong])) == -np.inf
    assert max_abs_error(a, a + np.array([[0.5, 0, 0, 0]])) == 0.5
