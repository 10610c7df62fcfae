"""Bindings of products of plain integers: MatMul and Conv."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import operand, output
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, windows
from edgec.codegen.kernels.grids import Grid, conv, of_type
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import conv_macs
from edgec.codegen.kernels.plain.linear import MATMUL, mac_of, matmul_sizes
from edgec.codegen.kernels.plain.params import Conv2dInt, MatmulInt
from edgec.codegen.kernels.plain.typed import not_plain, suffix
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.conv import ConvAttrs

PRODUCTS = frozenset({DType.I32, DType.U32, DType.I64, DType.U64})
INT64_BYTES = 8  # bytes


def _bind_matmul(view: NodeView) -> Bound:
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    sizes = matmul_sizes(view)
    if isinstance(sizes, Misfit):
        return sizes
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol, macs = f"edgec_matmul_{suffix(view.y.dtype)}_plain", view.y.size * view.x(0).shape[-1]
    why = "matrix product of integers"
    return (Call(symbol, "edgec_products_int.h", MatmulInt(*sizes), args, macs=macs, why=why),)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    if not a.clamp.is_identity:
        return Misfit("integers are not clamped by an operator", "clamp with Max and Min")
    params, macs = Conv2dInt(conv_geometry(view), a.groups), conv_macs(view)
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    return (Call("edgec_conv2d_s32_plain", "edgec_products_int.h", params, args, macs=macs, why="exact in int32"),)


FREE = Clamp()
MATMULS: Grid = tuple(layer for dtype in (DType.I32, DType.U64) for layer in of_type(MATMUL, dtype))
CONVS: Grid = (
    conv((1, 12, 12, 8), 8, (3, 3), clamp=FREE),
    conv((1, 16, 16, 3), 6, (3, 3), 2, clamp=FREE),
    conv((1, 9, 9, 20), 10, clamp=FREE),
    conv((1, 14, 14, 1), 6, (5, 5), valid=True, clamp=FREE),
    conv((1, 8, 8, 12), 12, (3, 3), groups=4, clamp=FREE),
    conv((1, 10, 10, 9), 9, (3, 3), groups=9, clamp=FREE),
    conv((1, 40, 1, 16), 8, (5, 1), clamp=FREE),
    conv((1, 9, 9, 6), 7, (3, 3), dilation=2, clamp=FREE),
    conv((2, 6, 6, 24), 5, (3, 3), valid=True, clamp=FREE),
    conv((1, 10, 10, 18), 5, (3, 3), clamp=FREE),
)


def _work_matmul(view: NodeView, call: Call) -> Counts:
    """Sums of products down a column, of 32 or 64 bits."""
    p, wide = call.params_of(MatmulInt), "64" if view.y.dtype.bytes == INT64_BYTES else ""
    mac, products = mac_of(p.m, p.k, p.n), prod(p.batch)
    return (
        ("product", products),
        ("row", products * p.m),
        (f"output{wide}", view.y.size),
        (f"{mac}{wide}", call.macs),
        (f"several{wide}", call.macs if products > 1 else 0),
    )


def _work_conv(view: NodeView, call: Call) -> Counts:
    """The channels of each cell of a window."""
    w, (many, _, _, channels) = windows(call), view.x(1).shape
    return (
        ("position", w.positions),
        (f"output_{w.end}", view.y.size),
        (f"line_{w.edge}", w.lines * many),
        (f"cell_{w.edge}", w.cells * many),
        ("flat" if channels <= MAX_UNROLLED_ROUNDS else "mac", w.cells * many * channels),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "matmul_int", "MatMul", PRODUCTS, _bind_matmul, _work_matmul, grid=MATMULS),
    Kernel(LIBRARY, "conv2d_s32", "Conv", frozenset({DType.I32}), _bind_conv, _work_conv, grid=CONVS),
)
