"""Bindings of the float NEON functions of two tensors, and of the pools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf

from edgec.codegen.kernels.common import F32, operand, output, window
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon_f32 import LIBRARY, grids
from edgec.codegen.kernels.neon_f32.pack import VECTOR_VALUES
from edgec.codegen.kernels.neon_f32.params import AvgpoolF32Neon, BinaryF32Neon, MaxpoolF32Neon
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.elementwise import repeated_whole, shared_inputs
from edgec.codegen.kernels.plain.pool import reduction_as_pool, work_blocks
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs

VALUES_AT_ONCE = 16
FUNCTIONS = frozenset({BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL, BinaryFn.DIV})


def _bind_binary(functions: frozenset[BinaryFn], view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in functions:
        return Misfit(f"{a.fn.value} has no NEON kernel for float32")
    repeated = repeated_whole(view, VECTOR_VALUES)
    if isinstance(repeated, Misfit):
        return repeated
    params = BinaryF32Neon(*repeated, a.clamp.lo, a.clamp.hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    shared, why = shared_inputs(view, 2), "16 elements at a time"
    symbol = f"edgec_{a.fn.value}_f32_neon"
    return (Call(symbol, "edgec_binary_f32_neon.h", params, args, inplace=shared, why=why),)


def _call(view: NodeView, a: PoolAttrs, shapes: tuple[Shape, Shape], largest: bool, where: Window | None) -> Bound:
    x, y = (replace(t, shape=s, data=None) for t, s in zip((view.x(0), view.y), shapes, strict=True))
    if x.shape[3] < VECTOR_VALUES:
        return Misfit(f"{x.shape[3]} channels are fewer than {VECTOR_VALUES}")
    geo, step = Geometry.of(x, y, a.kernel, a.strides, a.pads, a.dilations), y.shape[3]
    padding = a.pads[2], a.pads[3], int(a.count_include_pad)
    params = MaxpoolF32Neon(geo, step) if largest else AvgpoolF32Neon(geo, *padding, step)
    symbol, args = f"edgec_{'maxpool' if largest else 'avgpool'}_f32_neon", (operand(view, 0), output(view))
    why = f"{'largest value' if largest else 'mean'} of each window, 16 channels at a time"
    # a reduced axis may leave positions that are no runs of the output's last axis
    steps = (("out_step", 1),) if where is not None else ()
    call = Call(symbol, "edgec_pool_f32_neon.h", params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD)
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
    return pool if isinstance(pool, Misfit) else _call(view, *pool, None)


def _binary_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(BinaryF32Neon)
    rows, n = p.rows, p.n
    limited = rows * (n // VALUES_AT_ONCE) if p.hi != inf else 0
    sixteen = ("sixteen", rows * (n // VALUES_AT_ONCE))
    return ("call", 1), ("row", rows), sixteen, ("four", rows * (n % VALUES_AT_ONCE // VECTOR_VALUES)), (
        "one", rows * (n % VECTOR_VALUES)), ("limited", limited)  # fmt: skip


def simple_kernels(library: Library, functions: frozenset[BinaryFn] = FUNCTIONS) -> tuple[Kernel, ...]:
    """The kernels of a library, of which those of two tensors have these functions."""
    binary: Callable[[NodeView], Bound] = partial(_bind_binary, functions)
    layers = tuple(g for g in grids.BINARY if isinstance(g.attrs, BinaryAttrs) and g.attrs.fn in functions)
    return (
        Kernel(library, "binary_f32", "Binary", F32, binary, _binary_work, grid=layers),
        Kernel(library, "maxpool_f32", "MaxPool", F32, _bind_maxpool, work_blocks, grid=real_grids.MAXIMA),
        Kernel(library, "avgpool_f32", "AvgPool", F32, _bind_avgpool, work_blocks, grid=real_grids.AVERAGES),
        Kernel(library, "reduce_f32", "Reduce", F32, _bind_reduce, work_blocks, grid=real_grids.REDUCES),
    )


KERNELS = simple_kernels(LIBRARY)
