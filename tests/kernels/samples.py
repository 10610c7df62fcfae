"""A sample of the kernels' grids, computed on a target and compared with the references."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.reader import load_target
from tests.kernels.rates import Counted, count

LAYERS = 2  # so many layers of each kernel's grid, if it has them
STRIDE = 7  # layers of a grid from one turn to the next: neighbours are alike


def computed(target: str, first: int = 0, step: int = 1, jobs: int = 1, turn: int | None = None) -> list[Counted]:
    """Layers of every ``step``-th kernel that a target runs, from the ``first``, as they were computed there.

    Their instructions are those of the rates for a target that rates were fitted on.  With a ``turn`` it is one layer
    of each kernel, for each turn another one.
    """
    some = [k for k in kernels_of(load_target(target)) if k.grid][first::step]
    if turn is None:
        sampled = [replace(k, grid=k.grid[:: -(-len(k.grid) // LAYERS)]) for k in some]
    else:
        sampled = [replace(k, grid=(k.grid[turn * STRIDE % len(k.grid)],)) for k in some]
    return count(sampled, target, jobs, alone=load_target(target).rates_from == target)


def right(found: list[Counted]) -> int:
    """Count the layers, all of which must give the reference's outputs.

    Raises:
        AssertionError: one did not; names all.
    """
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    return len(found)
