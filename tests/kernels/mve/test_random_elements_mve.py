"""The Helium averages, rows of two operands, resizing and normalization on random shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import GridLayer
from edgec.codegen.kernels.mve.grids import mean, normalize, resample
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, make
from tests.kernels.rates import agrees

TARGET, LIBRARY = "cortex-m55", "mve"
AVERAGE = ("AvgPool", PoolAttrs)
SEED, EACH, LEAST = 3, 14, 50  # layers of a kind, calls that they make at least


def _pool(rng: np.random.Generator) -> GridLayer:
    """An average of windows with padding, steps and dilation; often with a factor of 2**-n."""
    while True:
        size, kernel = rng.integers(1, 13, 2), rng.integers(1, 5, 2)
        dilation, stride = rng.integers(1, 3, 2), rng.integers(1, 4, 2)
        before, behind = rng.integers(0, kernel), rng.integers(0, kernel)
        room = size + before + behind - (kernel - 1) * dilation - 1
        if room.min() >= 0:
            break
    pairs = [(int(a), int(b)) for a, b in (kernel, room // stride + 1, stride, dilation)]
    pads = (int(before[0]), int(before[1]), int(behind[0]), int(behind[1]))
    attrs = PoolAttrs(pairs[0], pairs[1], pairs[2], pads, pairs[3], bool(rng.integers(2)))
    layer = GridLayer(attrs, ((int(rng.integers(1, 3)), int(size[0]), int(size[1]), int(rng.integers(1, 60))),))
    return replace(layer, tied=(0,)) if rng.integers(2) else layer


def _binary(rng: np.random.Generator) -> GridLayer:
    """A sum, difference or product of operands of which one or both repeat."""
    shape = rng.integers(1, 9, rng.integers(1, 6))
    a, b = (tuple(int(d) for d in np.where(rng.random(len(shape)) < share, 1, shape)) for share in (0.2, 0.5))
    fn = (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL)[rng.integers(3)]
    both = (a, b[rng.integers(len(b)) :])
    return GridLayer(BinaryAttrs(fn, Clamp(0.0) if rng.integers(2) else Clamp()), both[:: rng.choice((-1, 1))])


def _layers(rng: np.random.Generator) -> Iterator[GridLayer]:
    for _ in range(EACH):
        yield _pool(rng)
        yield _binary(rng)
        inner = (1, int(rng.integers(2, 16)), int(rng.integers(16, 90)))[rng.integers(3)]
        layer = mean((int(rng.integers(1, 5)), int(rng.integers(2, 600)), inner), 1)
        yield replace(layer, tied=(0,)) if rng.integers(2) else layer
        sizes = int(rng.integers(1, 6)), int(rng.integers(1, 9)), int(rng.integers(1, 50))
        yield resample(int(rng.integers(3)), sizes, int(rng.integers(1, 12)), int(rng.integers(1, 5)))
        yield normalize((int(rng.integers(1, 9)), int(rng.integers(2, 200))))


def calls() -> Iterator[Made]:
    """Each layer by every kernel of the library that takes it."""
    kernels = [k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY]
    for i, layer in enumerate(_layers(np.random.default_rng(SEED))):
        for kernel in kernels:
            if f"{kernel.op}Attrs" == type(layer.attrs).__name__ or (kernel.op, type(layer.attrs)) == AVERAGE:
                try:
                    yield make(kernel, layer, i)
                except ValueError:  # it does not take the layer
                    continue


@pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")
def test_bytes() -> None:
    made = list(calls())
    assert len(made) >= LEAST
    for one, found in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        assert agrees(found.output.reshape(one.expected[0].shape), one.expected[0]), f"{one.kernel.name} {one.name}"
