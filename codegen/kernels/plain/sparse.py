"""Bindings of the portable kernels for weights with many zero blocks (``kernels.blocks``)."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.blocks import BLOCK, Blocks, as_image, blocks_of
from edgec.codegen.kernels.common import I8, const, operand, output, quant
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import Grid, conv, dense, sparse
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, int_layer
from edgec.codegen.kernels.plain.params import Conv2dS8Sparse, DenseS8Sparse
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs

HEADER = "edgec_sparse_s8.h"


def _parts(view: NodeView) -> tuple[tuple[Arg, ...], tuple[int, int, int], Blocks] | Misfit:
    """Return the constants of a sparse convolution, its zero point and limits, its blocks; or why it does not fit."""
    blocks = blocks_of(view)
    if isinstance(blocks, Misfit):
        return blocks
    layer = int_layer(view, view.attrs(ConvAttrs))
    if isinstance(layer, Misfit):
        return layer
    gaps = np.concatenate([blocks.gaps(o) for o in range(len(blocks.w))])
    consts = (
        const("weights", "int8_t", blocks.w[blocks.kept].astype(np.int8)),
        const("gaps", "uint8_t", gaps.astype(np.uint8)),
        const("counts", "uint16_t", blocks.counts.astype(np.uint16)),
        *layer.consts,
    )
    return consts, (layer.out_zero, layer.lo, layer.hi), blocks


def why(blocks: Blocks, what: str) -> str:
    """One line for the reader of the generated file."""
    share = 1.0 - np.count_nonzero(blocks.w.any(axis=2)) / blocks.kept.size
    return f"sparse: {share:.0%} of the blocks of {BLOCK} weights are zero and left out, {what}"


def _bind_rows(view: NodeView) -> Bound:
    image = as_image(view)
    a, c = image.attrs(ConvAttrs), image.x(0).shape[3]
    if image.x(1).shape[1:3] != (1, 1) or any(a.pads) or a.strides != (1, 1):
        return Misfit("the layer is not a 1x1 convolution of stride 1", yields=True)
    if c % BLOCK:
        return Misfit(f"{c} input channels are no multiple of {BLOCK}", yields=True)
    parts = _parts(image)
    if isinstance(parts, Misfit):
        return parts
    consts, limits, blocks = parts
    outputs = image.y.shape[3]
    params = DenseS8Sparse(image.y.size // outputs, c, outputs, *limits)
    args = (operand(view, 0), *consts, output(view))
    where = conv_window(view) if isinstance(view.node.attrs, ConvAttrs) else None
    text = why(blocks, "rows are read in place")
    return (Call("edgec_dense_s8_sparse_plain", HEADER, params, args, 0, conv_macs(image), (), text, where),)


def _bind_windows(view: NodeView) -> Bound:
    image = as_image(view)
    parts = _parts(image)
    if isinstance(parts, Misfit):
        return parts
    consts, limits, blocks = parts
    params = Conv2dS8Sparse(conv_geometry(image), quant(view.x(0)).z, *limits)
    args = (operand(view, 0), *consts, output(view), Scratch("int8_t", 1))
    where = conv_window(view) if isinstance(view.node.attrs, ConvAttrs) else None
    scratch, text = BLOCK * blocks.w.shape[1], why(blocks, "windows are copied")
    return (Call("edgec_conv2d_s8_sparse_plain", HEADER, params, args, scratch, conv_macs(image), (), text, where),)


def stored_blocks(call: Call, role: str = "gaps") -> int:
    """Blocks that a call stores, of all filters."""
    return next(a.array.data.size for a in call.args if isinstance(a, Const) and a.array.role == role)


def _row_work(view: NodeView, call: Call) -> Counts:
    """Blocks of each output of each row."""
    outputs = view.y.shape[-1]
    rows = view.y.size // outputs
    return ("row", rows), ("output", view.y.size), ("block", rows * stored_blocks(call))


def _window_work(view: NodeView, call: Call) -> Counts:
    """Cells copied or filled, then blocks of each output."""
    image, at = as_image(view), windows(call)
    kh, kw, c = image.x(1).shape[1:]
    cells = at.positions * kh * kw
    return (
        ("position", at.positions),
        ("cell", cells),
        ("copied", at.cells * c),
        ("filled", (cells - at.cells) * c + cells * (-c % BLOCK)),
        ("output", view.y.size),
        ("block", at.positions * stored_blocks(call)),
    )


ROWS: Grid = sparse(0.7, (conv((1, 25, 5, 64), 64), conv((1, 12, 12, 32), 16, clamp=Clamp()), conv((2, 5, 3, 96), 33)))
DENSE: Grid = (
    *sparse(0.7, (dense(1, 256, 128), dense(2, 640, 32, Clamp()), dense(9, 48, 30))),
    *sparse(0.45, (dense(1, 512, 10),)),
    *sparse(0.9, (dense(3, 200, 40),)),
)
WINDOWS: Grid = (
    *sparse(0.7, (
        conv((1, 16, 16, 32), 32, (3, 3)), conv((1, 14, 14, 16), 24, (3, 3), 2, clamp=Clamp()),
        conv((1, 9, 9, 30), 21, stride=2), conv((1, 12, 12, 13), 7, (3, 3)), conv((2, 20, 1, 24), 18, (5, 1)),
    )),
    *sparse(0.5, (conv((1, 8, 8, 64), 16, (3, 3), dilation=2), conv((1, 7, 7, 20), 11, (5, 5), valid=True))),
    *sparse(0.9, (conv((1, 10, 10, 48), 20, (3, 3)),)),
)  # fmt: skip
ODD: Grid = sparse(0.7, (dense(1, 301, 64), dense(5, 97, 20, Clamp())))

KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s8_sparse", "Conv", I8, _bind_rows, _row_work, grid=ROWS, sparse=True),
    Kernel(LIBRARY, "conv2d_s8_sparse", "Conv", I8, _bind_windows, _window_work, grid=WINDOWS, sparse=True),
    Kernel(LIBRARY, "dense_s8_sparse", "Dense", I8, _bind_rows, _row_work, grid=DENSE, sparse=True),
    Kernel(LIBRARY, "conv2d_s8_sparse", "Dense", I8, _bind_windows, _window_work, grid=ODD, sparse=True),
)
