"""The NEON kernels: bytes and prices of their grids, extreme values, nothing touched outside of tensors."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.guarded import outputs
from tests.kernels.informative import counted
from tests.kernels.layers import made_of
from tests.kernels.neon import extremes
from tests.kernels.neon.extremes import left_of

TARGET = "armv8-i8mm"  # runs the kernels of all three libraries
LIBRARIES = ("neon", "neon_dot", "neon_i8mm")

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def kernels(library: str) -> list[Kernel]:
    return [k for k in kernels_of(load_target(TARGET)) if k.library.name == library]


@pytest.mark.grids
@needs_qemu
@pytest.mark.parametrize("library", LIBRARIES)
def test_bytes_and_prices(library: str) -> None:
    found = counted(kernels(library), TARGET)
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    rates = load_target(TARGET).rates
    dear = [
        f"{o.made.name}: {o.instructions:,} counted, {o.estimated(rates):,.0f}" for o in found if not o.within(rates)
    ]
    assert not dear
    seen = Counter(one.made.kernel for one in found)
    assert seen.keys() == set(kernels(library)), "a kernel has no grid"


@needs_qemu
@pytest.mark.parametrize("library", LIBRARIES)
def test_nothing_outside_of_tensors_is_touched(library: str, tmp_path: Path) -> None:
    made = [m for kernel in kernels(library) for m in made_of(kernel)]
    for one, found in zip(made, outputs([m.trial for m in made], TARGET, tmp_path), strict=True):
        expected = one.expected[0].reshape(-1)
        values = found[: expected.nbytes].view(expected.dtype)
        np.testing.assert_array_equal(values, expected, err_msg=f"{one.kernel.name} {one.name}")


def trials(least: int, gain: float, library: str) -> list[Trial]:
    return extremes.trials(least, gain, kernels(library))


@needs_qemu
@pytest.mark.parametrize(
    ("library", "least", "gain"),
    [
        ("neon", -127, 1.0),
        ("neon", -127, 90.0),
        ("neon_dot", -128, 1.0),
        ("neon_i8mm", -128, 1.0),
    ],
)
def test_extreme_values(library: str, least: int, gain: float) -> None:
    made = trials(least, gain, library)
    assert len(made) >= 9
    if gain > 1:
        assert any(left_of(t) for t in made), "no layer with a factor of 1/2"
    for t, found in zip(made, run_trials(made, TARGET, shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


def test_what_cannot_be_computed_is_refused() -> None:
    taking = {t.call.symbol for t in trials(-128, 1.0, "neon")}
    assert taking == {"edgec_winograd_s8_neon"}, "two products of -128 do not fit 16 bits"
    doubled = {t.view.x(1).shape for t in trials(-127, 90.0, "neon") if left_of(t)}
    taken = {t.view.x(1).shape for t in trials(-127, 90.0, "neon_i8mm")}
    assert doubled and not doubled & taken, "SMMLA's sums are not doubled"
