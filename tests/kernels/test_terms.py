"""No work is free: what a kernel counts of any layer, it counts of one of its own grid too, whose rates are fitted.

A term that is in no rates takes nothing, which is right only of terms whose fit came out as nothing.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType
from edgec.targets.reader import Rates, load_target
from tests.kernels.layers import node_of
from tests.kernels.rates import Term

UNSEEN = {  # a fit of it would fit the rates of all kernels of products anew, which share them
    ("neon", "conv2d_s4_patch", "again"): "layers of windows with so many filters that weights are unpacked in parts",
    ("neon_dot", "conv2d_s4_patch", "again"): "the same",
}


@cache
def _node(owner: Kernel, index: int, dtypes: tuple[DType, ...], asked: bool) -> NodeView | None:
    """A layer of a kernel's grid, of the type that a kernel takes where the grid names none; None of other types."""
    rng = np.random.default_rng(zlib.crc32(f"{owner.name} {owner.op} {index}".encode()))
    taking = replace(owner, dtypes=dtypes, library=replace(owner.library, asked=asked))
    try:
        return node_of(taking, owner.grid[index], rng)[0]
    except (EdgecError, ValueError, AssertionError):
        return None


def _terms(kernel: Kernel, owner: Kernel, index: int) -> Iterator[Term]:
    """Yield the terms that a kernel counts for a layer of a grid; none for one that it does not take."""
    layer = owner.grid[index]
    view = _node(owner, index, kernel.dtypes if layer.dtype is None else (), kernel.library.asked)
    bound = kernel.calls(view) if view is not None and kernel.takes(view) else Misfit("other types")
    for call in () if isinstance(bound, Misfit) else bound:
        assert call.kernel is not None and view is not None
        for term, times in call.kernel.work(view, call):
            if times:
                yield (call.kernel.library.name, *Rates.owner(call.kernel.id, term))


@pytest.mark.parametrize("name", ["cortex-m55", "cortex-a76", "rv32imc"])
def test_each_term_is_in_the_grid_of_its_kernel(name: str) -> None:
    """A Cortex-M55 has all kernels of a Cortex-M4."""
    assert name != "cortex-m55" or set(kernels_of(load_target("cortex-m4"))) < set(kernels_of(load_target(name)))
    kernels: dict[str, list[Kernel]] = defaultdict(list)
    for kernel in kernels_of(load_target(name)):
        kernels[kernel.op].append(kernel)
    fitted: set[Term] = set()
    others: dict[Term, str] = {}
    for alike in kernels.values():
        for kernel in alike:
            for owner in alike:
                for i, layer in enumerate(owner.grid):
                    found = _terms(kernel, owner, i)
                    if owner is kernel:
                        fitted.update(found)
                    elif layer.dtype is None or layer.dtype in kernel.dtypes:
                        others.update((term, f"layer {i} of the grid of {owner.name}") for term in found)
    assert {term: where for term, where in others.items() if term not in fitted and term not in UNSEEN} == {}
