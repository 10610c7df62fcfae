"""Prices hold for layers that no rate was fitted to, smaller ones too: compilers make other code for some sizes."""

from __future__ import annotations

from functools import cache

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.plain.shape import gathered
from edgec.converter.graph.ir import DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import make
from tests.kernels.rates import BAND, LEAST, Counted, count_layers
from tests.kernels.variations import varied

LAYERS, SEED = 8, 2  # of each kernel
SMALL = 1000  # instructions of a layer of a kernel of vectors
CASES = [
    *(("cortex-a53", "plain", k, level) for k in ("conv2d_s8_1x1", "dense_s8") for level in ("", "O2", "Os")),
    ("cortex-a53", "plain", "conv2d_s8", "O2"),
    *(("cortex-a53", "plain", k, "") for k in ("maxpool_s8", "matmul_s8")),
    *(("cortex-a53", "neon", "maxpool_s8", level) for level in ("", "O2", "Os")),
]


ROWS = ((1, 100), (2, 200), (4, 100), (7, 100), (13, 100), (38, 30), (64, 30), (65, 30), (127, 30), (260, 30))
"""Bytes and number of gathered rows; some of them with few in each of many parts."""
PARTS = ((300, 10, 1), (100, 17, 4), (100, 30, 4), (20, 12, 65))


def kernel_of(target: str, library: str, kernel: str) -> Kernel:
    (one,) = (k for k in kernels_of(load_target(target)) if (k.library.name, k.id) == (library, kernel))
    return one


@cache
def counted(target: str, library: str, kernel: str, level: str) -> list[Counted]:
    """Layers of sizes that no grid has."""
    return count_layers(varied(kernel_of(target, library, kernel), LAYERS, SEED), target, level=level)


@pytest.mark.parametrize("known", [True, False], ids=["constant", "input"])
@pytest.mark.parametrize("target", ["cortex-m7", "cortex-m4"])
def test_prices_hold_for_rows_of_any_size(target: str, known: bool) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    kernel = kernel_of(target, "plain", "gather")
    flat = [gathered((40, size), 0, many, DType.I8, known=known) for size, many in ROWS]
    parts = [gathered((outer, 30, size), 1, many, DType.I8, known=known) for outer, many, size in PARTS]
    found = count_layers([make(kernel, layer, i) for i, layer in enumerate(flat + parts)], target)
    rates = load_target(target).rates
    ratios = [one.estimated(rates) / one.instructions for one in found]
    print(target, known, ratios)
    assert all(one.right for one in found)
    assert all(BAND[0] <= ratio <= BAND[1] for ratio in ratios)


@pytest.mark.parametrize(("target", "library", "kernel", "level"), CASES)
def test_prices_hold_for_other_sizes(target: str, library: str, kernel: str, level: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    rates = load_target(target).rates
    found = counted(target, library, kernel, level)
    assert all(one.right for one in found)
    large = [one for one in found if one.instructions >= (LEAST if library == "plain" else SMALL)]
    ratios = [one.estimated(rates, level) / one.instructions for one in large]
    print(target, library, kernel, level, ratios)
    assert large and all(BAND[0] <= ratio <= BAND[1] for ratio in ratios)
