"""Prices hold for layers that no rate was fitted to, smaller ones too: compilers make other code for some sizes."""

from __future__ import annotations

from functools import cache

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.rates import BAND, LEAST, Counted, count_layers
from tests.kernels.variations import varied

LAYERS, SEED = 8, 2  # of each kernel
SMALL = 1000  # instructions of a layer of a kernel of vectors
CASES = [
    *(("cortex-a53", "plain", k, level) for k in ("conv2d_s8_1x1", "dense_s8") for level in ("", "O2", "Os")),
    ("cortex-a53", "plain", "conv2d_s8", "O2"),
    *(("cortex-a53", "neon", "maxpool_s8", level) for level in ("", "O2", "Os")),
]


@cache
def counted(target: str, library: str, kernel: str, level: str) -> list[Counted]:
    """Layers of sizes that no grid has."""
    (one,) = (k for k in kernels_of(load_target(target)) if (k.library.name, k.id) == (library, kernel))
    return count_layers(varied(one, LAYERS, SEED), target, level=level)


@pytest.mark.parametrize(("target", "library", "kernel", "level"), CASES)
def test_prices_hold_for_other_sizes(target: str, library: str, kernel: str, level: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    rates = load_target(target).rates
    found = counted(target, library, kernel, level)
    assert all(one.right for one in found)
    large = [one for one in found if one.instructions >= (LEAST if library == "plain" else SMALL)]
    ratios = [
        sum(rates.price(owner, name, [(term, times)], level) for (owner, name, term), times in one.work.items())
        / one.instructions
        for one in large
    ]
    print(target, library, kernel, level, ratios)
    assert large and all(BAND[0] <= ratio <= BAND[1] for ratio in ratios)
