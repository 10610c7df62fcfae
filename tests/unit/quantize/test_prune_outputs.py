"""Derivatives of float graphs, and filters that are improved together for the outputs of a pruned graph."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, Clamp, Graph
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn, relu
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, SliceAttrs, TransposeAttrs
from edgec.quantize.prune.gradients import Tape, differentiable
from edgec.quantize.prune.labels import dependencies
from edgec.quantize.prune.outputs import refined
from edgec.quantize.prune.repair import Remainder, repaired
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.simulate import run_float
from tests.builders.prune_models import Maker, ending

COUNT = 3  # samples of a derivative
STEP = 1e-5


def samples(graph: Graph, count: int, seed: int = 1) -> list[Array]:
    shape = graph.tensors[graph.inputs[0]].shape
    return [np.random.default_rng(seed).standard_normal((count, *shape)).astype(np.float32)]


def everything() -> Graph:
    """All operators that have a rule; strides, dilations and pads that differ by side."""
    m = Maker(5, (1, 9, 8, 3))
    x = m.node("Conv", ConvAttrs((2, 1), (0, 2, 1, 1), (1, 2), clamp=Clamp(-0.5, 1.5)), m.x,
               m.normal(4, 3, 2, 3), m.normal(4))  # fmt: skip
    deep = ConvAttrs((1, 2), (2, 0, 1, 1), (2, 1), 4, Clamp(0.0))
    y = m.node("Conv", deep, x, m.normal(4, 2, 3, 1), m.normal(4))
    y = m.node("Unary", UnaryAttrs(UnaryFn.TANH), m.conv(y, 6, 1, Clamp()))
    y = m.node("Unary", relu(), m.add(y, m.conv(y, 6)))
    grouped = ConvAttrs((1, 1), (1, 0, 1, 2), (1, 2), 3, Clamp(0.0, 3.0))
    y = m.node("Conv", grouped, y, m.normal(9, 3, 2, 2), m.normal(9))
    wide = ConvAttrs((1, 1), (0, 1, 2, 1), groups=9)
    y = m.node("Conv", wide, y, m.normal(18, 3, 3, 1), m.normal(18))
    y = m.node("Gather", GatherAttrs(3), y, m.const(np.array([4, 1, -1, 4, 9], np.int64)))
    largest = m.node("Reduce", ReduceAttrs(ReduceFn.MAX, (3,)), y)
    y = m.conv(m.node("Binary", BinaryAttrs(BinaryFn.MUL), y, largest), 6, 1, Clamp())
    halves = [m.node("MaxPool", PoolAttrs((2, 2), (2, 2), (2, 2), (0, 1, 0, 0)), y)]
    halves.append(m.node("AvgPool", PoolAttrs((2, 2), (2, 2), (2, 2), (1, 0, 0, 0)), y))
    y = m.node("Concat", ConcatAttrs(3), *halves)
    mean = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), y)
    y = m.node("Binary", BinaryAttrs(BinaryFn.MUL), y, m.node("Unary", UnaryAttrs(UnaryFn.SIGMOID), mean))
    y = m.node("Binary", BinaryAttrs(BinaryFn.SUB, Clamp(-1.0, 1.0)), y, mean)
    y = m.node("Transpose", TransposeAttrs((0, 2, 1, 3)), y)
    y = m.node("Slice", SliceAttrs((0, 1, 1, 10), (1, 1, -1, -1), (1, 1, 2, 5)), y)
    y = m.node("MatMul", MatMulAttrs(), y, m.normal(5, 6))
    turned = m.node("Transpose", TransposeAttrs((0, 1, 3, 2)), y)
    y = m.node("MatMul", MatMulAttrs(), turned, m.node("Softmax", SoftmaxAttrs(3), y))
    return m.done(m.node("Softmax", SoftmaxAttrs(1, log=True), m.dense(m.flat(y), 4, Clamp(-0.8, 2.0))))


def test_derivatives_are_differences() -> None:
    """Derivatives of a random sum of the outputs, in all constants, in float64, are quotients of differences."""
    graph = everything()
    assert differentiable(graph)
    tape = Tape(graph)
    rng = np.random.default_rng(0)
    constants = {k: v.astype(np.float64) for k, v in tape.constants.items() if v.dtype == np.float32}
    inputs = {graph.inputs[0]: samples(graph, COUNT)[0].reshape(COUNT, 9, 8, 3).astype(np.float64)}
    end = graph.outputs[0]
    pull = rng.standard_normal((COUNT, 4))
    known = tape.forward(constants, inputs, COUNT)
    assert np.allclose(known[end], run_float(graph, samples(graph, COUNT))[0].reshape(COUNT, 4), atol=1e-5)
    found = tape.backward(known, {end: pull}, COUNT)
    assert found.keys() >= constants.keys()
    for name, value in constants.items():
        along = rng.standard_normal(value.shape)
        sums = [
            float(np.sum(tape.forward({**constants, name: value + h * along}, inputs, COUNT)[end] * pull))
            for h in (-STEP, STEP)
        ]
        slope = (sums[1] - sums[0]) / (2 * STEP)
        assert float(np.sum(found[name] * along)) == pytest.approx(slope, rel=1e-4, abs=1e-5), name


def classifier(seed: int = 4) -> Graph:
    """Convolutions with a sum, a depthwise layer and probabilities."""
    m = Maker(seed, (1, 5, 5, 3))
    x = m.conv(m.x, 16)
    x = m.add(x, m.conv(m.conv(x, 16), 16, clamp=Clamp()))
    x = m.conv(m.depthwise(x), 20, 1)
    return m.done(m.node("Softmax", SoftmaxAttrs(1), m.dense(m.flat(x), 6, Clamp())))


def pruned(graph: Graph, count: int, by_layer: bool = True) -> tuple[Graph, Graph]:
    """Without a third of the channels that may go: repaired layer by layer or not, and improved together."""
    found = dependencies(graph)
    ids = sorted({int(i) for node, made in found.makers for i in made} - set(found.fixed))
    gone = frozenset(ids[::3])
    x = samples(graph, count)
    one = cut(graph, found, gone)
    one = repaired(graph, found, Remainder(gone, one), x) if by_layer else one
    return one, refined(graph, found, gone, one, x)


def divergence(graph: Graph, small: Graph) -> float:
    """Divergence of the outputs on samples that had no part in anything."""
    x = samples(graph, 2000, seed=2)
    p, q = (run_float(g, x)[0].reshape(2000, -1).astype(np.float64) + 1e-9 for g in (graph, small))
    return float(np.mean(np.sum(p * np.log(p / q), axis=1)))


def test_layers_serve_the_outputs_together() -> None:
    """The divergence falls on samples that were not seen, and the same bytes come twice."""
    graph = classifier()
    (plain, together), (_, again) = (pruned(graph, 256, by_layer=False) for _ in range(2))
    assert divergence(graph, together) < 0.2 * divergence(graph, plain)
    for a, b in zip(together.constants(), again.constants(), strict=True):
        assert a.data is not None and b.data is not None and a.data.tobytes() == b.data.tobytes()


def _grows(_self: object, x: Array) -> Array:
    return np.full(2, -float(np.sum(x * x)))


def test_few_samples_are_not_learned_by_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Filters that serve only the samples that they were fitted to are not returned; they would disturb far more."""
    graph = classifier()
    one, together = pruned(graph, 128)
    assert divergence(graph, together) < 1.1 * divergence(graph, one)
    monkeypatch.setattr("edgec.quantize.prune.outputs._Search._held_back", _grows)
    assert divergence(graph, pruned(graph, 128)[1]) > 1.3 * divergence(graph, one)


def test_what_has_no_derivative_stays() -> None:
    """A graph stays as it was repaired: with an operator without a rule, and with few samples."""
    m = Maker(1, (1, 6, 5, 3))
    padded = m.node("Pad", PadAttrs((0, 1, 1, 0), (0, 1, 1, 0)), m.conv(m.x, 8))
    graph = ending(m, m.conv(padded, 8))
    assert not differentiable(graph)
    one, together = pruned(graph, 64)
    assert together is one
    one, together = pruned(classifier(), 31)
    assert together is one
