"""Counts of work that the kernels of ``runtime_c/scalar`` share (``Kernel.work``)."""

from __future__ import annotations

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.scalar.pack import POSITIONS, UNIT, ceil, fours

BYTE_LIMITS = (-128, 127)


def limited(lo: int, hi: int, elements: int) -> tuple[str, float]:
    """Elements of the output whose limits are other than those of int8: all, or none."""
    return "clamp.limited", 0 if (lo, hi) == BYTE_LIMITS else elements


def product(positions: int, images: int, outputs: int, taps: int) -> Counts:
    """Tiles of four positions; of blocks of four channels the passes over two positions and their units.

    Where registers hold the sums of all four positions there is one pass for each block.
    """
    tiles = images * ceil(positions, POSITIONS)
    blocks = tiles * fours(outputs)
    passes = images * (2 * (positions // POSITIONS) + ceil(positions % POSITIONS, 2)) * fours(outputs)
    return (
        ("tile.tile", tiles),
        ("tile.pass", passes),
        ("tile.channel", tiles * outputs),
        ("tile.output", images * positions * outputs),
        ("tile.unit", passes * ceil(taps, UNIT)),
        ("tile.block", blocks),
        ("tile.block_unit", blocks * ceil(taps, UNIT)),
    )
