"""The Helium kernels on random shapes: odd channels, narrow images, strides, dilations, pads, several filters."""

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

TARGET, LIBRARY = "cortex-m55", "mve"
WINDOWS = ((1, 1), (3, 3), (3, 3), (1, 5), (5, 1), (5, 5), (7, 7), (2, 3))
KINDS = ("general", "pointwise", "depthwise", "depthwise 3x3", "dense")
SEED, LAYERS, LEAST = 5, 60, 70  # layers, calls that they make at least
Sizes = tuple[Attrs, tuple[Shape, ...]]


def conv(kind: str, rng: np.random.Generator) -> Sizes:
    """A convolution whose window fits the padded image."""
    while True:
        height, width = int(rng.integers(1, 11)), int(rng.integers(1, 11))
        window = WINDOWS[int(rng.integers(len(WINDOWS)))]
        window = {"pointwise": (1, 1), "depthwise 3x3": (3, 3)}.get(kind, window)
        strides = [int(v) for v in rng.integers(1, 3, 2)]
        dilations = [int(v) for v in rng.integers(1, 3, 2)] if rng.random() < 0.3 else [1, 1]
        if kind == "depthwise 3x3":
            strides, dilations = [strides[0]] * 2, [1, 1]
        pads = [int(v) for v in rng.integers(0, 3, 4)]
        spans = [d * (k - 1) + 1 for d, k in zip(dilations, window, strict=True)]
        if height + pads[0] + pads[2] < spans[0] or width + pads[1] + pads[3] < spans[1]:
            continue
        each, many, groups = int(rng.integers(1, 40)), int(rng.integers(1, 24)), 1
        if kind.startswith("depthwise"):
            each, many, groups = 1, int(rng.integers(1, 3)) if kind == "depthwise" else 1, int(rng.integers(1, 42))
        attrs = ConvAttrs(
            strides=(strides[0], strides[1]), dilations=(dilations[0], dilations[1]), groups=groups,
            pads=(pads[0], pads[1], pads[2], pads[3]), clamp=RELU if rng.random() < 0.3 else Clamp(),
        )  # fmt: skip
        shape = (int(rng.integers(1, 3)), height, width, groups * each)
        return attrs, (shape, (groups * many, *window, each), (groups * many,))


def dense(rng: np.random.Generator) -> Sizes:
    rows, taps, outputs = (int(rng.integers(1, most)) for most in (6, 200, 50))
    return DenseAttrs(), ((rows, taps), (outputs, taps), (outputs,))


def calls(seed: int, count: int, weights: DType) -> Iterator[Made]:
    """Each layer with such weights by every kernel of the library that takes it."""
    rng = np.random.default_rng(seed)
    kernels = [k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY]
    for i in range(count):
        kind = KINDS[i % len(KINDS)]
        attrs, shapes = dense(rng) if kind == "dense" else conv(kind, rng)
        layer = GridLayer(attrs, shapes, (1, 2), weights=weights)
        for kernel in kernels:
            if kernel.op == ("Dense" if kind == "dense" else "Conv"):
                try:
                    yield make(kernel, layer, i)
                except ValueError:  # it does not take the layer
                    continue


@pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")
@pytest.mark.parametrize("weights", [DType.I8, DType.I4])
def test_bytes(weights: DType) -> None:
    made = list(calls(SEED, LAYERS, weights))
    assert len(made) >= LEAST
    for one, found in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        assert agrees(found.output.reshape(one.expected[0].shape), one.expected[0]), f"{one.kernel.name} {one.name}"


def _turned(m: Made) -> bool:
    """Return whether a depthwise layer goes along the image's height."""
    assert m.trial.call.initializer
    return any(value == 1 for name, value in m.trial.call.initializer.fields if name.endswith("turned"))


@pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")
@pytest.mark.parametrize("weights", [DType.I8, DType.I4])
def test_two_cells_of_a_turned_image_are_not_side_by_side(weights: DType) -> None:
    """Eight channels, an even number of rows and an odd one of columns: 16 bytes are no two cells of a column."""
    sizes = (((1, 8, 7, 8), (1, 0, 2, 1)), ((2, 2, 9, 8), (2, 2, 2, 1)), ((1, 12, 5, 8), (1, 1, 1, 1)))
    kernels = [k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY and "3x3" in k.id]
    kernel = next(k for k in kernels if ("s4" in k.id) == (weights is DType.I4))
    layers = [
        GridLayer(ConvAttrs(pads=pads, groups=8), (shape, (8, 3, 3, 1), (8,)), (1, 2), weights=weights)
        for shape, pads in sizes
    ]
    made = [make(kernel, layer, i) for i, layer in enumerate(layers)]
    assert any(_turned(m) for m in made)
    for one, found in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        assert agrees(found.output.reshape(one.expected[0].shape), one.expected[0]), f"{one.kernel.name} {one.name}"
