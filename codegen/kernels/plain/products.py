"""Bindings of products of plain integers: MatMul and Conv."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import Fields, align, broadcast_strides, merge, operand, output, too_many_loops
from edgec.codegen.kernels.counting import FLAT, number, numbers, windows
from edgec.codegen.kernels.grids import Grid, conv, of_type
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import geometry
from edgec.codegen.kernels.plain.linear import MATMUL, mac_of
from edgec.codegen.kernels.plain.typed import not_plain, suffix
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.conv import ConvAttrs

PRODUCTS = frozenset({DType.I32, DType.U32, DType.I64, DType.U64})
BATCH_LOOPS = 4
LONG = 8  # bytes


def _bind_matmul(view: NodeView) -> Bound:
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    a, b, y = view.x(0), view.x(1), view.y
    (m, k), n = a.shape[-2:], b.shape[-1]
    batch = y.shape[:-2]
    a_steps = [s * m * k for s in broadcast_strides(a.shape[:-2], batch)]
    b_steps = [s * k * n for s in broadcast_strides(b.shape[:-2], batch)]
    dims, a_merged, b_merged = merge(batch, a_steps, b_steps)
    if len(dims) > BATCH_LOOPS:
        return too_many_loops(len(dims), BATCH_LOOPS)
    fields: Fields = (
        ("batch", align(dims, BATCH_LOOPS, 1)),
        ("a_stride", align(a_merged, BATCH_LOOPS, 0)),
        ("b_stride", align(b_merged, BATCH_LOOPS, 0)),
        ("m", m),
        ("k", k),
        ("n", n),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_matmul_{suffix(y.dtype)}_plain"
    params = Params("edgec_matmul_int_params", fields)
    return (Call(symbol, "edgec_products_int.h", params, args, macs=y.size * k, why="matrix product of integers"),)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    if not a.clamp.is_identity:
        return Misfit("integers are not clamped by an operator", "clamp with Max and Min")
    _, kh, kw, channels = view.x(1).shape
    fields = geometry(view.x(0), view.y, (kh, kw), a.strides, a.pads, a.dilations)
    params = Params("edgec_conv2d_int_params", (*fields, ("groups", a.groups)))
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    macs = view.y.size * kh * kw * channels
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
    (k, n), wide = view.x(1).shape[-2:], "64" if view.y.dtype.bytes == LONG else ""
    mac = mac_of(number(call, "m"), k, n)
    products = prod(numbers(call, "batch"))
    return (
        ("product", products),
        ("row", view.y.size // n),
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
        ("flat" if channels <= FLAT else "mac", w.cells * many * channels),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "matmul_int", "MatMul", PRODUCTS, _bind_matmul, _work_matmul, grid=MATMULS),
    Kernel(LIBRARY, "conv2d_s32", "Conv", frozenset({DType.I32}), _bind_conv, _work_conv, grid=CONVS),
)
