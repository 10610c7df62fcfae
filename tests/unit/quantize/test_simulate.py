"""The evaluator: float reference, bit-exact integers, stacking of samples."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Clamp, DType, Graph
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.quantize import QuantizeOptions, quantize_model, run_float, simulate
from edgec.quantize.ranges.batch import samples_per_step
from edgec.quantize.ranges.simulate import Evaluator, to_real
from tests.builders.quant_graphs import Net, real


def every_family() -> Graph:
    """Convolutions (plain, depthwise, grouped), pools, arithmetic, data movement, tables and softmax."""
    net = Net()
    x = net.input((1, 8, 6, 4))
    y = net.op("Pad", PadAttrs((0, 1, 1, 0), (0, 1, 1, 0)), x)
    y = net.op(
        "Conv", ConvAttrs(clamp=Clamp(0.0)), y, net.const("w1", real(8, 3, 3, 4, scale=0.3)), net.const("b1", real(8))
    )
    d = net.op(
        "Conv", ConvAttrs(pads=(1, 1, 1, 1), groups=8), y, net.const("w2", real(8, 3, 3, 1)), net.const("b2", real(8))
    )
    g = net.op("Conv", ConvAttrs(groups=2), y, net.const("w3", real(8, 1, 1, 4)), net.const("b3", real(8)))
    y = net.op("Binary", BinaryAttrs(BinaryFn.ADD), d, g)
    y = net.op("Binary", BinaryAttrs(BinaryFn.MUL), y, net.const("m", real(8)))
    y = net.op("Unary", UnaryAttrs(UnaryFn.HARD_SWISH, 1 / 6, 0.5), y)
    a = net.op("MaxPool", PoolAttrs((2, 2), (4, 3), (2, 2)), y)
    b = net.op("AvgPool", PoolAttrs((2, 2), (4, 3), (2, 2)), y)
    y = net.op("Concat", ConcatAttrs(3), a, b)
    y = net.op("Transpose", TransposeAttrs((0, 2, 1, 3)), y)
    y = net.op("Slice", SliceAttrs((0, 2, 0, 0), (1, -1, 1, 2), (1, 3, 4, 8)), y)
    y = net.op("Reduce", ReduceAttrs(ReduceFn.MEAN, (1,), False), y)
    y = net.op("Reshape", ReshapeAttrs((1, 32)), y)
    y = net.weighted("Dense", DenseAttrs(), y, real(5, 32), real(5))
    return net.done(net.op("Softmax", SoftmaxAttrs(1), y))


def test_float_stacking_equals_one_by_one() -> None:
    graph = every_family()
    x = real(40, 1, 8, 6, 4, seed=3)
    assert samples_per_step(graph) > 1
    single = np.concatenate([run_float(graph, [x[i : i + 1]])[0] for i in range(40)])
    np.testing.assert_allclose(run_float(graph, [x])[0], single, rtol=1e-5, atol=1e-6)


def test_integer_stacking_gives_the_same_bytes() -> None:
    graph = quantize_model(every_family(), [real(20, 1, 8, 6, 4)], QuantizeOptions())
    assert samples_per_step(graph) > 1
    q = np.random.default_rng(1).integers(-128, 128, (70, 1, 8, 6, 4)).astype(np.int8)
    single = np.concatenate([simulate(graph, [q[i : i + 1]])[0] for i in range(70)])
    stacked = simulate(graph, [q])[0]
    assert stacked.dtype == np.int8
    assert stacked.tobytes() == single.tobytes()


def test_observer_sees_all_activations_in_order() -> None:
    graph = every_family()
    seen: list[str] = []
    run_float(graph, [real(1, 1, 8, 6, 4)], lambda name, _: seen.append(name))
    assert seen == ["x", *(n.outputs[0] for n in graph.nodes)]


def test_a_reduction_over_the_batch_axis_forbids_stacking() -> None:
    net = Net()
    graph = net.done(net.op("Reduce", ReduceAttrs(ReduceFn.MEAN, (0, 1)), net.input((1, 6))))
    assert samples_per_step(graph) == 1
    x = real(5, 1, 6)
    np.testing.assert_allclose(run_float(graph, [x])[0][:, 0, 0], x.mean(axis=(1, 2)), rtol=1e-6)


def test_two_activations_multiplied_as_matrices_are_not_mixed_between_samples() -> None:
    net = Net()
    a, b = net.input((1, 4)), net.input((4, 3))
    graph = net.done(net.op("MatMul", MatMulAttrs(), a, b))
    x, y = real(6, 1, 4), real(6, 4, 3, seed=1)
    np.testing.assert_allclose(run_float(graph, [x, y])[0], np.matmul(x, y), rtol=1e-5)


def test_rank_zero_and_constant_outputs() -> None:
    net = Net()
    x = net.input(())
    y = net.op("Unary", UnaryAttrs(UnaryFn.NEG), x)
    graph = net.done(y, net.const("c", real(2, 3)))
    out, constant = run_float(graph, [np.arange(3, dtype=np.float32)])
    np.testing.assert_array_equal(out, -np.arange(3, dtype=np.float32))
    assert constant.shape == (3, 2, 3)


def test_no_samples() -> None:
    graph = every_family()
    assert run_float(graph, [np.empty((0, 1, 8, 6, 4), np.float32)])[0].shape == (0, 1, 5)


@pytest.mark.parametrize(
    "arrays",
    [
        [np.zeros((2, 1, 8, 6, 3), np.float32)],
        [np.zeros((2, 1, 8, 6, 4), np.float64)],
        [],
        [np.zeros((2, 1, 8, 6, 4), np.float32), np.zeros((2, 1), np.float32)],
    ],
)
def test_wrong_arrays_are_refused(arrays: list[np.ndarray]) -> None:
    with pytest.raises(UsageError, match="the model takes"):
        run_float(every_family(), arrays)


def test_plain_integer_nodes_pass() -> None:
    net = Net()
    x = net.input((1, 4), DType.I64)
    graph = net.done(net.op("Reshape", ReshapeAttrs((4, 1)), x))
    out = simulate(graph, [np.arange(8, dtype=np.int64).reshape(2, 1, 4)])[0]
    assert out.shape == (2, 4, 1)
    assert to_real(out, graph.tensors[graph.outputs[0]]) is out


def test_float64_stays_float64_behind_conversions() -> None:
    net = Net()
    x = net.input((1, 4), DType.F16)
    graph = net.done(net.op("Unary", UnaryAttrs(UnaryFn.EXP), net.op("Cast", CastAttrs(DType.F32), x)))
    seen: dict[str, np.ndarray] = {}
    Evaluator(graph, np.float64).run([np.ones((1, 4), np.float16)], observe=seen.__setitem__)
    assert seen[graph.outputs[0]].dtype == np.float64
    np.testing.assert_array_equal(seen[graph.outputs[0]], np.full((1, 4), np.e))


def test_indices_of_largest_values_are_those_of_each_sample_alone() -> None:
    """They count from the beginning of the sample, wherever it lies among others."""
    net = Net()
    x = net.input((1, 4, 4, 3))
    graph = net.done(net.op("PoolIndices", PoolAttrs((2, 2), (2, 2), (2, 2)), x))
    samples = real(5, 1, 4, 4, 3)
    alone = [run_float(graph, [s[None]])[0][0] for s in samples]
    np.testing.assert_array_equal(run_float(graph, [samples])[0], alone)
