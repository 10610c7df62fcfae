"""Bindings of the float Helium functions of two tensors, and of the pools."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.common import F16, F32, SUFFIXES, operand, output, window
from edgec.codegen.kernels.grids import Grid, halves
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.mve_f32 import LIBRARY
from edgec.codegen.kernels.mve_f32.pack import FOUR, VECTOR, half_limits, limits
from edgec.codegen.kernels.mve_f32.params import AvgpoolF32Mve, BinaryF16Mve, BinaryF32Mve, CastF16Mve, MaxpoolF32Mve
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.elementwise import repeated_whole, shared_inputs
from edgec.codegen.kernels.plain.pool import reduction_as_pool, work_blocks
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.graph.ir import DType, Shape
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs

EIGHT = 8  # elements of a step
CASTS: Grid = tuple(
    GridLayer(CastAttrs(to), (shape,), dtype=dtype)
    for dtype, to in ((DType.F32, DType.F16), (DType.F16, DType.F32))
    for shape in ((1, 49, 10, 1), (1, 96, 96, 3), (1, 12), (5003,), (1, 640))
)
FUNCTIONS = frozenset({BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL})


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in FUNCTIONS:
        return Misfit(f"{a.fn.value} has no kernel for Helium with floats")
    repeated = repeated_whole(view, FOUR)
    if isinstance(repeated, Misfit):
        return repeated
    half, name = view.y.dtype is DType.F16, SUFFIXES[view.y.dtype]
    params: Record = (
        BinaryF16Mve(*repeated, *half_limits(a.clamp)) if half else BinaryF32Mve(*repeated, *limits(a.clamp))
    )
    args, shared = (operand(view, 0), operand(view, 1), output(view)), shared_inputs(view, 2)
    symbol, why = f"edgec_{a.fn.value}_{name}_mve", f"{VECTOR // view.y.dtype.bytes} elements at a time"
    return (Call(symbol, f"edgec_elements_{name}_mve.h", params, args, inplace=shared, why=why),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    p = call.params
    assert isinstance(p, BinaryF32Mve | BinaryF16Mve)
    fours = p.rows * -(-p.n // (VECTOR // view.y.dtype.bytes))
    return ("call", 1), ("row", p.rows), ("four", fours), ("limited", fours * p.bounds)


def _bind_cast(view: NodeView) -> Bound:
    """From float32 to float16 and back."""
    x, y = view.x(0), view.y
    if {x.dtype, y.dtype} != {DType.F16, DType.F32}:
        return Misfit("the conversion is not between float16 and float32")
    symbol, args = f"edgec_cast_{SUFFIXES[x.dtype]}_{SUFFIXES[y.dtype]}_mve", (operand(view, 0), output(view))
    why = "8 elements at a time"
    return (Call(symbol, "edgec_elements_f16_mve.h", CastF16Mve(y.size), args, why=why),)


def _cast_work(view: NodeView, call: Call) -> Counts:
    return ("call", 1), ("eight", view.y.size // EIGHT), ("one", view.y.size % EIGHT)


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
    Kernel(LIBRARY, "binary_f16", "Binary", F16, _bind_binary, _binary_work, grid=halves(real_grids.BINARY)),
    Kernel(LIBRARY, "cast_f16", "Cast", F16 | F32, _bind_cast, _cast_work, grid=CASTS),
    Kernel(LIBRARY, "maxpool_f32", "MaxPool", F32, _bind_maxpool, work_blocks, grid=real_grids.MAXIMA),
    Kernel(LIBRARY, "avgpool_f32", "AvgPool", F32, _bind_avgpool, work_blocks, grid=real_grids.AVERAGES),
    Kernel(LIBRARY, "reduce_f32", "Reduce", F32, _bind_reduce, work_blocks, grid=real_grids.REDUCES),
)
