"""Prices of plain C on a Cortex-A53, of which GCC makes vectors for some sizes only: at -O2 where fours are even."""

from __future__ import annotations

from functools import cache

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.rates import BAND, LEAST, Counted, count_layers
from tests.kernels.variations import varied

TARGET = "cortex-a53"
LAYERS, SEED = 8, 2  # of each kernel: others than those that rates were fitted to
CASES = [(k, level) for k in ("conv2d_s8_1x1", "dense_s8") for level in ("", "O2", "Os")] + [("conv2d_s8", "O2")]


@cache
def counted(kernel: str, level: str) -> list[Counted]:
    """Layers of sizes that no grid has."""
    (plain,) = (k for k in kernels_of(load_target(TARGET)) if (k.library.name, k.id) == ("plain", kernel))
    return count_layers(varied(plain, LAYERS, SEED), TARGET, level=level)


@pytest.mark.skipif(not available(load_target(TARGET)), reason="no toolchain for cortex-a53")
@pytest.mark.parametrize(("kernel", "level"), CASES)
def test_prices_hold_for_other_sizes(kernel: str, level: str) -> None:
    rates = load_target(TARGET).rates
    found = counted(kernel, level)
    assert all(one.right for one in found)
    large = [one for one in found if one.instructions >= LEAST]
    ratios = [
        sum(rates.price(library, name, [(term, times)], level) for (library, name, term), times in one.work.items())
        / one.instructions
        for one in large
    ]
    print(kernel, level, ratios)
    assert large and all(BAND[0] <= ratio <= BAND[1] for ratio in ratios)
