"""Bindings of the Armv7E-M kernels for weights with many zero blocks (``kernels.blocks``)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.conv import UNREAD_1X1
from edgec.codegen.kernels.armv7em.pack import SCALED_BITS, STREAM
from edgec.codegen.kernels.armv7em.params import Conv2dS8Armv7em, DenseS8SparseArmv7em, SparseTile
from edgec.codegen.kernels.armv7em.work import Windows, ceil, limited
from edgec.codegen.kernels.blocks import BLOCK, MAX_SKIPPED_BLOCKS, Blocks, as_image, blocks_of
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.plain.sparse import stored_blocks, why
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

POSITIONS = SparseTile.EDGEC_SPARSE_POSITIONS.value  # of a tile
COLUMN_BYTES = 8  # of a block and a position
TOGETHER = SparseTile.EDGEC_SPARSE_TOGETHER.value
ROW_LONGEST = 31  # blocks left out between two of them: eight times as many fit a byte
MOST_BLOCKS = 2048  # of a filter
SHIFT_BITS = 11  # what stands before the shift in the head of a filter
MAX_DENSE_ROWS = 2  # of a fully connected layer: more of them go as positions
TILE_COST = "16 MACs take 15 instructions"
ROW_COST = "16 MACs take 23 instructions"


def _words(w: Array) -> Array | Misfit:
    """Blocks int64 [n, 4] as words: {k1 - 256 k0, k3 - 256 k2}."""
    halves = w[:, 1::2] - 256 * w[:, ::2]
    if halves.max(initial=0) > 32767:
        return Misfit("a weight of -128 cannot share a half word with the one behind it")
    words: Array = (halves[:, 0] & 0xFFFF | (halves[:, 1] & 0xFFFF) << 16).astype(np.uint32)
    return words


def _start(layer: Layer, w: Array, o: int) -> int:
    """The first value of a filter's sum: 256 times the bias, less what offsets of the columns add."""
    more = 255 * int(w[:, 1::2].sum()) - 256 * 127 * int(w[:, ::2].sum())
    return (256 * int(layer.bias[o]) - more) & 0xFFFFFFFF


def _filters(layer: Layer, blocks: Blocks) -> list[tuple[int, int, int, Array]] | Misfit:
    """Each filter's first value of the sum, m and n of its requantization, and words."""
    if max(-int(layer.low.min()), int(layer.high.max()) + 1) > 2**23:
        return Misfit("an accumulator may leave 24 bits, which the sums are 256 times as large for")
    if blocks.counts.max() > MOST_BLOCKS:
        return Misfit(f"a filter keeps more than {MOST_BLOCKS} blocks")
    filters = []
    for o, kept in enumerate(blocks.kept):
        w = blocks.w[o][kept]
        words, end = _words(w), layer.shift_word(o, SCALED_BITS)
        if isinstance(words, Misfit):
            return words
        if isinstance(end, Misfit):
            return end
        filters.append((_start(layer, w, o), *end, words))
    return filters


