"""Layers of extreme weights, for the NEON kernels of AArch64 and of Armv7-A."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmarks.kernel_bench import Trial, trial, weighted
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import constant
from edgec.converter.ops.conv import ConvAttrs

LAYERS = (
    ((1, 1), (1, 5, 5, 24), 20, 1),
    ((1, 1), (1, 6, 5, 12), 10, 1),
    ((1, 1), (1, 6, 5, 24), 1, 1),
    ((3, 3), (1, 6, 6, 16), 8, 1),
    ((3, 3), (1, 7, 7, 3), 5, 1),
    ((3, 3), (1, 5, 5, 16), 16, 16),
    ((3, 3), (1, 5, 5, 8), 8, 8),
    ((5, 2), (1, 6, 6, 16), 16, 16),
)


def views(least: int, gain: float) -> list[NodeView]:
    """Layers whose weights are 127 or ``least``; with a large ``gain`` factors are 1/2 and more."""
    rng, found = np.random.default_rng(7), []
    for window, x, outputs_, groups in LAYERS:
        pads = (window[0] // 2, window[1] // 2, window[0] // 2, window[1] // 2)
        attrs = ConvAttrs(pads=pads if window != (1, 1) else (0, 0, 0, 0), groups=groups)
        view = weighted("Conv", attrs, x, (outputs_, *window, x[3] // groups), rng, in_zero=3, out_zero=-9, gain=gain)
        old = view.x(1)
        data = rng.choice(np.array([least, 127], np.int8), old.shape, p=[0.7, 0.3])
        found.append(replace(view, ins=(view.ins[0], constant("w", data, old.quant), *view.ins[2:])))
    return found


def trials(least: int, gain: float, kernels: Sequence[Kernel]) -> list[Trial]:
    """Random inputs and extreme ones for every kernel that takes a layer."""
    rng, found = np.random.default_rng(1), []
    for view in views(least, gain):
        for kernel in kernels:
            calls = kernel.calls(view) if kernel.takes(view) else Misfit("")
            if isinstance(calls, Misfit):
                continue
            made = trial(view, calls[0], rng)
            extreme = [np.full_like(made.inputs[0], v) for v in (-128, 127)]
            found += [made, *(Trial(view, calls[0], (x,)) for x in extreme)]
    return found


def left_of(t: Trial) -> object:
    """Return how often a call doubles sums."""
    assert t.call.initializer
    return next(value for name, value in t.call.initializer.fields if name.endswith("ending.left"))
