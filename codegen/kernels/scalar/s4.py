"""Binding of convolutions with int4 weights for cores without SIMD: two products in one multiplication."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.conv import as_convolution
from edgec.codegen.kernels.scalar.pack import UNIT, ceil, ends_of
from edgec.codegen.kernels.scalar.params import ScalarConv2dS4, ScalarTileS4
from edgec.codegen.kernels.scalar.work import limited
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

CONV = "edgec_conv2d_s4_scalar"
POSITIONS = ScalarTileS4.EDGEC_SCALAR_S4_POSITIONS.value
PAIRS = ScalarTileS4.EDGEC_SCALAR_S4_PAIRS.value
STARTS = ScalarTileS4.EDGEC_SCALAR_S4_STARTS.value
TOGETHER = 2  # channels of a byte
HALF = np.iinfo(np.int16)


@dataclass(frozen=True)
class TapBlocks:
    """Taps whose sums fit 16 bits: units of the first block, of each of the others, and how many blocks there are."""

    first: int
    block: int
    count: int


def blocks_of(w: Array) -> TapBlocks:
    """The fewest blocks of filters [O, taps], whole units of int4, whose sums with any int8 fit int16.

    Blocks behind the first have an even number of units.  One of two units always fits: 8 taps * 8 * 128.
    """
    units = w.shape[1] // UNIT
    positive = np.maximum(w, 0).reshape(len(w), units, UNIT).sum(axis=2)
    negative = np.maximum(-w, 0).reshape(len(w), units, UNIT).sum(axis=2)
    count = 1
    while True:
        block = -(-units // (2 * count)) * 2
        first = units - (ceil(units, block) - 1) * block
        starts = np.array([0, *range(first, units, block)])
        up, down = (np.add.reduceat(v, starts, axis=1) for v in (positive, negative))
        if (127 * up + 128 * down).max() <= HALF.max and (-128 * up - 127 * down).min() >= HALF.min:
            return TapBlocks(first, block, len(starts))
        count += 1


def stream(w: Array) -> Array:
    """Filters [O, taps] as the kernel reads them: uint8 [O / 2, taps], w + 8 of the first channel in the low half."""
    full = np.zeros((ceil(len(w), TOGETHER) * TOGETHER, w.shape[1]), np.int64)
    full[: len(w)] = w
    halves = (full + 8).astype(np.uint8)
    return np.asarray(halves[0::2] | halves[1::2] << 4).reshape(-1)


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups != 1:
        return Misfit("the layer has groups")
    if view.x(1).dtype is not DType.I4:
        return Misfit("the weights are not int4", yields=True)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    ends = ends_of(layer, layer.bias)
    if isinstance(ends, Misfit):
        return ends
    outputs, taps = layer.w.shape
    units = ceil(taps, UNIT)
    w = np.pad(layer.w, ((0, 0), (0, UNIT * units - taps)))
    blocks = blocks_of(w)
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = ScalarConv2dS4(
        conv_geometry(view), *limits, units, blocks.first, blocks.block, blocks.count, out_step=outputs
    )
    weights = const("weights", "uint8_t", stream(w))
    factors = const("bias", "int32_t", ends, "multipliers and shifts")
    args = (operand(view, 0), weights, factors, output(view), Scratch("uint32_t"))
    words = UNIT * PAIRS * units + STARTS * blocks.count
    where = conv_window(view, POSITIONS, buffered=True)
    steps = (("out_step", 1),) if (layer.lo, layer.hi) == (-128, 127) else ()
    why = "int4: a multiplication serves two positions, tiles of 8 positions and 2 channels"
    scratch = 4 * words + ceil(view.x(0).shape[3], 4) * 4
    return (Call(CONV, f"{CONV}.h", params, args, scratch, conv_macs(view), (), why, where, steps),)


def _bind_rows(view: NodeView) -> Bound:
    return as_convolution(view, _bind)


def _work(view: NodeView, call: Call) -> Counts:
    """Pairs of windows by lines or cells; passes of two channels with their units and blocks; outputs."""
    p, w = call.params_of(ScalarConv2dS4), windows(call)
    g = p.geo
    taps = g.kernel_h * g.kernel_w
    lines = w.batch * sum(w.rows) * w.columns.count(g.kernel_w) if g.dilation_w == 1 else 0
    cells = w.positions * taps - lines * g.kernel_w
    each = w.positions // w.batch
    tiles = w.batch * ceil(each, POSITIONS)
    passes = tiles * ceil(g.out_c, TOGETHER)
    return (
        ("tile", tiles),
        ("window", w.positions),
        ("line", lines),
        ("cell", cells),
        ("copied", w.positions * taps * g.in_c),
        ("started", tiles * p.units),
        ("start", tiles * p.blocks),
        ("pass", passes),
        ("block", passes * p.blocks),
        ("unit", passes * p.units),
        ("channel", tiles * g.out_c),
        ("output", w.positions * g.out_c),
        limited(p.lo, p.hi, w.positions * g.out_c),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s4", "Conv", I8, _bind, _work, grid=int4(grids.CONVS)),
    Kernel(LIBRARY, "conv2d_s4", "Dense", I8, _bind_rows, _work, grid=int4(grids.ROWS)),
)
