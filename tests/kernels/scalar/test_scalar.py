"""The kernels for cores without SIMD: bytes and prices of grids, random shapes, instructions of models."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.kernel_bench import run_trials
from benchmarks.random_shapes import above
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.scalar import LIBRARY
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels.informative import counted
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import agrees, count, count_layers, counts_of, wrong_prices
from tests.kernels.samples import right
from tests.kernels.scalar.shapes import random_layers

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
def test_bytes(target: str) -> None:
    found = count(kernels(target), target, alone=False)
    assert right(found) == sum(len(kernel.grid) for kernel in kernels(target))
    assert {one.made.kernel for one in found} == set(kernels(target)), "a kernel has no grid"


@pytest.mark.grids
@pytest.mark.parametrize("target", on(*TARGETS))
def test_prices(target: str) -> None:
    found = counted(kernels(target), target)
    assert right(found) >= len(kernels(target))
    assert not wrong_prices(found, load_target(target).rates)


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


@pytest.mark.parametrize("target", on("cortex-m0plus", "rv32imc"))
def test_random_shapes(target: str) -> None:
    calls = random_layers(kernels(target), LAYERS, SEED)
    found = run_trials([m.trial for m in calls], target)
    wrong = [
        f"{m.kernel.name} {m.name} {m.layer.attrs}"
        for m, outcome in zip(calls, found, strict=True)
        if not all(agrees(got, e.reshape(got.shape)) for got, e in zip(outcome.outputs, m.expected, strict=False))
    ]
    assert not wrong
    assert {m.kernel.id for m in calls} == {k.id for k in kernels(target)}


def test_layers_above_their_neighbours_are_priced_so() -> None:
    """The price knows why an odd size takes more: blocks that are filled up, borders, few taps."""
    target = load_target("cortex-m0plus")
    if not available(target):
        pytest.skip("no toolchain")
    found = count_layers(random_layers(kernels(target.name)[:2], LAYERS // 2, SEED), target.name)
    worse = above(found, target.rates)
    assert worse and not [each.line for each in worse if not each.explained]
