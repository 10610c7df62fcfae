"""The rewrite to float16: which layers compute in it, where conversions are, what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.halves import computes_halves
from edgec.quantize.rewrite.rewrites import in_float16, simplified
from tests.builders.onnx_models import conv_model, residual_model, save


@pytest.fixture(name="graph")
def _graph(tmp_path: Path) -> Graph:
    return simplified(import_model(save(residual_model(), tmp_path)).graph)


def test_layers_compute_in_float16_and_ports_stay_float32(graph: Graph) -> None:
    half = in_float16(graph)
    assert not computes_halves(graph) and computes_halves(half)
    ports = (*half.inputs, *half.outputs)
    assert ports == (*graph.inputs, *graph.outputs) and {half.tensors[p].dtype for p in ports} == {DType.F32}
    types = {(n.op, half.tensors[n.outputs[0]].dtype) for n in half.nodes if n.op != "Cast"}
    assert types >= {("Conv", DType.F16), ("Binary", DType.F16), ("Dense", DType.F16)}
    assert ("Conv", DType.F32) not in types and ("Reduce", DType.F16) not in types
    weights = [t for t in half.constants() if t.dtype.is_float]
    assert weights and {t.dtype for t in weights} == {DType.F16}


def test_no_value_is_converted_twice(graph: Graph) -> None:
    half = in_float16(graph)
    sources = [(n.inputs[0], half.tensors[n.outputs[0]].dtype) for n in half.nodes if n.op == "Cast"]
    assert len(sources) == len(set(sources))


def test_outputs_follow_those_of_float32(graph: Graph) -> None:
    rng = np.random.default_rng(1)
    x = [rng.standard_normal((4, *graph.tensors[graph.inputs[0]].shape)).astype(np.float32)]
    real, half = (simulate(g, x)[0] for g in (graph, in_float16(graph)))
    assert half.dtype == np.float32
    error = np.abs(half - real).max() / np.abs(real).max()
    assert 1e-6 < error < 5e-3


def test_a_weight_beyond_float16_is_refused(tmp_path: Path) -> None:
    proto = conv_model()
    (w,) = proto.graph.initializer
    data = np.frombuffer(w.raw_data, np.float32).copy()
    data[0] = 7e4
    w.raw_data = data.tobytes()
    graph = simplified(import_model(save(proto, tmp_path)).graph)
    with pytest.raises(
        EdgecError, match=r"'conv' \(Conv\): a constant of 70000 is beyond the 65504 that float16 holds"
    ):
        in_float16(graph)