def _layer(
    image: NodeView, longest: int = MAX_SKIPPED_BLOCKS, multiple: int = 1
) -> tuple[Layer, Blocks, list[tuple[int, int, int, Array]]] | Misfit:
    blocks = blocks_of(image, longest, multiple)
    if isinstance(blocks, Misfit):
        return blocks
    layer = layer_of(image, image.attrs(ConvAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    filters = _filters(layer, blocks)
    return filters if isinstance(filters, Misfit) else (layer, blocks, filters)


def _streams(kept: Blocks, filters: list[tuple[int, int, int, Array]]) -> tuple[Array, Array]:
    """Words and places of all filters, as edgec_sparse_armv7em.h reads them: uint32 and uint8."""
    words, places = [], []
    for o, (start, m, n, blocks) in enumerate(filters):
        words += [np.array([start], np.uint32), blocks, np.array([m], np.uint32)]
        head = np.array([len(blocks) - 1 | n << SHIFT_BITS], "<u2")
        places += [head.view(np.uint8), kept.gaps(o).astype(np.uint8)]
    return np.concatenate(words), np.concatenate(places)


def _row_stream(kept: Blocks, filters: list[tuple[int, int, int, Array]]) -> Array:
    """Words of all filters, as edgec_sparse_row_armv7em.h reads them: uint32."""
    words = []
    for o, (start, m, n, blocks) in enumerate(filters):
        places = (8 * kept.gaps(o)).astype(np.uint8).view("<u4")
        fours = np.column_stack([places, blocks.reshape(-1, TOGETHER)]).astype(np.uint32)
        words += [np.array([start, m, n | len(fours) << 8], np.uint32), fours.reshape(-1)]
    return np.concatenate(words)


def _bind_tiles(view: NodeView, pointwise: bool) -> Bound:
    image = as_image(view)
    a = image.attrs(ConvAttrs)
    o, kh, kw, c = image.x(1).shape
    if pointwise and ((kh, kw) != (1, 1) or any(a.pads) or a.strides != (1, 1)):
        return Misfit("the layer is not a 1x1 convolution of stride 1", yields=True)
    made = _layer(image)
    if isinstance(made, Misfit):
        return made
    layer, blocks, filters = made
    words, places = _streams(blocks, filters)
    units = blocks.w.shape[1]
    geo = Geometry.of(image.x(0), image.y, (kh, kw), a.strides, a.pads, a.dilations)
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = Conv2dS8Armv7em(geo, *limits, units, groups=1, words=0, out_step=o)
    consts = const("weights", "uint32_t", words, STREAM), const("gaps", "uint8_t", places)
    args = (operand(view, 0), *consts, output(view), Scratch("uint32_t"))
    is_conv = isinstance(view.node.attrs, ConvAttrs)
    call = Call(
        f"edgec_conv2d_s8{'_1x1' if pointwise else ''}_sparse_armv7em",
        "edgec_conv2d_s8_sparse_armv7em.h",
        params,
        args,
        POSITIONS * COLUMN_BYTES * units + (0 if pointwise else c),
        conv_macs(image),
        (0,) if pointwise and is_conv and view.x(0).shape == view.y.shape else (),
        why(blocks, f"tiles of {POSITIONS} positions, {TILE_COST}"),
        conv_window(view, POSITIONS, buffered=True) if is_conv else None,
        (("out_step", 1),),
    )
    return (call.without(*UNREAD_1X1, "units") if pointwise else call.without("words"),)


def _bind_pointwise(view: NodeView) -> Bound:
    return _bind_tiles(view, pointwise=True)


def _bind_windows(view: NodeView) -> Bound:
    return _bind_tiles(view, pointwise=False)


def _as_row(view: NodeView) -> NodeView | Misfit:
    """A fully connected layer of few rows as a 1x1 convolution, whose cells are its rows; or why it is none."""
    image = as_image(view)
    a, (n, h, w, c) = image.attrs(ConvAttrs), image.x(0).shape
    if a.groups != 1:
        return Misfit("the layer has groups", yields=True)
    kernel, many = image.x(1).shape[1:3], image.x(1).shape[0]
    whole = kernel == (h, w) and a.dilations == (1, 1)
    rows = n if whole else n * h * w
    if any(a.pads) or rows > MAX_DENSE_ROWS or not (whole or (kernel == (1, 1) and a.strides == (1, 1))):
        return Misfit(f"the layer is not a fully connected one of at most {MAX_DENSE_ROWS} rows", yields=True)
    if c % BLOCK and kernel != (1, 1):
        return Misfit(f"{c} input channels are no multiple of {BLOCK}", yields=True)
    taps = kernel[0] * kernel[1] * c
    data = image.x(1).data
    flat = replace(image.x(1), shape=(many, 1, 1, taps), data=None if data is None else data.reshape(many, 1, 1, taps))
    x, y = replace(image.x(0), shape=(1, rows, 1, taps)), replace(image.y, shape=(1, rows, 1, many))
    attrs = ConvAttrs(clamp=a.clamp)
    return replace(image, node=replace(image.node, attrs=attrs), ins=(x, flat, *image.ins[2:]), outs=(y,))


def _bind_row(view: NodeView) -> Bound:
    image = _as_row(view)
    if isinstance(image, Misfit):
        return image
    made = _layer(image, ROW_LONGEST, TOGETHER)
    if isinstance(made, Misfit):
        return made
    layer, blocks, filters = made
    stream, units = _row_stream(blocks, filters), blocks.w.shape[1]
    (_, rows, _, taps), outputs = image.x(0).shape, len(filters)
    params = DenseS8SparseArmv7em(rows, taps, outputs, layer.out_zero, layer.lo, layer.hi, units)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view), Scratch("uint32_t"))
    symbol, text = "edgec_dense_s8_sparse_armv7em", why(blocks, f"fully connected, {ROW_COST}")
    return (Call(symbol, f"{symbol}.h", params, args, COLUMN_BYTES * units, conv_macs(image), (), text),)


