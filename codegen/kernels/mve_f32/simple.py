"""Bindings of the float Helium functions of two tensors, and of the pools."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from edgec.codegen.kernels.common import F32, operand, output, window
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve_f32 import LIBRARY, grids
from edgec.codegen.kernels.mve_f32.pack import FOUR, limits
from edgec.codegen.kernels.mve_f32.params import AvgpoolF32Mve, BinaryF32Mve, MaxpoolF32Mve
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD
from edgec.codegen.kernels.shared.params import Geometry, Windowed
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

SIXTEEN = 16  # channels of a wide block
FUNCTIONS = frozenset({BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL})


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in FUNCTIONS:
        return Misfit(f"{a.fn.value} has no kernel for Helium with floats")
    shape, size = view.x(1).shape, view.y.size
    n, inner = view.x(1).size, (1,) * (len(view.y.shape) - len(shape)) + tuple(shape)
    first = next((i for i, d in enumerate(inner) if d != 1), len(inner))
    if view.x(0).size != size or n < FOUR or inner[first:] != view.y.shape[first:]:
        return Misfit("the second operand is neither as large as the first nor repeated as a whole, or very small")
    params = BinaryF32Mve(size // n, n, n if n == size else 0, *limits(a.clamp))
    args, shared = (operand(view, 0), operand(view, 1), output(view)), shared_inputs(view, 2)
    symbol, why = f"edgec_{a.fn.value}_f32_mve", "4 elements at a time"
    return (Call(symbol, "edgec_elements_f32_mve.h", params, args, inplace=shared, why=why),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(BinaryF32Mve)
    fours = p.rows * -(-p.n // FOUR)
    return ("call", 1), ("row", p.rows), ("four", fours), ("limited", fours * p.bounds)


def _call(view: NodeView, a: PoolAttrs, shapes: tuple[Shape, Shape], largest: bool, where: Window | None) -> Bound:
    x, y = (replace(t, shape=s, data=None) for t, s in zip((view.x(0), view.y), shapes, strict=True))
    geo, step = Geometry.of(x, y, a.kernel, a.strides, a.pads, a.dilations), y.shape[3]
    padding = a.pads[2], a.pads[3], int(a.count_include_pad)
    params = MaxpoolF32Mve(geo, step) if largest else AvgpoolF32Mve(geo, *padding, step)
    symbol, args = f"edgec_{'maxpool' if largest else 'avgpool'}_f32_mve", (operand(view, 0), output(view))
    why = f"{'largest value' if largest else 'mean'} of each window, 16 channels at a time"
    steps = (("out_step", 1),) if where is not None else ()  # a reduced axis may leave positions that are no runs
    call = Call(symbol, "edgec_pool_f32_mve.h", params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD)
    return (call,)


def _pool(view: NodeView, largest: bool) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _call(view, a, (view.x(0).shape, view.y.shape), largest, where)


def _bind_maxpool(view: NodeView) -> Bound:
    return _pool(view, largest=True)


def _bind_avgpool(view: NodeView) -> Bound:
    return _pool(view, largest=False)


def _bind_reduce(view: NodeView) -> Bound:
    a, shape = view.attrs(ReduceAttrs), view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    if a.fn not in (ReduceFn.MEAN, ReduceFn.MAX) or not axes:
        return Misfit("the layer is neither a mean nor a maximum")
    first, last = axes[0], axes[-1]
    if axes != tuple(i for i in range(first, last + 1) if shape[i] != 1):
        return Misfit("the axes are not neighbours")
    outer, cells, inner = prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
    if inner < FOUR:
        return Misfit(f"{inner} values beside each other are fewer than {FOUR}")
    shapes = (outer, 1, cells, inner), (outer, 1, 1, inner)
    return _call(view, PoolAttrs((1, cells), (1, 1), (1, 1)), shapes, a.fn is ReduceFn.MAX, None)


def _pool_work(view: NodeView, call: Call) -> Counts:
    """Windows, in blocks of 16 and of 4 channels."""
    w, channels = windows(call), call.params_of(Windowed).geo.in_c
    wide, narrow = channels // SIXTEEN, -(-(channels % SIXTEEN) // FOUR)
    return (
        ("call", 1),
        (f"position_{w.edge}", w.positions),
        ("wide", w.positions * wide),
        ("wide_line", w.lines * wide),
        ("wide_cell", w.cells * wide),
        ("narrow", w.positions * narrow),
        ("narrow_line", w.lines * narrow),
        ("narrow_cell", w.cells * narrow),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_f32", "Binary", F32, _bind_binary, _binary_work, grid=grids.BINARY),
    Kernel(LIBRARY, "maxpool_f32", "MaxPool", F32, _bind_maxpool, _pool_work, grid=grids.MAXIMA),
    Kernel(LIBRARY, "avgpool_f32", "AvgPool", F32, _bind_avgpool, _pool_work, grid=grids.AVERAGES),
    Kernel(LIBRARY, "reduce_f32", "Reduce", F32, _bind_reduce, _pool_work, grid=grids.REDUCES),
)
