"""Tests of other optimization levels, per library of Cortex-A: `[levels]` of the rates is near what is counted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels.rates import BAND, Counted, count, slower
from tests.suite.sample import WHOLE

FEW, SOME = 12 if WHOLE else 6, 5  # kernels of a library that are all tried; about how many of larger libraries
LIBRARIES = {
    "neon": "cortex-a53",
    "neon_f32": "cortex-a53",
    "neon_dot": "armv8-i8mm",
    "neon_i8mm": "armv8-i8mm",
    "neon_v7": "cortex-a7",
    "neon_f32_v7": "cortex-a7",
}
LEVELS = ("O2", "Os")


def some(library: str) -> list[Kernel]:
    """Kernels from all over a library, each with the first layer of its grid."""
    own = [k for k in kernels_of(load_target(LIBRARIES[library])) if k.library.name == library]
    step = 1 if len(own) <= FEW else len(own) // SOME
    return [replace(k, grid=k.grid[:1]) for k in own[::step]]


@cache
def counted(library: str) -> tuple[tuple[Counted, ...], dict[str, tuple[Counted, ...]]]:
    """Layers at -O3, and at each level."""
    kernels, target = some(library), LIBRARIES[library]
    levels = {level: tuple(count(kernels, target, level=level)) for level in LEVELS}
    return tuple(count(kernels, target)), levels


def wrong(library: str, rates: Rates) -> list[str]:
    """The levels whose factor is not near what these layers take."""
    found, again = counted(library)
    assert all(one.right for each in (found, *again.values()) for one in each), "outputs are not the reference's"
    ratios = {level: rates.slowed(library, level) / slower(found, again[level])[library] for level in LEVELS}
    print(library, ratios)
    return [level for level, ratio in ratios.items() if not BAND[0] <= ratio <= BAND[1]]


@pytest.mark.grids
@pytest.mark.parametrize("library", LIBRARIES)
def test_levels(library: str) -> None:
    """And a factor that is wrong by as much as prices may be, twice, is seen."""
    target = load_target(LIBRARIES[library])
    if not available(target):
        pytest.skip(f"no toolchain for {target.name}")
    assert not wrong(library, target.rates)
    for factor in (BAND[0] ** 2, BAND[1] ** 2):
        levels = {
            level: {name: value * factor for name, value in each.items()} for level, each in target.rates.levels.items()
        }
        assert wrong(library, replace(target.rates, levels=levels)) == list(LEVELS)


def test_each_kernel_of_real_numbers_has_a_factor() -> None:
    """Products are assembly, which no level changes; the library's factor is that of its pools and sums too."""
    target = load_target(LIBRARIES["neon_f32"])
    if not available(target):
        pytest.skip(f"no toolchain for {target.name}")
    found, again = counted("neon_f32")
    for level in LEVELS:
        for one, other in zip(found, again[level], strict=True):
            slowed = target.rates.slowed(one.made.kernel.name, level)
            assert BAND[0] <= slowed * one.instructions / other.instructions <= BAND[1], (one.made.kernel.name, level)
