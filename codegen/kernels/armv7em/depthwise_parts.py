"""Parts of the Armv7E-M depthwise convolutions (``spec.Cut``)."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.armv7em.cuts import FILLED, LIMITED
from edgec.codegen.kernels.armv7em.depthwise_work import LINE_QUAD, NIBBLES, Kind, line_outputs, outputs_of
from edgec.codegen.kernels.armv7em.params_depthwise import Dwconv2dS8Armv7em
from edgec.codegen.kernels.armv7em.planes import PLANES, Shape
from edgec.codegen.kernels.armv7em.work import ceil, limited
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.spec import Call, Cut, NodeView

ANY_IN_PARTS = 1.1  # loops over any taps whose number of rows the compiler does not know, of those that it knows
IN_EACH_STRIP = ("expanded", "planes.taps", "filters", "planes.column")  # terms of a filter's words, or of its columns
ANY_MARGIN, MARGIN = 1.12, 1.03  # items as counted, of those as estimated: of any windows, of 3x3


def cut_planes(view: NodeView, call: Call, kind: Kind) -> Cut | None:
    """The planes filled; rows of four channels loaded, rows of each filter computed, strip by strip; limits."""
    p, shape = call.params_of(Dwconv2dS8Armv7em), kind.shape(view)
    if p.batch > 1:
        return None
    over, strips, filters = p.span - p.stride_row, ceil(p.out_rows, p.strip), p.channels * p.filters
    loads = ceil(p.channels, PLANES) * (p.out_rows * p.stride_row + (over if over > 0 else strips * over))
    least = min(p.strip, p.out_rows - (strips - 1) * p.strip)
    four = (least - 1) * p.stride_row + p.span - max(0, over) + (p.channels % PLANES or PLANES) * p.filters * least
    moved = max(0, over) * 2 * p.pitch if strips > 1 else 0
    outputs = outputs_of(shape, filters, strips, kind)
    channel = _channel(p, kind, tuple((name, n / (filters * strips)) for name, n in outputs))
    rare: tuple[tuple[int, int, Counts], ...] = (
        (least, 0, channel),
        (four, 0, (("planes.quad", 1), ("planes.moved", moved))),
    )
    items = ceil(2 * p.pitch * p.depth, FILLED) + loads + filters * p.out_rows + ceil(limited(p, p.out_size), LIMITED)
    header = call.symbol.replace("_armv7em", "_parts_armv7em.h")
    margin = ANY_MARGIN if kind.stride is None else MARGIN
    cut = Cut(f"{call.symbol}_part", header, items, _kinds(p, shape, kind, outputs), rare, margin=margin)
    return cut if p.channels < PLANES else _by_fours(cut, f"{call.symbol}_fours", p, shape, channel)


def _channel(p: Dwconv2dS8Armv7em, kind: Kind, outputs: Counts) -> Counts:
    """The work that a filter begins with in each strip; ``outputs``: of a strip of it."""
    unpacked = (("planes.unpacked", ceil(p.tap_rows * p.tap_cols, NIBBLES)),) if kind.bits == 4 else ()
    return (("planes.channel", 1), *unpacked, *((name, n) for name, n in outputs if name.startswith(IN_EACH_STRIP)))


def _kinds(p: Dwconv2dS8Armv7em, shape: Shape, kind: Kind, outputs: Counts) -> tuple[Counts, Counts, Counts, Counts]:
    """The work of a run of words filled, a row loaded, a row of a filter computed, a run of bytes limited.

    ``outputs``: of all rows of all filters, with what those begin with in each strip.
    """
    loops, fours, twos, ones = shape.loads
    narrow: Counts = (("planes.narrow_row", 1), ("planes.narrow", p.in_cols * p.channels))
    wide: Counts = (
        *(("planes.load_row", loops), ("planes.load_four", fours)),
        *(("planes.load_two", twos), ("planes.load_one", ones)),
    )
    longer = ANY_IN_PARTS if kind.stride is None else 1.0
    rows = p.channels * p.filters * p.out_rows
    computed = tuple((name, longer * n / rows) for name, n in outputs if not name.startswith(IN_EACH_STRIP))
    return (
        (("planes.filled", FILLED),),
        (*(narrow if p.channels < PLANES else wide), ("planes.filled", 2 * p.pitch if p.strip < p.out_rows else 0)),
        (*(() if kind.raised else ((kind.row, 1),)), *computed),
        (("bytes.limited", LIMITED if limited(p, p.out_size) else 0),),
    )


def _by_fours(cut: Cut, fours: str, p: Dwconv2dS8Armv7em, shape: Shape, channel: Counts) -> Cut:
    """The parts of a layer of at least four channels: in their order where all are whole fours.

    Args:
        cut: its parts: runs filled, rows loaded, rows computed, runs limited.
        fours: the C function whose parts are four channels.
        p: its parameters.
        shape: its window.
        channel: what a filter begins with in each strip.
    """
    filled, loaded, _, limits = cut.kinds
    order = _order(cut, p, channel)
    four = tuple((name, n * count) for count, counts in order for name, n in counts)
    if shape.line and p.filters == 1:
        taps, outputs = line_outputs(shape)
        own = (("filters", taps), ("planes.any", outputs))
        four = (*loaded, ("planes.quad", LINE_QUAD), *((name, PLANES * n) for name, n in own))
    if not any(n for _, n in limits):
        kinds: tuple[Counts, ...] = ((("planes.filled", 2 * p.pitch * p.depth),), four)
        cut = replace(cut, coarse=Cut(fours, cut.header, 1 + ceil(p.channels, PLANES), kinds, margin=cut.margin))
    if p.channels % PLANES:
        return cut
    heads = 2 if p.strip >= p.out_rows else 0
    return replace(cut, kinds=(filled, limits), rare=(), order=order, again=(*channel, ("planes.quad", 1)), heads=heads)


def _order(cut: Cut, p: Dwconv2dS8Armv7em, channel: Counts) -> tuple[tuple[int, Counts], ...]:
    """The parts of four channels in their order; arguments as of ``_by_fours``."""
    _, loaded, computed, _ = cut.kinds
    (_, _, strip) = cut.rare[1]
    order: list[tuple[int, Counts]] = []
    for row in range(0, p.out_rows, p.strip):
        rows = min(p.strip, p.out_rows - row)
        loads = (rows - 1) * p.stride_row + p.span - (max(0, p.span - p.stride_row) if row else 0)
        order += [(1, (*loaded, *strip)), (loads - 1, loaded)]
        order += [(1, (*computed, *channel)), (rows - 1, computed)] * (PLANES * p.filters)
    return tuple(order)
