"""Borders that are taken off images: what is computed then, which graphs take it, and when it is done."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import dequantize_array, quantize_array
from edgec.converter.graph.ir import Array, Clamp, Graph
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, TransposeAttrs
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.prune.crop import Crop, candidates, without
from edgec.quantize.prune.groups import Budget, Kind, Weighed
from edgec.quantize.prune.prune import prune
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float, simulate
from tests.builders.prune_models import RELU, Maker, ending, framed, sharp

HALF = (0, 0, 1, 1)  # padding of TensorFlow's layers of stride 2
MIDDLE = Crop(2, 2, 2, 2)


def residual(side: int = 16, width: int | None = None, pool: str = "mean", first: str = "") -> Graph:
    """Layers of stride 1 and 2 with a sum, a gate, a depthwise layer, a pool and a concatenation."""
    m = Maker(3, (1, 3, side, width or side) if first else (1, side, width or side, 3))
    x = m.node("Transpose", TransposeAttrs((0, 2, 3, 1)), m.x) if first else m.x
    x = m.scaled(m.conv(x, 8))
    x = m.add(x, m.conv(x, 8))
    half = ConvAttrs(strides=(2, 2), pads=HALF, clamp=RELU)
    skip = ConvAttrs(strides=(2, 2), clamp=Clamp())
    x = m.add(m.node("Conv", half, x, m.normal(8, 3, 3, 8), m.normal(8)),
              m.node("Conv", skip, x, m.normal(8, 1, 1, 8), m.normal(8)))  # fmt: skip
    mean = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
    x = m.node("Binary", BinaryAttrs(BinaryFn.MUL), x, m.conv(mean, 8, 1))
    h, w = m.shape(x)[1:3]
    x = m.node("Concat", ConcatAttrs(3), m.depthwise(x), m.node("MaxPool", PoolAttrs((3, 3), (h, w), pads=(1,) * 4), x))
    return ending(m, x, pool)


def images(graph: Graph, count: int = 24, seed: int = 1) -> list[Array]:
    shape = graph.tensors[graph.inputs[0]].shape
    return [np.random.default_rng(seed).standard_normal((count, *shape)).astype(np.float32)]


@pytest.mark.parametrize("pool", ["mean", "max"])
def test_the_same_filters_compute_on_the_middle(pool: str) -> None:
    """The graph is the one that a smaller image has, made with the same weights."""
    graph, small = residual(pool=pool), residual(side=12, pool=pool)
    cut = without(graph, MIDDLE)
    assert cut is not None
    check_graph(cut)
    x = images(graph)
    assert np.array_equal(run_float(cut, x)[0], run_float(small, [x[0][:, :, 2:-2, 2:-2]])[0])
    assert Weighed(Kind.MACS).whole(cut) == Weighed(Kind.MACS).whole(small)


def test_behind_a_transpose_and_in_integers() -> None:
    """The slice stands where rows and columns are; integers of the middle are integers of the cut graph."""
    graph = residual(first="transpose")
    cut = without(graph, MIDDLE)
    assert cut is not None and [n.op for n in cut.nodes[:2]] == ["Transpose", "Slice"]
    x = images(graph)
    numbers = quantize_model(graph, x, QuantizeOptions())
    small = without(numbers, MIDDLE)
    assert small is not None
    check_graph(small)
    source, made = small.tensors[small.inputs[0]], small.tensors[small.outputs[0]]
    assert source.quant is not None and made.quant is not None
    now = dequantize_array(simulate(small, [quantize_array(x[0], source.quant, source.dtype)])[0], made.quant)
    was = run_float(cut, x)[0]
    assert np.abs(now - was).max() < 0.1 * np.abs(was).max()


def flat() -> Graph:
    m = Maker(0, (1, 16, 16, 3))
    return ending(m, m.conv(m.x, 4), "none")


def constants_of_positions() -> Graph:
    m = Maker(0, (1, 16, 16, 3))
    return ending(m, m.node("Binary", BinaryAttrs(BinaryFn.ADD), m.conv(m.x, 4), m.normal(16, 16, 1)))


def some_rows() -> Graph:
    m = Maker(0, (1, 16, 16, 3))
    return ending(m, m.node("AvgPool", PoolAttrs((4, 4), (4, 4), (4, 4)), m.conv(m.x, 4)), "none")


def mean_of_rows() -> Graph:
    m = Maker(0, (1, 16, 16, 3))
    return ending(m, m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1,)), m.conv(m.x, 4)), "none")


@pytest.mark.parametrize("made", [flat, constants_of_positions, some_rows, mean_of_rows])
def test_graphs_that_know_their_positions_stay(made: type) -> None:
    graph = made()
    assert without(graph, MIDDLE) is None and not list(candidates(graph))


def test_candidates_keep_the_proportion_and_sums_fit() -> None:
    """14 rows are halved to 7 by both layers; 15 are not, by the layer that pads: the sum refuses. Spectra stay."""
    assert [b for b, _ in candidates(residual(32, 64))] == [Crop(1, 2, 1, 2), Crop(2, 4, 2, 4),
                                                            Crop(3, 6, 3, 6), Crop(4, 8, 4, 8)]  # fmt: skip
    assert without(residual(), Crop(top=1)) is None
    assert without(residual(), Crop(top=2)) is not None
    assert not list(candidates(residual(32, 10)))
    assert without(residual(), Crop()) is not None


def test_borders_go_where_samples_show_nothing_there() -> None:
    graph = sharp()
    budget = Budget(Kind.MACS, 0.7)
    taken = prune(graph, framed(True), budget)
    assert taken.crop and taken.cost <= 0.7
    assert taken.graph.tensors[taken.graph.nodes[0].outputs[0]].shape[1] < 16
    assert not prune(graph, framed(False), budget).crop
    kept = prune(graph, framed(True), budget, keep_borders=True)
    assert not kept.crop and kept.gone

    def error(small: Graph) -> float:
        was, now = (run_float(g, framed(True, 20))[0] for g in (graph, small))
        return float(np.mean((was - now) ** 2))

    assert error(taken.graph) < error(kept.graph)


def test_a_budget_of_bytes_takes_no_borders() -> None:
    """Positions have no weights."""
    assert not prune(residual(), framed(True), Budget(Kind.FLASH, 0.7)).crop
