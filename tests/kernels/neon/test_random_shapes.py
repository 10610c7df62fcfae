"""The kernels of Cortex-A on random shapes: odd channels, narrow images, strides, dilations, pads, batches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import RELU
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Attrs, Clamp, DType, Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, make
from tests.kernels.rates import agrees

KINDS = ("general", "pointwise", "depthwise", "depthwise 3x3", "groups", "dense", "winograd")
TYPES = ((DType.I8, DType.I8), (DType.I8, DType.I4), (DType.I16, DType.I8), (DType.F32, DType.F32))
LAYERS = 28
LEAST = {"cortex-a7": 100, "armv8-i8mm": 150}  # calls that these layers make
SEEDS = {"cortex-a7": 11, "armv8-i8mm": 12}

Sizes = tuple[Attrs, tuple[Shape, ...]]


def dense(rng: np.random.Generator) -> Sizes:
    rows, taps, outputs = (int(rng.integers(1, most)) for most in (9, 300, 70))
    return DenseAttrs(), ((rows, taps), (outputs, taps), (outputs,))


def conv(kind: str, rng: np.random.Generator) -> Sizes:
    """A convolution whose window fits the padded image."""
    while True:
        batch, height, width = (int(rng.integers(1, most)) for most in (4, 13, 13))
        window = [int(v) for v in rng.integers(1, 6, 2)]
        window = {"pointwise": [1, 1], "depthwise 3x3": [3, 3], "winograd": [3, 3]}.get(kind, window)
        strides, dilations = ([int(v) for v in rng.integers(1, 4, 2)] for _ in range(2))
        dilations = dilations if rng.random() < 0.3 else [1, 1]
        if kind == "winograd":
            strides, dilations = [1, 1], [1, 1]
        pads = [int(v) for v in rng.integers(0, 3, 4)]
        spans = [d * (k - 1) + 1 for d, k in zip(dilations, window, strict=True)]
        if height + pads[0] + pads[2] < spans[0] or width + pads[1] + pads[3] < spans[1]:
            continue
        each, many, groups = int(rng.integers(1, 70)), int(rng.integers(1, 40)), 1
        if kind == "groups":
            each, many, groups = (int(rng.integers(least, most)) for least, most in ((1, 20), (1, 14), (2, 6)))
        elif kind == "winograd":
            each, many = 8 * int(rng.integers(1, 9)), int(rng.integers(4, 40))
        elif kind not in ("general", "pointwise"):
            each, many, groups = 1, 1, int(rng.integers(1, 42))
        attrs = ConvAttrs(
            strides=(strides[0], strides[1]), dilations=(dilations[0], dilations[1]), groups=groups,
            pads=(pads[0], pads[1], pads[2], pads[3]), clamp=RELU if rng.random() < 0.3 else Clamp(),
        )  # fmt: skip
        filters = groups * many
        return attrs, ((batch, height, width, groups * each), (filters, *window, each), (filters,))


def calls(target: str, seed: int, count: int) -> Iterator[Made]:
    """Each layer in each type, by every kernel but the plain ones that takes it."""
    rng = np.random.default_rng(seed)
    kernels = [k for k in kernels_of(load_target(target)) if not k.plain]
    for i in range(count):
        kind = KINDS[i % len(KINDS)]
        op = "Dense" if kind == "dense" else "Conv"
        attrs, shapes = dense(rng) if kind == "dense" else conv(kind, rng)
        for dtype, weights in TYPES:
            layer = GridLayer(attrs, shapes, (1, 2), dtype=dtype, weights=weights)
            for kernel in kernels:
                if kernel.op == op and dtype in kernel.dtypes:
                    try:
                        yield make(kernel, layer, i)
                    except ValueError:  # it does not take the layer
                        continue


@pytest.mark.parametrize("target", SEEDS)
def test_values(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = list(calls(target, SEEDS[target], LAYERS))
    assert len(made) >= LEAST[target]
    found = run_trials([m.trial for m in made], target, shared=True)
    wrong = [
        f"{one.kernel.name} {one.name} {one.layer.attrs}"
        for one, got in zip(made, found, strict=True)
        if not agrees(got.output, one.expected[0].reshape(got.output.shape))
    ]
    assert not wrong
