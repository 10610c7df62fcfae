"""Bindings of Quantize, Dequantize, Requantize and Cast."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import F32, SUFFIXES, Fields, const, operand, output
from edgec.codegen.kernels.spec import CTYPES, Arg, Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.fixed_point import integer_limits, multiplier
from edgec.converter.ir import DType, Quant, Shape
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs

BYTES = frozenset({DType.I8, DType.U8})
QUANTIZED = frozenset({DType.I8, DType.U8, DType.I16, DType.U16})
CAST_HEADERS = {DType.F64: "edgec_cast_f64.h", DType.F16: "edgec_cast_f16.h"}


def _affine(quant: Quant, shape: Shape) -> tuple[Params, tuple[Arg, Arg]]:
    """Parameters, scales and zero points of a conversion; one scale is one channel."""
    if quant.axis is None:
        outer, channels, inner = 1, 1, prod(shape)
    else:
        outer, channels, inner = prod(shape[: quant.axis]), shape[quant.axis], prod(shape[quant.axis + 1 :])
    params = Params("edgec_quantize_params", (("outer", outer), ("channels", channels), ("inner", inner)))
    scale = const("scale", "float", np.array(quant.scale, np.float32))
    zero = const("table", "int32_t", np.array(quant.zero_point, np.int32))
    return params, (scale, zero)


def _bind_quantize(view: NodeView) -> Bound:
    a = view.attrs(QuantizeAttrs)
    if a.to not in QUANTIZED:
        return Misfit(f"quantization to {a.to.value} has no kernel", "use int8 or uint8")
    params, tables = _affine(a.quant, view.x(0).shape)
    args = (operand(view, 0), *tables, output(view))
    symbol = f"edgec_quantize_f32_{SUFFIXES[a.to]}__ref"
    return (Call(symbol, "edgec_quantize.h", params, args, why="real values enter the integer part"),)


def _bind_dequantize(view: NodeView) -> Bound:
    a = view.attrs(DequantizeAttrs)
    params, tables = _affine(a.quant, view.x(0).shape)
    args = (operand(view, 0), *tables, output(view))
    symbol = f"edgec_dequantize_{SUFFIXES[view.x(0).dtype]}_f32__ref"
    return (Call(symbol, "edgec_quantize.h", params, args, why="integers become real values"),)


def _bind_requantize(view: NodeView) -> Bound:
    x, y = view.x(0), view.y
    for t in (x, y):
        if t.dtype not in BYTES or t.quant is None or t.quant.axis is not None:
            return Misfit(f"tensor '{t.name}' must be int8 or uint8 with one scale")
    assert x.quant is not None and y.quant is not None
    lo, hi = integer_limits(y.dtype)
    names = f"{SUFFIXES[x.dtype]}_{SUFFIXES[y.dtype]}__ref"
    limits: Fields = (("lo", lo), ("hi", hi))
    if x.quant.s == y.quant.s:
        symbol, why = f"edgec_offset_{names}", "the same scale: only the zero point moves"
        fields: Fields = (("n", x.size), ("offset", y.quant.z - x.quant.z), *limits)
        params = Params("edgec_offset_params", fields)
    else:
        factor = multiplier(x.quant.s / y.quant.s)
        symbol, why = f"edgec_requantize_{names}", "another scale"
        scale = (("multiplier", factor.m), ("shift", factor.shift), ("out_zero", y.quant.z))
        params = Params("edgec_requantize_params", (("n", x.size), ("in_zero", x.quant.z), *scale, *limits))
    shared = () if x.is_const else (0,)
    args = (operand(view, 0), output(view))
    return (Call(symbol, "edgec_requantize.h", params, args, inplace=shared, why=why),)


def _bind_cast(view: NodeView) -> Bound:
    x, y = view.x(0).dtype, view.y.dtype
    source = {DType.BOOL: "u8", DType.I4: "s8"}.get(x, SUFFIXES[x])
    symbol = f"edgec_cast_{source}_{SUFFIXES[y]}__ref"
    header = next((CAST_HEADERS[t] for t in (DType.F64, DType.F16) if t in (x, y)), "edgec_cast.h")
    params = Params("edgec_cast_params", (("n", view.y.size),))
    return (Call(symbol, header, params, (operand(view, 0), output(view)), why="plain conversion"),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_quantize_f32_<type>__ref", "Quantize", F32, _bind_quantize),
    Kernel("edgec_dequantize_<type>_f32__ref", "Dequantize", QUANTIZED, _bind_dequantize),
    Kernel("edgec_requantize_<a>_<b>__ref", "Requantize", BYTES, _bind_requantize),
    Kernel("edgec_cast_<a>_<b>__ref", "Cast", frozenset(CTYPES), _bind_cast),
)
