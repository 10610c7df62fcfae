"""Prices can not rot: every kernel of a Cortex-M4 computes its grid's layers, and its price is near what is counted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from edgec.codegen.kernels.catalog import asked_kernels, kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.kernels import informative
from tests.kernels.layers import made_of
from tests.kernels.rates import BAND, LEAST, Counted, counts_of, wrong_prices

TARGET = "cortex-m4"
VECTORS = "cortex-m55"  # whose own kernels have rates in the file of the first
EACH = 3  # every third layer is tried on a Cortex-M7 too
SMALL = frozenset[str]()  # kernels whose largest layer is small, with the reason behind the name

KERNELS = kernels_of(load_target(TARGET))  # those of other instruction sets have tests of their own

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason="no Arm compiler or QEMU")


def module_of(kernel: Kernel) -> str:
    return kernel.bind.__module__.removeprefix("edgec.codegen.kernels.")


@cache
def counted(module: str) -> dict[tuple[str, str], list[Counted]]:
    """The layers of all kernels of a module, by kernel."""
    found: dict[tuple[str, str], list[Counted]] = {}
    for one in informative.counted([k for k in KERNELS if module_of(k) == module], TARGET):
        found.setdefault((one.made.kernel.name, one.made.kernel.op), []).append(one)
    return found


def modules() -> list[object]:
    return [
        pytest.param(m, marks=pytest.mark.xdist_group(f"prices {m}"))
        for m in dict.fromkeys(module_of(k) for k in KERNELS)
    ]


def each_kernel() -> list[object]:
    return [
        pytest.param(k, id=f"{k.name} {k.op}", marks=pytest.mark.xdist_group(f"prices {module_of(k)}")) for k in KERNELS
    ]


@pytest.mark.grids
@needs_qemu
@pytest.mark.parametrize("kernel", each_kernel())
def test_the_price_is_near_what_is_counted(kernel: Kernel) -> None:
    found = counted(module_of(kernel)).get((kernel.name, kernel.op), [])
    assert not [one.made.name for one in found if not one.right], "outputs are not the reference's"
    assert not wrong_prices(found, load_target(TARGET).rates)
    assert kernel.name in SMALL or max((one.instructions for one in found), default=0) > LEAST, "no layer that matters"


@pytest.mark.grids
@needs_qemu
@pytest.mark.parametrize("module", modules())
def test_a_cortex_m7_has_rates_of_its_own(module: str) -> None:
    some = [k for k in KERNELS if module_of(k) == module]
    assert not wrong_prices(informative.counted(some, "cortex-m7", EACH), load_target("cortex-m7").rates)


@needs_qemu
@pytest.mark.xdist_group("prices armv7em.linear")
def test_a_wrong_price_is_seen() -> None:
    found = [one for layers in counted("armv7em.linear").values() for one in layers]
    rates = load_target(TARGET).rates
    assert not wrong_prices(found, rates)
    for factor in (BAND[0] * 0.9, BAND[1] * 1.1):
        kernel = {term: factor * rate for term, rate in rates.terms["armv7em"]["linear_s8"].items()}
        changed = {**rates.terms, "armv7em": {**rates.terms["armv7em"], "linear_s8": kernel}}
        assert wrong_prices(found, replace(rates, terms=changed))


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m7"])
def test_every_kernel_has_rates_and_every_rate_is_used(target: str) -> None:
    rates = load_target(target).rates
    others = (*asked_kernels(), *(k for k in kernels_of(load_target(VECTORS)) if k not in KERNELS))
    asked = [kernel for kernel in others if kernel.library.name in rates.terms]
    used = {
        (call.kernel.library.name, *Rates.owner(call.kernel.id, term))
        for kernel in (*KERNELS, *asked)
        for made in made_of(kernel)
        for call in made.trial.calls
        if call.kernel is not None
        for term, _ in counts_of(made, call)
    }
    rated = {(library, k, term) for library, ks in rates.terms.items() for k, terms in ks.items() for term in terms}
    assert rated <= used
    assert {owner[:2] for owner in rated} == {owner[:2] for owner in used}
