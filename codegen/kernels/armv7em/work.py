"""Counts of work that several Armv7E-M kernels share: windows, tiles of matrix products, limits (``Kernel.work``)."""

from __future__ import annotations

from math import prod
from typing import Protocol

import numpy as np

from edgec.codegen.kernels.armv7em.params import DenseStep, GemmTile
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs

UNROLLED = 16  # iterations of a loop that the compiler writes out
POSITIONS = GemmTile.EDGEC_GEMM_POSITIONS.value  # of a tile of a matrix product
UNIT, DENSE_UNIT = GemmTile.EDGEC_GEMM_UNIT.value, DenseStep.EDGEC_DENSE_UNIT.value  # taps of a step
MAX_UNROLLED_CHANNELS = 4  # channels whose copies are compiled for the layer
PARTS = (0, 1, 1, 2)  # halfwords and bytes of so many bytes
BYTE_LIMITS, HALF_LIMITS = (-128, 127), (-32768, 32767)


def ceil(n: int, by: int) -> int:
    """The number of parts of ``by`` that n takes."""
    return -(-n // by)


class OutputLimits(Protocol):
    """Parameters with limits of the output."""

    @property
    def lo(self) -> int:
        """The least value."""

    @property
    def hi(self) -> int:
        """The largest value."""


def limited(limits: OutputLimits, elements: int) -> int:
    """Elements of the output whose limits are other than those of their type: all, or none."""
    return 0 if (limits.lo, limits.hi) in (BYTE_LIMITS, HALF_LIMITS) else elements


@dataclass(frozen=True)
class Windows:
    """The windows of a layer: how many rows and columns of taps lie inside the input, for each row and column of them.

    ``rows`` and ``columns`` are int arrays [OH] and [OW]; ``kernel`` is their largest.
    """

    batch: int
    kernel: tuple[int, int]
    rows: Array
    columns: Array
    late: bool = False
    """Whether each of them may begin left of the input: the compiler then keeps the loops over lines and cells."""

    @staticmethod
    def of(view: NodeView) -> Windows:
        """Return the windows of a Conv or a pool."""
        a = view.node.attrs
        assert isinstance(a, ConvAttrs | PoolAttrs)
        kernel = view.x(1).shape[1:3] if isinstance(a, ConvAttrs) else a.kernel
        n, h, w, _ = view.x(0).shape
        _, oh, ow, _ = view.y.shape
        cells = [
            inside(size, out, taps, a.strides[i], a.pads[i], a.dilations[i])
            for i, (size, out, taps) in enumerate(zip((h, w), (oh, ow), kernel, strict=True))
        ]
        return Windows(n, (kernel[0], kernel[1]), cells[0], cells[1], a.pads[1] > 0 and a.strides[1] == 1)

    @property
    def kind(self) -> str:
        """Prefix of the terms of windows that reach out of the input."""
        return "late_" if self.late else "cut_" if self.kernel[1] > 2 else "cut_two_"

    @property
    def count(self) -> int:
        """All of them."""
        return self.batch * len(self.rows) * len(self.columns)

    @property
    def lines(self) -> int:
        """Rows of taps inside the input, of all windows."""
        return self.batch * int(self.rows.sum()) * len(self.columns)

    @property
    def cells(self) -> int:
        """Taps inside the input, of all windows."""
        return self.batch * int(self.rows.sum()) * int(self.columns.sum())

    @property
    def whole(self) -> Array:
        """Mask of the windows of an image that lie wholly inside, in order: bool [OH * OW]."""
        whole: Array = ((self.rows == self.kernel[0])[:, None] & (self.columns == self.kernel[1])).reshape(-1)
        return whole


def inside(size: int, out: int, taps: int, stride: int, pad: int, dilation: int) -> Array:
    """Return the number of taps of each window along an axis that lie inside the input: int [out]."""
    starts = np.arange(out) * stride - pad
    at = starts[:, None] + np.arange(taps) * dilation
    count: Array = ((at >= 0) & (at < size)).sum(axis=1)
    return count


def whole_tiles(windows: Windows) -> int:
    """Tiles of positions of an image, all of whose windows lie inside."""
    whole = windows.whole
    full = np.concatenate([whole, np.ones(-len(whole) % POSITIONS, bool)])
    return int(full.reshape(-1, POSITIONS).all(axis=1).sum())


def product(view: NodeView, positions: int, images: int, groups: int, function: str) -> Counts:
    """Tiles of three positions; their pairs of channels and steps of four taps, which are those of a function.

    ``positions`` are those of an image.
    """
    outputs, taps = view.x(1).shape[0] // groups, prod(view.x(1).shape[1:])
    tiles = images * groups * ceil(positions, POSITIONS)
    pairs = tiles * ceil(outputs, 2)
    return (
        ("tile", tiles),
        (f"{function}.odd", tiles * (outputs % 2)),
        (f"{function}.pair", pairs),
        (f"{function}.step", pairs * ceil(taps, UNIT)),
    )


def widened(tiles: int, taps: int) -> Counts:
    """Words of three positions that are widened, and what is no whole word."""
    return ("gemm.widened", tiles * (taps // UNIT)), ("gemm.rest", tiles * int(taps % UNIT > 0))


def window_copies(lines: int, line: int, cells: int, outside: int, channels: int) -> Counts:
    """Lines of windows and single cells that are copied, and cells filled; few channels by code made for them."""
    copies = _few_copies if channels <= MAX_UNROLLED_CHANNELS else _copies
    return copies(lines, line, cells, outside, channels)


def _copies(lines: int, line: int, cells: int, outside: int, channels: int) -> Counts:
    """Lines of windows and cells copied byte by byte, and cells filled."""
    return (
        ("line", lines),
        ("cell", cells + outside),
        ("copied", lines * line + cells * channels),
        ("filled", outside * channels),
    )


def _few_copies(lines: int, line: int, cells: int, outside: int, channels: int) -> Counts:
    """The same with sizes that the compiler knows: by words, halfwords and bytes."""
    return (
        ("few_line", lines),
        ("few_word", lines * (line // UNIT)),
        ("few_part", lines * PARTS[line % UNIT]),
        ("few_cell", cells),
        ("few_cell_part", cells * PARTS[channels % UNIT or 1]),
        ("few_outside", outside),
        ("few_filled", outside * channels),
    )
