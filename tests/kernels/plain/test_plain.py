"""Every kernel against the numpy references: all declared cases and random grids, on the host and under QEMU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials as run_layers
from edgec.codegen.kernels.catalog import kernels
from edgec.converter.ops.registry import OPS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels import grids, typed_grids
from tests.kernels.layers import made_of
from tests.kernels.program import Trial, run_trials
from tests.kernels.trials import float_trial, int_trial

TARGETS = [
    pytest.param(name, marks=pytest.mark.skipif(not available(load_target(name)), reason=f"no toolchain for {name}"))
    for name in ("host", "cortex-m4")
]

FAMILIES = {**grids.FAMILIES, **typed_grids.FAMILIES}
WITH_KERNEL = {k.op for k in kernels()}
FROM_GRIDS = {"MovingMean"}  # its cases have states beside int8 inputs: layers of its kernel's grid are tried


def declared() -> list[Trial]:
    """Every case that an operator declares, in float32 and, when it has an integer form, in int8."""
    rng = np.random.default_rng(1)
    found: list[Trial | None] = []
    for op, spec in OPS.items():
        for case in spec.cases if op in WITH_KERNEL - FROM_GRIDS else ():
            found += [float_trial(op, case, rng), int_trial(op, case, rng)]
    return [t for t in found if t is not None]


@pytest.mark.parametrize("target", TARGETS)
def test_declared_cases_specialized(target: str, tmp_path: Path) -> None:
    run_trials(declared(), tmp_path, target, specialize=True)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_grid(family: str, target: str, tmp_path: Path) -> None:
    run_trials(FAMILIES[family](), tmp_path, target)


def test_everything_is_clean_under_sanitizers(tmp_path: Path) -> None:
    every = [*declared(), *(t for make in FAMILIES.values() for t in make())]
    run_trials(every, tmp_path, sanitize=True)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("op", sorted(FROM_GRIDS))
def test_layers_of_grids(op: str, target: str) -> None:
    made = [one for kernel in kernels() if kernel.op == op for one in made_of(kernel)]
    assert made
    for one, got in zip(made, run_layers([m.trial for m in made], target), strict=True):
        assert np.array_equal(got.output.reshape(-1), one.expected[0].reshape(-1)), one.name


def test_every_operator_with_a_kernel_is_tried() -> None:
    covered = {t.graph.nodes[0].op for t in declared()}
    covered |= {t.graph.nodes[0].op for make in FAMILIES.values() for t in make()}
    assert covered | FROM_GRIDS == WITH_KERNEL
