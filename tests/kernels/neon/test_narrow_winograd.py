"""Winograd with int4 weights: taken although bytes have a price, and the bytes and scratch of many channels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.choose.choice import choose_all
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.neon.s4 import CHUNK
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.ir import DType, Graph, constant
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.row_models import Net

TARGETS = ("cortex-a53", "cortex-a7")
SHAPES = (  # input, output channels: chunks of equal and of unequal width, a last block that overlaps
    ((1, 6, 5, 64), 61),
    ((2, 5, 4, 40), 18),
    ((1, 4, 4, 256), 7),
)


def trials(target: str, gain: float) -> list[Trial]:
    rng, found = np.random.default_rng(3), []
    kernels = [k for k in kernels_of(load_target(target)) if k.id == "winograd_s4"]
    assert len(kernels) == 1
    for x, outputs in SHAPES:
        attrs = ConvAttrs(pads=(1, 1, 1, 1))
        shape = (outputs, 3, 3, x[3])
        view = weighted("Conv", attrs, x, shape, rng, in_zero=-7, out_zero=5, gain=gain, precision="int4")
        old = view.x(1)
        extreme = constant("w", rng.choice(np.array([-8, 7], np.int8), shape, p=[0.6, 0.4]), old.quant, old.dtype)
        view = replace(view, ins=(view.ins[0], extreme, *view.ins[2:]))
        calls = kernels[0].calls(view)
        assert not isinstance(calls, Misfit)
        found.append(trial(view, calls[0], rng))
    return found


def layer_of_resnet8() -> Graph:
    """3x3, 32 to 32 channels, weights of int4."""
    net = Net(True, 4, (16, 16, 32))
    graph = net.done(net.conv(net.x, 32))
    (weights,) = (n for n in graph.nodes[0].inputs[1:2])
    old = graph.tensors[weights]
    assert old.data is not None
    new = constant(weights, old.data >> 4, old.quant, DType.I4)
    return replace(graph, tensors={**graph.tensors, weights: new})


@pytest.mark.parametrize("target", ["cortex-a53", "cortex-a7", "cortex-a55", "armv8-i8mm"])
def test_it_is_taken_though_bytes_have_a_price(target: str) -> None:
    """Its stream is as long as that of the other kernel; with dot products others are quicker."""
    (found,) = choose_all(layer_of_resnet8(), load_target(target))
    assert found.cost is not None and found.cost.name.endswith("winograd_s4") == (target in TARGETS)
    both = (found.cost, *found.alternatives)
    flash = {price.name.rpartition("/")[2]: price.flash for price in both if price.library in ("neon", "neon_v7")}
    assert flash["winograd_s4"] == flash["conv2d_s4"]


@pytest.mark.parametrize("gain", [1.0, 90.0])
@pytest.mark.parametrize("target", TARGETS)
def test_bytes(target: str, gain: float) -> None:
    """With factors of 1/2 and more too; weights of -8 are the largest that points of 8 bits must hold."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = trials(target, gain)
    for t, found in zip(made, run_trials(made, target, shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=str(t.view.x(1).shape))


@pytest.mark.parametrize("target", TARGETS)
def test_scratch_holds_a_chunk(target: str) -> None:
    """20 KB of points, or those of four channels where these are more."""
    for t in trials(target, 1.0):
        assert t.call.initializer is not None
        fields = dict(t.call.initializer.fields)
        block = 128 * t.view.x(0).shape[3] + 48
        assert block <= fields["room"] <= max(CHUNK, 2 * block)
        assert fields["chunk"] == max(1, CHUNK // block) * 4
