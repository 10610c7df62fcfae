"""Prices of the plain kernels on 1x1 layers of few channels, whose outputs end as dearly as their products come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import conv
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import Counted, count_layers, wrong_prices

LAYER = conv((1, 48, 48, 8), 16)  # the second of MobileNet at a quarter of its width, images of 96x96


def layers(target: str) -> dict[str, Made]:
    """The layer by the name of each plain or scalar kernel that computes it."""
    found = [k for k in kernels_of(load_target(target)) if k.library.name in ("plain", "scalar") and k.op == "Conv"]
    named = [k for k in found if k.id in ("conv2d_s8", "conv2d_s8_1x1")]
    return {k.name: one for k in named for one in made_of(replace(k, grid=(LAYER,)))}


@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "rv32imc"])
def test_each_kernel_is_priced_near_what_is_counted(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = layers(target)
    assert {"plain/conv2d_s8", "plain/conv2d_s8_1x1"} <= made.keys()
    assert not wrong_prices(count_layers([*made.values()], target), load_target(target).rates)


def test_a_cortex_m0plus_takes_the_kernel_of_fewest_instructions() -> None:
    target = load_target("cortex-m0plus")
    if not available(target):
        pytest.skip("no toolchain")
    found: list[Counted] = count_layers([*layers(target.name).values()], target.name)
    cheapest = min(found, key=lambda one: one.estimated(target.rates))
    assert cheapest is min(found, key=lambda one: one.instructions)
    assert cheapest.made.kernel.library.name == "scalar"
