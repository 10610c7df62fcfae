"""The kernels for cores without SIMD: bytes and prices of grids, random shapes, instructions of models."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import RELU
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.scalar import LIBRARY
from edgec.converter.graph.ir import Attrs, Clamp, Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels.layers import Made, made_of, make
from tests.kernels.rates import agrees, count, counts_of, wrong_prices

TARGETS = ("cortex-m0plus", "cortex-m3", "rv32imc")  # assembly; C with 13 registers, and with 31
LAYERS = 60
SEED = 30


def kernels(target: str) -> list[Kernel]:
    return [k for k in kernels_of(load_target(target)) if k.library == LIBRARY]


def on(*targets: str) -> list[object]:
    marks = [
        (
            pytest.mark.xdist_group(f"scalar {t}"),
            pytest.mark.skipif(not available(load_target(t)), reason=f"no toolchain for {t}"),
        )
        for t in targets
    ]
    return [pytest.param(t, marks=m) for t, m in zip(targets, marks, strict=True)]


@cache
def made() -> tuple[Made, ...]:
    return tuple(m for kernel in kernels("cortex-m0plus") for m in made_of(kernel))


@pytest.mark.parametrize("target", on(*TARGETS))
def test_bytes_and_prices(target: str) -> None:
    found = count(kernels(target), target)
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    assert not wrong_prices(found, load_target(target).rates)
    assert Counter(one.made.kernel for one in found).keys() == set(kernels(target)), "a kernel has no grid"


@pytest.mark.parametrize("target", TARGETS)
def test_every_count_has_a_rate_and_every_rate_is_used(target: str) -> None:
    used = {
        Rates.owner(call.kernel.id, term)
        for m in made()
        for call in m.trial.calls
        if call.kernel is not None
        for term, _ in counts_of(m, call)
    }
    rates = load_target(target).rates.terms[LIBRARY.name]
    assert {(kernel, term) for kernel, terms in rates.items() for term in terms} <= used  # none where it costs nothing
    assert rates.keys() == {kernel for kernel, _ in used}


def shapes_of(rng: np.random.Generator) -> tuple[str, Attrs, tuple[Shape, ...]]:
    """A layer with sizes drawn at random, and its operator."""
    clamp = RELU if rng.random() < 0.3 else Clamp()
    kind = rng.choice(["dense", "depthwise", "winograd", "general", "pointwise"])
    if kind == "dense":
        rows, taps, outputs = (int(rng.integers(1, most)) for most in (4, 300, 40))
        return "Dense", DenseAttrs(clamp), ((rows, taps), (outputs, taps), (outputs,))
    kernel = {"pointwise": (1, 1), "general": tuple(int(v) for v in rng.integers(1, 6, 2))}.get(str(kind), (3, 3))
    stride = 1 if kind == "winograd" else int(rng.integers(1, 3))
    dilation = int(rng.integers(1, 3)) if kind == "general" else 1
    pads = [int(v) for v in rng.integers(0, 2, 4)]
    height, width = (int(rng.integers(dilation * (k - 1) + 1, 18)) for k in kernel)
    channels = 4 * int(rng.integers(1, 9)) if kind == "winograd" else int(rng.integers(1, 40))
    groups, each = (channels, 1) if kind == "depthwise" else (1, channels)
    filters = channels if kind == "depthwise" else int(rng.integers(1, 20))
    attrs = ConvAttrs(
        (stride, stride), (pads[0], pads[1], pads[2], pads[3]), (dilation, dilation), groups=groups, clamp=clamp
    )
    x = (int(rng.integers(1, 3)), height, width, channels)
    return "Conv", attrs, (x, (filters, kernel[0], kernel[1], each), (filters,))


@pytest.mark.parametrize("target", on("cortex-m0plus", "rv32imc"))
def test_random_shapes(target: str) -> None:
    rng = np.random.default_rng(SEED)
    calls: list[Made] = []
    for i in range(LAYERS):
        op, attrs, shapes = shapes_of(rng)
        layer = GridLayer(attrs, shapes, (1, 2))
        for kernel in kernels(target):
            if kernel.op == op:
                try:
                    calls.append(make(kernel, layer, i))
                except ValueError:  # it does not take the layer
                    continue
    found = run_trials([m.trial for m in calls], target)
    wrong = [
        f"{m.kernel.name} {m.name} {m.layer.attrs}"
        for m, outcome in zip(calls, found, strict=True)
        if not all(agrees(got, e.reshape(got.shape)) for got, e in zip(outcome.outputs, m.expected, strict=False))
    ]
    assert not wrong
    assert {m.kernel.id for m in calls} == {k.id for k in kernels(target)}
