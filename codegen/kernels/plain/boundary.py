"""Bindings of Quantize, Dequantize, Requantize and Cast."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, SUFFIXES, along_axis, const, operand, output
from edgec.codegen.kernels.counting import factor_kind
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_elements import Cast, Offset, Quantize, Requantization, Requantize
from edgec.codegen.kernels.shared.params import Elements
from edgec.codegen.kernels.spec import CTYPES, Arg, Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import integer_limits, multiplier
from edgec.converter.graph.ir import DType, Quant, Shape
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs

BYTES = frozenset({DType.I8, DType.U8})
QUANTIZED = frozenset({DType.I8, DType.U8, DType.I16, DType.U16})
CAST_HEADERS = {DType.F64: "edgec_cast_f64.h", DType.F16: "edgec_cast_f16.h"}


def _affine(quant: Quant, shape: Shape) -> tuple[Quantize, tuple[Arg, Arg]]:
    """Parameters, scales and zero points of a conversion; one scale is one channel."""
    sizes = along_axis((1, *shape), 0) if quant.axis is None else along_axis(shape, quant.axis)
    scale = const("scale", "float", np.array(quant.scale, np.float32))
    zero = const("table", "int32_t", np.array(quant.zero_point, np.int32))
    return Quantize(*sizes), (scale, zero)


def _bind_quantize(view: NodeView) -> Bound:
    a = view.attrs(QuantizeAttrs)
    if a.to not in QUANTIZED:
        return Misfit(f"quantization to {a.to.value} has no kernel", "use int8 or uint8")
    params, tables = _affine(a.quant, view.x(0).shape)
    args = (operand(view, 0), *tables, output(view))
    symbol = f"edgec_quantize_f32_{SUFFIXES[a.to]}_plain"
    return (Call(symbol, "edgec_quantize.h", params, args, why="real values enter the integer part"),)


def _bind_dequantize(view: NodeView) -> Bound:
    a = view.attrs(DequantizeAttrs)
    params, tables = _affine(a.quant, view.x(0).shape)
    args = (operand(view, 0), *tables, output(view))
    symbol = f"edgec_dequantize_{SUFFIXES[view.x(0).dtype]}_f32_plain"
    return (Call(symbol, "edgec_quantize.h", params, args, why="integers become real values"),)


def _bind_requantize(view: NodeView) -> Bound:
    x, y = view.x(0), view.y
    for t in (x, y):
        if t.dtype not in BYTES or t.quant is None or t.quant.axis is not None:
            return Misfit(f"tensor '{t.name}' must be int8 or uint8 with one scale")
    assert x.quant is not None and y.quant is not None
    lo, hi = integer_limits(y.dtype)
    names = f"{SUFFIXES[x.dtype]}_{SUFFIXES[y.dtype]}_plain"
    params: Elements
    if x.quant.s == y.quant.s:
        symbol, why = f"edgec_offset_{names}", "the same scale: only the zero point moves"
        params = Offset(x.size, y.quant.z - x.quant.z, lo, hi)
    else:
        factor = multiplier(x.quant.s / y.quant.s)
        symbol, why = f"edgec_requantize_{names}", "another scale"
        params = Requantize(x.size, x.quant.z, factor.m, factor.shift, y.quant.z, lo, hi)
    shared = () if x.is_const else (0,)
    args = (operand(view, 0), output(view))
    return (Call(symbol, "edgec_requantize.h", params, args, inplace=shared, why=why),)


def _bind_cast(view: NodeView) -> Bound:
    x, y = view.x(0).dtype, view.y.dtype
    source = {DType.BOOL: "u8", DType.I4: "s8"}.get(x, SUFFIXES[x])
    symbol = f"edgec_cast_{source}_{SUFFIXES[y]}_plain"
    header = next((CAST_HEADERS[t] for t in (DType.F64, DType.F16) if t in (x, y)), "edgec_cast.h")
    args = (operand(view, 0), output(view))
    return (Call(symbol, header, Cast(view.y.size), args, why="plain conversion"),)


def _per_channel(shape: Shape, axis: int) -> tuple[tuple[float, ...], tuple[int, ...], int]:
    """Scales, zero points and axis of a tensor quantized along an axis."""
    return tuple(0.1 + i / 64 for i in range(shape[axis])), tuple(range(shape[axis])), axis


AFFINE: tuple[tuple[Shape, int], ...] = (((1003,), -1), ((1, 25, 5, 64), -1), ((8, 10, 12), 0), ((20, 30), 1))
QUANTIZES: Grid = tuple(
    GridLayer(QuantizeAttrs(to, *((0.05,), (3,)) if axis < 0 else _per_channel(shape, axis)), (shape,))
    for shape, axis in AFFINE
    for to in sorted(QUANTIZED, key=lambda t: t.value)
)
DEQUANTIZES: Grid = tuple(
    GridLayer(DequantizeAttrs(*((0.05,), (3,)) if axis < 0 else _per_channel(shape, axis)), (shape,), dtype=dtype)
    for shape, axis in AFFINE
    for dtype in sorted(QUANTIZED, key=lambda t: t.value)
)
REQUANTIZES: Grid = tuple(
    GridLayer(RequantizeAttrs(to), (shape,), dtype=dtype)
    for shape in ((1003,), (1, 25, 5, 64))
    for dtype in sorted(BYTES, key=lambda t: t.value)
    for to in sorted(BYTES, key=lambda t: t.value)
)
CASTS: Grid = tuple(
    GridLayer(CastAttrs(to), ((6, 250),), dtype=dtype) for dtype in CTYPES for to in CTYPES if dtype is not DType.I4
)
INT64_BYTES = 8  # bytes
REALS = frozenset({DType.F16, DType.F32, DType.F64})
NARROW_ENDS = frozenset({DType.BOOL, DType.I4})


def _work_affine(view: NodeView, call: Call) -> Counts:
    """Rows of elements that share a scale, by the type of the integers."""
    p = call.params_of(Quantize)
    rows = p.outer * p.channels
    integers = view.y if view.y.dtype in QUANTIZED else view.x(0)
    return (integers.dtype.value, view.y.size), ("row", rows)


def work_rescale(view: NodeView, call: Call) -> Counts:
    """One element after the other: of another scale, by a factor of 1/4 and more or below, or another zero point."""
    if isinstance(call.params, Offset):
        return (("moved", view.y.size),)
    return ((factor_kind(call.params_of(Requantization).shift), view.y.size),)


def _work_cast(view: NodeView, call: Call) -> Counts:
    """Count the work of a conversion between kinds of types."""
    x, y, n = view.x(0).dtype, view.y.dtype, view.y.size
    if x is y is not DType.BOOL or (x.bytes == y.bytes and x not in REALS and y not in REALS | NARROW_ENDS):
        return (("byte", n * min(x.bytes, 4)),)
    return ((f"{_source(x, y)}_{_target(x, y)}", n),)


def _source(x: DType, y: DType) -> str:
    if x in REALS:
        return x.value
    if y is DType.I4 and x.bytes == 1:
        return "byte"
    if x is DType.BOOL and y is DType.F64:
        return "bool"
    return "long" if x.bytes == INT64_BYTES and (y in REALS or y is DType.BOOL) else "int"


def _target(x: DType, y: DType) -> str:
    if y in REALS | NARROW_ENDS:
        return y.value
    signed = y in (DType.I8, DType.I16, DType.I32, DType.I64)
    kind = "int" if signed or x not in REALS else "uint"
    return kind.replace("int", "long") if y.bytes == INT64_BYTES else kind


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "quantize", "Quantize", F32, _bind_quantize, _work_affine, grid=QUANTIZES),
    Kernel(LIBRARY, "dequantize", "Dequantize", QUANTIZED, _bind_dequantize, _work_affine, grid=DEQUANTIZES),
    Kernel(LIBRARY, "requantize", "Requantize", BYTES, _bind_requantize, work_rescale, grid=REQUANTIZES),
    Kernel(LIBRARY, "cast", "Cast", frozenset(CTYPES), _bind_cast, _work_cast, grid=CASTS),
)
