"""Bindings of the portable float16 layers."""

from __future__ import annotations

from edgec.codegen.kernels.common import F16, const, operand, output
from edgec.codegen.kernels.grids import RELU, Grid, conv, dense, depthwise, halves
from edgec.codegen.kernels.half import LIBRARY
from edgec.codegen.kernels.half.params import BinaryF16, Conv2dF16, DenseF16
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.plain.elementwise import broadcast_kind, shared_inputs
from edgec.codegen.kernels.shared.broadcast import broadcast_of
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.half import nearest_half
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import INT_BINARY, BinaryAttrs, BinaryFn

NO_CONSTANTS = Misfit("the weights and the bias are not constants")
WHY = "float16, one product after the other, each sum rounded"


def half_limits(clamp: Clamp) -> tuple[float, float]:
    """Limits as the nearest values of float16."""
    return nearest_half(clamp.lo), nearest_half(clamp.hi)


def _bind_conv(view: NodeView) -> Bound:
    a, w, b = view.attrs(ConvAttrs), view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    params = Conv2dF16(conv_geometry(view), a.groups, *half_limits(a.clamp))
    weights = const("weights", "uint16_t", w.data), const("bias", "uint16_t", b.data)
    args = (operand(view, 0), *weights, output(view))
    where = conv_window(view)
    return (Call("edgec_conv2d_f16_half", "edgec_conv2d_f16.h", params, args, 0, conv_macs(view), (), WHY, where),)


def _bind_dense(view: NodeView) -> Bound:
    a, w, b = view.attrs(DenseAttrs), view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    (outputs, taps), rows = w.shape, view.x(0).shape[0]
    params = DenseF16(rows, taps, outputs, *half_limits(a.clamp))
    weights = const("weights", "uint16_t", w.data), const("bias", "uint16_t", b.data)
    args = (operand(view, 0), *weights, output(view))
    return (Call("edgec_dense_f16_half", "edgec_dense_f16.h", params, args, 0, rows * outputs * taps, (), WHY),)


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in INT_BINARY:
        return Misfit(f"{a.fn.value} has no float16 kernel")
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    params, shared = BinaryF16(shape, *half_limits(a.clamp)), shared_inputs(view, 2)
    args, symbol = (operand(view, 0), operand(view, 1), output(view)), f"edgec_{a.fn.value}_f16_half"
    return (Call(symbol, "edgec_binary_f16.h", params, args, inplace=shared, why=broadcast_kind(view)),)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Products, and outputs with their windows."""
    return (("call", 1), ("output", view.y.size), ("product", call.macs))


def _work_binary(view: NodeView, call: Call) -> Counts:
    return (("call", 1), ("element", view.y.size))


CONVS: Grid = halves(
    (
        conv((1, 12, 12, 8), 8, (3, 3)),
        conv((1, 10, 10, 5), 7, (3, 3), 2, clamp=Clamp(0.0, 6.0)),
        conv((1, 8, 8, 32), 16),
        depthwise((1, 12, 12, 12)),
        conv((2, 9, 9, 6), 9, (3, 2), groups=3, clamp=Clamp(-0.3, 0.7)),
        conv((1, 10, 10, 4), 6, (3, 3), dilation=2, clamp=Clamp()),
    ),
)
DENSES: Grid = halves((dense(1, 100, 40), dense(3, 33, 17, Clamp()), dense(1, 256, 12)))
BINARIES: Grid = halves(
    tuple(
        GridLayer(BinaryAttrs(fn, RELU if fn is BinaryFn.ADD else Clamp()), shapes)
        for fn in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL)
        for shapes in (((1, 12, 12, 16), (1, 12, 12, 16)), ((40, 30), (1,)), ((1, 9, 9, 24), (1, 1, 9, 1)))
    ),
)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_f16", "Conv", F16, _bind_conv, _work_conv, grid=CONVS),
    Kernel(LIBRARY, "dense_f16", "Dense", F16, _bind_dense, _work_conv, grid=DENSES),
    Kernel(LIBRARY, "binary_f16", "Binary", F16, _bind_binary, _work_binary, grid=BINARIES),
)
