"""Bindings of elementwise operators, reductions and products on integers and bools, and of comparisons and choices."""

from __future__ import annotations

import math
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    ANY,
    SUFFIXES,
    WIDTHS,
    Fields,
    align,
    broadcast_strides,
    merge,
    operand,
    output,
    too_many_loops,
)
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.elementwise import BROADCAST_LOOPS, broadcast_fields, shared_inputs
from edgec.codegen.kernels.pool import SYMBOLS, reduction_fields
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.ir import DType
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import INTEGER_UNARY, BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.logic import CompareAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

SIGNED = frozenset({DType.I8, DType.I16, DType.I32, DType.I64})
INTEGERS = SIGNED | {DType.U8, DType.U16, DType.U32, DType.U64}
WHOLE = INTEGERS | {DType.BOOL}
BOOL_FUNCTIONS = frozenset(BinaryFn[n] for n in ("AND", "OR", "XOR", "ADD", "MUL", "MAX", "MIN"))
PRODUCTS = frozenset({DType.I32, DType.U32, DType.I64, DType.U64})
BATCH_LOOPS = 4


def suffix(dtype: DType) -> str:
    """Type in a symbol of kernels that take a bool as the byte it is, 0 or 1."""
    return "u8" if dtype is DType.BOOL else SUFFIXES[dtype]


def not_plain(view: NodeView) -> Misfit | None:
    """Why the integers are not plain ones: a quantized tensor is another kernel's."""
    for t in (*view.ins, *view.outs):
        if t is not None and t.quant is not None:
            reason = f"tensor '{t.name}' is quantized, and the operator has no integer form"
            return Misfit(reason, "keep it in float32", yields=True)
    return None


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    if dtype is DType.BOOL and a.fn not in BOOL_FUNCTIONS:
        return Misfit(f"{a.fn.value} of bools has no kernel", "cast them to int32")
    if not a.clamp.is_identity:
        return Misfit("integers are not clamped by an operator", "clamp with Max and Min")
    shape = broadcast_fields(view)
    if isinstance(shape, Misfit):
        return shape
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_int_{a.fn.value}_{SUFFIXES[dtype]}__ref"
    params = Params("edgec_binary_int_params", shape)
    why = f"plain {dtype.value} values"
    return (Call(symbol, "edgec_binary_int.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _bind_unary(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    name = SUFFIXES[dtype]
    if a.fn is UnaryFn.CLIP:
        limits = np.iinfo(dtype.numpy)
        lo, hi = (math.trunc(min(max(v, limits.min), limits.max)) for v in (a.alpha, a.beta))
        params = Params(f"edgec_clip_{name}_params", (("n", view.y.size), ("lo", lo), ("hi", hi)))
    elif a.fn in INTEGER_UNARY:
        params = Params("edgec_unary_int_params", (("n", view.y.size),))
    else:
        return Misfit(f"{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    args = (operand(view, 0), output(view))
    symbol = f"edgec_int_{a.fn.value}_{name}__ref"
    return (Call(symbol, "edgec_unary_int.h", params, args, inplace=shared_inputs(view, 1), why="element by element"),)


def _bind_compare(view: NodeView) -> Bound:
    a = view.attrs(CompareAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    shape = broadcast_fields(view)
    if isinstance(shape, Misfit):
        return shape
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_compare_{a.fn.value}_{SUFFIXES[view.x(0).dtype]}__ref"
    return (Call(symbol, "edgec_compare.h", Params("edgec_compare_params", shape), args, why="gives 0 or 1"),)


def _bind_where(view: NodeView) -> Bound:
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    shape = view.y.shape
    dims, *steps = merge(shape, *(broadcast_strides(view.x(i).shape, shape) for i in range(3)))
    if len(dims) > BROADCAST_LOOPS:
        return too_many_loops(len(dims), BROADCAST_LOOPS)
    names = ("c_stride", "a_stride", "b_stride")
    fields: Fields = (
        ("dims", align(dims, BROADCAST_LOOPS, 1)),
        *((name, align(s, BROADCAST_LOOPS, 0)) for name, s in zip(names, steps, strict=True)),
    )
    args = (operand(view, 0), operand(view, 1, "void"), operand(view, 2, "void"), output(view, "void"))
    symbol = f"edgec_where_{WIDTHS[view.y.dtype.bytes]}__ref"
    return (Call(symbol, "edgec_where.h", Params("edgec_where_params", fields), args, why="a choice per element"),)


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    fields = geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)
    symbol = f"edgec_int_maxpool_{SUFFIXES[view.x(0).dtype]}__ref"
    params = Params("edgec_maxpool_int_params", fields)
    why = "largest value of each window"
    return (Call(symbol, "edgec_pool_int.h", params, (operand(view, 0), output(view)), why=why),)


def _bind_reduce(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    if a.fn is ReduceFn.L2 or (dtype is DType.BOOL and a.fn not in (ReduceFn.MAX, ReduceFn.MIN, ReduceFn.PROD)):
        return Misfit(f"Reduce{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    shape = reduction_fields(view)
    if isinstance(shape, Misfit):
        return shape
    count = prod(view.x(0).shape[i] for i in a.axes)
    params = Params("edgec_reduce_int_params", (*shape, ("count", count)))
    symbol = f"edgec_int_reduce_{SYMBOLS[a.fn]}_{suffix(dtype)}__ref"
    return (Call(symbol, "edgec_reduce_int.h", params, (operand(view, 0), output(view)), why="any axes"),)


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
    symbol = f"edgec_matmul_{suffix(y.dtype)}__ref"
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
    return (Call("edgec_conv2d_s32__ref", "edgec_products_int.h", params, args, macs=macs, why="exact in int32"),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_int_<fn>_<type>__ref", "Binary", WHOLE, _bind_binary),
    Kernel("edgec_int_<fn>_<type>__ref", "Unary", INTEGERS, _bind_unary),
    Kernel("edgec_compare_<fn>_<type>__ref", "Compare", WHOLE | {DType.F32}, _bind_compare),
    Kernel("edgec_where_<width>__ref", "Where", ANY, _bind_where),
    Kernel("edgec_int_maxpool_<type>__ref", "MaxPool", INTEGERS - {DType.I8}, _bind_maxpool),
    Kernel("edgec_int_reduce_<fn>_<type>__ref", "Reduce", WHOLE, _bind_reduce),
    Kernel("edgec_matmul_<type>__ref", "MatMul", PRODUCTS, _bind_matmul),
    Kernel("edgec_conv2d_s32__ref", "Conv", frozenset({DType.I32}), _bind_conv),
)
