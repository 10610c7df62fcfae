"""Channels of very different ranges between two layers: brought to one range, or most of them would have no steps."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, Clamp, Graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import Scheme
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.quantize.rewrite.equalize import equalize
from tests.builders.quant_graphs import Net, real

RELU = Clamp(0.0)
SAME = (1, 1, 1, 1)


def net(channels: int, decades: float, clamp: Clamp = RELU) -> Graph:
    """Two pairs of layers, a pool within the second; what the factors do to one layer the next one undoes."""
    factors = (10.0 ** np.linspace(-decades, decades, channels)).astype(np.float32)
    back = factors[::-1].copy()
    made = Net()
    x = made.input((1, 8, 8, 3))
    w = real(channels, 3, 3, 3, seed=1) * factors.reshape(-1, 1, 1, 1)
    x = made.weighted("Conv", ConvAttrs((1, 1), SAME, clamp=clamp), x, w, real(channels, seed=2) * factors)
    w = real(channels, 3, 3, 1, seed=3) / factors.reshape(-1, 1, 1, 1) * back.reshape(-1, 1, 1, 1)
    depthwise = ConvAttrs((1, 1), SAME, groups=channels, clamp=clamp)
    x = made.weighted("Conv", depthwise, x, w, real(channels, seed=4) * back)
    x = made.op("MaxPool", PoolAttrs((2, 2), (4, 4), (2, 2)), x)
    w = real(6, 1, 1, channels, seed=5) / back
    return made.done(made.weighted("Conv", ConvAttrs(), x, w, real(6, seed=6)))


def noise(graph: Graph, scheme: Scheme) -> float:
    x = real(24, 1, 8, 8, 3, seed=7)
    made = quantize_model(graph, [x], QuantizeOptions(scheme))
    source = made.tensors[made.inputs[0]]
    assert source.quant is not None
    given = quantize_array(x, source.quant, source.dtype)
    now = to_real(simulate(made, [given])[0], made.tensors[made.outputs[0]])
    return float(sqnr_db(run_float(graph, [x])[0], now))


@pytest.mark.parametrize("scheme", [Scheme.INT8, Scheme.INT16X8])
def test_ranges_of_four_decades(scheme: Scheme) -> None:
    assert noise(net(16, 2.0), scheme) > noise(net(16, 0.0), scheme) - 3.0


def weights(graph: Graph, layer: int) -> Array:
    data = graph.tensors[graph.nodes[layer].inputs[1]].data
    assert data is not None
    return data


def test_the_function_stays_bit_by_bit() -> None:
    graph, x = net(16, 2.0), real(8, 1, 8, 8, 3, seed=8)
    made = equalize(graph, [x])
    reach = np.abs(weights(made, 0)).reshape(16, -1).max(axis=1)
    assert reach.max() < 100 * reach.min()
    assert np.array_equal(run_float(made, [x])[0], run_float(graph, [x])[0])


@pytest.mark.parametrize(("decades", "clamp"), [(0.0, RELU), (2.0, Clamp(0.0, 6.0))], ids=["even", "relu6"])
def test_left_alone(decades: float, clamp: Clamp) -> None:
    graph = net(16, decades, clamp)
    made = equalize(graph, [real(8, 1, 8, 8, 3, seed=8)])
    assert [n.inputs for n in made.nodes] == [n.inputs for n in graph.nodes]
