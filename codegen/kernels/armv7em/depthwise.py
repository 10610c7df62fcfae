"""Bindings of the Armv7E-M depthwise convolutions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_depthwise as grids
from edgec.codegen.kernels.armv7em.cuts import FILLED, LIMITED
from edgec.codegen.kernels.armv7em.pack import STREAM, one_shift
from edgec.codegen.kernels.armv7em.params import Dwconv2dS8Armv7em, PlaneFilters
from edgec.codegen.kernels.armv7em.planes import PAIRS, PLANES, Shape, axes, groups, keeps_input, shape_of
from edgec.codegen.kernels.armv7em.work import ceil, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

ANY_IN_PARTS = 1.1  # loops over any taps whose number of rows the compiler does not know, of those that it knows
ANY_MARGIN, MARGIN = 1.12, 1.03  # items as counted, of those as estimated: of any windows, of 3x3
END_BYTES = PlaneFilters.EDGEC_DW_END.value
NIBBLES, RAISED_BITS = PlaneFilters.EDGEC_DW_NIBBLES.value, 4  # int4 taps of a word; sums of int4 arrive times 16
SIX, FOUR, ANY_ROW = 33, 30, 18  # instructions of six and four outputs of any window beside its taps, of their row
LINE_QUAD = 0.5  # four channels of a single row, of those of any strip
SCRATCH_BYTES, FRUGAL_BYTES = 2048, 640  # a strip is as tall as fits, but at least one row
MOST_SCRATCH_BYTES = 8192  # of large images that do not become smaller: a quarter of one, at most so many
RAISED = PlaneFilters.EDGEC_DW_RAISED.value  # the shift of sums that are raised


@dataclass(frozen=True)
class Kind:
    """A kernel takes 3x3 of a stride, or any window; sums are raised to one shift; weights have so many bits."""

    stride: int | None
    raised: bool
    bits: int

    @property
    def id(self) -> str:
        """The kernel's name, and its function's."""
        if self.stride is None:
            return f"dwconv2d_s{self.bits}{'_raised' if self.raised else ''}"
        return f"dwconv2d_s{self.bits}{'_raised' if self.raised else '_3x3'}_s{self.stride}"

    def shape(self, view: NodeView) -> Shape:
        """The window and the direction of its rows, as this kernel sees a layer."""
        return shape_of(view, self.stride is None, self.raised)

    @property
    def why(self) -> str:
        """The reason that the report gives."""
        if self.stride is None:
            how = "two taps per instruction" + (", one shift of all channels" if self.raised else "")
        else:
            six, four = (71, 50) if self.raised else (82, 61)
            how = f"six outputs in {six} instructions" if self.stride == 1 else f"four outputs in {four} instructions"
        return f"{'int4, ' if self.bits == 4 else ''}four channels as int16 planes, {how}"


def spread(taps: Array, shape: Shape) -> Array:
    """Filters [filters, rows, taps] with the zeros between the taps of a row: [filters, rows, width]."""
    wide: Array = np.zeros((*taps.shape[:2], shape.width), np.int8)
    wide[:, :, :: shape.cols.dilation // shape.phases] = taps
    return wide


def raised_word(layer: Layer, c: int) -> tuple[int, int] | Misfit:
    """(m, s) of output channel ``c``: taps and bias are raised by 2**s, taps up to int16."""
    shift = one_shift(layer, c, RAISED)
    if not isinstance(shift, Misfit) and shift[1] > RAISED:
        return Misfit(f"the taps of channel {c} do not fit 16 bits at the shift of all")
    return shift


def channel_stream(layer: Layer, taps: Array, raised: bool = False) -> Array | Misfit:
    """The bytes of all filters: int8, as edgec_dwconv2d_planes_armv7em.h reads them.

    Args:
        layer: whose biases and factors they are.
        taps: int8 [filters, rows, columns].
        raised: whether sums are raised to one shift.
    """
    if int(np.abs(layer.bias).max()) >= 2**26:
        return Misfit("a bias does not fit 27 bits")
    parts: list[Array] = []
    for c in range(len(taps)):
        end = raised_word(layer, c) if raised else layer.shift_word(c)
        if isinstance(end, Misfit):
            return end
        words = np.array([(int(layer.bias[c]) << 5 | end[1]) & 0xFFFFFFFF, end[0]], "<u4")
        parts += [taps[c].reshape(-1), words.view(np.int8)]
    stream: Array = np.concatenate(parts)
    return stream


def nibble_bytes(taps: int) -> int:
    """Bytes of a filter of int4 taps that lie before the words of its end, which hold the last of one to four."""
    rest = taps % NIBBLES
    return taps // NIBBLES * 4 + (4 if rest > 4 else max(rest - 1, 0))


def nibble_stream(layer: Layer, taps: Array) -> Array | Misfit:
    """``channel_stream`` of int4 weights."""
    if int(np.abs(layer.bias).max()) >= 2**23:
        return Misfit("a bias does not fit 24 bits")
    if max(-int(layer.low.min()), int(layer.high.max()) + 1) > 2**27:
        return Misfit("16 times an accumulator does not fit int32")
    size = taps[0].size
    words = np.zeros((len(taps), -(-size // NIBBLES), NIBBLES), np.uint8)
    words.reshape(len(taps), -1)[:, :size] = taps.reshape(len(taps), -1).view(np.uint8) & 15
    packed = (words[:, :, :4] | words[:, :, 4:] << 4).reshape(len(taps), -1)
    parts: list[Array] = []
    for c, nibbles in enumerate(packed):
        end = layer.shift_word(c, RAISED_BITS)
        if isinstance(end, Misfit):
            return end
        m, n = end
        before = nibble_bytes(size)
        last = int(nibbles[before]) if before < len(nibbles) and 1 <= size % NIBBLES <= 4 else 0
        tail = np.array([m >> 3 << 4 | last, (int(layer.bias[c]) << 8 | n << 3 | m & 7) & 0xFFFFFFFF], "<u4")
        parts += [nibbles[:before].view(np.int8), tail.view(np.int8)]
    stream: Array = np.concatenate(parts)
    return stream


def _bind(view: NodeView, kind: Kind) -> Bound:
    a, stride, bits = view.attrs(ConvAttrs), kind.stride, kind.bits
    filters, kh, kw, one = view.x(1).shape
    if one != 1 or a.groups != view.x(0).shape[3]:
        return Misfit("the layer is not depthwise")
    if stride is not None and ((kh, kw) != (3, 3) or a.strides != (stride, stride) or a.dilations != (1, 1)):
        return Misfit(f"the layer is not 3x3 of stride {stride} without dilation")
    shape = kind.shape(view)
    if stride is None and kind.raised and not shape.steps:
        return Misfit("the window has a step along its rows, or is too wide")
    if stride is None and a.groups == 1 and filters > 1 and not shape.steps:
        return Misfit("filters of one channel are faster as a matrix product")
    if shape.pairs > PAIRS:
        return Misfit(f"a filter of {kh}x{kw} taps is too large")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    taps = layer.w.astype(np.int8).reshape(filters, kh, kw)
    taps = taps.transpose(0, 2, 1) if shape.turned else taps
    met = taps[:, shape.rows.skipped :, shape.cols.skipped :][:, : shape.rows.taps, : shape.cols.taps]
    unmet = (taps.astype(np.int64).sum(axis=(1, 2)) - met.astype(np.int64).sum(axis=(1, 2))) * layer.in_zero
    layer, taps = replace(layer, bias=layer.bias + unmet), spread(met, shape)
    if bits == 4 and view.x(1).dtype is not DType.I4:
        return Misfit("the weights are int8", yields=True)
    stream = nibble_stream(layer, taps) if bits == 4 else channel_stream(layer, taps, kind.raised)
    if isinstance(stream, Misfit):
        return stream
    call = _call(view, layer, shape, stream, f"edgec_{kind.id}_armv7em", kind.why)
    if stride is None:
        return (call.without("stride_col") if kind.raised else call,)
    return (call.without("stride_col", "tap_step", *(("tap_rows", "tap_cols") if bits == 8 else ())),)


def _call(view: NodeView, layer: Layer, shape: Shape, stream: Array, symbol: str, why: str) -> Call:
    x, y = view.x(0), view.y
    rows, cols = shape.rows, shape.cols
    large = min(x.size // x.shape[0] // 4, MOST_SCRATCH_BYTES) if x.size <= y.size else 0
    strip = shape.strip(FRUGAL_BYTES if view.frugal else max(SCRATCH_BYTES, large))
    depth = (strip - 1) * rows.stride + rows.span
    params = Dwconv2dS8Armv7em(
        *(x.shape[0], x.shape[3], y.shape[3] // x.shape[3]),
        *axes(rows, cols),
        *(x.size // x.shape[0], y.size // y.shape[0]),
        *(rows.taps, shape.width, rows.stride, cols.stride),
        *(shape.pitch * rows.dilation, rows.span, rows.pad, cols.pad),
        *(shape.pitch, depth, strip),
        tap_bytes=stream.size // y.shape[3] - END_BYTES,
        between=shape.phases - 1,
        in_zero=layer.in_zero,
        out_zero=layer.out_zero,
        lo=layer.lo,
        hi=layer.hi,
    )
    args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int16_t"))
    scratch = 2 * PLANES * shape.pitch * depth
    macs = y.size * view.x(1).size // view.x(1).shape[0]
    alone = x.shape[0] == 1 and x.shape[3] == y.shape[3]
    inplace = (0,) if alone and keeps_input(shape, strip) else ()
    cells = y.size // y.shape[0] // y.shape[3]
    to_row, to_col = rows.out_step // y.shape[3], cols.out_step // y.shape[3]
    steps: tuple[tuple[str, int], ...] = (("out_row_step", to_row), ("out_col_step", to_col), ("out_size", cells))
    if (layer.lo, layer.hi) != (-128, 127):  # limits are applied to all bytes from the first to the last
        steps = ()
    why += "; turned: rows of the planes run along the image's height" if shape.turned else ""
    return Call(symbol, f"{symbol}.h", params, args, scratch, macs, inplace, why, steps=steps)


def _work(view: NodeView, call: Call, kind: Kind) -> Counts:
    """Rows of four channels loaded, rows of each channel computed; strips, all of which but the first keep rows."""
    shape, p = kind.shape(view), call.params_of(Dwconv2dS8Armv7em)
    rows, cols = shape.rows, shape.cols
    batch, channels, filters = view.x(0).shape[0], view.x(0).shape[3], view.y.shape[3]
    line = shape.line and channels == filters >= PLANES
    strips = ceil(rows.out, p.strip)
    quads, each = batch * ceil(channels, 4), batch * filters
    kept = (strips - 1) * max(0, rows.span - rows.stride)  # rows moved instead of loaded
    needed = (rows.out - 1) * rows.stride + rows.span + (strips - 1) * max(0, rows.span - rows.stride) - kept
    loaded = min(needed, rows.size)
    loops, fours, ones = shape.loads
    counts: Counts = (
        ("call", 1),
        ("planes.quad", quads * strips * (LINE_QUAD if line else 1)),
        (
            "planes.filled",
            2 * shape.pitch * p.depth + (quads * (needed - loaded) * 2 * shape.pitch if strips > 1 else 0),
        ),
        ("planes.moved", quads * kept * 2 * shape.pitch),
        ("bytes.limited", limited(p, view.y.size)),
    )
    if kind.stride is not None or not kind.raised:
        counts += (("planes.channel", each * strips), ("row", each * rows.out))
    if channels < 4:
        counts += (("planes.narrow_row", batch * loaded), ("planes.narrow", batch * loaded * cols.size * channels))
    else:
        counts += (
            ("planes.load_row", quads * loaded * loops),
            ("planes.load_four", quads * loaded * fours),
            ("planes.load_one", quads * loaded * ones),
        )
    if kind.bits == 4:
        counts += (("planes.unpacked", each * strips * ceil(rows.taps * shape.width, NIBBLES)),)
    if line:
        taps, outputs = _line_outputs(shape)
        return (*counts, ("filters", each * taps), ("planes.any", each * outputs))
    return counts + _outputs(shape, each, strips, kind)


def _line_outputs(shape: Shape) -> tuple[int, int]:
    """Instructions of a filter, and of its outputs, where both are a single row."""
    sixes, fours = groups(shape.cols.out)
    six, four = 26 + 7 * shape.steps + (shape.steps - 1) // 2, 26 + 5 * shape.steps + shape.steps // 3
    return 8 + 7 * shape.steps, 15 + sixes * six + fours * four


def _raised_outputs(shape: Shape) -> tuple[int, int]:
    """Instructions of a filter in each strip, and in each row of outputs, where sums of any window are raised."""
    steps, rows = shape.steps, shape.rows.taps
    sixes, fours = (sum(n) for n in zip(*map(groups, shape.columns), strict=True))
    six = 26 + rows * (7 * steps + 3 + (steps - 1) // 2)
    four = 26 + rows * (5 * steps + 3 + steps // 3)
    return len(shape.columns) * (26 + rows * (7 * steps - 1)), len(shape.columns) * ANY_ROW + sixes * six + fours * four


def _outputs(shape: Shape, channels: int, strips: int, kind: Kind) -> Counts:
    """The sums of rows: steps of six outputs (of four at stride 2) and twos of 3x3; else fours and a last two."""
    rows, cols = shape.rows, shape.cols
    out_rows = channels * rows.out
    if kind.stride is not None:
        steps, rest = divmod(cols.out, 6 if kind.stride == 1 else 4)
        return ("step", out_rows * steps), ("two", out_rows * ceil(rest, 2))
    if shape.raised:
        filters, each = _raised_outputs(shape)
        return ("filters", channels * strips * filters), ("planes.any", out_rows * each)
    if shape.steps:
        sixes, fours = (sum(n) for n in zip(*map(groups, shape.columns), strict=True))
        six, four = SIX + rows.taps * (1 + 8 * shape.steps), FOUR + rows.taps * (2 + 6 * shape.steps)
        return (
            ("planes.taps", channels * strips * rows.taps * ceil(shape.steps, 2)),
            ("planes.any", out_rows * (len(shape.columns) * ANY_ROW + sixes * six + fours * four)),
        )
    words = ceil(cols.span, 2)
    fours, rest = divmod(cols.out, 4)
    fours, twos = fours + int(rest > 2), int(0 < rest <= 2)
    return (
        ("expanded_row", channels * strips * rows.taps),
        ("expanded", channels * strips * rows.taps * ceil(cols.span, 4)),
        ("four", out_rows * fours),
        ("two", out_rows * twos),
        ("line", out_rows * (fours + twos) * rows.taps),
        ("four_pair", out_rows * fours * rows.taps * words),
        ("two_pair", out_rows * twos * rows.taps * words),
    )


def _cut(view: NodeView, call: Call, kind: Kind) -> Cut | None:
    """The planes filled; rows of four channels loaded, rows of each filter computed, strip by strip; limits."""
    p, shape = call.params_of(Dwconv2dS8Armv7em), kind.shape(view)
    if p.batch > 1:
        return None
    over, strips, filters = p.span - p.stride_row, ceil(p.out_rows, p.strip), p.channels * p.filters
    loads = ceil(p.channels, PLANES) * (p.out_rows * p.stride_row + (over if over > 0 else strips * over))
    limits = ceil(limited(p, p.out_size), LIMITED)
    loops, fours, ones = shape.loads
    moved = max(0, over) * 2 * p.pitch if strips > 1 else 0
    narrow: Counts = (("planes.narrow_row", 1), ("planes.narrow", p.in_cols * p.channels))
    wide: Counts = (("planes.load_row", loops), ("planes.load_four", fours), ("planes.load_one", ones))
    channel: Counts = (("planes.channel", 1),)
    if kind.bits == 4:
        channel = (*channel, ("planes.unpacked", ceil(p.tap_rows * p.tap_cols, NIBBLES)))
    outputs = _outputs(shape, filters, strips, kind)
    once = ("expanded", "planes.taps", "filters")  # in each strip
    expanded = tuple((name, n / (filters * strips)) for name, n in outputs if name.startswith(once))
    longer = ANY_IN_PARTS if kind.stride is None else 1.0
    computed = tuple((name, longer * n / (filters * p.out_rows)) for name, n in outputs if not name.startswith(once))
    least = min(p.strip, p.out_rows - (strips - 1) * p.strip)
    words, strip_words = 2 * p.pitch * p.depth, 2 * p.pitch if strips > 1 else 0
    four = (least - 1) * p.stride_row + p.span - max(0, over) + (p.channels % PLANES or PLANES) * p.filters * least
    kinds: tuple[Counts, ...] = (
        (("planes.filled", FILLED),),
        (*(narrow if p.channels < PLANES else wide), ("planes.filled", strip_words)),
        (("row", 1), *computed),
        (("bytes.limited", LIMITED if limits else 0),),
    )
    rare: tuple[tuple[int, int, Counts], ...] = (
        (least, 0, (*channel, *expanded)),
        (four, 0, (("planes.quad", 1), ("planes.moved", moved))),
    )
    items = ceil(words, FILLED) + loads + filters * p.out_rows + limits
    header = call.header.replace("_armv7em.h", "_parts_armv7em.h")
    cut = Cut(f"{call.symbol}_part", header, items, kinds, rare, margin=ANY_MARGIN if kind.stride is None else MARGIN)
    return cut if p.channels % PLANES else _ordered(cut, f"{call.symbol}_fours", p, (*channel, *expanded), moved)


def _ordered(cut: Cut, fours: str, p: Dwconv2dS8Armv7em, channel: Counts, moved: int) -> Cut:
    """The parts of a layer whose channels are whole fours, in their order.

    Args:
        cut: its parts: runs filled, rows loaded, rows computed, runs limited.
        fours: the C function whose parts are four channels.
        p: its parameters.
        channel: what a filter begins with in each strip.
        moved: words that a strip after the first one keeps.
    """
    filled, loaded, computed, limits = cut.kinds
    strip: Counts = (("planes.quad", 1), ("planes.moved", moved))
    order: list[tuple[int, Counts]] = []
    for row in range(0, p.out_rows, p.strip):
        rows = min(p.strip, p.out_rows - row)
        loads = (rows - 1) * p.stride_row + p.span - (max(0, p.span - p.stride_row) if row else 0)
        order += [(1, (*loaded, *strip)), (loads - 1, loaded)]
        order += [(1, (*computed, *channel)), (rows - 1, computed)] * (PLANES * p.filters)
    computing = tuple((name, count * n) for count, counts in order for name, n in counts)
    kinds: tuple[Counts, ...] = ((("planes.filled", 2 * p.pitch * p.depth),), computing)
    coarse = (
        None
        if any(n for _, n in limits)
        else Cut(fours, cut.header, 1 + p.channels // PLANES, kinds, margin=cut.margin)
    )
    outside, again = (filled, limits), (*channel, ("planes.quad", 1))
    return replace(
        cut,
        kinds=outside,
        rare=(),
        order=tuple(order),
        again=again,
        coarse=coarse,
        heads=2 if p.strip >= p.out_rows else 0,
    )


def _kernel(kind: Kind, grid: Grid) -> Kernel:
    """The kernel of a kind of layers."""

    def bind(view: NodeView) -> Bound:
        return _bind(view, kind)

    def work(view: NodeView, call: Call) -> Counts:
        return _work(view, call, kind)

    def cut(view: NodeView, call: Call) -> Cut | None:
        return _cut(view, call, kind)

    layers = int4(grid) if kind.bits == 4 else grid
    return Kernel(LIBRARY, kind.id, "Conv", I8, bind, work, weights_once=True, grid=layers, cut=cut)


KERNELS: tuple[Kernel, ...] = (
    *(
        _kernel(Kind(stride, raised, bits), grid)
        for stride, grid in ((1, grids.DEPTHWISE_S1), (2, grids.DEPTHWISE_S2))
        for raised, bits in ((False, 4), (False, 8), (True, 8))
    ),
    *(_kernel(Kind(None, False, bits), grids.DEPTHWISE) for bits in (4, 8)),
    _kernel(Kind(None, True, 8), grids.DEPTHWISE_RAISED),
)
