"""Float16 kernels: the bits of the simulator from Helium, from portable C on the host and under QEMU; prices."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.converter.arithmetic.half import fma_sums, half_bits
from edgec.converter.graph.ir import Array, DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels.informative import counted
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import counts_of, wrong_prices

TARGET = "cortex-m55"

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def kernels(library: str) -> list[Kernel]:
    return [k for k in kernels_of(load_target(TARGET)) if k.library.name == library and k.id.find("f16") >= 0]


@cache
def made(library: str) -> tuple[Made, ...]:
    return tuple(m for kernel in kernels(library) for m in made_of(kernel))


def _bits(data: Array) -> Array:
    flat = np.ascontiguousarray(data).reshape(-1)
    return flat.view(np.uint16) if flat.itemsize == DType.F16.bytes else flat.view(np.uint32)


@pytest.mark.parametrize(("library", "target"), [("mve_f32", TARGET), ("half", TARGET), ("half", "host")])
def test_bits_are_the_simulators(library: str, target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    found = made(library)
    assert {m.kernel.op for m in found} >= {"Conv", "Dense", "Binary"}
    for m, got in zip(found, run_trials([m.trial for m in found], target, shared=True), strict=True):
        np.testing.assert_array_equal(_bits(got.output), _bits(m.expected[0]), err_msg=f"{m.kernel.name} {m.name}")


@pytest.mark.grids
@needs_qemu
def test_prices() -> None:
    every = [*kernels("mve_f32"), *kernels("half")]
    found = counted(every, TARGET)
    assert {one.made.kernel for one in found} == set(every)
    assert not wrong_prices(found, load_target(TARGET).rates)


@pytest.mark.parametrize("library", ["mve_f32", "half"])
def test_every_count_has_a_rate(library: str) -> None:
    terms = load_target(TARGET).rates.terms[library]
    for m in made(library):
        for call in m.trial.calls:
            assert call.kernel is not None
            owners = {Rates.owner(call.kernel.id, term)[0] for term, _ in counts_of(m, call)}
            assert owners <= terms.keys(), f"{call.symbol}: no rates of {owners - terms.keys()}"


def test_a_sum_is_rounded_once_for_each_product() -> None:
    """Not the product first: 1 + (1 + 2**-10) * 2**-11 is above a tie, and 65504 + 31 * 1 stays finite."""
    one, small = np.float16(1.0), np.float16(2.0**-11)
    above = fma_sums(np.array([1.0 + 2.0**-10], np.float16), np.array([small]), np.array(one))
    assert above == np.float16(1.0 + 2.0**-10)
    assert fma_sums(np.array([1.0], np.float16), np.array([small]), np.array(one)) == one, "a tie goes to even"
    assert fma_sums(np.array([[31.0, 1.0]], np.float16), np.ones(2, np.float16), np.float16(65472.0)) == 65504.0
    assert np.isinf(fma_sums(np.array([[48.0]], np.float16), np.ones(1, np.float16), np.float16(65504.0)))


def test_limits_are_the_nearest_halves() -> None:
    assert [half_bits(v) for v in (0.0, 6.0, -np.inf, np.inf, 1e9, 0.1)] == [0, 0x4600, 0xFC00, 0x7C00, 0x7C00, 0x2E66]
