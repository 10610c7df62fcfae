"""The NEON kernels of int4 weights and of int16 activations: extreme values, and what a model takes beside int8."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.suite.sample import sample

TARGET = "armv8-i8mm"  # runs the kernels of all three libraries
LIBRARIES = ("neon", "neon_dot", "neon_i8mm")
LAYERS = (
    ((1, 1), (1, 5, 5, 24), 20, 1),
    ((3, 3), (1, 6, 6, 16), 36, 1),
    ((3, 3), (1, 7, 7, 3), 5, 1),
    ((3, 3), (1, 5, 5, 16), 16, 16),
    ((3, 3), (1, 5, 5, 9), 9, 9),
    ((5, 2), (1, 6, 6, 16), 16, 16),
)
LEAST = {"int4": -7, "int16": -128}
MOST = {"int4": 1.16, "int16x8": 2.2}  # int4: a layer of ad keeps its nibbles where int8 is 300 instructions quicker

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def views(precision: str, least: int, gain: float) -> list[NodeView]:
    """Layers whose weights are the largest or ``least``."""
    rng, found = np.random.default_rng(7), []
    for window, x, outputs, groups in LAYERS:
        pads = (window[0] // 2, window[1] // 2, window[0] // 2, window[1] // 2)
        attrs = ConvAttrs(pads=pads if window != (1, 1) else (0, 0, 0, 0), groups=groups)
        shape = (outputs, *window, x[3] // groups)
        found.append(weighted("Conv", attrs, x, shape, rng, in_zero=3, out_zero=-9, gain=gain, precision=precision))
    found.append(weighted("Dense", DenseAttrs(), (2, 300), (21, 300), rng, gain=gain, precision=precision))
    most = 7 if precision == "int4" else 127
    return [_with_weights(view, rng.choice([least, most], view.x(1).shape, p=[0.7, 0.3])) for view in found]


def _with_weights(view: NodeView, data: np.ndarray) -> NodeView:
    old = view.x(1)
    new = constant("w", data.astype(np.int8), old.quant, old.dtype)
    return replace(view, ins=(view.ins[0], new, *view.ins[2:]))


def trials(precision: str, library: str, least: int, gain: float = 1.0) -> list[Trial]:
    """Every kernel of this precision with layers that it takes: random inputs, and those at either end."""
    mark = {"int4": "_s4", "int16": "_s16"}[precision]
    own = [k for k in kernels_of(load_target(TARGET)) if k.library.name == library and mark in k.id]
    rng, found = np.random.default_rng(1), []
    for view in views(precision, least, gain):
        for kernel in own:
            calls = kernel.calls(view) if kernel.takes(view) else Misfit("")
            if isinstance(calls, Misfit):
                continue
            made = trial(view, calls[0], rng)
            limits = np.iinfo(made.inputs[0].dtype)
            extreme = [np.full_like(made.inputs[0], v) for v in (limits.min, limits.max)]
            found += [made, *(Trial(view, calls[0], (x,)) for x in extreme)]
    return found


def check(made: list[Trial]) -> None:
    for t, found in zip(made, run_trials(made, TARGET, shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


@needs_qemu
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("precision", LEAST)
def test_extreme_values(precision: str, library: str) -> None:
    made = trials(precision, library, LEAST[precision])
    assert len({t.call.symbol for t in made}) >= 3
    check(made)


@needs_qemu
@pytest.mark.parametrize("library", LIBRARIES)
def test_int4_with_factors_of_a_half_and_more(library: str) -> None:
    made = trials("int4", library, -7, gain=8.0)
    assert any(_doubled(t) for t in made), "no layer whose sums are doubled"
    check(made)


def _doubled(t: Trial) -> bool:
    assert t.call.initializer
    return any(value != 0 for name, value in t.call.initializer.fields if name.endswith(".left"))


@needs_qemu
@pytest.mark.parametrize("library", ["neon", "neon_dot"])
def test_int4_weights_of_minus_8(library: str) -> None:
    made = trials("int4", library, -8)
    symbols = {t.call.symbol for t in made}
    assert any("conv2d_s4" in s for s in symbols)
    assert not any("dense_s4" in s for s in symbols), "two weights of a byte, or 32 products, would not fit"
    check(made)


def test_sums_of_int16_layers_that_may_leave_int32_are_refused() -> None:
    view = weighted("Dense", DenseAttrs(), (1, 600), (8, 600), np.random.default_rng(0), precision="int16")
    full = _with_weights(view, np.full((8, 600), 127))
    own = [k for k in kernels_of(load_target(TARGET)) if k.library.name in LIBRARIES and k.takes(view)]
    assert own and not any(isinstance(k.calls(view), Misfit) for k in own)
    assert all(isinstance(k.calls(full), Misfit) for k in own)


BESIDE = [
    ("int4", TARGET, "ad"),
    ("int16x8", "cortex-a7", "ad"),
    ("int4", "cortex-a7", "resnet8"),
    ("int16x8", TARGET, "kws"),
]


@pytest.mark.grids
@pytest.mark.parametrize(("scheme", "target", "model"), sample(BESIDE, itemgetter(0), itemgetter(1)))
def test_a_model_beside_int8(scheme: str, target: str, model: str, repo: Path, shared: Path) -> None:
    """The most that a scheme may take, of int8's instructions."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    options = ["--scheme", scheme, "--target", target, "--model", model]
    command = [sys.executable, str(repo / "benchmarks" / "neon.py"), *options]
    environment = {**os.environ, "EDGEC_SHARED": str(shared)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    (ratio,) = re.findall(r"\((\d\.\d+)\)", done.stdout)
    assert float(ratio) <= MOST[scheme], done.stdout
