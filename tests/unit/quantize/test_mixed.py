"""Mixed precision: the exact front, precisions per layer, budgets."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Clamp, DType, Graph
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.quantize import QuantizeOptions, quantize_model, run_float
from edgec.quantize.integers.mixed import LayerOptions, PrecisionOption, pareto, sensitivities
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.scheme import Precision, Rounding, Scheme
from tests.builders.quant_graphs import Net, nodes, real

KINDS = (Precision.INT4, Precision.INT8)


def net() -> Graph:
    n = Net()
    y = n.op("Conv", ConvAttrs(pads=(1, 1, 1, 1), clamp=Clamp(0.0)), n.input((1, 6, 6, 3)),
             n.const("w1", real(8, 3, 3, 3)), n.const("b1", real(8)), name="first")  # fmt: skip
    w, b = n.const("w2", real(8, 1, 1, 8)), n.const("b2", real(8))
    y = n.op("Conv", ConvAttrs(clamp=Clamp(0.0)), y, w, b, name="mid")
    y = n.op("Reshape", ReshapeAttrs((1, 288)), y)
    y = n.op("Dense", DenseAttrs(), y, n.const("w3", real(2, 288)), n.const("b3", real(2)), name="last")
    return n.done(y)


@settings(max_examples=50)
@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 20), st.integers(0, 20)), min_size=1, max_size=3), min_size=1, max_size=5
    ),
    st.integers(1, 80),
)
def test_the_front_is_exact(table: list[list[tuple[int, int]]], limit: int) -> None:
    precisions = list(Precision)
    layers = [
        LayerOptions(str(i), tuple(PrecisionOption(precisions[k], n, float(e)) for k, (n, e) in enumerate(row)))
        for i, row in enumerate(table)
    ]
    every = [(sum(o.nbytes for o in c), sum(o.error for o in c)) for c in product(*(x.options for x in layers))]
    every = [e for e in every if e[0] <= limit]
    best = {e for e in every if not any(o[0] <= e[0] and o[1] <= e[1] and o != e for o in every)}
    found = pareto(layers, limit)
    assert [(c.nbytes, c.error) for c in found] == sorted(best)
    for c in found:
        chosen = dict(c.layers)
        picked = [next(o for o in x.options if o.precision is chosen[x.name]) for x in layers]
        assert (sum(o.nbytes for o in picked), sum(o.error for o in picked)) == (c.nbytes, c.error)


def test_int4_disturbs_more_and_costs_less() -> None:
    graph, x = net(), real(40, 1, 6, 6, 3)
    for layer in sensitivities(graph, calibrate(graph, [x]), [x], KINDS):
        four, eight = layer.options
        assert four.nbytes < eight.nbytes
        assert four.error > eight.error >= 0.0


def test_precision_of_single_layers() -> None:
    graph, x = net(), real(40, 1, 6, 6, 3)
    names = [n.name for n in graph.nodes if n.op != "Reshape"]
    layers = dict(zip(names, (Precision.INT8, Precision.INT4, Precision.INT16), strict=True))
    made = quantize_model(graph, [x], QuantizeOptions(layers=layers))
    check_graph(made)
    assert nodes(made) == ["Conv", "Conv", "Reshape", "Requantize", "Dense"]
    weights = [made.tensors[n.inputs[1]].dtype for n in made.nodes if n.op in ("Conv", "Dense")]
    assert weights == [DType.I8, DType.I4, DType.I8]
    assert made.tensors[made.outputs[0]].dtype is DType.I16


def test_a_layer_can_be_kept_in_float() -> None:
    graph, x = net(), real(40, 1, 6, 6, 3)
    made = quantize_model(graph, [x], QuantizeOptions(layers={graph.nodes[1].name: Precision.FLOAT}))
    assert nodes(made) == ["Conv", "Dequantize", "Conv", "Quantize", "Reshape", "Dense"]


def test_unknown_layers_are_an_error() -> None:
    with pytest.raises(UsageError, match="no node of that name"):
        quantize_model(net(), [real(4, 1, 6, 6, 3)], QuantizeOptions(layers={"nowhere": Precision.INT4}))


@pytest.mark.parametrize("scheme", Scheme)
def test_compensated_rounding_is_no_worse_on_white_noise(scheme: Scheme) -> None:
    from edgec.samples.loss import simulated

    graph, x, other = net(), real(200, 1, 6, 6, 3), real(50, 1, 6, 6, 3, seed=9)
    reference = run_float(graph, [other])[0]
    ratios = []
    for rounding in Rounding:
        made = quantize_model(graph, [x], QuantizeOptions(scheme, rounding=rounding))
        ratios.append(sqnr_db(reference, simulated(made, [other])[0]))
    nearest, compensated = ratios
    assert compensated > nearest - 0.5


def test_int4_rule_keeps_first_and_last_layers() -> None:
    made = quantize_model(net(), [real(40, 1, 6, 6, 3)], QuantizeOptions(Scheme.INT4))
    weights = [made.tensors[n.inputs[1]] for n in made.nodes if n.op in ("Conv", "Dense")]
    assert [w.dtype for w in weights] == [DType.I8, DType.I4, DType.I8]
    assert weights[1].data is not None
    assert np.abs(weights[1].data).max() <= 7


def test_progress_counts_samples_and_then_nodes() -> None:
    seen: list[tuple[str, int, int]] = []
    samples = [real(70, 1, 6, 6, 3)]
    quantize_model(net(), samples, QuantizeOptions(), work=lambda name: lambda *counts: seen.append((name, *counts)))
    assert seen == [("calibrating", n, 70) for n in (32, 64, 70)] + [("rounding weights", n, 4) for n in (1, 2, 3, 4)]
