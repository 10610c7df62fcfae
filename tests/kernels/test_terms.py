"""No work is free: what a kernel counts of any layer, it counts of one of its own grid too, whose rates are fitted.

A term that is in no rates takes nothing, which is right only of terms whose fit came out as nothing.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.errors import EdgecError
from edgec.targets.reader import Rates, load_target
from tests.kernels.layers import node_of
from tests.kernels.rates import Term

UNSEEN = {  # a fit of it would fit the rates of all kernels of products anew, which share them
    ("neon", "conv2d_s4_patch", "again"): "layers of windows with so many filters that weights are unpacked in parts",
    ("neon_dot", "conv2d_s4_patch", "again"): "the same",
}


def _terms(kernel: Kernel, layer: GridLayer, index: int) -> Iterator[Term]:
    """What a kernel counts of a layer; nothing of one that it does not take."""
    rng = np.random.default_rng(zlib.crc32(f"{kernel.name} {kernel.op} {index}".encode()))
    try:
        view, _ = node_of(kernel, layer, rng)
    except (EdgecError, ValueError, AssertionError):  # a layer of other types
        return
    bound = kernel.calls(view) if kernel.takes(view) else Misfit("other types")
    for call in () if isinstance(bound, Misfit) else bound:
        assert call.kernel is not None
        for term, times in call.kernel.work(view, call):
            if times:
                yield (call.kernel.library.name, *Rates.owner(call.kernel.id, term))


@pytest.mark.parametrize("name", ["cortex-m4", "cortex-m55", "cortex-a76", "rv32imc"])
def test_each_term_is_in_the_grid_of_its_kernel(name: str) -> None:
    kernels: dict[str, list[Kernel]] = defaultdict(list)
    for kernel in kernels_of(load_target(name)):
        kernels[kernel.op].append(kernel)
    fitted: set[Term] = set()
    others: dict[Term, str] = {}
    for alike in kernels.values():
        for kernel in alike:
            for owner in alike:
                for i, layer in enumerate(owner.grid):
                    found = _terms(kernel, layer, i)
                    if owner is kernel:
                        fitted.update(found)
                    elif layer.dtype is None or layer.dtype in kernel.dtypes:
                        others.update((term, f"layer {i} of the grid of {owner.name}") for term in found)
    assert {term: where for term, where in others.items() if term not in fitted and term not in UNSEEN} == {}