def _tiles(view: NodeView, call: Call, positions: int, images: int) -> Counts:
    """Tiles of four positions, their channels and blocks."""
    tiles, outputs = images * ceil(positions, POSITIONS), view.x(1).shape[0]
    return (
        ("tile", tiles),
        ("sparse.filter", tiles * outputs),
        ("sparse.block", tiles * (stored_blocks(call) - 2 * outputs)),
        ("bytes.limited", limited(call.params_of(Conv2dS8Armv7em), view.y.size)),
    )


def _pointwise_work(view: NodeView, call: Call) -> Counts:
    """Rows are brought to columns four at a time."""
    image = as_image(view)
    c, positions = image.x(0).shape[3], image.y.size // image.y.shape[3]
    tiles = ceil(positions, POSITIONS)
    widened = (("sparse.widened", tiles * (c // BLOCK)), ("sparse.rest", tiles * int(c % BLOCK > 0)))
    return ("call", 1), *_tiles(image, call, positions, 1), *widened


def _windows_work(view: NodeView, call: Call) -> Counts:
    """Cells of four windows together, or a line of them where all four lie inside."""
    image = as_image(view)
    windows, (kh, kw, c) = Windows.of(image), image.x(1).shape[1:]
    positions = len(windows.rows) * len(windows.columns)
    cells = windows.batch * ceil(positions, POSITIONS) * kh * kw
    runs = c % BLOCK == 0 and image.attrs(ConvAttrs).dilations[1] == 1
    lines = windows.batch * _whole_tiles(windows) * kh if runs else 0
    return (
        ("call", 1),
        *_tiles(image, call, positions, windows.batch),
        ("cell", cells - lines * kw + lines),
        ("sparse.widened", cells * (c // BLOCK)),
        ("sparse.rest", cells * int(c % BLOCK > 0)),
    )


def _whole_tiles(windows: Windows) -> int:
    """Tiles of positions of an image, all of whose windows lie inside."""
    whole = windows.whole
    full = np.concatenate([whole, np.full(-len(whole) % POSITIONS, True)])
    return int(full.reshape(-1, POSITIONS).all(axis=1).sum())


def _row_work(view: NodeView, call: Call) -> Counts:
    """A row is widened once; fours of blocks of each output."""
    image = _as_row(view)
    assert isinstance(image, NodeView)
    (_, rows, _, taps), outputs = image.x(0).shape, image.y.shape[3]
    words = stored_blocks(call, role="weights") - 3 * outputs
    return (
        ("call", 1),
        ("row", rows),
        ("widened", rows * ceil(ceil(taps, BLOCK), TOGETHER)),
        ("output", rows * outputs),
        ("four", rows * words // (1 + TOGETHER)),
        ("bytes.limited", limited(call.params_of(DenseS8SparseArmv7em), view.y.size)),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s8_sparse", "Conv", I8, _bind_row, _row_work, grid=grids.SPARSE_IMAGES, sparse=True),
    Kernel(
        LIBRARY,
        "conv2d_s8_1x1_sparse",
        "Conv",
        I8,
        _bind_pointwise,
        _pointwise_work,
        grid=grids.SPARSE_POINTWISE,
        sparse=True,
    ),
    Kernel(
        LIBRARY, "conv2d_s8_sparse", "Conv", I8, _bind_windows, _windows_work, grid=grids.SPARSE_WINDOWS, sparse=True
    ),
    Kernel(LIBRARY, "dense_s8_sparse", "Dense", I8, _bind_row, _row_work, grid=grids.SPARSE_DENSE, sparse=True),
    Kernel(
        LIBRARY,
        "conv2d_s8_1x1_sparse",
        "Dense",
        I8,
        _bind_pointwise,
        _pointwise_work,
        grid=grids.SPARSE_ROWS,
        sparse=True,
    ),
)
