"""Bindings of the float Helium functions of two tensors, and of the pools."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.common import F32, operand, output, window
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve_f32 import LIBRARY
from edgec.codegen.kernels.mve_f32.pack import FOUR, limits
from edgec.codegen.kernels.mve_f32.params import AvgpoolF32Mve, BinaryF32Mve, MaxpoolF32Mve
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.elementwise import repeated_whole, shared_inputs
from edgec.codegen.kernels.plain.pool import reduction_as_pool, work_blocks
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs

FUNCTIONS = frozenset({BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL})


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in FUNCTIONS:
        return Misfit(f"{a.fn.value} has no kernel for Helium with floats")
    repeated = repeated_whole(view, FOUR)
    if isinstance(repeated, Misfit):
        return repeated
    params = BinaryF32Mve(*repeated, *limits(a.clamp))
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
    pool = reduction_as_pool(view)
    if isinstance(pool, Misfit):
        return pool
    a, shapes, largest = pool
    inner = shapes[0][-1]
    if inner < FOUR:
        return Misfit(f"{inner} values beside each other are fewer than {FOUR}")
    return _call(view, a, shapes, largest, None)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_f32", "Binary", F32, _bind_binary, _binary_work, grid=real_grids.BINARY),
    Kernel(LIBRARY, "maxpool_f32", "MaxPool", F32, _bind_maxpool, work_blocks, grid=real_grids.MAXIMA),
    Kernel(LIBRARY, "avgpool_f32", "AvgPool", F32, _bind_avgpool, work_blocks, grid=real_grids.AVERAGES),
    Kernel(LIBRARY, "reduce_f32", "Reduce", F32, _bind_reduce, work_blocks, grid=real_grids.REDUCES),
)
