"""Blame: the layer that loses the accuracy is found and named first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.conv import DenseAttrs
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.judge.blame import blame
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.samples.loss import simulated
from edgec.search.schemes import parse_layers
from tests.builders.quant_graphs import Net, real


def chain() -> Graph:
    n = Net()
    y = n.input((1, 16))
    for i in range(4):
        y = n.op("Dense", DenseAttrs(), y, n.const(f"w{i}", real(16, 16, seed=i) / 4), n.const(f"b{i}", real(16)))
    return n.done(y)


def test_the_int4_layer_among_int8_layers_is_blamed() -> None:
    graph, x, other = chain(), real(200, 1, 16), real(60, 1, 16, seed=5)
    bad = graph.nodes[2].name
    options = QuantizeOptions(Scheme.INT8, layers={bad: Precision.INT4})
    reference = run_float(graph, [other])[0]

    def score(made: Graph) -> float:
        return sqnr_db(reference, simulated(made, [other])[0])

    found = blame(graph, calibrate(graph, [x]), [x], [other], options, score)
    assert len(found) == 4
    assert found[0].name == bad
    assert found[0].recovered_float is not None and found[0].recovered_float > 2
    assert found[0].remedy == "keep its weights in int8"
    assert all(b.range_use > 30 and b.saturation < 5 for b in found)


def test_layers_are_named_with_their_precision() -> None:
    assert parse_layers(["a=b=int16", "c=float32"]) == {"a=b": Precision.INT16, "c": Precision.FLOAT}
    for text in ("a", "=int8", "a=int7"):
        with pytest.raises(UsageError, match="NAME=int4"):
            parse_layers([text])


def test_command(digits: Path, tmp_path: Path, edgec: Callable[..., object]) -> None:
    models = sorted(digits.glob("*.onnx"))
    data = sorted(digits.glob("*.npz"))
    if not models or not data:
        pytest.skip("the example holds no model file")
    ran = edgec("accuracy", models[0], "--data", data[0], "--json")
    found = json.loads(ran.out)  # type: ignore[attr-defined]
    assert found["metric"] in ("top1", "sqnr_db")
    assert {"name", "sqnr_db", "saturation", "range_use", "recovered_float", "remedy"} <= set(found["layers"][0])
    assert np.isfinite(found["accuracy"]["integer"])


def test_no_remedy_that_the_measured_gains_speak_against() -> None:
    """int16 is named where it wins, by the layer's name, so that it can be copied."""
    graph, x, other = chain(), real(200, 1, 16), real(60, 1, 16, seed=5)
    options = QuantizeOptions(Scheme.INT8, layers={})
    reference = run_float(graph, [other])[0]

    def score(made: Graph) -> float:
        return sqnr_db(reference, simulated(made, [other])[0])

    def worse(made: Graph) -> float:
        return -score(made)

    for measure in (score, worse):
        for found in blame(graph, calibrate(graph, [x]), [x], [other], options, measure):
            if "int16 activations" in found.remedy:
                assert found.recovered_int16 is not None and found.recovered_int16 > 0
                assert f"--layer {found.name}=int16" in found.remedy
            if "=float32" in found.remedy:
                assert found.recovered_float is not None and found.recovered_float > 0
