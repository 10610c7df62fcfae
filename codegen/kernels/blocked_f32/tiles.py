"""Counts of work of the tiles of the blocked matrix product (``Kernel.work``)."""

from __future__ import annotations

from collections import Counter

from edgec.codegen.kernels.blocked_f32.params import FiniteBounds, ProductTile

TILE = ProductTile.EDGEC_TILE.value
LINE_CHANNELS = 8  # output channels of a position by itself


def compared(bounds: FiniteBounds, values: int) -> Counter[str]:
    """Values that are compared with one bound, or with two."""
    below, above = bounds is not FiniteBounds.EDGEC_BOUND_NONE, bounds is FiniteBounds.EDGEC_BOUND_BOTH
    return Counter(below=values * below, above=values * above)


def tiles(bounds: FiniteBounds, positions: int, outputs: int, rows: int, run: int, times: int = 1) -> Counter[str]:
    """Positions after each other, all output channels of each: ``rows`` runs of ``run`` values.

    A last position whose values are one run is computed by itself.
    """
    counts: Counter[str] = Counter()
    full, left = divmod(positions, TILE)
    single = left == 1 and rows == 1
    if single:
        counts += line(bounds, outputs, run)
    tiles = full + (0 if single or not left else 1)
    fours = -(-outputs // TILE)
    blocks = tiles * fours
    partial = blocks - full * (outputs // TILE)
    counts += Counter(tile=tiles, four=blocks, line=blocks * rows, partial=partial)
    counts += Counter(step=blocks * rows * (run // TILE), single=blocks * rows * (run % TILE))
    counts += Counter(rest=positions * outputs - full * TILE * (outputs // TILE * TILE) - (outputs if single else 0))
    counts += compared(bounds, blocks * TILE)
    return Counter({name: times * n for name, n in counts.items()})


def line(bounds: FiniteBounds, outputs: int, run: int, times: int = 1) -> Counter[str]:
    """One position, eight output channels at a time."""
    eights = times * -(-outputs // LINE_CHANNELS)
    return Counter(eight=eights, step8=eights * (run // TILE), single8=eights * (run % TILE), written8=times * outputs)
