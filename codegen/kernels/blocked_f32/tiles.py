"""What tiles of the blocked matrix product count (``Kernel.work``)."""

from __future__ import annotations

from collections import Counter

from edgec.codegen.kernels.counting import field
from edgec.codegen.kernels.spec import Call

TILE = 4  # positions and output channels of a block
LINE = 8  # output channels of a position by itself


def bounds_of(call: Call, values: int) -> Counter[str]:
    """Values that are compared with one bound, or with two."""
    kind = field(call, "bounds")
    return Counter(
        {"below": 0 if kind == "EDGEC_BOUND_NONE" else values, "above": values * (kind == "EDGEC_BOUND_BOTH")}
    )


def tiles(call: Call, positions: int, outputs: int, rows: int, run: int, times: int = 1) -> Counter[str]:
    """Positions after each other, all output channels of each: ``rows`` runs of ``run`` values.

    A last position whose values are one run is computed by itself.
    """
    found: Counter[str] = Counter()
    full, left = divmod(positions, TILE)
    single = left == 1 and rows == 1
    if single:
        found += line(call, outputs, run)
    tiles = full + (0 if single or not left else 1)
    fours = -(-outputs // TILE)
    blocks = tiles * fours
    partial = blocks - full * (outputs // TILE)
    found += Counter(tile=tiles, four=blocks, line=blocks * rows, partial=partial)
    found += Counter(step=blocks * rows * (run // TILE), single=blocks * rows * (run % TILE))
    found += Counter(rest=positions * outputs - full * TILE * (outputs // TILE * TILE) - (outputs if single else 0))
    found += bounds_of(call, blocks * TILE)
    return Counter({name: times * n for name, n in found.items()})


def line(call: Call, outputs: int, run: int, times: int = 1) -> Counter[str]:
    """One position, eight output channels at a time."""
    eights = times * -(-outputs // LINE)
    return Counter(eight=eights, step8=eights * (run // TILE), single8=eights * (run % TILE), written8=times * outputs)
