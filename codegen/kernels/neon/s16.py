"""Bindings of the NEON convolutions and fully connected layers of int16 activations with int8 weights."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import quant
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, ending_of, ends, rows_of_block
from edgec.codegen.kernels.neon.products import POSITIONS, Products
from edgec.codegen.kernels.plain.s16 import MAX_MAGNITUDE, layer_sums
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

WIDTHS = (16, 8, 4)
TAPS_AT_ONCE = 4  # taps
ACTIVATION_BYTES = 2  # of an activation


def layer_s16(view: NodeView, clamp: Clamp) -> Layer | Misfit:
    """The numbers of a Conv or Dense node, or why it is no int16 layer; its sums are proven to fit int32."""
    misfit = layer_sums(view)
    if misfit is not None:
        return misfit
    w, b = view.x(1), view.x(2)
    assert w.data is not None and b.data is not None and w.quant is not None
    flat, bias = w.data.reshape(w.shape[0], -1).astype(np.int64), b.data.astype(np.int64)
    reach = MAX_MAGNITUDE * np.abs(flat).sum(axis=1)
    lo, hi = clamp_limits(clamp, quant(view.y), DType.I16)
    factors = output_multipliers(quant(view.x(0)), w.quant, quant(view.y), w.shape[0])
    return Layer(flat, bias, bias - reach, bias + reach, tuple(factors), 0, 0, lo, hi)


def ending_s16(layer: Layer) -> Ending | Misfit:
    """The constants of requantization, or why the kernels cannot give the layer's values."""
    ending = ending_of(layer)
    if isinstance(ending, Ending) and ending.left:
        return Misfit("a factor of requantization is 1/2 or more")
    return ending


@dataclass(frozen=True)
class WideProducts(Products):
    """A kind of product of int16 rows; ``unit`` counts taps.  ``unread``: parameters that its kernels do not read."""

    element: int = ACTIVATION_BYTES
    kind: str = "s16"
    unread: tuple[str, ...] = ("ending.out_zero",)

    def layer(self, view: NodeView) -> tuple[Layer, Ending] | Misfit:
        """The numbers of a layer, or why it is none of this kind."""
        a = view.node.attrs
        assert isinstance(a, ConvAttrs | DenseAttrs)
        if isinstance(a, ConvAttrs) and a.groups != 1:
            return Misfit("the layer has groups")
        layer = layer_s16(view, a.clamp)
        if isinstance(layer, Misfit):
            return layer
        ending = ending_s16(layer)
        return ending if isinstance(ending, Misfit) else (layer, ending)

    def bind_rows(self, view: NodeView) -> Bound:
        """Windows as runs of rows."""
        return self.reading(super().bind_rows(view))

    def bind_patch(self, view: NodeView) -> Bound:
        """Windows that are copied."""
        return self.reading(super().bind_patch(view))

    def bind_dense(self, view: NodeView) -> Bound:
        """A fully connected layer of any number of rows."""
        return self.reading(super().bind_dense(view))

    def reading(self, bound: Bound) -> Bound:
        """The calls with the parameters that are read."""
        return bound if isinstance(bound, Misfit) else tuple(call.without(*self.unread) for call in bound)


def pack_wide(w: Array, ending: Ending) -> Array:
    """The stream of edgec_gemm_s16_neon.h: biases of a block, its channels tap by tap, multipliers, shifts."""
    parts: list[Array] = []
    for first, width in blocks_of(len(w), WIDTHS):
        block, end = rows_of_block(w, first, width), ends(ending, first, width)
        parts += [end[: 4 * width], block.reshape(width, -1).T.reshape(-1), end[4 * width :]]
    stream: Array = np.concatenate(parts)
    return stream


def count_blocks(positions: int, outputs: int, segments: int, steps: int, single_rows: bool = True) -> Counts:
    """Tiles of four positions and a block of channels, or of one position; ``steps`` of a segment."""
    tiles, single = divmod(positions, POSITIONS)
    if single > 1 or (single and not single_rows):
        tiles, single = tiles + 1, 0
    widths = [width for _, width in blocks_of(outputs, WIDTHS)]
    few = int(outputs < min(WIDTHS))
    counts: list[tuple[str, float]] = [("tile", tiles), ("few", tiles * few), ("part", tiles * len(widths) * segments)]
    for width in WIDTHS:
        blocks = widths.count(width)
        counts += [(f"block_{width}", tiles * blocks), (f"step_{width}", tiles * blocks * segments * steps)]
        if single_rows:
            counts += [(f"row_{width}", single * blocks), (f"row_step_{width}", single * blocks * segments * steps)]
    return tuple(counts)


def count_wide(positions: int, outputs: int, segments: int, run: int) -> Counts:
    """Tiles and steps of segments of ``run`` bytes."""
    return count_blocks(positions, outputs, segments, run // (TAPS_AT_ONCE * ACTIVATION_BYTES))


PRODUCTS = WideProducts(
    LIBRARY,
    "neon",
    TAPS_AT_ONCE,
    -128,
    pack_wide,
    count_wide,
    "4 positions x 16 channels: 76 instructions for 256 MACs",
    False,
)
KERNELS = PRODUCTS.kernels(grids.GEMM)
