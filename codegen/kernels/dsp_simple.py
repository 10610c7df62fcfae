"""Bindings of the Armv7E-M elementwise and pooling kernels."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import I8, operand, output, quant, quantized, window
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.dsp_pack import SHIFT_MAX, shift_word
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Window
from edgec.converter.fixed_point import add_multipliers, clamp_limits, multiplier
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

DSP = frozenset({"dsp"})
SUM_CELLS = 256  # int8 values whose sum fits int16
INT32_LIMIT = 2**31


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if not view.x(0).shape == view.x(1).shape == view.y.shape:
        return Misfit("the operands differ in shape")
    if a.fn is BinaryFn.MUL:
        return _mul(view)
    if a.fn in (BinaryFn.ADD, BinaryFn.SUB):
        return _add(view)
    return Misfit(f"{a.fn.value} has no fast int8 kernel")


def _inplace(view: NodeView) -> tuple[int, ...]:
    return tuple(i for i in (0, 1) if not view.x(i).is_const)


def _add(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    f = add_multipliers(qa.s, qb.s, out.s)
    m_b = -f.b if a.fn is BinaryFn.SUB else f.b
    offset = (1 << (f.shift - 1)) - qa.z * f.a - qb.z * m_b + (out.z << f.shift)
    if 128 * (f.a + f.b) + abs(offset) >= INT32_LIMIT:
        return Misfit("the sum with the output's zero point does not fit int32")
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = Params(
        "edgec_add_s8_dsp_params",
        (
            ("n", view.y.size),
            ("m_a", f.a),
            ("m_b", m_b),
            ("offset", offset),
            ("shift", f.shift),
            ("lo", lo),
            ("hi", hi),
        ),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    why = "operands of one shape, four elements at a time"
    return (Call("edgec_add_s8__dsp", "edgec_binary_s8_dsp.h", params, args, inplace=_inplace(view), why=why),)


def _mul(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = multiplier(qa.s * qb.s / out.s)
    end = shift_word(factor)
    if isinstance(end, Misfit):
        return end
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = Params(
        "edgec_mul_s8_dsp_params",
        (
            ("n", view.y.size),
            ("a_zero", qa.z),
            ("b_zero", qb.z),
            ("m", end[0]),
            ("add", (2 * out.z + 1 << end[1]) & 0xFFFFFFFF),
            ("shift", end[1] + 1),
            ("lo", lo),
            ("hi", hi),
        ),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    why = "operands of one shape, four elements at a time"
    return (Call("edgec_mul_s8__dsp", "edgec_binary_s8_dsp.h", params, args, inplace=_inplace(view), why=why),)


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    params = Params(
        "edgec_maxpool_s8_dsp_params",
        geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations),
    )
    args = (operand(view, 0), output(view))
    why = "largest value of each window, four channels at a time"
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return (Call("edgec_maxpool_s8__dsp", "edgec_pool_s8_dsp.h", params, args, why=why, window=where),)


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    _, h, w, _ = view.x(0).shape
    inside = all(
        (out - 1) * stride + kernel <= size
        for out, stride, kernel, size in zip(a.out, a.strides, a.kernel, (h, w), strict=True)
    )
    if any(a.pads) or a.dilations != (1, 1) or not inside:
        return Misfit("some windows reach out of the input")
    if view.y.shape[1:3] == (1, 1) and a.kernel == (h, w):  # all of the image: one run of cells
        n, c = view.x(0).shape[0], view.x(0).shape[3]
        return _average(view, (n, 1, h * w, c), view.y.shape, (1, h * w), (1, 1))
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _average(view, view.x(0).shape, view.y.shape, a.kernel, a.strides, where)


def _bind_mean(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    shape = view.x(0).shape
    first, last = (a.axes[0], a.axes[-1]) if a.axes else (0, 0)
    if a.fn is not ReduceFn.MEAN or not a.axes or a.axes != tuple(range(first, last + 1)):
        return Misfit("the layer is not a mean over neighbouring axes")
    outer, cells, inner = prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
    return _average(view, (outer, 1, cells, inner), (outer, 1, 1, inner), (1, cells), (1, 1))


def _average(
    view: NodeView,
    x_shape: tuple[int, ...],
    y_shape: tuple[int, ...],
    kernel: tuple[int, ...],
    strides: tuple[int, ...],
    where: Window | None = None,
) -> Bound:
    cells = prod(kernel)
    if cells > SUM_CELLS:
        return Misfit(f"the sum over {cells} cells does not fit int16")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * cells))
    if factor.shift > SHIFT_MAX:
        return Misfit(f"a requantization shift of {factor.shift} is above {SHIFT_MAX}")
    sizes = ("batch", "in_h", "in_w", "in_c"), ("out_h", "out_w", "out_c")
    fields = tuple((f"geo.{n}", v) for n, v in zip(sizes[0], x_shape, strict=True))
    fields += tuple((f"geo.{n}", v) for n, v in zip(sizes[1], y_shape[1:], strict=True))
    fields += (
        ("geo.kernel_h", kernel[0]),
        ("geo.kernel_w", kernel[1]),
        ("geo.stride_h", strides[0]),
        ("geo.stride_w", strides[1]),
    )
    params = Params(
        "edgec_avgpool_s8_dsp_params",
        (*fields, ("offset", -x.z * cells), ("multiplier", factor.m), ("shift", factor.shift), ("out_zero", y.z)),
    )
    args = (operand(view, 0), output(view))
    why = f"mean of {cells} cells, four channels at a time"
    return (Call("edgec_avgpool_s8__dsp", "edgec_pool_s8_dsp.h", params, args, why=why, window=where),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_<fn>_s8__dsp", "Binary", I8, _bind_binary, DSP),
    Kernel("edgec_maxpool_s8__dsp", "MaxPool", I8, _bind_maxpool, DSP),
    Kernel("edgec_avgpool_s8__dsp", "AvgPool", I8, _bind_avgpool, DSP),
    Kernel("edgec_avgpool_s8__dsp", "Reduce", I8, _bind_mean, DSP),
)
