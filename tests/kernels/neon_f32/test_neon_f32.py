"""The float NEON kernels: values and prices of their grids, rounding errors, NaN, what lies outside of tensors."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec import ConvertOptions, convert
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import RELU, conv
from edgec.codegen.kernels.library import Kernel
from edgec.commands.profile import profile
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.guarded import outputs
from tests.kernels.informative import counted
from tests.kernels.layers import made_of, make
from tests.kernels.rates import agrees

TARGET = "cortex-a53"
KERNELS = tuple(k for k in kernels_of(load_target(TARGET)) if k.library.name == "neon_f32")
WINOGRAD = tuple(k for k in KERNELS if k.id.startswith("winograd"))
KWS_BOUND = 1_899_000  # instructions: the least of LiteRT, ONNX Runtime and ncnn on a Cortex-A53 (benchmarks/neon.py)

pytestmark = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


@pytest.mark.grids
def test_values_and_prices() -> None:
    # kernel by kernel: what else a program holds changes what the compiler inlines
    found = [one for kernel in KERNELS for one in counted([kernel], TARGET)]
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    rates = load_target(TARGET).rates
    dear = [
        f"{o.made.kernel.name} {o.made.name}: {o.instructions:,} counted, {o.estimated(rates):,.0f}"
        for o in found
        if not o.within(rates)
    ]
    assert not dear
    assert Counter(one.made.kernel for one in found).keys() == set(KERNELS), "a kernel has no grid"


def test_nothing_outside_of_tensors_is_touched(tmp_path: Path) -> None:
    made = [m for kernel in KERNELS for m in made_of(kernel)]
    for one, found in zip(made, outputs([m.trial for m in made], TARGET, tmp_path), strict=True):
        expected = one.expected[0].reshape(-1)
        assert agrees(found.view(np.float32)[: expected.size], expected), f"{one.kernel.name} {one.name}"


@pytest.mark.parametrize("kernel", WINOGRAD, ids=lambda k: k.id)
def test_winograd_rounds_not_much_worse_than_sums_do(kernel: Kernel) -> None:
    """`verify` allows 1e-4 of the largest magnitude for a whole model; a layer takes a fiftieth at most."""
    made = [make(kernel, conv((1, 10, 10, c), 8, (3, 3), clamp=RELU), c) for c in (4, 32, 256)]
    for one, got in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        expected = one.expected[0].reshape(-1)
        error = np.abs(got.output.reshape(-1)[: expected.size] - expected).max() / np.abs(expected).max()
        assert error < 2e-6, f"{one.name}: {error:.2g}"


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang")
def test_clang_compiles_them(tmp_path: Path) -> None:
    clang = tmp_path / "clang"
    clang.write_text('#!/bin/sh\nexec clang --target=aarch64-linux-gnu "$@"\n', encoding="utf-8")
    clang.chmod(0o755)
    made = [make(kernel, kernel.grid[0]) for kernel in KERNELS]
    trials = [m.trial for m in made]
    for one, got in zip(made, run_trials(trials, TARGET, flags=("-O2",), compiler=str(clang)), strict=True):
        assert agrees(got.output, one.expected[0].reshape(got.output.shape)), one.kernel.name


def test_a_nan_passes_and_is_no_largest_value() -> None:
    """Limits let NaN through, a maximum takes the other values: as in the plain kernels."""
    for kernel in KERNELS:
        if kernel.id not in ("conv2d_f32_1x1", "binary_f32", "maxpool_f32"):
            continue
        one = make(kernel, kernel.grid[0])
        x = one.trial.inputs[0].copy()
        x.reshape(-1)[0] = np.nan
        trial = replace(one.trial, inputs=(x, *one.trial.inputs[1:]))
        (got,) = run_trials([trial], TARGET, shared=True)
        assert np.isnan(got.output).any() != (kernel.id == "maxpool_f32"), kernel.name


def test_kws_is_below_the_bound(shared: Path, tmp_path: Path) -> None:
    model = shared / "models" / "mlperf_kws_dscnn.onnx"
    made = convert(model, ConvertOptions(target=TARGET, quantize="float32"), tmp_path / "out")
    assert profile(made.folder).profile.total.instructions <= KWS_BOUND
