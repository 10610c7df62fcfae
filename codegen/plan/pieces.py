"""The pieces of a run in slices: what one call of ``<name>_step`` may do of a step, and its estimated price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from edgec.codegen.kernels.spec import Cut

MARGIN = 1.07
"""Items as they are counted under QEMU, of those as they are estimated, at most, of kernels in assembly."""
PLAIN_MARGIN = 1.16
"""The same of plain C, which the compiler arranges for each layer."""
OWN = 40.0
"""Instructions of a slice beside the kernel: the place, the budget, the call."""
PART = 110.0
"""Instructions of a call that is done in parts beside its items: where the first one lies."""


@dataclass(frozen=True)
class Piece:
    """Step ``step`` of a plan, or one ``loop`` of a group: ``items`` items, as many of them in a slice as it allows.

    A slice of n items takes at most ``fixed`` + n * ``each`` estimated instructions.  ``layer`` is its first layer,
    None of a copy; ``cut`` is None where the whole step is one item.
    """

    step: int
    layer: int | None
    items: int
    each: int
    fixed: int
    loop: int | None = None
    cut: Cut | None = None

    @property
    def least(self) -> int:
        """Instructions of a slice of one item."""
        return self.fixed + self.each


def least_budget(pieces: Iterable[Piece]) -> int:
    """Instructions that every slice of a run may need: those of the longest single item."""
    return max(p.least for p in pieces)
