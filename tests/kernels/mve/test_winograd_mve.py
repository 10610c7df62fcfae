"""The Helium Winograd kernel of int16: extreme and random layers, and where its input is known not to be negative."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import conv
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView, is_positive
from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Node, Quant, Tensor, constant
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import make

TARGET = "cortex-m55"
KERNEL: Kernel = next(k for k in kernels_of(load_target(TARGET)) if k.id == "winograd_s16")

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def _expected(view: NodeView, x: Array) -> Array:
    run = OPS["Conv"].run_int
    assert run is not None
    values = [x, view.x(1).data, view.x(2).data]
    quants = [view.x(0).quant, view.x(1).quant, None]
    (y,) = run(IntCall(view.node.attrs, values, quants, [view.y.quant], [(view.y.shape, DType.I16)]))
    return y


def _trials() -> list[Trial]:
    """Inputs of 0 and 32767 alone, so that points reach both ends of int16, with weights of -128 and 127."""
    rng, found = np.random.default_rng(3), []
    for shape, outputs in (((1, 6, 7, 8), 9), ((2, 5, 4, 16), 4), ((1, 3, 3, 24), 6)):
        w = rng.choice(np.array([-128, 127], np.int8), (outputs, 3, 3, shape[3]))
        pads = (1, 1, 1, 1)
        tensors = (
            Tensor("x", shape, DType.I16, Quant.per_tensor(0.001)),
            constant("w", w, Quant.per_axis(np.full(outputs, 0.01), 0)),
            constant("b", np.zeros(outputs, np.int32)),
        )
        y = Tensor("y", (*shape[:3], outputs), DType.I16, Quant.per_tensor(2.0))
        node = Node("Conv", "layer", ("x", "w", "b"), ("y",), ConvAttrs(pads=pads))
        view = NodeView(node, tensors, (y,), positive=True)
        calls = KERNEL.calls(view)
        assert not isinstance(calls, Misfit), calls.reason
        for x in (np.full(shape, 32767), rng.choice([0, 32767], shape), np.zeros(shape), rng.choice([0, 1], shape)):
            found.append(Trial(view, calls[0], (x.astype(np.int16),)))
    return found


@needs_qemu
def test_points_at_the_ends_of_16_bits() -> None:
    for t, got in zip(found := _trials(), run_trials(found, TARGET, shared=True), strict=True):
        np.testing.assert_array_equal(np.asarray(got.output).reshape(t.view.y.shape), _expected(t.view, t.inputs[0]))


@needs_qemu
def test_random_shapes() -> None:
    """Odd sizes, pads of 0 to 2, blocks of channels that overlap, limits."""
    rng, made = np.random.default_rng(11), []
    for i in range(24):
        h, w = (int(v) for v in rng.integers(3, 12, 2))
        shape, outputs = (int(rng.integers(1, 3)), h, w, 8 * int(rng.integers(1, 8))), int(rng.integers(4, 40))
        pads = tuple(int(v) for v in rng.integers(0, 3, 4))
        attrs = ConvAttrs(pads=pads, clamp=Clamp(0.0) if i % 3 == 0 else Clamp())
        layer = GridLayer(attrs, (shape, (outputs, 3, 3, shape[3]), (outputs,)), (1, 2), positive=True)
        made.append(make(KERNEL, layer, i))
    for m, got in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        np.testing.assert_array_equal(np.asarray(got.output).ravel(), m.expected[0].ravel(), err_msg=m.name)


def test_a_layer_whose_input_may_be_negative_is_refused() -> None:
    layer = conv((1, 8, 8, 16), 16, (3, 3))
    with pytest.raises(ValueError, match="may be negative"):
        make(KERNEL, layer)
    made = make(KERNEL, replace(layer, positive=True))
    assert made.trial.view.positive and made.trial.call.scratch_bytes > 0


@pytest.mark.parametrize(
    ("clamp", "dtype", "zero", "positive"),
    [
        (Clamp(0.0), DType.I16, 0, True),
        (Clamp(0.0, 6.0), DType.I16, 0, True),
        (Clamp(), DType.I16, 0, False),
        (Clamp(-1.0, 1.0), DType.I16, 0, False),
        (Clamp(0.0), DType.I8, 0, False),
        (Clamp(0.0), DType.I16, 5, False),
    ],
)
def test_limits_say_that_a_tensor_is_not_negative(clamp: Clamp, dtype: DType, zero: int, positive: bool) -> None:
    x, y = (Tensor(n, (1, 4, 4, 8), dtype, Quant.per_tensor(0.01, zero)) for n in "xy")
    node = Node("Conv", "first", ("x", "w", "b"), ("y",), ConvAttrs(clamp=clamp))
    graph = Graph("m", ("x",), ("y",), {"x": x, "y": y}, (node,))
    assert is_positive(graph, "y") is positive
    assert not is_positive(graph, "x"), "an input may hold anything"
