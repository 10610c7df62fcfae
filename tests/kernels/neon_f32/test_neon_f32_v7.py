"""The float NEON kernels of Armv7-A: values and prices of their grids, Thumb, Clang, NaN, the ends of tensors."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels.guarded import outputs
from tests.kernels.informative import counted
from tests.kernels.layers import made_of, make
from tests.kernels.rates import agrees, count_layers, counts_of, wrong_prices

TARGET, LIBRARY = "cortex-a7", "neon_f32_v7"
KERNELS = tuple(k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY)
POINTWISE = 0.36  # instructions per MAC of a 1x1 layer of 64 channels
HEADERS = "/usr/arm-linux-gnueabihf/include"

pytestmark = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


@pytest.mark.grids
def test_values_and_prices() -> None:
    found = [one for kernel in KERNELS for one in counted([kernel], TARGET)]
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    assert not wrong_prices(found, load_target(TARGET).rates)
    assert Counter(one.made.kernel for one in found).keys() == set(KERNELS), "a kernel has no grid"


def test_a_pointwise_layer_takes_few_instructions() -> None:
    kernel = next(k for k in KERNELS if k.id == "conv2d_f32_1x1")
    (one,) = count_layers([make(kernel, kernel.grid[0])], TARGET)
    assert one.instructions <= POINTWISE * one.made.trial.call.macs


def test_every_count_has_a_rate_and_every_rate_is_used() -> None:
    calls = [(m, call) for kernel in KERNELS for m in made_of(kernel) for call in m.trial.calls if call.kernel]
    used = {Rates.owner(call.kernel.id, term) for m, call in calls if call.kernel for term, _ in counts_of(m, call)}
    rates = load_target(TARGET).rates.terms[LIBRARY]
    assert {(kernel, term) for kernel, terms in rates.items() for term in terms} <= used  # none where it costs nothing
    assert rates.keys() == {kernel for kernel, _ in used}


def test_a_cortex_a9_runs_them() -> None:
    """Its NEON has no fused multiplication."""
    made = [make(kernel, kernel.grid[0]) for kernel in KERNELS]
    for one, got in zip(made, run_trials([m.trial for m in made], "cortex-a9", shared=True), strict=True):
        assert agrees(got.output, one.expected[0].reshape(got.output.shape)), one.kernel.name


def test_nothing_outside_of_tensors_is_touched(tmp_path: Path) -> None:
    made = [m for kernel in KERNELS for m in made_of(kernel)]
    for one, found in zip(made, outputs([m.trial for m in made], TARGET, tmp_path), strict=True):
        expected = one.expected[0].reshape(-1)
        assert agrees(found.view(np.float32)[: expected.size], expected), f"{one.kernel.name} {one.name}"


@pytest.mark.parametrize("flags", [("-mthumb", "-Os"), ("-mthumb", "-O0"), ("-marm", "-O2")], ids="".join)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_compilers_take_the_assembly(compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    """Registers suffice in either instruction set, optimized or not."""
    command = ""
    if compiler == "clang":
        if shutil.which("clang") is None or not Path(HEADERS).is_dir():
            pytest.skip("Clang or the headers of armhf are absent")
        script = tmp_path / "clang"
        script.write_text(
            f'#!/bin/sh\nexec clang --target=arm-linux-gnueabihf -isystem {HEADERS} "$@"\n', encoding="utf-8"
        )
        script.chmod(0o755)
        command = str(script)
    made = [make(kernel, kernel.grid[k]) for kernel in KERNELS for k in (0, 3)]
    trials = [m.trial for m in made]
    for one, got in zip(made, run_trials(trials, TARGET, flags=flags, shared=True, compiler=command), strict=True):
        assert agrees(got.output, one.expected[0].reshape(got.output.shape)), one.kernel.name


def test_a_nan_passes_and_is_no_largest_value() -> None:
    for kernel in KERNELS:
        if kernel.id not in ("conv2d_f32_1x1", "binary_f32", "maxpool_f32"):
            continue
        one = make(kernel, kernel.grid[0])
        x = one.trial.inputs[0].copy()
        x.reshape(-1)[0] = np.nan
        (got,) = run_trials([replace(one.trial, inputs=(x, *one.trial.inputs[1:]))], TARGET, shared=True)
        assert np.isnan(got.output).any() != (kernel.id == "maxpool_f32"), kernel.name
