"""The pieces of a run in slices: what one call of ``<name>_step`` may do of a step, and its estimated price."""

from __future__ import annotations

from collections.abc import Iterable

from edgec.codegen.kernels.spec import Cut
from edgec.converter.graph.frozen import dataclass

PLAIN_MARGIN = 1.16
"""Items as they are counted under QEMU, of those as they are estimated, at most, of plain C, which compilers arrange.
"""
OWN = 70.0
"""Instructions of a slice beside the kernel: the place, the budget, the call."""
PART = 130.0
"""Instructions of a call that is done in parts beside its items: where the first one lies."""


@dataclass(frozen=True)
class Piece:
    """Step ``step`` of a plan, or one ``loop`` of a group: ``items`` items, as many of them in a slice as it allows.

    A slice takes at most ``fixed`` estimated instructions and what its items do: the first ``heads`` of every
    ``period`` items take ``head`` each, all others ``each``.  ``layer`` is its first layer, None of a copy; ``cut`` is
    None where the whole step is one item; item 0 is item ``first`` of the cut.
    """

    step: int
    layer: int | None
    items: int
    each: int
    fixed: int
    loop: int | None = None
    cut: Cut | None = None
    first: int = 0
    heads: int = 0
    head: int = 0
    period: int = 1

    @property
    def front(self) -> int:
        """Instructions of the first items of a period."""
        return self.heads * self.head

    @property
    def whole(self) -> int:
        """Instructions of the items of a period."""
        return self.front + (self.period - self.heads) * self.each

    @property
    def least(self) -> int:
        """Instructions of a slice of one item."""
        return self.fixed + max(self.each, self.head)


def least_budget(pieces: Iterable[Piece]) -> int:
    """Instructions that every slice of a run may need: those of the longest single item."""
    return max(p.least for p in pieces)
