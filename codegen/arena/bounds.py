"""Lower bounds by contradiction: assume that everything fits into ``top`` bytes and follow what that forces.

Of two blocks that meet, one lies below the other.  When one of the two ways does not fit, the other is forced; forced
pairs form chains, and a chain that is longer than ``top`` refutes it.  A row of layers whose outputs each begin a
little before their inputs is such a chain.
"""

from __future__ import annotations

from edgec.codegen.arena.pairs import Gap, Gaps
from edgec.codegen.arena.problem import Problem
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Reach:
    """Per block: the lowest offset it can have, and the least distance from its offset to the end of the arena."""

    heads: tuple[int, ...]
    tails: tuple[int, ...]


def refuting_bound(problem: Problem, gaps: Gaps, low: int, high: int) -> int:
    """The smallest size in ``low`` .. ``high`` that is not refuted; ``high`` must be known to be enough."""
    while low < high:
        middle = (low + high) // 2
        if reach(problem, gaps, middle) is None:
            low = middle + 1
        else:
            high = middle
    return low


def reach(problem: Problem, gaps: Gaps, top: int) -> Reach | None:
    """Return the room that an arena of ``top`` bytes leaves below and above each block; None when it is refuted."""
    blocks = problem.blocks
    heads, tails = [0] * len(blocks), [b.size for b in blocks]
    pairs = [
        (i, j, _step(problem, i, j, gap), _step(problem, i, j, gaps[j][i]), _has_band(gap) or _has_band(gaps[j][i]))
        for i, row in enumerate(gaps)
        for j, gap in row.items()
        if i < j
    ]
    changed = True
    while changed:
        changed = False
        for i, j, up, down, band in pairs:
            above = heads[i] + up + tails[j] <= top  # j above i
            below = heads[j] + down + tails[i] <= top
            if band or (above and below):
                continue
            if not above and not below:
                return None
            lower, upper, apart = (i, j, up) if above else (j, i, down)
            if heads[lower] + apart > heads[upper] or apart + tails[upper] > tails[lower]:
                heads[upper] = max(heads[upper], heads[lower] + apart)
                tails[lower] = max(tails[lower], apart + tails[upper])
                changed = True
    if any(head + tail > top for head, tail in zip(heads, tails, strict=True)):
        return None
    return Reach(tuple(heads), tuple(tails))


def _step(problem: Problem, i: int, j: int, gap: Gap) -> int:
    """The least distance of two blocks, rounded up to the alignment that both offsets have."""
    align = min(problem.blocks[i].align, problem.blocks[j].align)
    return -(-gap.apart // align) * align


def _has_band(gap: Gap) -> bool:
    return gap.low <= gap.high
